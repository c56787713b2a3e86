import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { RunResult, RunProblem } from '../../wire/answers'
import type { Tile } from '../../wire/board'
import type { ChartData } from '../../rendering/charts/laid-out'
import { LookContext, useDocumentEvent, useLook, useStore, useUi } from '../parts/context'
import { formatDay } from '../../rendering/format'
import { colorsOf, slotsOfAnswer } from '../../rendering/theme/series-colors'
import { ChartContent, Legend, RampLegend, usePicture } from '../tiles/chart-content'
import { KpiContent } from '../tiles/kpi'
import { runTileAction } from '../tiles/run-action'
import { pointEvent, pressOutcome, type Point } from '../tiles/point'
import { isEmpty } from '../../rendering/readout'
import { offeredActions, tableSwitchAction, vizKind, isChartData } from '../tiles/tile-actions'
import { PointMenu, type Opened, type PressPoint } from '../tiles/use-points'
import { AnswerTableView, tableForFile, type RowOrder } from './answer-table'
import { answerSession } from './builder-controls'
import { useBuilderState, useBuilderUi } from './builder'
import { TextButton } from './controls'
import { titled } from './builder-state'
import type { BoardProblem } from '../host/calls'
import type { ComponentChildren } from 'preact'

export interface TableSwitch {
  readonly table: boolean
  readonly setTable: (table: boolean) => void
}

export function Result({ table, setTable }: TableSwitch) {
  const { palette, words, symbols, printing } = useLook()
  const state = useBuilderState((all) => all)
  const { shown, reply, status, answer, catalog } = state
  const slots = useMemo(() => (shown ? slotsOfAnswer(shown.tile) : new Map<string, number>()), [shown])
  const ownLook = useMemo(
    () => ({ palette, words, symbols, color: colorsOf(slots, palette), printing }),
    [palette, words, symbols, slots, printing],
  )

  if (status === 'failed' && state.runProblem) return <Failed problem={state.runProblem} />
  if (status === 'cancelled') return <Stopped />
  if (state.reading?.refusal && reply === null && status !== 'running') return <Refusal />
  if (status !== 'running' && reply?.kind === 'problem') return <Problem problem={reply} />
  if (!shown) return status === 'running' ? <Waiting /> : null
  const title = titled(answer, catalog).title
  return (
    <LookContext.Provider value={ownLook}>
      <Shown
        result={{ ...shown, tile: { ...shown.tile, title } }}
        table={table}
        setTable={setTable}
        waiting={status === 'running'}
      />
    </LookContext.Provider>
  )
}

function Shown({
  result,
  table,
  setTable,
  waiting,
}: TableSwitch & { readonly result: RunResult; readonly waiting: boolean }) {
  const { frame } = useUi()
  const { builder } = useBuilderUi()
  const { palette, color, words } = useLook()
  const { tile } = result
  const { data } = tile
  const picture = usePicture(data)
  const { items, showAll, gone } = picture
  const [sorted, setSorted] = useState<{ readonly of: string; readonly order: RowOrder } | null>(null)
  const asTable = table || data === null || data.kind === 'table' || data.kind === 'pivot'
  // The sort order is dropped when the columns change.
  const columns = result.table.columns.map(({ id }) => id).join(' ')
  const order = sorted?.of === columns ? sorted.order : null

  useEffect(showAll, [items, showAll])
  // The chart instance is gone with its container, and the next one is new.
  useEffect(() => {
    if (asTable) gone()
  }, [asTable, gone])

  // A download from the toolbar or from the embedding page.
  useDocumentEvent('builder-action', (actionId) => {
    if (actionId === tableSwitchAction) return result.chart.type !== 'table' && setTable(!table)
    void runTileAction(actionId, {
      tile,
      sessionContainer: null,
      point: null,
      frame,
      words,
      palette,
      picture: () => (asTable ? null : picture.canvas()),
      table: tableForFile(result.table, order),
      legend: picture.legend,
      color,
      showTable: () => undefined,
    })
  })

  const empty = result.table.rows === 0 || (data !== null && isEmpty(data))
  return (
    <figure
      class={`viz-tile answer tile-${tile.kind}`}
      data-viz-type={vizKind(tile)}
      aria-label={tile.title}
      aria-busy={waiting || (!asTable && !empty && data !== null && isChartData(data) && !picture.painted)}
    >
      {waiting ? (
        <div class="answer-waiting">
          <span>Working…</span>
          <TextButton text="Cancel" run={() => builder.cancel()} />
        </div>
      ) : null}
      {empty ? (
        <PanelMessage
          title={words('viz.noData')}
          text="Nothing matches in this time range. Remove a filter or choose a longer range."
        />
      ) : asTable ? (
        <AnswerTableView
          result={result}
          order={order}
          setOrder={(next) => setSorted({ of: columns, order: next })}
        />
      ) : data.kind === 'kpi' ? (
        <KpiContent tile={tile} data={data} />
      ) : (
        <AnswerChart tile={tile} columns={result.table.columns} data={data} picture={picture} />
      )}
      <Footnotes result={result} table={table} setTable={setTable} />
    </figure>
  )
}

function AnswerChart({
  tile,
  columns,
  data,
  picture,
}: {
  readonly tile: Tile
  readonly columns: RunResult['table']['columns']
  readonly data: ChartData
  readonly picture: ReturnType<typeof usePicture>
}) {
  const { hidden, drawn } = picture
  const { press, menu } = usePressedNumber(tile, columns)
  return (
    <>
      {menu}
      <Legend {...picture} />
      {data.kind === 'matrix' ? <RampLegend data={data} /> : null}
      <ChartContent tile={tile} data={data} hidden={hidden} selected={null} press={press} drawn={drawn} />
    </>
  )
}

/** Menu of a number, with the embedding page's custom actions only: everything else is in the settings. */
function usePressedNumber(tile: Tile, columns: RunResult['table']['columns']) {
  const { frame } = useUi()
  const { builder } = useBuilderUi()
  const options = useStore(frame.state, (state) => state.options)
  const [opened, setOpened] = useState<Opened | null>(null)
  // Returns the focus here when the menu closes.
  const beforeRef = useRef<Element | null>(null)
  const own = options.customActions.filter(
    ({ position, target = 'ANSWER' }) => position === 'CONTEXTMENU' && target === 'ANSWER',
  )
  const actions = offeredActions(
    own.map(({ id, name }) => ({ id, label: name, group: 1 })),
    options,
  )
  const press: PressPoint = (how, point, at) => {
    const about = {
      menuOn: options.pointMenuOn,
      hasMenu: actions.length > 0,
      mayFilter: false,
      mayDrill: false,
    }
    const opens = pressOutcome(how, about) === 'menu'
    beforeRef.current = document.activeElement
    if (opens) setOpened({ point, at })
    return opens
  }
  function close(refocus: boolean): void {
    setOpened(null)
    if (refocus && beforeRef.current instanceof HTMLElement) beforeRef.current.focus({ preventScroll: true })
  }
  async function choose(id: string, point: Point): Promise<void> {
    close(true)
    const answer = await answerSession(builder)
    if (answer === null) return
    // The embedding page identifies points by the names of the answer's columns.
    const [by] = columns.filter(({ role }) => role === 'attribute')
    const attributes = point.attributes.map((one) =>
      one.value === point.pick?.key && by ? { ...one, id: by.id, name: by.label } : one,
    )
    const pressed = pointEvent(tile.id, { ...point, attributes })
    frame.port.post('customAction', { id, ...answer, contextMenuPoints: pressed })
  }
  const menu =
    opened === null ? null : (
      <PointMenu
        opened={opened}
        actions={actions}
        close={close}
        choose={(id) => void choose(id, opened.point)}
      />
    )
  return { press, menu }
}

function Footnotes({ result, table, setTable }: TableSwitch & { readonly result: RunResult }) {
  const { words } = useLook()
  const notes = [...(result.chart.note === null ? [] : [result.chart.note]), ...result.notes]
  const sources = [...new Set(result.trust.map((trust) => trust.source))]
  return (
    <figcaption class="answer-notes">
      {result.chart.type === 'table' ? null : (
        <button
          type="button"
          class="text-button inline answer-switch"
          aria-pressed={table}
          onClick={() => setTable(!table)}
        >
          {words(table ? 'viz.table.hide' : 'viz.table.show')}
        </button>
      )}
      {notes.map((note) => (
        <p key={note} class="answer-note">
          {note}
        </p>
      ))}
      <p>
        {result.badge === null ? null : <span class="badge">{result.badge}</span>} {result.range.label} · as
        of {formatDay(result.asOf)}
        {sources.length === 0 ? '' : ` · ${sources.join(', ')}`}
      </p>
      {result.trust.length === 0 ? null : (
        <details class="answer-about">
          <summary>About these numbers</summary>
          <dl>
            {result.trust.map((trust) => (
              <div key={trust.id}>
                <dt>{trust.label}</dt>
                <dd>
                  {trust.definition} <span>{trust.unit}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </figcaption>
  )
}

function Failed({ problem }: { readonly problem: BoardProblem }) {
  const { builder } = useBuilderUi()
  const late = problem.kind === 'timeout'
  return (
    <PanelMessage
      urgent
      title={late ? 'That took too long' : 'No answer'}
      text={
        late
          ? 'The query was stopped. Choose a shorter time range or split by fewer fields.'
          : 'The analytics service isn’t responding. Your chart is still here.'
      }
      reference={problem.reference}
      action={{ label: 'Try again', run: () => void builder.retry() }}
    />
  )
}

/** The user stopped the request. */
function Stopped() {
  const { builder } = useBuilderUi()
  return (
    <PanelMessage
      title="Stopped"
      text="The query was canceled before it had an answer."
      action={{ label: 'Run again', run: () => void builder.retry() }}
    />
  )
}

/** The question cannot be answered as it is: shows why, and what would help. */
function Problem({ problem }: { readonly problem: RunProblem }) {
  const { builder } = useBuilderUi()
  const titles = {
    cannot: 'This cannot be answered yet',
    'too-much': 'Too much to show',
    'too-slow': 'That takes too long',
  }
  return (
    <PanelMessage urgent title={titles[problem.reason]} text={problem.message}>
      {problem.remedies.map((remedy) => (
        <button
          key={remedy.label}
          type="button"
          class="button secondary"
          onClick={() => builder.edit(() => remedy.answer)}
        >
          {remedy.label}
        </button>
      ))}
    </PanelMessage>
  )
}

/** The words were not understood: shows which, and similar questions that work. */
function Refusal() {
  const { builder } = useBuilderUi()
  const refusal = useBuilderState((state) => state.reading?.refusal)
  const last = useBuilderState((state) => state.past.at(-1))
  const catalog = useBuilderState((state) => state.catalog)
  if (!refusal) return null
  // The chips show words that were not understood.
  const before = last !== undefined && last.answer.query.measures.length > 0 ? last.answer : null
  return (
    <PanelMessage
      urgent={refusal.message !== null}
      title={refusal.message ?? 'No answer yet'}
      text="Try one of these, or choose fields."
    >
      {refusal.suggestions.map((question) => (
        <button
          key={question}
          type="button"
          class="button secondary"
          onClick={() => void builder.ask(question)}
        >
          {question}
        </button>
      ))}
      {before === null ? null : (
        <button type="button" class="text-button" onClick={() => builder.undo()}>
          Back to “{titled(before, catalog).title}”
        </button>
      )}
    </PanelMessage>
  )
}

function Waiting() {
  const { builder } = useBuilderUi()
  return (
    <div class="answer answer-coming" aria-busy="true">
      <div class="skeleton-content" aria-hidden="true" />
      <p>
        Loading the answer… <TextButton text="Cancel" run={() => builder.cancel()} />
      </p>
    </div>
  )
}

function PanelMessage({
  title,
  text,
  urgent = false,
  reference = '',
  action,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly urgent?: boolean
  readonly reference?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly children?: ComponentChildren
}) {
  return (
    <section class="panel-message" role={urgent ? 'alert' : 'status'}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="panel-message-actions">
        {action ? (
          <button type="button" class="button" onClick={action.run}>
            {action.label}
          </button>
        ) : null}
        {children}
      </div>
      {reference === '' ? null : (
        <p class="page-reference">
          Reference <code>{reference}</code>
        </p>
      )}
    </section>
  )
}
