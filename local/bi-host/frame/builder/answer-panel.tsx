import { useRef, useState } from 'preact/hooks'
import type { ChartType } from '../../wire/answers'
import { visibleResult } from './builder-state'
import { useBuilderState, useBuilderUi, useQuery } from './context'
import { addField, setChart } from './edits'
import { fieldType } from './field-rows'
import { Mark, type BuilderIcon, moveAmong, useRoving } from './controls'
import { Result } from './result'

const panels = [['fields', 'plus', 'Fields'] as const, ['settings', 'settings', 'Settings'] as const]

/** The answer, or a message in its place, with the chart types. A field can be dropped on it. */
export function AnswerPanel() {
  const { builder, open, announce } = useBuilderUi()
  const state = useBuilderState((all) => all)
  const [table, setTable] = useState(false)
  const [over, setOver] = useState(false)
  const { answer, catalog, reading, status } = state
  const begun = answer.query.measures.length > 0 || (reading?.refusal ?? null) !== null || status !== 'idle'

  function drop(event: DragEvent): void {
    const id = event.dataTransfer?.getData(fieldType) ?? ''
    const field = catalog?.field(id)
    setOver(false)
    if (!field) return
    event.preventDefault()
    builder.edit((before) => addField(before, field))
    announce(`${field.label} added`)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a field can be dropped here; pressing it does the same
    <section
      class="builder-answer"
      aria-label="Answer"
      data-drop={over}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(fieldType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div class="answer-tools">
        {panels.map(([kind, icon, name]) => (
          <button
            key={kind}
            type="button"
            class="button secondary small narrow-only"
            onClick={() => open({ kind })}
          >
            <Mark name={icon} size={15} /> {name}
          </button>
        ))}
        <ChartRow />
      </div>
      {begun ? <Result table={table} setTable={setTable} /> : <EmptyPage />}
      <Assumptions />
    </section>
  )
}

function Assumptions() {
  const assumptions = useBuilderState((state) => state.reading?.assumptions ?? null)
  if (!assumptions || assumptions.length === 0) return null
  return (
    <ul class="assumptions" aria-label="Assumptions">
      {assumptions.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** Shown before the first question: examples, and the two ways to start. */
function EmptyPage() {
  const { builder, open } = useBuilderUi()
  const { catalog } = useQuery()
  const topic = useBuilderState((state) => state.topic)
  const examples = (topic ?? catalog.reply).examples.slice(0, 6)
  return (
    <section class="builder-empty">
      <h2>{topic ? `What do you want to know about ${topic.title}?` : 'What do you want to know?'}</h2>
      <p>
        Ask in words above, or choose a measure from the fields.
        {examples.length === 0 ? null : ' Try one of these:'}
      </p>
      <ul>
        {examples.map((question) => (
          <li key={question}>
            <button type="button" class="example" onClick={() => void builder.ask(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="button secondary narrow-only" onClick={() => open({ kind: 'fields' })}>
        Choose fields
      </button>
    </section>
  )
}

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

/** The chart types. A type that does not fit says why, and the recommended one is marked. */
function ChartRow() {
  const { builder, announce } = useBuilderUi()
  const shown = useBuilderState(visibleResult)
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
      <span class="chart-name">
        <span>{choices.find((choice) => choice.type === type)?.label}</span>
      </span>
    </fieldset>
  )
}
