import { useBuilderState, useBuilderUi, useQuery } from './builder'
import { Choices, IconButton, Section, Mark } from './controls'
import {
  moveMeasure,
  presets,
  rangeChoice,
  removeMeasure,
  setGrain,
  withQuery,
  setLogScale,
  setRightAxis,
} from './edits'
import { CountField, Select, TickField } from '../parts/form'
import { FilterSettings } from './filter-settings'
import { visibleResult } from './builder-state'
import type { AnswerRange, PeriodUnit, AnswerQuery } from '../../wire/answers'

const grainNames = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
} as const

const comparisons = [
  ['Nothing', undefined],
  ['Previous period', 'previous-period'],
  ['Year ago', 'year-ago'],
] as const

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
function TopSettings() {
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

/** The top or bottom values of an attribute. `whole` is the initial limit. */
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

/** Settings of the question other than fields: time, filters, order, comparison, calculations. */
export function SettingsPanel() {
  const { builder } = useBuilderUi()
  const { catalog, query } = useQuery()
  const chart = useBuilderState((state) => state.chart)
  const grains = catalog.grains(query)
  return (
    <div class="settings">
      <Section part="range" title="Time">
        <RangeSettings />
      </Section>
      <Section part="grain" title="Interval">
        <Choices
          label="Interval"
          of={[['None', null], ...grains.map((grain) => [grainNames[grain], grain] as const)]}
          isChosen={(grain) => (query.grain ?? null) === grain}
          choose={(grain) => builder.edit((answer) => setGrain(answer, grain))}
        />
      </Section>
      <Section part="filter" title="Filters">
        <FilterSettings key={chart} />
      </Section>
      <Section part="top sort limit" title="Order">
        <TopSettings />
      </Section>
      <Section part="compare" title="Compare with">
        <Choices
          label="Compare with"
          of={comparisons}
          isChosen={(compare) => query.compare === compare}
          choose={(compare) => builder.edit((answer) => withQuery(answer, { compare }))}
        />
      </Section>
      <AxisSettings />
      <Section part="measure attribute" title="Columns">
        <Columns />
      </Section>
    </div>
  )
}

/** Measures in order, and calculations. */
function Columns() {
  const { builder, open, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  return (
    <>
      <ul class="columns">
        {query.measures.map((id, at) => {
          const label = catalog.label(id, query)
          const formula = query.formulas?.find((candidate) => `formula.${candidate.id}` === id)
          return (
            <li key={id}>
              <span class="field-kind" data-token-type={formula ? 'formula' : 'measure'}>
                <Mark name={formula ? 'formula' : 'measure'} size={13} />
              </span>
              <span class="column-name">{label}</span>
              {formula ? (
                <IconButton
                  icon="edit"
                  label={`Edit ${label}`}
                  run={() => open({ kind: 'formula', id: formula.id })}
                />
              ) : null}
              {at === 0 ? null : (
                <IconButton
                  icon="left"
                  label={`Move ${label} forward`}
                  run={() => {
                    builder.edit((answer) => moveMeasure(answer, id, -1))
                    announce(`${label} is column ${at}`)
                  }}
                />
              )}
              <IconButton
                icon="close"
                label={`Remove ${label}`}
                run={() => builder.edit((answer) => removeMeasure(answer, id))}
              />
            </li>
          )
        })}
      </ul>
      <button type="button" class="text-button with-icon" onClick={() => open({ kind: 'formula', id: null })}>
        <Mark name="formula" size={15} /> Add calculation
      </button>
    </>
  )
}

const units: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year']

/** The range: a preset, the last N units, or two days. */
function RangeSettings() {
  const { builder } = useBuilderUi()
  const { catalog, query } = useQuery()
  const taken = useBuilderState((state) => (state.reply ?? state.shown)?.range ?? null)
  const { range } = query
  const { preset: chosen, last } = rangeChoice(range ?? taken?.taken ?? null)
  const days =
    range?.kind === 'between' ? range : { from: taken?.from ?? '', to: taken?.to ?? catalog.reply.asOf }

  function set(next: AnswerRange): void {
    builder.edit((answer) => withQuery(answer, { range: next }))
  }
  function setDays(change: { from?: string; to?: string }): void {
    const next = { ...days, ...change }
    if (next.from !== '' && next.to !== '' && next.from <= next.to)
      set({ kind: 'between', from: next.from.slice(0, 10), to: next.to.slice(0, 10) })
  }

  return (
    <>
      <Choices label="Time" of={presets} isChosen={(_, label) => label === chosen} choose={set} />
      <div class="setting-line">
        <span>Last</span>
        <CountField
          label="How many"
          most={1000}
          value={last.count}
          change={(count) => set({ ...last, kind: 'last', count })}
        />
        <Select
          label="Unit"
          value={last.unit}
          of={units.map((unit) => ({ id: unit, label: `${unit}s` }))}
          change={(unit) => set({ ...last, kind: 'last', unit })}
        />
      </div>
      <div class="setting-line">
        <input
          type="date"
          aria-label="From"
          value={days.from.slice(0, 10)}
          max={catalog.reply.asOf}
          onChange={(event) => setDays({ from: event.currentTarget.value })}
        />
        <span>to</span>
        <input
          type="date"
          aria-label="To"
          value={days.to.slice(0, 10)}
          max={catalog.reply.asOf}
          onChange={(event) => setDays({ to: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

/** Scale of the chart, and the axis of each measure but the first. Absent if there is nothing to choose. */
function AxisSettings() {
  const { builder } = useBuilderUi()
  const axes = useBuilderState((state) => visibleResult(state)?.chart.axes ?? null)
  if (axes === null || (axes.logReason !== '' && !axes.log && axes.sides.length === 0)) return null
  const right = axes.sides.filter(({ side }) => side === 'right').map(({ id }) => id)
  return (
    <Section part="axes" title="Axes">
      <TickField
        label="Logarithmic scale"
        checked={axes.log}
        disabled={axes.logReason !== ''}
        change={(log) => builder.edit((answer) => setLogScale(answer, log))}
      />
      {axes.logReason === '' ? null : <p class="setting-hint">{axes.logReason}</p>}
      {axes.sides.map(({ id, label, side }) => (
        <TickField
          key={id}
          label={`${label} on the right axis`}
          checked={side === 'right'}
          change={(checked) => {
            const others = right.filter((other) => other !== id)
            builder.edit((answer) => setRightAxis(answer, checked ? [...others, id] : others))
          }}
        />
      ))}
    </Section>
  )
}
