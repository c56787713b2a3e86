/**
 * The id of a session of the vendor's answer service: where the answer stands (a board, a conversation, or none of them), and which
 * of the answers there it is. No imports: host and frame use it.
 */
export const sessionIdOf = (place: string, id: string): string => `${place}${separator}${id}`

export function partsOfSession(sessionId: string): readonly [place: string, id: string] {
  const [place = '', id = ''] = sessionId.split(separator)
  return [place, id]
}

const separator = '~'
