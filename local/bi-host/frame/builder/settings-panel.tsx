import { AxisSettings } from './axis-settings'
import { useBuilderState, useBuilderUi, useQuery } from './context'
import { Choice, IconButton, Section } from './controls'
import { moveMeasure, removeMeasure, setGrain, withQuery } from './edits'
import { FilterSettings } from './filter-settings'
import { Mark } from './icon'
import { RangeSettings } from './range-settings'
import { TopSettings } from './top-settings'

const grainNames = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
} as const

/** Everything about the question that is no field: time, filters, order, comparison, calculations. */
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
        <div class="choices" role="radiogroup" aria-label="Interval">
          <Choice
            name="grain"
            label="None"
            checked={query.grain === undefined}
            choose={() => builder.edit((answer) => setGrain(answer, null))}
          />
          {grains.map((grain) => (
            <Choice
              key={grain}
              name="grain"
              label={grainNames[grain]}
              checked={query.grain === grain}
              choose={() => builder.edit((answer) => setGrain(answer, grain))}
            />
          ))}
        </div>
      </Section>
      <Section part="filter" title="Filters">
        <FilterSettings key={chart} />
      </Section>
      <Section part="top sort limit" title="Order">
        <TopSettings />
      </Section>
      <Section part="compare" title="Compare with">
        <div class="choices" role="radiogroup" aria-label="Compare with">
          {(
            [
              ['Nothing', undefined],
              ['Previous period', 'previous-period'],
              ['Year ago', 'year-ago'],
            ] as const
          ).map(([label, compare]) => (
            <Choice
              key={label}
              name="compare"
              label={label}
              checked={query.compare === compare}
              choose={() => builder.edit((answer) => withQuery(answer, { compare }))}
            />
          ))}
        </div>
      </Section>
      <AxisSettings />
      <Section part="measure attribute" title="Columns">
        <Columns />
      </Section>
    </div>
  )
}

/** What is measured, in its order, and the calculations. */
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
                label={`Take ${label} away`}
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
