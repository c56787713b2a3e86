import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import { guidePositions, type GuideRoom, nameFit } from '../../../../../local/bi-host/rendering/charts/axes'
import type { BarsData, Guide, MatrixData, SeriesData } from '../../../../../local/bi-host/wire/board'
import { labelWidth, planBars } from '../../../../../local/bi-host/rendering/charts/bars'
import { draw } from '../../../../../local/bi-host/rendering/charts/laid-out'
import { headText, partText } from '../../../../../local/bi-host/rendering/charts/parts'
import { textWidth } from '../../../../../local/bi-host/rendering/charts/drawing'
import { resolvePalette } from '../../../../../local/bi-host/rendering/theme/variables'
import { labelSides } from '../../../../../local/bi-host/rendering/charts/scatter'
import { noEvents } from '../../../../../local/bi-host/rendering/events'

describe('space for guide labels', () => {
  const size = { width: 600, height: 200 }
  const guidePosition = (guide: Guide, room: GuideRoom) => guidePositions([guide], room).get(guide)
  const upTo = (last: number): readonly number[] => Array.from({ length: 100 }, (_, at) => (at / 99) * last)

  test('a label is at the newest dates, above its guide, if there is space', () => {
    const room = { ...size, lines: [upTo(100)] }
    expect(guidePosition({ value: 20, label: 'resting' }, room)).toEqual({ along: 'end', above: true })
  })

  test('a line that ends just above its guide moves the label below it', () => {
    const room = { ...size, lines: [[...upTo(100).slice(0, 50), ...Array.from({ length: 50 }, () => 104)]] }
    expect(guidePosition({ value: 100, label: 'limit' }, room)).toEqual({ along: 'end', above: false })
  })

  test('a line that crosses its guide near the end moves the label to the start', () => {
    const winding = Array.from({ length: 100 }, (_, at) => (at < 40 ? 0 : 50 + (at % 2 === 0 ? 30 : -30)))
    const room = { ...size, lines: [winding] }
    expect(guidePosition({ value: 50, label: 'neutral' }, room)?.along).toBe('start')
  })

  test('the label of a zone stays inside it', () => {
    const high = Array.from({ length: 100 }, () => 74)
    const room = { ...size, lines: [high, [0, 100]] }
    expect(guidePosition({ value: 50, to: 75, label: 'greed' }, room)).toEqual({ along: 'end', above: false })
  })

  test('on a low chart labels of near guides do not overlap, and those without space are dropped, innermost first', () => {
    const guides = [100, 50, 25, 10, -10, -25, -50, -100].map((value) => ({ value, label: `${value} bp` }))
    const named = (height: number) => {
      const found = guidePositions(guides, { width: 600, height, lines: [], scale: { min: -120, max: 120 } })
      return guides.filter((guide) => found.has(guide)).map(({ value }) => value)
    }
    expect(named(400)).toHaveLength(8)
    expect(named(10)).toEqual([100, 50, 25, -25, -50, -100])
  })

  test('empty lines, dates and labels are handled', () => {
    const first = { along: 'end', above: true }
    expect(guidePosition({ value: 1, label: '' }, { ...size, lines: [] })).toEqual(first)
    expect(guidePosition({ value: 1, label: 'a' }, { lines: [[null], []], width: 0, height: 0 })).toEqual(
      first,
    )
  })
})

describe('names', () => {
  describe('names along an axis', () => {
    test('are shown in full, by wrapping, shrinking or rotating, and only numbers and dates are dropped', () => {
      expect(nameFit(['BTC', 'ETH'], 30)).toBe('whole')
      expect(nameFit(['Oct 26', 'Nov 26 to date'], 45)).toBe('lines')
      expect(nameFit(['Tron', 'Hyperliquid'], textWidth('Hyperliquid') - 2)).toBe('small')
      expect(nameFit(['Tron', 'Hyperliquid'], 30)).toBe('turned')
      expect(nameFit(['00', '01', '02'], 8)).toBe('some')
    })
  })

  describe('labels in a treemap', () => {
    const room = (width: number, height: number) => ({ width, height })

    test('are shown in full or not at all', () => {
      expect(partText('syrupUSDC', '15.9%', room(120, 60))).toBe('syrupUSDC\n15.9%')
      expect(partText('USDe', '4.1%', room(120, 26))).toBe('USDe  4.1%')
      expect(partText('Hyperliquid', '4.9%', room(90, 26))).toBe('Hyperliquid')
      expect(partText('Hyperliquid', '4.9%', room(50, 60))).toBe('')
      expect(partText('BTC', '4.9%', room(60, 12))).toBe('')
    })

    test('a group is labeled where its header has space, with its share if that fits too', () => {
      expect(headText('Binance', '39.1%', room(200, 90))).toBe('Binance  39.1%')
      expect(headText('Binance', '39.1%', room(66, 90))).toBe('Binance')
      expect(headText('Binance', '39.1%', room(20, 90))).toBe('')
    })
  })

  describe('horizontal bars', () => {
    const bars = (values: readonly number[], notes?: readonly string[]): BarsData => ({
      kind: 'bars',
      shape: 'diverging-bars',
      orientation: 'horizontal',
      categories: values.map((_, at) => ({ key: `${at}`, label: `${at}`, colorKey: `${at}` })),
      series: [{ key: 'a', label: 'A', colorKey: 'a', values }],
      format: { kind: 'usd', signed: true },
      ...(notes ? { notes } : {}),
    })

    test('no label leaves the plot or touches the names beside it, however narrow it is', () => {
      const data = bars([3.3e9, 3.06e8, -1.13e7, -2.25e8, -2.79e9])
      for (const pixels of [140, 200, 320, 600]) {
        const { scale, labels } = planBars(data, pixels, true)
        const perUnit = pixels / (scale.max - scale.min)
        for (const [at, label] of (labels ?? []).entries()) {
          const end = ((data.series[0]?.values[at] ?? 0) - scale.min) * perUnit
          const far = label.side === 'left' ? end - labelWidth(label) : end + labelWidth(label)
          expect(far).toBeGreaterThan(-0.5)
          expect(far).toBeLessThan(pixels + 0.5)
        }
      }
      expect(planBars(data, 320, true).labels).not.toBeNull()
    })

    test('drop their notes before they get short, and then their numbers', () => {
      const data = bars([5.14e7, 1e6], ['36 addresses', '1,090 addresses'])
      expect(planBars(data, 240, true).labels?.[0]?.note).toBe('36 addresses')
      expect(planBars(data, 130, true).labels?.[0]).toMatchObject({ value: '+$51.4M', note: '' })
      expect(planBars(data, 60, true).labels).toBeNull()
    })

    test('a value that rounds to zero is labeled on the positive side', () => {
      const { labels } = planBars({ ...bars([-0.001, 2]), format: { kind: 'pp', digits: 2 } }, 300, true)
      expect(labels?.map(({ side }) => side)).toEqual(['right', 'right'])
    })
  })

  test('a heat map without space for its numbers shows a color scale: too many rows, too narrow', () => {
    const grid = (rows: number): MatrixData => ({
      kind: 'matrix',
      scale: 'sequential',
      rows: Array.from({ length: rows }, (_, at) => ({ key: `${at}`, label: `Fund ${at}` })),
      columns: ['Jan', 'Feb', 'Mar'].map((label) => ({ key: label, label })),
      values: Array.from({ length: rows }, () => [1.5e9, 2.5e9, 3.5e9]),
      format: { kind: 'usd' },
      rowHeading: 'Fund',
      columnHeading: 'Month',
      labels: true,
    })
    const palette = resolvePalette(() => '', 'light')
    const needsScale = (data: MatrixData, width: number, height: number): boolean | undefined =>
      draw(data, {
        width,
        height,
        palette,
        color: () => '',
        hidden: new Set(),
        selected: null,
        events: noEvents,
      }).needsScale
    expect(needsScale(grid(12), 600, 260)).toBe(false)
    expect(needsScale(grid(40), 600, 260)).toBe(true)
    expect(needsScale(grid(12), 150, 260)).toBe(true)
    expect(needsScale({ ...grid(40), labels: false }, 600, 260)).toBe(false)
  })
})

describe('point labels', () => {
  const point = (x: number, y: number, label = 'name') => ({ x, y, radius: 4, label })

  test('points with space have their label on the right', () => {
    expect(labelSides([point(10, 10), point(10, 60), point(200, 60)], 400)).toEqual([
      'right',
      'right',
      'right',
    ])
  })

  test('a label that would leave the plot is on the left', () => {
    expect(labelSides([point(395, 10), point(10, 60)], 400)).toEqual(['left', 'right'])
  })

  test('in a cluster only the outer points are labeled, and no two labels overlap', () => {
    const crowd = Array.from({ length: 40 }, (_, at) =>
      point(200 + (at % 8) * 6, 100 + Math.floor(at / 8) * 6),
    )
    const sides = labelSides([...crowd, point(20, 20, 'far away')], 400)
    expect(sides.at(-1)).toBe('right')
    expect(sides.filter((side) => side === 'none').length).toBeGreaterThan(25)
  })

  test('no point and a single point are handled', () => {
    expect(labelSides([], 100)).toEqual([])
    expect(labelSides([point(50, 50)], 100)).toEqual(['right'])
  })
})

describe('names at the ends of lines', () => {
  const palette = resolvePalette(() => '', 'light')
  const lines = (names: readonly string[], ends: readonly number[]): SeriesData => ({
    kind: 'series',
    shape: 'line',
    grain: 'day',
    dates: ['2026-11-19', '2026-11-20'],
    series: names.map((name, at) => ({ key: name, label: name, colorKey: name, values: [0, ends[at] ?? 0] })),
    format: { kind: 'number' },
  })
  const shifts = (data: SeriesData, width = 600, height = 200): readonly number[] => {
    const context = {
      width,
      height,
      palette,
      color: () => '#000',
      hidden: new Set<string>(),
      selected: null,
      events: noEvents,
    }
    const { series } = draw(data, context).option
    const heights = (Array.isArray(series) ? series : []) as readonly {
      readonly endLabel?: { readonly offset: readonly [number, number] }
    }[]
    return heights.flatMap(({ endLabel }) => (endLabel ? [endLabel.offset[1]] : []))
  }

  test('are beside their line, and do not overlap where lines end together', () => {
    expect(shifts(lines(['BTC', 'ETH'], [0, 100]))).toEqual([0, 0])
    const [first = 0, second = 0] = shifts(lines(['BTC', 'ETH'], [50, 50]))
    expect(Math.abs(second - first)).toBe(14)
  })

  test('never mislead: each is within its own height of the end of its line, or is left to the legend', () => {
    const ends = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(ends, (values) => {
        const named = shifts(lines(values.map(String), values))
        expect(named.length).toBeGreaterThan(0)
        expect(named.length).toBeLessThanOrEqual(values.length)
        for (const shift of named) expect(Math.abs(shift)).toBeLessThan(14.01)
        const apart = values.toSorted((one, other) => one - other)
        if (apart.every((one, at) => at === 0 || one - (apart[at - 1] ?? 0) > 20))
          expect(named).toHaveLength(values.length)
      }),
    )
  })

  test('are left to the legend on a phone, of many lines and of one', () => {
    expect(shifts(lines(['BTC', 'ETH'], [0, 100]), 330)).toEqual([])
    const many = Array.from({ length: 11 }, (_, at) => `${at}`)
    expect(shifts(lines(many, many.map(Number)))).toEqual([])
    expect(shifts(lines(['BTC'], [100]))).toEqual([])
  })
})
