import { onScreen } from './builder-state'
import { useBuilderState, useBuilderUi } from './context'
import { Section } from './controls'
import { setLogScale, setRightAxis } from './edits'
import { Mark } from './icon'

/** The scale of a chart, and which axis each measure but the first stands against. Absent where there is nothing to choose. */
export function AxisSettings() {
  const { builder } = useBuilderUi()
  const axes = useBuilderState((state) => onScreen(state)?.chart.axes ?? null)
  if (axes === null || (axes.logReason !== '' && !axes.log && axes.sides.length === 0)) return null
  const right = axes.sides.filter(({ side }) => side === 'right').map(({ id }) => id)
  return (
    <Section part="axes" title="Axes">
      <label class="filter-value">
        <input
          type="checkbox"
          checked={axes.log}
          disabled={axes.logReason !== ''}
          onChange={(event) => {
            const log = event.currentTarget.checked
            builder.edit((answer) => setLogScale(answer, log))
          }}
        />
        <span class="filter-box" aria-hidden="true">
          <Mark name="check" size={12} />
        </span>
        <span class="filter-name">Logarithmic scale</span>
      </label>
      {axes.logReason === '' ? null : <p class="setting-hint">{axes.logReason}</p>}
      {axes.sides.map(({ id, label, side }) => (
        <label key={id} class="filter-value">
          <input
            type="checkbox"
            checked={side === 'right'}
            onChange={(event) => {
              const others = right.filter((other) => other !== id)
              const next = event.currentTarget.checked ? [...others, id] : others
              builder.edit((answer) => setRightAxis(answer, next))
            }}
          />
          <span class="filter-box" aria-hidden="true">
            <Mark name="check" size={12} />
          </span>
          <span class="filter-name">{label} on the right axis</span>
        </label>
      ))}
    </Section>
  )
}
