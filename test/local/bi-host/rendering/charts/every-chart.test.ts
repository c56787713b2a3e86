import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { curatedBoards } from '../../../../../local/bi-host/boards/library/catalogue'
import type { BarsData, NumberFormat, Tile } from '../../../../../local/bi-host/wire/board'
import { labelWidth, planBars } from '../../../../../local/bi-host/rendering/charts/bars'
import { draw, type ChartData } from '../../../../../local/bi-host/rendering/charts/laid-out'
import { resolvePalette } from '../../../../../local/bi-host/rendering/theme/variables'
import { isChartData } from '../../../../../local/bi-host/frame/tiles/tile-actions'
import { loadBoard } from '../../../../../local/bi-host/boards/load-board'
import type { Warehouse } from '../../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../../boards/sample-warehouse'

// All boards are computed here; on a busy machine that is no sign of a fault.
vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

const palette = resolvePalette(() => '', 'light')
/** A phone, a third of a desk and a whole one. */
const sizes = [
  { width: 300, height: 190 },
  { width: 520, height: 220 },
  { width: 1118, height: 330 },
]

interface DrawnAxis {
  readonly type?: string
  readonly min?: number
  readonly max?: number
  readonly axisLabel?: {
    readonly customValues?: readonly number[]
    readonly formatter?: (value: number) => string
  }
}

const listed = (axes: unknown): readonly DrawnAxis[] =>
  (Array.isArray(axes) ? axes : axes === undefined ? [] : [axes]) as readonly DrawnAxis[]

function axesOf(data: ChartData, size: (typeof sizes)[number]): readonly DrawnAxis[] {
  const context = { ...size, palette, color: () => '#000000', hidden: new Set<string>(), selected: null }
  const { option } = draw(data, context)
  return [...listed(option.xAxis), ...listed(option.yAxis)].filter(({ type }) => type !== 'category')
}

/** Numbers that say nothing without their unit, and what it is. */
const units: Partial<Record<NumberFormat['kind'], string>> = {
  bps: ' bp',
  pp: ' pp',
  'vol-points': ' pts',
  days: ' days',
}

const unitOf = ({ kind, suffix }: NumberFormat): string | undefined =>
  suffix === undefined || suffix === '' ? units[kind] : ` ${suffix}`

const leftFormat = (data: ChartData): NumberFormat | null =>
  data.kind === 'series' || data.kind === 'bars' ? data.format : data.kind === 'curves' ? data.y.format : null

const name = (tile: Tile, { width }: { readonly width: number }): string => `${tile.title} at ${width} px`

for (const board of curatedBoards) {
  test(`every chart of ${board.title} has axes that can be read at any size`, async () => {
    const answer = await loadBoard(warehouse, board, {
      liveboardId: board.id,
      filters: [],
      tiles: board.tiles.map(({ id }) => id),
    })
    const charts = answer.reply.tiles.flatMap((tile) =>
      tile.data !== null && isChartData(tile.data) ? [{ tile, data: tile.data }] : [],
    )
    expect(charts.length).toBeGreaterThan(2)
    for (const { tile, data } of charts) {
      for (const size of sizes) {
        const axes = axesOf(data, size)
        for (const { min, max, axisLabel } of axes) {
          const ticks = axisLabel?.customValues ?? []
          const labels = ticks.map((tick) => axisLabel?.formatter?.(tick) ?? '')
          expect(ticks.length, name(tile, size)).toBeGreaterThan(1)
          // No two places of an axis say the same: there are as many decimals as that takes.
          expect(new Set(labels).size, `${name(tile, size)}: ${labels.join(', ')}`).toBe(labels.length)
          expect(min ?? 0, name(tile, size)).toBeLessThan(max ?? 0)
        }
        const format = leftFormat(data)
        const unit = format && unitOf(format)
        if (unit) {
          const axisNames = axes.flatMap(({ axisLabel }) =>
            (axisLabel?.customValues ?? []).map((tick) => axisLabel?.formatter?.(tick) ?? ''),
          )
          expect(
            axisNames.some((label) => label.endsWith(unit)),
            `${name(tile, size)}: ${axisNames.join(', ')}`,
          ).toBe(true)
        }
        if (data.kind === 'bars' && data.orientation === 'horizontal' && data.series.length === 1)
          expectLabelsInside(tile, data, size.width * 0.6)
      }
    }
  })
}

/** What stands at the end of a bar neither runs into the names nor out of the tile. */
function expectLabelsInside(tile: Tile, data: BarsData, pixels: number): void {
  const { scale, labels } = planBars(data, pixels, true)
  const perUnit = pixels / (scale.max - scale.min)
  for (const [at, label] of (labels ?? []).entries()) {
    const value = Math.max(data.series[0]?.values[at] ?? 0, data.from?.[at] ?? Number.NEGATIVE_INFINITY)
    const end = (value - scale.min) * perUnit
    const far = label.side === 'left' ? end - labelWidth(label) : end + labelWidth(label)
    const where = `${tile.title}, ${Math.round(pixels)} px: ${label.value}`
    expect(far, where).toBeGreaterThan(-1)
    expect(far, where).toBeLessThan(pixels + 1)
  }
}
