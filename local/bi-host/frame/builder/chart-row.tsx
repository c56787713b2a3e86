import { useRef } from 'preact/hooks'
import type { ChartType } from '../../wire/answers'
import { onScreen } from './builder-state'
import { useBuilderState, useBuilderUi } from './context'
import { setChart } from './edits'
import { Mark, type BuilderIcon } from './icon'
import { moveAmong, useRoving } from './roving'

const icons: Readonly<Record<ChartType, BuilderIcon>> = {
  kpi: 'measure',
  line: 'line',
  area: 'area',
  'stacked-area': 'layers',
  'area-100': 'percent',
  bars: 'column',
  'stacked-bars': 'column-stacked',
  'bars-line': 'combined',
  donut: 'pie',
  treemap: 'treemap',
  heatmap: 'heatmap',
  scatter: 'scatter',
  table: 'table',
}

/** The ways this answer can be drawn. What does not fit says why; what the host would choose is marked. */
export function ChartRow() {
  const { builder, announce } = useBuilderUi()
  const shown = useBuilderState(onScreen)
  const row = useRef<HTMLFieldSetElement>(null)
  useRoving(row, '.chart-choice')
  const chosen = useBuilderState((state) => state.answer.chart.type)
  if (!shown) return null
  const { choices, type } = shown.chart
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside
    <fieldset
      ref={row}
      class="chart-row"
      aria-label="Chart type"
      onKeyDown={(event) => void moveAmong(event, '.chart-choice', 'across')}
    >
      <button
        type="button"
        aria-pressed={chosen === 'auto'}
        class="chart-choice auto"
        tabIndex={-1}
        title="The chart that fits best"
        onClick={() => builder.edit((answer) => setChart(answer, 'auto'))}
      >
        Auto
      </button>
      {choices.map((choice) => (
        <button
          key={choice.type}
          type="button"
          aria-pressed={chosen === choice.type}
          tabIndex={-1}
          aria-disabled={!choice.fits}
          class={`chart-choice ${type === choice.type ? 'drawn' : ''}`}
          data-chart-type={choice.type}
          aria-label={choice.fits ? choice.label : `${choice.label}: ${choice.reason}`}
          title={
            choice.fits
              ? choice.recommended
                ? `${choice.label} (fits best)`
                : choice.label
              : `${choice.label}: ${choice.reason}`
          }
          onClick={() => {
            if (!choice.fits) return announce(choice.reason)
            builder.edit((answer) => setChart(answer, choice.type))
          }}
        >
          <Mark name={icons[choice.type]} size={18} />
        </button>
      ))}
    </fieldset>
  )
}
