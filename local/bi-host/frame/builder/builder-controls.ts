import { type FieldView, sessionNamed } from '../../wire/answers'
import type { BuilderControls } from '../protocol/page-events'
import { runtimeOperator } from '../protocol/runtime'
import { embedAnswerData, tileDataEvent } from '../tiles/tile-actions'
import { openTopic, type Saving } from './saved-chart'
import type { Opened, Builder } from './builder'
import { addField, addMeasure, emptyAnswer, removeMeasure, setFilter, toggleAttribute } from './edits'
import { titled, isUnsaved, type Catalog } from './builder-state'
import { chipSentence } from './chips'
import type { Frame } from '../protocol/frame'

/** Builder operations for the embedding page. Columns may be given by field id or label. */
export function createBuilderControls(
  builder: Builder,
  keeping: Saving,
  open: (what: Opened | null) => void,
): BuilderControls {
  const { state } = builder
  return {
    search: (question, execute) =>
      execute ? builder.ask(question, { byPerson: false }) : builder.write(question),
    reset: () => builder.reset(),
    about: (source) => openTopic(builder, source),
    ...columnControls(builder),
    openSave: () => open({ kind: 'save' }),
    openPin: () => open({ kind: 'pin' }),
    action: (actionId) =>
      void document.dispatchEvent(new CustomEvent('builder-action', { detail: actionId })),
    async save(name) {
      const result = await keeping.save(name, true)
      return result.ok ? result.value.id : null
    },
    async pin({ title, dashboardId, newDashboard, tabId, newTab }) {
      const tab = newTab === undefined ? {} : { tab: { label: newTab } }
      const result = await keeping.pin(
        dashboardId === undefined
          ? { newDashboard: newDashboard ?? title, ...tab }
          : { dashboardId, ...(tabId === undefined ? tab : { tab: { id: tabId } }) },
        title,
      )
      return result.ok ? result.value : null
    },
    answer: () => titled(state.get().answer, state.get().catalog),
    begun: () => state.get().answer.query.measures.length > 0,
    answerSession: () => answerSession(builder),
    phrase: () => state.get().phrase,
  }
}

/** A session of the current answer, with its content. Null if it cannot be computed. */
export async function answerSession(builder: Builder) {
  const { answer, shown, catalog } = builder.state.get()
  const asked = shown === null ? await firstOfTopic(builder) : { answer, tile: shown.tile }
  if (asked === null) return null
  const reply = await builder.host('OpenAnswerSession', {
    answer: titled(asked.answer, catalog),
    ...builder.narrowing(),
  })
  if (!reply.ok) return null
  return { session: sessionNamed(reply.value.sessionId), embedAnswerData: embedAnswerData(asked.tile) }
}

/** Operations that read or change the columns and filters of the answer. */
function columnControls(
  builder: Builder,
): Pick<BuilderControls, 'addColumns' | 'removeColumn' | 'filters' | 'updateFilters' | 'names'> {
  const { state } = builder
  async function fieldOf(name: string): Promise<FieldView | undefined> {
    const catalog = await catalogOf(builder)
    const wanted = name.toLowerCase()
    return (
      catalog?.field(name) ??
      catalog?.reply.sources
        .flatMap((source) => [...source.measures, ...source.attributes])
        .find((field) => field.label.toLowerCase() === wanted)
    )
  }
  return {
    async addColumns(names) {
      for (const name of names) {
        const field = await fieldOf(name)
        if (field) builder.edit((answer) => addField(answer, field))
      }
    },
    async removeColumn(name) {
      const field = await fieldOf(name)
      if (!field) return
      builder.edit((answer) =>
        field.kind === 'measure'
          ? removeMeasure(answer, field.id)
          : answer.query.attributes?.includes(field.id)
            ? toggleAttribute(answer, field.id)
            : answer,
      )
    },
    filters() {
      const { answer, catalog } = state.get()
      return (answer.query.filters ?? []).map(({ field, op, values }) => ({
        column: catalog?.label(field, answer.query) ?? field,
        id: field,
        oper: op,
        values,
      }))
    },
    async updateFilters(filters) {
      const known: string[] = []
      for (const { columnName, operator, values } of filters) {
        const field = await fieldOf(columnName)
        const op = runtimeOperator(operator)
        if (!field || op === undefined) continue
        known.push(field.id)
        builder.edit((answer) => setFilter(answer, field.id, { field: field.id, op, values }))
      }
      return known
    },
    names() {
      const { answer, catalog } = state.get()
      const { query } = answer
      const ids = [...(query.attributes ?? []), ...query.measures]
      const sources = ids.flatMap((id) => catalog?.sourceOf(id)?.label ?? [])
      return { sources: [...new Set(sources)], columns: ids.map((id) => catalog?.label(id, query) ?? id) }
    },
  }
}

async function catalogOf(builder: Builder): Promise<Catalog | null> {
  if (builder.state.get().catalog === null) await builder.loadFields()
  return builder.state.get().catalog
}

/** If nothing has been asked of a source yet, uses its first measure. A no-op without a source. */
async function firstOfTopic(builder: Builder) {
  const catalog = await catalogOf(builder)
  const { topic } = builder.state.get()
  const source = catalog?.reply.sources.find(({ id }) => topic?.sources.includes(id))
  const measure = source?.measures.find(({ needs }) => needs === undefined)
  if (measure === undefined) return null
  const answer = titled(addMeasure(emptyAnswer, measure.id), catalog)
  const reply = await builder.host('RunAnswer', { answer, ...builder.narrowing() })
  return reply.ok && reply.value.kind === 'result' ? { answer, tile: reply.value.tile } : null
}

/** Notifies the embedding page, in the vendor's format, of what happens in the builder. Returns the unsubscribe function. */
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
        ...tileDataEvent(shown.tile),
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
