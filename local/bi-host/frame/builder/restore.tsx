import { useState } from 'preact/hooks'
import { autoTitle } from './auto-title'
import { useBuilderState, useBuilderUi } from './context'
import { peekDraft, takeDraft } from './draft'

/** Offers what was left unfinished in this tab, until something else is begun. */
export function Restore() {
  const { builder } = useBuilderUi()
  const catalog = useBuilderState((state) => state.catalog)
  const begun = useBuilderState((state) => state.answer.query.measures.length > 0 || state.past.length > 0)
  const [draft, setDraft] = useState(peekDraft)
  if (draft === null || begun) return null
  return (
    <div class="restore">
      <span>
        You left a chart unfinished: <b>{draft.title === '' ? autoTitle(draft, catalog) : draft.title}</b>
      </span>
      <button
        type="button"
        class="text-button inline"
        onClick={() => {
          takeDraft()
          builder.open(draft, {})
          builder.state.set({ keptAs: '', touched: true })
        }}
      >
        Go on with it
      </button>
      <button
        type="button"
        class="text-button inline"
        onClick={() => {
          takeDraft()
          setDraft(null)
        }}
      >
        Discard
      </button>
    </div>
  )
}
