import { useEffect, useState } from 'preact/hooks'
import type { AnswerFilter, AnswerQuery, FieldView } from '../../wire/answers'
import type { Catalog } from './catalog'
import { useBuilderState, useBuilderUi, useQuery } from './context'
import { IconButton } from './controls'
import { setFilter } from './edits'
import { NumberFilter } from './number-filter'
import { ValuesFilter } from './values-filter'

/** One control per filter, of the kind its field asks for. A field that was just chosen has one before it has a value. */
export function FilterSettings() {
  const { builder, open, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  const [started, setStarted] = useState<readonly string[]>([])
  const filters = query.filters ?? []
  const [order, setOrder] = useState<readonly string[]>([])
  const fields = inPlace(order, [
    ...filters.map((filter) => filter.field),
    // What was begun for another question goes with it.
    ...started.filter((id) => narrows(catalog, query, id)),
  ])
  const shown = fields.join(' ')
  useEffect(() => setOrder(shown === '' ? [] : shown.split(' ')), [shown])

  // Another question in words is another chart to its reader: the controls of the last one go.
  const anew = useBuilderState(({ reading }) => (reading?.amended === false ? reading : null))
  useEffect(() => {
    if (anew !== null) setStarted([])
  }, [anew])

  useEffect(() => {
    const begin = (event: Event) => {
      const id = (event as CustomEvent<string>).detail
      setStarted((before) => [...before.filter((other) => other !== id), id])
      open({ kind: 'settings' })
      requestAnimationFrame(() => {
        const control = document.querySelector<HTMLElement>(`[data-filter="${CSS.escape(id)}"]`)
        control?.scrollIntoView({ block: 'nearest' })
        control?.querySelector<HTMLElement>('input, select')?.focus()
      })
    }
    document.addEventListener('builder-filter', begin)
    return () => document.removeEventListener('builder-filter', begin)
  }, [open])

  return (
    <>
      {fields.map((id) => {
        const filter = filters.find((candidate) => candidate.field === id)
        const field = catalog.field(id)
        const label = catalog.label(id, query)
        // Numbers that are named one by one are ticked like names.
        const named = filter?.op === 'in' || filter?.op === 'not-in' ? filter.values.map(String) : undefined
        const values = field?.values ?? (field?.dataType === 'text' ? [] : named)
        const set = (next: AnswerFilter | null): void => {
          // The control stays where a person is at it, with or without something to filter by.
          setStarted((before) => (before.includes(id) ? before : [...before, id]))
          const numbers = next !== null && field?.dataType === 'number'
          const kept = numbers ? { ...next, values: next.values.map(Number) } : next
          builder.edit((answer) => setFilter(answer, id, kept))
        }
        return (
          <div key={id} class="filter-card" data-filter={id}>
            <div class="filter-card-head">
              <span>{label}</span>
              <IconButton
                icon="close"
                label={`Take the filter of ${label} away`}
                run={() => {
                  setStarted((before) => before.filter((other) => other !== id))
                  builder.edit((answer) => setFilter(answer, id, null))
                  announce(`Filter of ${label} removed`)
                }}
              />
            </div>
            {values === undefined ? (
              <>
                <NumberFilter
                  id={id}
                  label={label}
                  day={field?.dataType === 'day'}
                  filter={filter}
                  set={set}
                />
                {field?.unit === undefined ? null : <p class="filter-none">{field.unit}</p>}
              </>
            ) : (
              <ValuesFilter id={id} label={label} values={values} filter={filter} set={set} />
            )}
          </div>
        )
      })}
      <AddFilter taken={fields} />
    </>
  )
}

/** Each where it stood, new ones behind: nothing jumps while somebody is at it. */
function inPlace(before: readonly string[], present: readonly string[]): readonly string[] {
  const now = new Set(present)
  return [...new Set([...before.filter((id) => now.has(id)), ...now])]
}

function narrows(catalog: Catalog, query: AnswerQuery, id: string): boolean {
  const field = catalog.field(id)
  return field?.kind === 'attribute' ? catalog.splits(field, query) : query.measures.includes(id)
}

/** Fields that the question can be narrowed by: those of the sources it reads, nearest first. */
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
    <select
      class="add-filter"
      aria-label="Add filter"
      value=""
      onChange={(event) => {
        const id = event.currentTarget.value
        event.currentTarget.value = ''
        if (id !== '') document.dispatchEvent(new CustomEvent('builder-filter', { detail: id }))
      }}
    >
      <option value="">+ Add filter</option>
      {choices.map((field) => (
        <option key={field.id} value={field.id}>
          {field.label}
        </option>
      ))}
    </select>
  )
}
