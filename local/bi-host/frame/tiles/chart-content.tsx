import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Tile, MatrixData } from '../../wire/board'
import { useLook, useUi } from '../parts/context'
import { useUrgency } from '../parts/draw-queue'
import type { Chart, createChart } from './chart'
import type { ChartData } from '../../rendering/charts/laid-out'
import { pointAt, type Pick } from './point'
import { isMenuKey, type PressPoint } from './use-points'
import { positionsIn, readoutAt, sentenceOf, type LegendItem } from '../../rendering/readout'
import { vizKind } from './tile-actions'
import { rampOf } from '../../rendering/charts/matrix'
import { formatNumber } from '../../rendering/format'

interface ChartContentProps {
  readonly tile: Tile
  readonly data: ChartData
  readonly hidden: ReadonlySet<string>
  readonly selected: string | null
  readonly press: PressPoint
  /** Called each time the picture is on screen. */
  readonly drawn: (chart: Chart) => void
}

interface ChartLibrary {
  readonly createChart: typeof createChart
}

/** The chart library and the face it writes with: both are on their way from the first moment. */
let ready: Promise<ChartLibrary> | null = null
function chartLibrary(font: string): Promise<ChartLibrary> {
  ready ??= import('./chart')
  // Canvas text is measured once; with the fallback face it would stay wrong.
  const face = document.fonts.load(`500 12px ${font}`).catch(() => [])
  const late = new Promise((resolve) => setTimeout(resolve, 800))
  return Promise.all([ready, Promise.race([face, late])]).then(([library]) => library)
}

/** A picture on a canvas, with a cursor for the keyboard and a voice for it. */
export function ChartContent({ tile, data, hidden, selected, press, drawn }: ChartContentProps) {
  const { frame, queue } = useUi()
  const { palette, color, printing } = useLook()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart | null>(null)
  const [position, setPosition] = useState<number | null>(null)
  const latestRef = useRef({ press, drawn, data, tile, position })
  useLayoutEffect(() => {
    latestRef.current = { press, drawn, data, tile, position }
  })
  const urgency = useUrgency(box, frame.state)
  const positions = positionsIn(data)

  useEffect(() => {
    if (urgency === null) return
    let withdrawn = false
    let withdraw = (): void => undefined
    const top = box.current?.getBoundingClientRect().top ?? 0
    void chartLibrary(palette.axisFont).then((library) => {
      if (withdrawn) return
      withdraw = queue.add(
        () => {
          const element = box.current
          if (!element) return
          chart.current ??= library.createChart(element, {
            pressed: (how, pick, at, where) => {
              const latest = latestRef.current
              return latest.press(how, pointAt(latest.tile, latest.data, at, pick), where)
            },
          })
          chart.current.show(data, { palette, color, hidden, selected })
          // Drawn anew, it has lost the cursor.
          if (latestRef.current.position !== null) chart.current.point(latestRef.current.position)
          latestRef.current.drawn(chart.current)
        },
        urgency * 1e6 + top,
      )
    })
    return () => {
      withdrawn = true
      withdraw()
    }
  }, [data, palette, color, hidden, selected, urgency, queue])

  // Paper does not wait for the queue, is finer than a screen, and gets one canvas where the library has put three.
  useLayoutEffect(() => {
    if (!printing || !chart.current) return
    chart.current.show(data, { palette, color, hidden, selected })
    const picture = chart.current.picture()
    picture.className = 'chart-on-paper'
    box.current?.append(picture)
    return () => picture.remove()
  }, [printing, data, palette, color, hidden, selected])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => chart.current?.fit())
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.current?.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    setPosition(null)
  }, [data])

  function move(to: number): void {
    const next = Math.max(0, Math.min(positions - 1, to))
    setPosition(next)
    chart.current?.point(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = position ?? (event.key === 'ArrowLeft' ? positions : -1)
    const stride = data.kind === 'matrix' ? data.columns.length : Math.max(2, Math.round(positions / 20))
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: data.kind === 'matrix' ? at + stride : at + 1,
      ArrowUp: data.kind === 'matrix' ? at - stride : at - 1,
      PageDown: at + stride,
      PageUp: at - stride,
      Home: 0,
      End: positions - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Escape' && position !== null) leave()
    else if ((event.key === 'Enter' || event.key === ' ') && position !== null) pressAt('click', position)
    else if (isMenuKey(event) && position !== null) pressAt('menu', position)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function leave(): void {
    setPosition(null)
    chart.current?.point(null)
  }

  function pressAt(how: 'click' | 'menu', at: number): void {
    const area = box.current?.getBoundingClientRect()
    const pick = pickAt(at)
    // Without a name to filter by, the menu is what a press can mean.
    press(pick === null ? 'menu' : how, pointAt(tile, data, at, pick), {
      x: (area?.left ?? 0) + (area?.width ?? 0) / 2,
      y: (area?.top ?? 0) + (area?.height ?? 0) / 2,
    })
  }

  function pickAt(at: number): Pick | null {
    const item =
      data.kind === 'bars'
        ? data.categories[at]
        : data.kind === 'parts'
          ? data.nodes[at]
          : data.kind === 'scatter'
            ? data.points[at]
            : data.kind === 'matrix'
              ? data.rows[Math.floor(at / data.columns.length)]
              : undefined
    return item ? { key: item.key, label: item.label } : null
  }

  const readout = position === null ? null : readoutAt(data, position, hidden)
  return (
    <div class="viz-content chart" data-viz-type={vizKind(tile)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        class="chart-area answer-content-module__answerVizContainer"
        data-viz-type={vizKind(tile)}
        // The arrow keys belong to the picture while it has the focus.
        role="application"
        aria-roledescription="chart"
        aria-label={`${tile.title}. ${tile.summary}`}
        aria-keyshortcuts="ArrowLeft ArrowRight"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={leave}
      >
        <div ref={box} class="chart-canvas" />
      </div>
      <p class="visually-hidden" aria-live="polite">
        {readout ? sentenceOf(readout) : ''}
      </p>
    </div>
  )
}

interface LegendProps {
  readonly items: readonly LegendItem[]
  readonly hidden: ReadonlySet<string>
  readonly toggle: (key: string) => void
}

/** Each name switches its series off and on; the last one left cannot be switched off. */
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

/** The scale of a matrix from its smallest to its largest colour. */
export function RampLegend({ data }: { readonly data: MatrixData }) {
  const { palette } = useLook()
  const ramp = rampOf(data, palette)
  // Numbers in the cells say more than a scale does, where the picture has room for them.
  const spare = data.labels && data.scale === 'sequential'
  return (
    <p class={`ramp-legend ${spare ? 'spare' : ''}`} aria-hidden="true">
      {formatNumber(ramp.min, data.format)}
      <i style={{ background: `linear-gradient(to right, ${ramp.colors.join(', ')})` }} />
      {formatNumber(ramp.max, { ...data.format, signed: data.scale === 'diverging' })}
    </p>
  )
}

/** The names that are switched off, with one of them switched the other way. */
export function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(key)) next.add(key)
  return next
}
