import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { RunResult } from '../../wire/answers'
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
import { useBuilderState, useBuilderUi } from './context'
import { TextButton } from './controls'
import { titled } from './builder-state'
import { Failed, Problem, Refusal, Stopped, Waiting, PanelMessage } from './no-answer'

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
