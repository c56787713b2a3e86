import { chipSentence } from './chips'
import type { Frame } from '../protocol/frame'
import { tileDataEvent } from '../tiles/viz-events'
import { isUnsaved } from './builder-state'
import type { Builder } from './builder'

/** Tells the embedding page, in the vendor's words, what happens in the builder. Returns the way to stop. */
export function announceBuilder(frame: Frame, builder: Builder): () => void {
  let before = builder.state.get()
  let unsaved = false
  return builder.state.subscribe(() => {
    const state = builder.state.get()
    const { catalog, answer, shown } = state
    const fields = [...answer.query.measures, ...(answer.query.attributes ?? [])]
    const old = [...before.answer.query.measures, ...(before.answer.query.attributes ?? [])]
    if (answer !== before.answer && fields.join() !== old.join()) {
      const sources = (ids: readonly string[]) => [
        ...new Set(ids.flatMap((id) => catalog?.sourceOf(id)?.id ?? [])),
      ]
      frame.port.post('addRemoveColumns', { columnIds: fields })
      if (sources(fields).join() !== sources(old).join())
        frame.port.post('dataSourceSelected', { dataSourceIds: sources(fields) })
    }
    if (state.topic !== null && state.topic !== before.topic)
      frame.port.post('dataSourceSelected', { dataSourceIds: [state.topic.id] })
    if (answer !== before.answer) frame.port.post('queryChanged', { query: state.phrase, answer })
    if (shown !== null && shown !== before.shown)
      frame.port.post('data', {
        ...(tileDataEvent(shown.tile) as object),
        asOf: shown.asOf,
        source: shown.badge,
        summary: chipSentence(shown.chips),
      })
    const next = isUnsaved(state)
    if (next !== unsaved) frame.port.post('unsavedChanges', { unsaved: next })
    unsaved = next
    before = state
  })
}
