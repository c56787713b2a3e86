import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Tile, TileData, MatrixData } from '../../wire/board'
import { useLatest, useLook, useStore, useUi } from '../parts/context'
import { useUrgency } from '../parts/draw-queue'
import type { Chart, ChartEvents, createChart } from './chart'
import { eventMarks, eventsOf, noEvents, withEvents, type EventMarks } from '../../rendering/events'
import type { ChartData } from '../../rendering/charts/laid-out'
import { cursorAfter, pickAt, pointAt } from './point'
import { isMenuKey, type PressPoint } from './use-points'
import { legendItems, readoutAt, sentenceOf, type LegendItem } from '../../rendering/readout'
import { vizKind } from './tile-actions'
import { rampOf } from '../../rendering/theme/ramp'
import { formatNumber } from '../../rendering/format'

interface ChartContentProps {
  readonly tile: Tile
  readonly data: ChartData
  readonly hidden: ReadonlySet<string>
  readonly selected: string | null
  readonly press: PressPoint
  /** Called after each draw, with `null` if the chart library could not be loaded. */
  readonly drawn: (chart: Chart | null) => void
}

interface ChartLibrary {
  readonly createChart: typeof createChart
}

/** The chart library and its font, both loading from the first moment. Numbers, tables and legends do without it. */
let ready: Promise<ChartLibrary> | null = null
function chartLibrary(font: string): Promise<ChartLibrary> {
  ready ??= import('./chart').catch((problem: unknown) => {
    // The next draw asks for it again.
    ready = null
    throw problem
  })
  // Canvas text is measured once, so a fallback font would leave wrong sizes.
  const face = document.fonts.load(`500 12px ${font}`).catch(() => [])
  const late = new Promise((resolve) => setTimeout(resolve, 800))
  return Promise.all([ready, Promise.race([face, late])]).then(([library]) => library)
}

/** A chart on a canvas, with a keyboard cursor and a live region that reads it out. */
export function ChartContent({ tile, data, hidden, selected, press, drawn }: ChartContentProps) {
  const box = useRef<HTMLDivElement>(null)
  const [lost, setLost] = useState(false)
  const [pointed, setPointed] = useState<readonly [at: number | null, what?: string]>([null])
  const whatIs = (at: number | null) => (at === null ? undefined : readoutAt(data, at, hidden)?.heading)
  // After a data change, the cursor stays if its position still has the same heading, so that a second Enter undoes the first one's filter.
  const cursor = whatIs(pointed[0]) === pointed[1] ? pointed[0] : null
  const latest = useLatest({ press, drawn, data, tile, cursor })
  const events = useEvents(tile, data)
  const chart = useChart(
    box,
    { data, hidden, selected, events, title: tile.title },
    {
      pressed: (how, pick, at, where) => {
        const now = latest.current
        return now.press(how, pointAt(now.tile, now.data, at, pick), where)
      },
      drawn(picture) {
        setLost(picture === null)
        // Redrawing removes the cursor.
        if (latest.current.cursor !== null) picture?.point(latest.current.cursor)
        latest.current.drawn(picture)
      },
    },
  )

  function move(to: number | null): void {
    setPointed([to, whatIs(to) ?? ''])
    chart.current?.point(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = cursorAfter(event.key, cursor, data)
    if (to !== undefined) move(to)
    else if (cursor === null) return
    else if (event.key === 'Escape') move(null)
    else if (event.key === 'Enter' || event.key === ' ') pressAt('click', cursor)
    else if (isMenuKey(event)) pressAt('menu', cursor)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function pressAt(how: 'click' | 'menu', at: number): void {
    const area = box.current?.getBoundingClientRect()
    const pick = pickAt(data, at)
    // Without a name to filter by, a press opens the menu.
    press(pick === null ? 'menu' : how, pointAt(tile, data, at, pick), {
      x: (area?.left ?? 0) + (area?.width ?? 0) / 2,
      y: (area?.top ?? 0) + (area?.height ?? 0) / 2,
    })
  }

  const readout = cursor === null ? null : withEvents(readoutAt(data, cursor, hidden), events.get(cursor))
  return (
    <div class={`viz-content chart ${lost ? 'viz-message' : ''}`} data-viz-type={vizKind(tile)}>
      {lost ? <Lost /> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        class="chart-area answer-content-module__answerVizContainer"
        data-viz-type={vizKind(tile)}
        // The arrow keys belong to the chart while it has the focus.
        role="application"
        aria-roledescription="chart"
        aria-label={`${tile.title}. ${tile.summary}`}
        aria-keyshortcuts="ArrowLeft ArrowRight"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => move(null)}
      >
        <div ref={box} class="chart-canvas" />
      </div>
      <p class="visually-hidden" aria-live="polite">
        {readout ? sentenceOf(readout) : ''}
      </p>
    </div>
  )
}

/** In the place of a chart whose library did not load. Its numbers are in its table. */
function Lost() {
  const { words } = useLook()
  return (
    <>
      <p class="viz-message-title">{words('viz.failed')}</p>
      <p>Part of this page is missing. Reload the page.</p>
    </>
  )
}

/** Events on the dates of a chart, while event marks are switched on. */
function useEvents(tile: Tile, data: ChartData): EventMarks {
  const { board } = useUi()
  const events = useStore(board.state, (state) => state.events)
  return useMemo(
    () =>
      events === null || (data.kind !== 'series' && data.kind !== 'candles')
        ? noEvents
        : eventMarks(eventsOf(tile, events), data.dates),
    [tile, data, events],
  )
}

/** Manages the chart of an element: draws it in its turn, at the element's size, and at higher resolution for print. */
function useChart(
  box: { readonly current: HTMLDivElement | null },
  {
    data,
    hidden,
    selected,
    events: marks,
    title,
  }: Pick<ChartContentProps, 'data' | 'hidden' | 'selected'> & {
    readonly events: EventMarks
    readonly title: string
  },
  events: ChartEvents & Pick<ChartContentProps, 'drawn'>,
): { readonly current: Chart | null } {
  const { frame, queue } = useUi()
  const { palette, color, printing } = useLook()
  const chart = useRef<Chart | null>(null)
  const latest = useLatest(events)
  const urgency = useUrgency(box, frame.state)
  const look = useMemo(
    () => ({ palette, color, hidden, selected, events: marks, title }),
    [palette, color, hidden, selected, marks, title],
  )

  useEffect(() => {
    if (urgency === null) return
    let withdrawn = false
    let withdraw = (): void => undefined
    const top = box.current?.getBoundingClientRect().top ?? 0
    const show = (library: ChartLibrary): void => {
      if (!box.current) return
      chart.current ??= library.createChart(box.current, {
        pressed: (...press) => latest.current.pressed(...press),
      })
      chart.current.show(data, look)
      latest.current.drawn(chart.current)
    }
    chartLibrary(look.palette.axisFont).then(
      (library) => {
        if (!withdrawn) withdraw = queue.add(() => show(library), urgency * 1e6 + top)
      },
      () => {
        if (!withdrawn) latest.current.drawn(null)
      },
    )
    return () => {
      withdrawn = true
      withdraw()
    }
  }, [box, data, look, urgency, queue, latest])

  // For print: draw immediately, at higher resolution, and as one canvas instead of the library's three.
  useLayoutEffect(() => {
    if (!printing || !chart.current) return
    chart.current.fit()
    chart.current.show(data, look)
    const picture = chart.current.picture()
    picture.className = 'chart-on-paper'
    box.current?.append(picture)
    return () => picture.remove()
  }, [box, printing, data, look])

  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(() => chart.current?.fit())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      chart.current?.dispose()
      chart.current = null
    }
  }, [box])

  return chart
}

/** State of a tile's chart: whether it is drawn, and which of its names are hidden. */
export function usePicture(data: TileData | null) {
  const chartRef = useRef<Chart | null>(null)
  const [painted, setPainted] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(() => (data ? legendItems(data) : []), [data])
  return {
    items,
    hidden,
    painted,
    /** Hides a name, or shows it again. */
    toggle: (key: string) => {
      const next = new Set(hidden)
      if (!next.delete(key)) next.add(key)
      setHidden(next)
    },
    showAll: useCallback(() => setHidden(new Set()), []),
    drawn: (chart: Chart | null) => {
      chartRef.current = chart
      setPainted(true)
    },
    /** The chart was disposed of, and the next one is a new instance. */
    gone: useCallback(() => {
      chartRef.current = null
      setPainted(false)
    }, []),
    canvas: () => chartRef.current?.picture() ?? null,
    legend: items.filter(({ key }) => !hidden.has(key)),
  }
}

interface LegendProps {
  readonly items: readonly LegendItem[]
  readonly hidden: ReadonlySet<string>
  readonly toggle: (key: string) => void
}

/** Each name toggles its series. The last visible one cannot be hidden. */
export function Legend({ items, hidden, toggle }: LegendProps) {
  const { color } = useLook()
  if (items.length === 0) return null
  const shown = items.filter((item) => !hidden.has(item.key)).length
  return (
    <ul class="legend viz-legend">
      {items.map((item) => {
        const off = hidden.has(item.key)
        return (
          <li key={item.key}>
            <button
              type="button"
              class="legend-item"
              aria-pressed={!off}
              disabled={!off && shown === 1}
              onClick={() => toggle(item.key)}
            >
              <i
                class={`swatch ${item.shape}`}
                style={{ background: color(item.colorKey) }}
                aria-hidden="true"
              />
              {item.label}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The color scale of a matrix from smallest to largest, with a note for values beyond it. */
export function RampLegend({ data }: { readonly data: MatrixData }) {
  const { palette } = useLook()
  const ramp = rampOf(data, palette)
  // Numbers in the cells say more than a scale, if the chart has room for them.
  const spare = data.labels && data.scale === 'sequential'
  const formatted = (value: number): string =>
    formatNumber(value, { ...data.format, signed: data.scale === 'diverging' && !data.center })
  const has = (beyond: (value: number) => boolean): boolean =>
    data.values.some((row) => row.some((value) => value !== null && beyond(value)))
  return (
    <p class={`ramp-legend ${spare ? 'spare' : ''}`} aria-hidden="true">
      {has((value) => value < ramp.min) ? '\u2264 ' : ''}
      {formatted(ramp.min)}
      <i style={{ background: `linear-gradient(to right, ${ramp.colors.join(', ')})` }} />
      {has((value) => value > ramp.max) ? '\u2265 ' : ''}
      {formatted(ramp.max)}
    </p>
  )
}
