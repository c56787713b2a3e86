import { sessionIdOf } from '../../wire/answer-session'

/** How the vendor's answer service names the answer behind a tile; the host finds board and tile in it again. */
export interface AnswerSession {
  readonly sessionId: string
  readonly genNo: number
  readonly acSession: { readonly sessionId: string; readonly genNo: number }
}

export const sessionOf = (liveboardId: string, vizId: string): AnswerSession =>
  sessionNamed(sessionIdOf(liveboardId, vizId))

/** The first generation of a session. */
export const sessionNamed = (sessionId: string): AnswerSession => ({
  sessionId,
  genNo: 1,
  acSession: { sessionId, genNo: 1 },
})
