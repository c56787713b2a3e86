import { useState } from 'preact/hooks'
import type { AnswerFilter } from '../../wire/answers'
import { Mark } from './icon'

/** So many values are listed before a search narrows them. */
const most = 60
const searchFrom = 8

export interface FilterControlProps {
  readonly id: string
  readonly label: string
  readonly filter: AnswerFilter | undefined
  readonly set: (filter: AnswerFilter | null) => void
}

type ValuesOp = 'in' | 'not-in' | 'contains'

const opOf = ({ op }: AnswerFilter): ValuesOp => (op === 'not-in' || op === 'contains' ? op : 'in')

/** Values of an attribute: those that are ticked, all but those, or those with some letters in them. */
export function ValuesFilter({
  id,
  label,
  values,
  filter,
  set,
}: FilterControlProps & { readonly values: readonly string[] }) {
  const [search, setSearch] = useState('')
  const chosen = filter?.op === 'contains' ? [] : (filter?.values ?? []).map(String)
  // Until a value is ticked there is no filter that could hold which way it goes.
  const [meant, setMeant] = useState<ValuesOp>('in')
  const op = filter === undefined ? meant : opOf(filter)
  const wanted = search.trim().toLowerCase()
  const found = values.filter((value) => value.toLowerCase().includes(wanted))
  // What was chosen when the control appeared stands first; nothing jumps while it is ticked.
  const [first] = useState(chosen)
  const near = [
    ...found.filter((value) => first.includes(value)),
    ...found.filter((value) => !first.includes(value)),
  ]
  const listed = [...near.slice(0, most), ...near.slice(most).filter((value) => chosen.includes(value))]

  function toggle(value: string): void {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    setMeant(op)
    set({ field: id, op, values: next })
  }

  return (
    <>
      <div class="filter-card-tools">
        <select
          aria-label={`${label}: keep or leave out`}
          value={op}
          onChange={(event) => {
            const next = event.currentTarget.value as ValuesOp
            setMeant(next)
            set(next === 'contains' ? null : { field: id, op: next, values: chosen })
          }}
        >
          <option value="in">only</option>
          <option value="not-in">all but</option>
          <option value="contains">containing</option>
        </select>
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
          <label class="fields-search">
            <Mark name="search" size={14} />
            <input
              type="search"
              placeholder={`Search ${values.length} values`}
              aria-label={`Search values of ${label}`}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <fieldset class="value-list" hidden={op === 'contains'}>
        <legend class="visually-hidden">{label}</legend>
        {listed.map((value) => (
          <label key={value} class="filter-value">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span class="filter-box" aria-hidden="true">
              <Mark name="check" size={12} />
            </span>
            <span class="filter-name">{value}</span>
          </label>
        ))}
        {listed.length === 0 ? <p class="filter-none">No value matches</p> : null}
        {found.length > most ? <p class="filter-none">{found.length - most} more: search for them.</p> : null}
      </fieldset>
    </>
  )
}
