import { useRef, useState, useCallback, useEffect, useMemo } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import type { ChartType } from '../../wire/answers'
import { visibleResult, replacedTitle, titled } from './builder-state'
import {
  useBuilderState,
  useBuilderUi,
  useQuery,
  BuilderContext,
  createBuilder,
  type Opened,
} from './builder'
import { addField, setChart } from './edits'
import { fieldType } from './field-rows'
import { Mark, moveAmong, useRoving, IconButton, TextButton, type BuilderIcon } from './controls'
import { Result } from './result'
import { useStore, useUi } from '../parts/context'
import { ProblemPage } from '../parts/page-message'
import { narrowingOf } from '../protocol/state'
import type { BuilderRoute } from '../protocol/routes'
import { isDisabled, isShown } from '../tiles/tile-actions'
import { Chips } from './chips'
import { createBuilderControls, announceBuilder } from './builder-controls'
import { persistSheet, begin, createSaving } from './saved-chart'
import { FieldPanel } from './field-panel'
import { FormulaDialog } from './formula-dialog'
import { createAnswerHost } from '../host/calls'
import { writeItem, readItem } from '../host/reload-storage'
import { PinDialog, SaveDialog, ChartsDialog } from './dialogs'
import { SearchBar } from './search-bar'
import { SettingsPanel } from './settings-panel'
import { Toolbar } from './toolbar'

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

/** From this width on, both panels are beside the chart. Below it, they open on top of it. */
const wideLayout = '(min-width: 900px)'

/** The chart builder: a question in words or by selection, its answer, and where to save it. */
export function BuilderApp({ route }: { readonly route: BuilderRoute }) {
  const { frame } = useUi()
  const [builder] = useState(() =>
    createBuilder(createAnswerHost(frame), () => narrowingOf(frame.state.get())),
  )
  const keeping = useMemo(() => createSaving(builder, frame), [builder, frame])
  const [opened, setOpened] = useState<Opened | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const options = useStore(frame.state, (state) => state.options)
  const ready = useBuilderPhase(builder)

  const open = useCallback((what: Opened | null) => setOpened(what), [])
  const shows = useCallback((id: string) => isShown(id, options), [options])
  const disabledReason = useCallback(
    (id: string) => (isDisabled(id, options) ? options.disabledHint : null),
    [options],
  )
  const ui = useMemo(
    () => ({ builder, opened, open, announce: setAnnouncement, shows, disabledReason }),
    [builder, opened, open, shows, disabledReason],
  )

  useEffect(() => announceBuilder(frame, builder), [frame, builder])
  useEffect(() => {
    frame.attachBuilder(createBuilderControls(builder, keeping, open))
  }, [frame, builder, keeping, open])
  useEffect(() => persistSheet(builder), [builder])
  // Runs again when the embedding page changes its filters or range, but not on mount and not for equal values.
  const narrow = useStore(frame.state, (state) => JSON.stringify(narrowingOf(state)))
  const askedRef = useRef(narrow)
  useEffect(() => {
    if (askedRef.current === narrow) return
    askedRef.current = narrow
    void builder.run()
  }, [builder, narrow])
  useEffect(() => {
    void begin(builder, route, options)
    // The builder starts from the address. Later requests arrive as host events.
    // eslint-disable-next-line react/exhaustive-deps
  }, [builder, route.path])

  return (
    <BuilderContext.Provider value={ui}>
      <div class="builder" data-phase={ready}>
        <h1 class="visually-hidden">Chart builder</h1>
        <Toolbar keeping={keeping} />
        <SearchBar />
        <Body />
        {opened?.kind === 'save' ? <SaveDialog keeping={keeping} /> : null}
        {opened?.kind === 'pin' ? <PinDialog keeping={keeping} /> : null}
        {opened?.kind === 'charts' ? <ChartsDialog /> : null}
        {opened?.kind === 'formula' ? <FormulaDialog id={opened.id} start={opened.expression} /> : null}
        <output class="visually-hidden">{announcement}</output>
      </div>
    </BuilderContext.Provider>
  )
}

function useBuilderPhase(builder: ReturnType<typeof createBuilder>): 'waiting' | 'ready' | 'problem' {
  return useStore(builder.state, (state) =>
    state.fieldsProblem ? 'problem' : state.catalog ? 'ready' : 'waiting',
  )
}

function Body() {
  const { builder } = useBuilderUi()
  const catalog = useBuilderState((state) => state.catalog)
  const problem = useBuilderState((state) => state.fieldsProblem)
  const openProblems = useBuilderState((state) => state.openProblems)
  if (problem) return <ProblemPage problem={problem} retry={() => void builder.loadFields()} />
  if (!catalog)
    return (
      <div class="builder-columns" aria-busy="true">
        <div class="bone fields-bone" />
        <div class="bone answer-bone" />
      </div>
    )
  return (
    <>
      <RestoreNotice />
      <ReplacedNotice />
      {openProblems.map((text) => (
        <p key={text} class="open-problem" role="alert">
          {text}
        </p>
      ))}
      <Chips />
      <div class="builder-columns">
        <Panel kind="fields" title="Fields">
          <FieldPanel />
        </Panel>
        <AnswerPanel />
        <Panel kind="settings" title="Settings">
          <SettingsPanel />
        </Panel>
      </div>
    </>
  )
}

/** A panel beside the chart if there is room and the user has not collapsed it, else on top of the chart. */
function Panel({
  kind,
  title,
  children,
}: {
  readonly kind: 'fields' | 'settings'
  readonly title: string
  readonly children: ComponentChildren
}) {
  const { opened, open } = useBuilderUi()
  const element = useRef<HTMLElement>(null)
  const over = opened?.kind === kind
  const foldedKey = `builder-folded-${kind}`
  const [isCollapsed, setCollapsed] = useState(() => readItem(foldedKey, () => localStorage) === true)
  // A link to a setting expands the panel temporarily.
  const folded = isCollapsed && !over
  const begun = useBuilderState((state) => state.answer.query.measures.length > 0)

  useEffect(() => {
    if (!over || matchMedia(wideLayout).matches) return
    element.current?.querySelector<HTMLElement>('button')?.focus()
  }, [over])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <aside
      ref={element}
      class={kind === 'fields' ? 'data-panel data-panel-module__dataPanel' : 'side-panel'}
      data-over={over}
      data-folded={folded}
      data-idle={kind === 'settings' && !begun}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && over) open(null)
      }}
    >
      <div class="panel-head">
        <h2>{title}</h2>
        <span class="narrow-only">
          <IconButton icon="close" label={`Close ${title.toLowerCase()}`} run={() => open(null)} />
        </span>
        <span class="roomy-only">
          <IconButton
            icon={folded === (kind === 'fields') ? 'right' : 'left'}
            label={`${folded ? 'Show' : 'Hide'} ${title.toLowerCase()}`}
            run={() => {
              open(null)
              setCollapsed(!folded)
              writeItem(foldedKey, folded ? null : true, () => localStorage)
            }}
          />
        </span>
      </div>
      {children}
    </aside>
  )
}

/** Offers the unfinished work of this tab, until something else is started. */
function RestoreNotice() {
  const { builder } = useBuilderUi()
  const catalog = useBuilderState((state) => state.catalog)
  const begun = useBuilderState((state) => state.answer.query.measures.length > 0 || state.past.length > 0)
  const draft = useBuilderState((state) => state.unfinished)
  if (draft === null || begun) return null
  return (
    <div class="restore">
      <span>
        Unfinished chart: <b>{titled(draft, catalog).title}</b>
      </span>
      <TextButton
        text="Continue"
        run={() => {
          builder.open(draft, {})
          builder.state.set({ savedAs: '', touched: true, unfinished: null })
        }}
      />
      <TextButton text="Discard" run={() => builder.state.set({ unfinished: null })} />
    </div>
  )
}

/** Shown when a new chart replaced an unsaved one: offers to go back, until the user continues with the new one. */
function ReplacedNotice() {
  const { builder, announce } = useBuilderUi()
  const title = useBuilderState(replacedTitle)
  if (title === null) return null
  return (
    <output class="restore">
      <span>
        <b>{title}</b> was not saved.
      </span>
      <TextButton
        text="Undo"
        run={() => {
          builder.undo()
          announce(`${title} is back`)
        }}
      />
    </output>
  )
}
