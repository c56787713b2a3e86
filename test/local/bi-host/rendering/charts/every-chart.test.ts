import { afterAll, beforeAll, expect, test, vi, describe } from 'vitest'
import { curatedBoards } from '../../../../../local/bi-host/boards/library/catalogue'
import { loadBoard } from '../../../../../local/bi-host/boards/load-board'
import { tooltipPosition } from '../../../../../local/bi-host/frame/tiles/chart'
import { isChartData } from '../../../../../local/bi-host/frame/tiles/tile-actions'
import { labelWidth, planBars } from '../../../../../local/bi-host/rendering/charts/bars'
import { draw, type ChartData } from '../../../../../local/bi-host/rendering/charts/laid-out'
import {
  dateTicks,
  alignedScale,
  labelledScale,
  logScale,
  niceScale,
  niceStep,
} from '../../../../../local/bi-host/rendering/charts/scales'
import { dotsOf } from '../../../../../local/bi-host/rendering/charts/series'
import { resolvePalette } from '../../../../../local/bi-host/rendering/theme/variables'
import type { Warehouse } from '../../../../../local/bi-host/warehouse/warehouse'
import type { BarsData, NumberFormat, Tile } from '../../../../../local/bi-host/wire/board'
import { sampleWarehouse } from '../../warehouse/open-warehouse'
import { days, tradingDays } from '../sample/build'
import { noEvents } from '../../../../../local/bi-host/rendering/events'

describe('every chart', () => {
  // Computes all boards, which takes long on a busy machine.
  vi.setConfig({ testTimeout: 120_000 })

  let warehouse: Warehouse
  beforeAll(async () => {
    warehouse = await sampleWarehouse()
  }, 120_000)
  afterAll(() => warehouse.close())

  const palette = resolvePalette(() => '', 'light')
  /** A phone, a third of a desktop page, and its full width. */
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
    const context = {
      ...size,
      palette,
      color: () => '#000000',
      hidden: new Set<string>(),
      selected: null,
      events: noEvents,
    }
    const { option } = draw(data, context)
    return [...listed(option.xAxis), ...listed(option.yAxis)].filter(({ type }) => type !== 'category')
  }

  /** Units without which a number of that kind is meaningless. */
  const units: Partial<Record<NumberFormat['kind'], string>> = {
    bps: ' bp',
    pp: ' pp',
    days: ' days',
  }

  const unitOf = ({ kind, suffix }: NumberFormat): string | undefined =>
    suffix === undefined || suffix === '' ? units[kind] : ` ${suffix}`

  const leftFormat = (data: ChartData): NumberFormat | null =>
    data.kind === 'series' || data.kind === 'bars'
      ? data.format
      : data.kind === 'curves'
        ? data.y.format
        : null

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
        // During layout a tile may have almost no space. Its axes must have finite ends even so.
        for (const { min = 0, max = 0 } of axesOf(data, { width: 1e-3, height: 1e-3 }))
          expect(Number.isFinite(max - min), tile.title).toBe(true)
        for (const size of sizes) {
          const axes = axesOf(data, size)
          for (const { min, max, axisLabel } of axes) {
            const ticks = axisLabel?.customValues ?? []
            const labels = ticks.map((tick) => axisLabel?.formatter?.(tick) ?? '')
            expect(ticks.length, name(tile, size)).toBeGreaterThan(1)
            // Labels of ticks are unique, so they have enough decimals. In an unsigned format they are unique on each side of zero.
            const sides = leftFormat(data)?.unsigned ? ticks.map(Math.sign) : []
            const texts = labels.map((label, at) => `${sides[at] ?? ''} ${label}`)
            expect(new Set(texts).size, `${name(tile, size)}: ${labels.join(', ')}`).toBe(labels.length)
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

  /** The labels at the ends of bars overlap neither the names nor the tile's edge. */
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
})

describe('scales', () => {
  describe('dates on an axis', () => {
    test('months are labeled at their first day, about one per 76 px', () => {
      const ticks = dateTicks(days(366), 900, 'day')
      expect(ticks.map((tick) => tick.label)).toEqual([
        'Jan 26',
        'Mar 26',
        'May 26',
        'Jul 26',
        'Sep 26',
        'Nov 26',
      ])
      expect(ticks.map((tick) => days(366)[tick.index]?.slice(8))).toEqual([
        '01',
        '01',
        '01',
        '01',
        '01',
        '01',
      ])
    })

    test('a year on a phone has four labels', () => {
      const labels = dateTicks(days(366), 264, 'day').map((tick) => tick.label)
      expect(labels).toEqual(['Jan 26', 'Apr 26', 'Jul 26', 'Oct 26'])
    })

    test('long histories are labeled by year, short ones by day', () => {
      expect(dateTicks(days(1800), 500, 'day').map((tick) => tick.label)).toEqual([
        '2022',
        '2023',
        '2024',
        '2025',
        '2026',
      ])
      const short = dateTicks(days(30), 500, 'day')
      expect(short.at(-1)).toEqual({ index: 29, label: '20 Nov' })
    })

    test('every tick is a date of the axis, on any width', () => {
      for (const width of [180, 400, 1400]) {
        for (const dates of [days(90), tradingDays(90), days(52, 7), days(1096)]) {
          const ticks = dateTicks(dates, width, 'day')
          expect(ticks.length).toBeGreaterThan(0)
          expect(ticks.length).toBeLessThanOrEqual(Math.max(3, Math.ceil(width / 80)))
          for (const tick of ticks) expect(dates[tick.index]).toBeDefined()
        }
      }
    })

    test('single days far apart are each labeled, with the year if there are two', () => {
      const worst = ['2026-02-17', '2026-06-03', '2026-09-15']
      for (const width of [150, 500])
        expect(dateTicks(worst, width, 'day').map((tick) => tick.label)).toEqual([
          '17 Feb',
          '3 Jun',
          '15 Sep',
        ])
      expect(dateTicks(worst, 100, 'day').map((tick) => tick.label)).toEqual(['17 Feb', '15 Sep'])
      expect(dateTicks(['2025-12-06', ...worst], 500, 'day')[0]).toEqual({ index: 0, label: '6 Dec 25' })
    })

    test('an axis without dates has no ticks', () => {
      expect(dateTicks([], 500, 'day')).toEqual([])
    })
  })

  test('an isolated point is a dot, and all others are a line', () => {
    const { symbolSize, showSymbol } = dotsOf([1, 2, null, 3, null, 4, 4])
    const sizes = [0, 1, 3, 5, 6].map((dataIndex) =>
      typeof symbolSize === 'function' ? symbolSize(0, { dataIndex }) : symbolSize,
    )
    expect([showSymbol, ...sizes]).toEqual([true, 0, 0, 5, 0, 0])
    expect(dotsOf([1, 2, null, 4, 5]).showSymbol).toBe(false)
  })

  describe('scales', () => {
    test('a log axis ends beside its values and names as many steps as there is room for', () => {
      const wide = [1, 1.5, 2, 3, 5, 7, 10].map((digit) => digit * 10_000)
      expect(logScale([17_000, 96_000])).toEqual({ min: 10_000, max: 100_000, ticks: wide })
      expect(logScale([17_000, 96_000], 4)?.ticks).toEqual([10_000, 20_000, 50_000, 100_000])
      expect(logScale([38, 175])).toEqual({ min: 30, max: 200, ticks: [30, 50, 70, 100, 150, 200] })
      expect(logScale([0.02, 90_000])?.ticks).toEqual([0.1, 1, 10, 100, 1000, 10_000])
      expect(logScale([0, -5])).toBeNull()
    })

    test('an axis spans its values with round steps and little empty room', () => {
      expect(niceScale([0, 43], 4)).toEqual({ min: 0, max: 50, ticks: [0, 10, 20, 30, 40, 50] })
      expect(niceScale([-0.6, 15.2], 4).ticks).toEqual([-5, 0, 5, 10, 15, 20])
      expect(niceScale([0.1, 0.3], 4).ticks).toEqual([0.1, 0.15, 0.2, 0.25, 0.3])
      for (const values of [[3, 3], [0], [-7, -7], [], [1e-9, 5e12], [-0.003, 0.0004]]) {
        const { min, max, ticks } = niceScale(values, 4)
        expect(max).toBeGreaterThan(min)
        expect(ticks.length).toBeLessThan(9)
        for (const value of values) expect([min <= value, max >= value]).toEqual([true, true])
      }
    })

    test('a right axis has as many steps as the left one and holds all of its values', () => {
      for (const values of [
        [4132, 4209],
        [50_000, 97_000],
        [-3, 11],
        [0, 0],
      ]) {
        const { min, max, ticks } = alignedScale(values, 5)
        expect(ticks).toHaveLength(6)
        expect(min).toBeLessThanOrEqual(Math.min(...values))
        expect(max).toBeGreaterThanOrEqual(Math.max(...values))
      }
    })

    test('the labels at the ends of bars have room on their own side of zero', () => {
      const bars = [
        { value: 3.3, label: 60 },
        { value: -2.79, label: 64 },
        { value: -0.1, label: 50 },
      ]
      const scale = labelledScale(bars, 300)
      const perUnit = 300 / ((scale?.max ?? 0) - (scale?.min ?? 0))
      for (const { value, label } of bars) {
        const end = (value - (scale?.min ?? 0)) * perUnit + (value < 0 ? -label : label)
        expect(end).toBeGreaterThanOrEqual(-0.01)
        expect(end).toBeLessThanOrEqual(300.01)
      }
      // The scale uses all available space: the longest bar and its label reach both edges.
      expect((scale?.max ?? 0) * perUnit).toBeCloseTo(3.3 * perUnit + 60)
      expect(labelledScale(bars, 130)).toBeNull()
      expect(labelledScale([{ value: 0, label: 20 }], 300)).toBeNull()
    })

    test('steps are 1, 2, 2.5 or 5 of a power of ten', () => {
      expect([0.7, 1.3, 21, 240, 4100].map(niceStep)).toEqual([1, 2, 25, 250, 5000])
    })
  })

  test('a tooltip stays inside its tile, or inside the window if the tile is too small', () => {
    const window = { left: 0, top: 0, right: 400, bottom: 300 }
    const at = (x: number, y: number, size: readonly [number, number], tile = window) =>
      tooltipPosition([x, y], size, { left: tile.left, top: tile.top }, [tile, window])
    expect(at(50, 50, [120, 80])).toEqual([64, 10])
    expect(at(350, 290, [120, 80])).toEqual([216, 216])
    expect(at(10, 2, [395, 80])).toEqual([4, 4])
    const tile = { left: 100, top: 100, right: 300, bottom: 220 }
    expect(at(150, 100, [120, 80], tile)).toEqual([16, 36])
    expect(at(20, 10, [195, 118], tile)).toEqual([34, -49])
  })
})
