/** How the vendor's answer service names the answer behind a tile; the host finds board and tile in it again. */
export interface AnswerSession {
  readonly sessionId: string
  readonly genNo: number
  readonly acSession: { readonly sessionId: string; readonly genNo: number }
}

const separator = '~'

export function sessionOf(liveboardId: string, vizId: string): AnswerSession {
  const sessionId = `${liveboardId}${separator}${vizId}`
  return { sessionId, genNo: 1, acSession: { sessionId, genNo: 1 } }
}
