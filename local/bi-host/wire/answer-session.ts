const separator = '~'

/**
 * The id of a session of the vendor's answer service: where the answer stands (a board, a conversation, or none of them), and which
 * of the answers there it is. No imports: host and frame use it.
 */
export const sessionIdOf = (container: string, id: string): string => `${container}${separator}${id}`

export function partsOfSession(sessionId: string): readonly [container: string, id: string] {
  const [container = '', id = ''] = sessionId.split(separator)
  return [container, id]
}

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
