import type { Frame } from '../protocol/frame'
import type { Conversation, Turn } from './conversation'

/** Tells the embedding page, in the vendor's words, what happens in the conversation. Returns the way to stop. */
export function announceConversation(frame: Frame, conversation: Conversation): () => void {
  const { port } = frame
  // What was said before somebody came back to it has been told.
  let before: readonly Turn[] = conversation.state.get().turns
  port.post('spotterInit', {})
  port.post('spotterLoadComplete', {})
  return conversation.state.subscribe(() => {
    const { turns, convId } = conversation.state.get()
    if (turns === before) return
    for (const turn of turns) {
      const known = before.find(({ id }) => id === turn.id)
      // What comes with its answer was told before a reload.
      if (known === undefined && turn.outcome.kind !== 'asking') continue
      if (known === undefined) port.post('SpotterQueryTriggered', { query: turn.question })
      if (turn.outcome.kind !== 'answered' || known?.outcome.kind === 'answered') continue
      port.post('SpotterData', { convId, messageId: turn.id, title: turn.outcome.words.title })
      port.post('spotterResponseComplete', { convId, messageId: turn.id })
    }
    if (turns.length === 0 && before.length > 0) port.post('ResetSpotterConversation', {})
    before = turns
  })
}
