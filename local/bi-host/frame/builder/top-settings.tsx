import type { AnswerQuery } from '../../wire/answers'
import { CountField, Select } from '../parts/form'
import { useBuilderUi, useQuery } from './context'
import { withQuery } from './edits'

type Top = NonNullable<AnswerQuery['top']>

const ends = [
  { id: 'all', label: 'Show all' },
  { id: 'top', label: 'Show top' },
  { id: 'bottom', label: 'Show bottom' },
] as const

const directions = [
  { id: 'down', label: 'largest first' },
  { id: 'up', label: 'smallest first' },
] as const

/** Which rows, and in which order. */
export function TopSettings() {
  const { query } = useQuery()
  const attribute = query.attributes?.[0]
  const measure = query.measures[0]
  return (
    <>
      {attribute === undefined || measure === undefined ? (
        <p class="setting-hint">Split by a field to show only its largest or smallest values.</p>
      ) : (
        <RowLimit whole={{ attribute, by: measure, count: 10 }} />
      )}
      <RowOrder />
    </>
  )
}

/** The largest or smallest values of an attribute; `whole` is what a limit begins with. */
function RowLimit({ whole }: { readonly whole: Top }) {
  const { builder } = useBuilderUi()
  const { catalog, query } = useQuery()
  const { top, attributes = [], measures } = query
  const set = (limit: Top | undefined) => builder.edit((answer) => withQuery(answer, { top: limit }))
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, label: catalog.label(id, query) }))
  return (
    <>
      <div class="setting-line">
        <Select
          label="Show"
          value={top === undefined ? 'all' : (top.from ?? 'top')}
          of={ends}
          change={(from) => set(from === 'all' ? undefined : { ...(top ?? whole), from })}
        />
        {top === undefined ? null : (
          <CountField
            label="How many to show"
            most={100}
            value={top.count}
            change={(count) => set({ ...top, count })}
          />
        )}
      </div>
      {top === undefined ? null : (
        <div class="setting-line">
          {attributes.length < 2 ? null : (
            <Select
              label="Of what"
              value={top.attribute}
              of={named(attributes)}
              change={(attribute) => set({ ...top, attribute })}
            />
          )}
          <span>by</span>
          <Select label="By what" value={top.by} of={named(measures)} change={(by) => set({ ...top, by })} />
        </div>
      )}
    </>
  )
}

function RowOrder() {
  const { builder } = useBuilderUi()
  const { catalog, query } = useQuery()
  const { sort, attributes = [], measures } = query
  const sortable = [...(query.grain === undefined ? [] : ['date']), ...attributes, ...measures]
  const set = (order: AnswerQuery['sort']) => builder.edit((answer) => withQuery(answer, { sort: order }))
  return (
    <div class="setting-line">
      <span>Sort</span>
      <Select
        label="Sort by"
        value={sort?.by ?? ''}
        of={[
          { id: '', label: 'Default order' },
          ...sortable.map((id) => ({ id, label: `by ${catalog.label(id, query)}` })),
        ]}
        change={(by) => set(by === '' ? undefined : { by, descending: sort?.descending ?? by !== 'date' })}
      />
      {sort === undefined ? null : (
        <Select
          label="Direction"
          value={sort.descending === true ? 'down' : 'up'}
          of={directions}
          change={(direction) => set({ ...sort, descending: direction === 'down' })}
        />
      )}
    </div>
  )
}
