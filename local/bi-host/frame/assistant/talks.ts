import type { Conversation } from './conversation'

/** The conversations of one visit to the page: one for each source, there again when its source is chosen again. */
export interface Talks {
  about(worksheetId: string): Conversation
  /** The question of the address, which is asked once, of the source it came with. */
  takeQuestion(worksheetId: string): string
}

export function createTalks(
  asked: { readonly worksheetId: string; readonly question: string },
  begin: (worksheetId: string) => Conversation,
): Talks {
  const known = new Map<string, Conversation>()
  let { question } = asked
  return {
    about(worksheetId) {
      const conversation = known.get(worksheetId) ?? begin(worksheetId)
      known.set(worksheetId, conversation)
      return conversation
    },
    takeQuestion(worksheetId) {
      if (worksheetId !== asked.worksheetId) return ''
      const taken = question
      question = ''
      return taken
    },
  }
}
