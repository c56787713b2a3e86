import type { TargetedEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AnswerFilter, AnswerQuery, FieldView } from '../../wire/answers'
import { Select, Options, PickList, SearchField, TickField } from '../parts/form'
import { useDocumentEvent } from '../parts/context'
import type { Catalog } from './builder-state'
import { useBuilderState, useBuilderUi, useQuery } from './builder'
import { IconButton } from './controls'
import { setFilter } from './edits'

interface FilterControlProps {
  readonly id: string
  readonly label: string
  readonly filter: AnswerFilter | undefined
  readonly set: (filter: AnswerFilter | null) => void
}

const operators: readonly (readonly [op: AnswerFilter['op'], ofNumbers: string, ofDays: string])[] = [
  ['ge', 'at least', 'from'],
  ['le', 'at most', 'until'],
  ['gt', 'over', 'after'],
  ['lt', 'under', 'before'],
  ['between', 'between', 'between'],
  ['eq', 'is', 'on'],
  ['ne', 'is not', 'not on'],
]

type FieldEvent = TargetedEvent<HTMLInputElement>

interface Given {
  readonly op: AnswerFilter['op']
  readonly low: string
  readonly high: string
}

/** The parts of the condition. The second value counts only for a range. */
const endsOf = ({ op, low, high }: Given): readonly string[] => (op === 'between' ? [low, high] : [low])

/** The text that is not a number. */
const unreadIn = (given: Given): string | undefined =>
  endsOf(given).find((text) => text !== '' && readNumber(text) === null)

const givenIn = (filter: AnswerFilter | undefined): Given => ({
  op: filter?.op ?? 'ge',
  low: shortNumber(filter?.values[0] ?? ''),
  high: shortNumber(filter?.values[1] ?? ''),
})

/**
 * A condition on numbers or days. It applies as soon as it is complete, and only while it is. Numbers may be typed in any common form. Text
 * that is no number is flagged and changes nothing.
 */
function NumberFilter({ id, label, day, filter, set }: FilterControlProps & { readonly day: boolean }) {
  const [given, setGiven] = useState(() => givenIn(filter))
  /** Uncommitted input, kept across re-renders. */
  const [typing, setTyping] = useState<{ readonly low?: string; readonly high?: string }>({})
  /** The filter last set here. Any other value came from elsewhere (undo, words, a chip) and is displayed. */
  const lastSetHere = useRef(filter)
  const known = JSON.stringify(filter)
  useEffect(() => {
    if (JSON.stringify(lastSetHere.current) === known) return
    lastSetHere.current = filter
    setGiven(givenIn(filter))
    // A filter is plain data, and an equal one is a new object after every change elsewhere.
    // eslint-disable-next-line react/exhaustive-deps
  }, [known])

  const messageId = useId()
  const unread = day ? undefined : unreadIn(given)

  function change(part: Partial<Given>): void {
    const next = { ...given, ...part }
    setGiven(next)
    if (!day && unreadIn(next) !== undefined) return
    const made = filterOf(id, next, day)
    lastSetHere.current = made ?? undefined
    set(made)
  }

  /** Commits the text of one field. A leading comparison or a range is parsed from it. */
  function commitText(end: 'low' | 'high', text: string): void {
    setTyping({})
    if (day) return change({ [end]: text })
    const { op, texts } = readCondition(text)
    const [low = '', high] = texts
    change(high === undefined ? { [end]: low, ...(op ? { op } : {}) } : { op: 'between', low, high })
  }

  const between = given.op === 'between'
  const end = (which: 'low' | 'high') => ({
    ...(day
      ? { type: 'date' as const }
      : { type: 'text' as const, inputMode: 'decimal' as const, autocomplete: 'off', spellcheck: false }),
    ...(unread !== undefined &&
      given[which] === unread && { 'aria-invalid': true, 'aria-describedby': messageId }),
    value: typing[which] ?? given[which],
    onInput: (event: FieldEvent) => setTyping({ ...typing, [which]: event.currentTarget.value }),
    onChange: (event: FieldEvent) => commitText(which, event.currentTarget.value),
  })
  return (
    <div class="setting-line">
      <Select
        label={`${label}: condition`}
        value={given.op}
        of={operators.map(([id, ofNumbers, ofDays]) => ({ id, label: day ? ofDays : ofNumbers }))}
        change={(op) => change({ op })}
      />
      <input
        {...end('low')}
        aria-label={between ? `${label}: from` : `${label}: value`}
        placeholder={day ? undefined : '50m'}
      />
      {between ? <input {...end('high')} aria-label={`${label}: to`} /> : null}
      {unread === undefined ? null : (
        <p id={messageId} class="filter-unread" role="alert">
          “{unread}” is not a number. Try 50, 1,250, 50m, 2.5bn or 5%. The filter has not changed.
        </p>
      )}
    </div>
  )
}

/** `null` while incomplete. The two values of a range may be in either order. */
function filterOf(field: string, given: Given, day: boolean): AnswerFilter | null {
  const { op } = given
  const texts = endsOf(given)
  if (texts.includes('')) return null
  if (day) return { field, op, values: texts.toSorted() }
  const values = texts.map(readNumber).filter((value) => value !== null)
  return values.length === texts.length ? { field, op, values: values.toSorted((a, b) => a - b) } : null
}

const scales: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['%', 1],
  ['k', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['million', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['t', 1e12],
  ['tn', 1e12],
  ['trillion', 1e12],
])

/** Parses a number as typed: `$1,250`, `50m`, `2.5 bn`, `−3%`. `null` unless all of it is understood. */
function readNumber(text: string): number | null {
  const match =
    /^([+\-\u2212]?)\s*\$?\s*([+\-\u2212]?)(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0]\d{3})+)?(\.\d*)?(e[+-]?\d{1,2})?\s*([a-z%]*)$/i.exec(
      text.trim(),
    )
  if (!match) return null
  const [, before = '', after = '', whole = '', decimals = '', power = '', unit = ''] = match
  const scale = scales.get(unit.toLowerCase())
  const digits = `${whole.replaceAll(/[, \u00a0]/g, '')}${decimals}`
  if (scale === undefined || !/\d/.test(digits) || (before !== '' && after !== '')) return null
  const sign = before + after
  // Rounds off the float error of the multiplication: 1.1m is 1100000, not 1100000.0000000001.
  const value = Number(`${digits}${power}`) * scale
  const exact = Number(value.toPrecision(15))
  return Number.isFinite(exact) ? (sign === '' || sign === '+' ? exact : -exact || 0) : null
}

interface Condition {
  /** Absent if no operator was typed. */
  readonly op?: AnswerFilter['op']
  readonly texts: readonly string[]
}

const written: readonly (readonly [RegExp, AnswerFilter['op']])[] = [
  [/^(?:>=|=>|≥|at least|from)\s*/i, 'ge'],
  [/^(?:<=|=<|≤|at most|up to)\s*/i, 'le'],
  [/^(?:<>|!=|≠|is not\b|not\b)\s*/i, 'ne'],
  [/^(?:>|over\b|above\b|more than\b)\s*/i, 'gt'],
  [/^(?:<|under\b|below\b|less than\b)\s*/i, 'lt'],
  [/^(?:==?|is\b)\s*/i, 'eq'],
]

/** Parses the number field, which may have a leading comparison, or both ends of a range. */
function readCondition(text: string): Condition {
  const plain = text.trim()
  const [, low, high] = /^(?:between\s+)?(.*\d\S*)\s+(?:to|and|-|–)\s+(\S.*)$/i.exec(plain) ?? []
  if (low !== undefined && high !== undefined) return { op: 'between', texts: [low, high] }
  const found = written.find(([sign]) => sign.test(plain))
  return found === undefined ? { texts: [plain] } : { op: found[1], texts: [plain.replace(found[0], '')] }
}

/** A number for the field, abbreviated if that loses nothing: 100m. */
function shortNumber(value: string | number): string {
  if (typeof value === 'string') return value
  for (const [unit, size] of [
    ['tn', 1e12],
    ['bn', 1e9],
    ['m', 1e6],
  ] as const) {
    const text = `${Number((value / size).toPrecision(4))}${unit}`
    if (Math.abs(value) >= size && readNumber(text) === value) return text
  }
  return String(value)
}

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
