import { useEffect, useState } from 'preact/hooks'
import type { AnswerFilter, AnswerQuery, FieldView } from '../../wire/answers'
import { useDocumentEvent } from '../parts/context'
import type { Catalog } from './builder-state'
import { Options, PickList, SearchField, Select, TickField } from '../parts/form'
import { useBuilderState, useBuilderUi, useQuery } from './context'
import { IconButton } from './controls'
import { setFilter } from './edits'
import { NumberFilter, type FilterControlProps } from './number-filter'

/** One control per filter, by the type of its field. A newly chosen field has a control before it has a value. */
export function FilterSettings() {
  const { open } = useBuilderUi()
  const { catalog, query } = useQuery()
  const [started, setStarted] = useState<readonly string[]>([])
  const filters = query.filters ?? []
  const [order, setOrder] = useState<readonly string[]>([])
  const fields = inOrder(order, [
    ...filters.map((filter) => filter.field),
    // Drop controls started for another question.
    ...started.filter((id) => narrows(catalog, query, id)),
  ])
  const shown = fields.join(' ')
  useEffect(() => setOrder(shown === '' ? [] : shown.split(' ')), [shown])

  // A new question in words is a new chart, so the controls of the last one are dropped.
  const newReading = useBuilderState(({ reading }) => (reading?.amended === false ? reading : null))
  useEffect(() => {
    if (newReading !== null) setStarted([])
  }, [newReading])

  useDocumentEvent('builder-filter', (id) => {
    setStarted((before) => [...before.filter((other) => other !== id), id])
    open({ kind: 'settings' })
    requestAnimationFrame(() => {
      const control = document.querySelector<HTMLElement>(`[data-filter="${CSS.escape(id)}"]`)
      control?.scrollIntoView({ block: 'nearest' })
      control?.querySelector<HTMLElement>('input, select')?.focus()
    })
  })

  return (
    <>
      {fields.map((id) => (
        <FilterCard
          key={id}
          id={id}
          filter={filters.find(({ field }) => field === id)}
          // Keep the control while the user works in it, with or without a value.
          keepOpen={() => setStarted((before) => (before.includes(id) ? before : [...before, id]))}
          dropControl={() => setStarted((before) => before.filter((other) => other !== id))}
        />
      ))}
      <AddFilter taken={fields} />
    </>
  )
}

function FilterCard({
  id,
  filter,
  keepOpen,
  dropControl,
}: {
  readonly id: string
  readonly filter: AnswerFilter | undefined
  readonly keepOpen: () => void
  readonly dropControl: () => void
}) {
  const { builder, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  const field = catalog.field(id)
  const label = catalog.label(id, query)
  // Numbers listed one by one are checked like names.
  const named = filter?.op === 'in' || filter?.op === 'not-in' ? filter.values.map(String) : undefined
  const values = field?.values ?? (field?.dataType === 'text' ? [] : named)

  function set(next: AnswerFilter | null): void {
    keepOpen()
    const numbers = next !== null && field?.dataType === 'number'
    const converted = numbers ? { ...next, values: next.values.map(Number) } : next
    builder.edit((answer) => setFilter(answer, id, converted))
  }
  function remove(): void {
    dropControl()
    builder.edit((answer) => setFilter(answer, id, null))
    announce(`${label} filter removed`)
  }

  const control = { id, label, filter, set }
  return (
    <div class="filter-card" data-filter={id}>
      <div class="filter-card-head">
        <span>{label}</span>
        <IconButton icon="close" label={`Remove the ${label} filter`} run={remove} />
      </div>
      {values !== undefined ? (
        <ValuesFilter {...control} values={values} />
      ) : (
        <>
          <NumberFilter {...control} day={field?.dataType === 'day'} />
          {field?.unit === undefined ? null : <p class="filter-none">{field.unit}</p>}
        </>
      )}
    </div>
  )
}

/** Keeps the existing order and appends new ones, so that nothing moves while the user works. */
function inOrder(before: readonly string[], present: readonly string[]): readonly string[] {
  const now = new Set(present)
  return [...new Set([...before.filter((id) => now.has(id)), ...now])]
}

function narrows(catalog: Catalog, query: AnswerQuery, id: string): boolean {
  const field = catalog.field(id)
  return field?.kind === 'attribute' ? catalog.splits(field, query) : query.measures.includes(id)
}

/** Fields that can filter the question: those of its sources, nearest first. */
function AddFilter({ taken }: { readonly taken: readonly string[] }) {
  const { catalog, query } = useQuery()
  const near = catalog.reply.sources
    .flatMap((source) => source.attributes)
    .filter((field) => catalog.splits(field, query))
  const byName = new Map<string, FieldView>()
  for (const field of near) if (!byName.has(field.label)) byName.set(field.label, field)
  const choices = [
    ...byName.values(),
    ...query.measures.map((id) => ({ id, label: catalog.label(id, query) })),
  ].filter(({ id }) => !taken.some((other) => catalog.same(other, id)))
  return (
    <PickList
      class="add-filter"
      aria-label="Add filter"
      first="+ Add filter"
      pick={(id) => document.dispatchEvent(new CustomEvent('builder-filter', { detail: id }))}
    >
      <Options of={choices} />
    </PickList>
  )
}

/** Number of values listed before a search. */
const limit = 60
const searchFrom = 8

const valuesOps = [
  { id: 'in', label: 'only' },
  { id: 'not-in', label: 'all but' },
  { id: 'contains', label: 'containing' },
] as const

type ValuesOp = (typeof valuesOps)[number]['id']

const opOf = ({ op }: AnswerFilter): ValuesOp => (op === 'not-in' || op === 'contains' ? op : 'in')

/** Values of an attribute: the checked ones, all except those, or those that contain some text. */
function ValuesFilter({
  id,
  label,
  values,
  filter,
  set,
}: FilterControlProps & { readonly values: readonly string[] }) {
  const [search, setSearch] = useState('')
  const chosen = filter?.op === 'contains' ? [] : (filter?.values ?? []).map(String)
  // Until a value is checked, there is no filter to store the operator in.
  const [chosenOp, setChosenOp] = useState<ValuesOp>('in')
  const op = filter === undefined ? chosenOp : opOf(filter)
  const wanted = search.trim().toLowerCase()
  const found = values.filter((value) => value.toLowerCase().includes(wanted))
  // The initial selection is listed first, and the order does not change while checking.
  const [first] = useState(chosen)
  const near = [
    ...found.filter((value) => first.includes(value)),
    ...found.filter((value) => !first.includes(value)),
  ]
  const listed = [...near.slice(0, limit), ...near.slice(limit).filter((value) => chosen.includes(value))]

  function toggle(value: string): void {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    setChosenOp(op)
    set({ field: id, op, values: next })
  }

  return (
    <>
      <div class="filter-card-tools">
        <Select
          label={`${label}: keep or leave out`}
          value={op}
          of={valuesOps}
          change={(next) => {
            setChosenOp(next)
            set(next === 'contains' ? null : { field: id, op: next, values: chosen })
          }}
        />
        {op === 'contains' ? (
          <input
            type="text"
            aria-label={`${label} contains`}
            value={String(filter?.values[0] ?? '')}
            maxLength={200}
            onChange={(event) => {
              const text = event.currentTarget.value.trim()
              set(text === '' ? null : { field: id, op, values: [text] })
            }}
          />
        ) : null}
        {values.length < searchFrom || op === 'contains' ? null : (
          <SearchField
            className="fields-search"
            label={`Search values of ${label}`}
            placeholder={`Search ${values.length} values`}
            value={search}
            change={setSearch}
          />
        )}
      </div>
      <fieldset class="value-list" hidden={op === 'contains'}>
        <legend class="visually-hidden">{label}</legend>
        {listed.map((value) => (
          <TickField
            key={value}
            label={value}
            checked={chosen.includes(value)}
            change={() => toggle(value)}
          />
        ))}
        {listed.length === 0 ? <p class="filter-none">No value matches</p> : null}
        {found.length > limit ? (
          <p class="filter-none">{found.length - limit} more: search for them.</p>
        ) : null}
      </fieldset>
    </>
  )
}
