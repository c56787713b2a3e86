import { useEffect, useRef } from 'preact/hooks'
import { useStore } from '../parts/context'
import { longestQuestion, type Conversation } from './conversation'

/** The next question; while one is on its way it can be stopped here. */
export function ConversationField({ conversation }: { readonly conversation: Conversation }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useStore(conversation.state, (state) => state.draft)
  const busy = useStore(conversation.state, (state) =>
    state.turns.some(({ outcome }) => outcome.kind === 'asking'),
  )
  useEffect(() => {
    const element = field.current
    if (element === null || draft === '' || document.activeElement === element) return
    // Something was put into it from elsewhere: the person goes on from its end. Who is on the page around stays there.
    if (!document.hasFocus()) return
    element.focus()
    element.setSelectionRange(draft.length, draft.length)
  }, [draft])

  return (
    <form
      class="conv-form chat-input"
      data-testid="chat-input"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void conversation.ask(draft)
      }}
    >
      <textarea
        ref={field}
        class="conv-input"
        rows={1}
        maxLength={longestQuestion}
        aria-label="Your question"
        placeholder="Ask a question about the data…"
        value={draft}
        onInput={(event) => conversation.write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          if (!busy) void conversation.ask(draft)
        }}
      />
      {busy ? (
        <button type="button" class="button small secondary" onClick={() => conversation.stop()}>
          Stop
        </button>
      ) : (
        <button type="submit" class="button small" disabled={draft.trim() === ''}>
          Ask
        </button>
      )}
    </form>
  )
}
