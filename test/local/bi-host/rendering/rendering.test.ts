import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  explained,
  axisLabels,
  formatAxis,
  formatDay,
  formatFull,
  formatInterval,
  formatNumber,
} from '../../../../local/bi-host/rendering/format'
import { eventMarks, eventsOf, withEvents } from '../../../../local/bi-host/rendering/events'
import { draw } from '../../../../local/bi-host/rendering/charts/laid-out'
import type {
  NumberFormat,
  SeriesData,
  Tile,
  TableData,
  MatrixData,
} from '../../../../local/bi-host/wire/board'
import { resolvePalette, mix } from '../../../../local/bi-host/rendering/theme/variables'
import { tilePicture } from '../../../../local/bi-host/rendering/tile-picture'
import { createCanvas } from '@napi-rs/canvas'
import '../../../../local/bi-host/server/tile-png'
import { sampleTiles } from './sample/tiles'
import { fileNameOf, positionsIn, readoutAt, sentenceOf } from '../../../../local/bi-host/rendering/readout'
import { csvOf, tableOf, sortedRows, type PlainTable } from '../../../../local/bi-host/rendering/table-model'
import { tileDataEvent } from '../../../../local/bi-host/frame/tiles/tile-actions'
import { readFileSync } from 'node:fs'
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
} from 'culori'
import { colorAt, rampOf } from '../../../../local/bi-host/rendering/theme/ramp'

describe('format', () => {
  const usd: NumberFormat = { kind: 'usd' }

  describe('numbers of a tile', () => {
    test.each<[number | null, NumberFormat, string]>([
      [296_604_112_300, usd, '$297B'],
      [77_780_000_000, usd, '$77.8B'],
      [4_260_000_000, usd, '$4.26B'],
      [3.42e12, usd, '$3.42T'],
      [636_000, usd, '$636K'],
      [999_600, usd, '$1.00M'],
      [999_400, usd, '$999K'],
      [12.3456, usd, '$12.3'],
      [0, usd, '$0'],
      [-1_170_000_000, usd, '\u2212$1.17B'],
      [681e6, { kind: 'usd', signed: true }, '+$681M'],
      [96_418.4, { kind: 'price' }, '$96,418'],
      [212.1849, { kind: 'price' }, '$212.18'],
      [0.38214, { kind: 'price' }, '$0.3821'],
      [0.0000218, { kind: 'price' }, '$0.00002180'],
      [26.24, { kind: 'percent' }, '26.2%'],
      [-0.04, { kind: 'percent', signed: true }, '0.0%'],
      [0.5, { kind: 'percent', signed: true }, '+0.5%'],
      [-2, { kind: 'bps' }, '\u22122.0 bp'],
      [1.2, { kind: 'pp', signed: true }, '+1.2 pp'],
      [2.137, { kind: 'ratio' }, '2.14'],
      [62.6, { kind: 'index' }, '63'],
      [1, { kind: 'days' }, '1 day'],
      [4, { kind: 'days' }, '4 days'],
      [2_380_000, { kind: 'coins', suffix: 'BTC' }, '2.38M BTC'],
      [3.24, { kind: 'ratio', digits: 1, suffix: 'x' }, '3.2x'],
      [20, usd, '$20'],
      [1234, { kind: 'number' }, '1,234'],
      [1_234_567, { kind: 'number', compact: true }, '1.23M'],
      [0.0123, { kind: 'number', compact: true }, '0.0123'],
      [2.134e-10, { kind: 'number', compact: true, digits: 2 }, '2.13×10⁻¹⁰'],
      [-2.134e-10, { kind: 'number', digits: 12 }, '\u22122.13×10⁻¹⁰'],
      // A number has the exponent of its column. If it rounds to zero there, it has no sign.
      [0.4e-10, { kind: 'ratio', digits: 12 }, '0.40×10⁻¹⁰'],
      [-1e-16, { kind: 'ratio', digits: 12 }, '0'],
      [4.2e-9, { kind: 'price', digits: 11 }, '$4.20×10⁻⁹'],
      [-1e-12, { kind: 'percent', digits: 1 }, '0.0%'],
      [null, usd, '\u2013'],
      [Number.NaN, usd, '\u2013'],
      [Number.POSITIVE_INFINITY, usd, '\u2013'],
    ])('%s as %o is %s', (value, format, text) => {
      expect(formatNumber(value, format)).toBe(text)
    })

    test('in full have every digit', () => {
      expect(formatFull(296_604_112_300.4, usd)).toBe('$296,604,112,300')
      expect(formatFull(-5.5, usd)).toBe('\u2212$5.50')
      expect(formatFull(2_380_123, { kind: 'coins', suffix: 'BTC' })).toBe('2,380,123 BTC')
    })

    test('no text has a hyphen for a minus', () => {
      const kinds: NumberFormat['kind'][] = [
        'usd',
        'number',
        'percent',
        'bps',
        'pp',
        'ratio',
        'price',
        'coins',
        'index',
        'days',
      ]
      for (const kind of kinds) {
        for (const value of [-1234.5, -0.5]) {
          expect(formatNumber(value, { kind })).not.toContain('-')
          expect(formatAxis(value, { kind })).not.toContain('-')
        }
      }
    })
  })

  test.each<[number, NumberFormat, string]>([
    [0, usd, '0'],
    [0, { kind: 'percent' }, '0%'],
    [80e9, usd, '$80B'],
    [2.5e9, usd, '$2.5B'],
    [-400e6, usd, '\u2212$400M'],
    [100, { kind: 'percent' }, '100%'],
    [83.2, { kind: 'percent' }, '83.2%'],
    [-25, { kind: 'bps' }, '\u221225'],
    [100_000, { kind: 'price' }, '$100K'],
    [4200, { kind: 'index' }, '4200'],
    [1.005, { kind: 'ratio' }, '1.005'],
    [1.5, { kind: 'ratio' }, '1.5'],
  ])('the axis names %s (%o) %s', (value, format, text) => {
    expect(formatAxis(value, format)).toBe(text)
  })

  test('days are written the same everywhere', () => {
    expect(formatDay('2026-11-20')).toBe('20 Nov 2026')
    expect(formatDay('2026-11-20T06:00')).toBe('20 Nov 2026, 06:00')
    expect(formatDay('soon')).toBe('soon')
    expect(formatInterval('2026-11-16', 'week')).toBe('Week of 16 Nov 2026')
    expect(formatInterval('2026-11-01', 'month')).toBe('Nov 2026')
  })

  test.each<[readonly number[], NumberFormat, readonly string[]]>([
    [[-20, 0, 20], { kind: 'bps' }, ['\u221220', '0', '20 bp']],
    [[-50, -25, 0], { kind: 'bps' }, ['\u221250', '\u221225', '0 bp']],
    [[0, 5, 10], { kind: 'pp' }, ['0', '5', '10 pp']],
    [[40, 60], { kind: 'pp' }, ['40', '60 pp']],
    [[11.8, 12, 12.2], { kind: 'percent' }, ['11.8%', '12.0%', '12.2%']],
    [[0.995, 1, 1.005], { kind: 'ratio' }, ['0.995', '1.000', '1.005']],
    [[-5e8, 0, 5e8, 1e9], { kind: 'usd' }, ['\u2212$0.5B', '0', '$0.5B', '$1.0B']],
    [[2400, 2700, 3000], { kind: 'price' }, ['$2,400', '$2,700', '$3,000']],
    [[4130, 4140], { kind: 'index' }, ['4,130', '4,140']],
    [[2.85e6, 2.9e6], { kind: 'coins', suffix: 'BTC' }, ['2.85M', '2.90M BTC']],
    [[0, 50], { kind: 'days' }, ['0', '50 days']],
    [[-5e-10, 0, 5e-10, 1e-9], { kind: 'number' }, ['\u22120.5×10⁻⁹', '0', '0.5×10⁻⁹', '1.0×10⁻⁹']],
    [[0, 2e-8], { kind: 'usd' }, ['0', '$2×10⁻⁸']],
    [[], { kind: 'usd' }, []],
  ])('the axis %j of %o', (ticks, format, labels) => {
    expect(axisLabels(ticks, format)).toEqual(labels)
  })

  test('a tiny number on an axis is not rounded to zero, and zero has no sign', () => {
    expect(formatAxis(-0.00002, { kind: 'number' })).toBe('\u22120.00002')
    expect(formatAxis(-2e-10, { kind: 'number' })).toBe('\u22122.00×10⁻¹⁰')
    expect(formatAxis(-0, { kind: 'number' })).toBe('0')
  })
})

describe('tile picture', () => {
  const tile: Tile = {
    id: 't',
    title: 'Supply by chain',
    subtitle: '',
    kind: 'series',
    span: 60,
    height: 300,
    trust: { unit: 'US dollars', lastDay: '2026-11-20', source: 'Sample', status: 'sample' } as Tile['trust'],
    summary: '',
    data: null,
  }

  /** All drawn texts, and where they end. */
  function written(names: readonly string[], subject: Tile = tile, table?: PlainTable) {
    const pen = createCanvas(1, 1).getContext('2d') as unknown as CanvasRenderingContext2D
    const seen: {
      readonly text: string
      readonly left: number
      readonly right: number
      readonly y: number
    }[] = []
    const write = pen.fillText.bind(pen)
    pen.fillText = (text, x, y, most) => {
      const { width } = pen.measureText(text)
      const left = pen.textAlign === 'right' ? x - width : x
      seen.push({ text, left, right: left + width, y })
      write(text, x, y, most)
    }
    let chartAt = 0
    const picture = tilePicture(
      {
        tile: subject,
        palette: resolvePalette(() => '', 'light'),
        color: () => '#123456',
        ...(table && { table }),
        legend: names.map((label) => ({ key: label, label, colorKey: label, shape: 'box' })),
      },
      table ? null : { width: 400, height: 200, paint: (_pen, _x, y) => void (chartAt = y) },
      pen,
    )
    picture.paint(pen, true)
    return { seen, picture, chartAt }
  }

  test('an image with many names shows every one of them, in lines above the chart', () => {
    const names = Array.from({ length: 30 }, (_, at) => `Network number ${at + 1}`)
    const { seen, picture, chartAt } = written(names)
    const legend = seen.filter(({ text }) => names.includes(text))
    expect(legend.map(({ text }) => text)).toEqual(names)
    for (const { text, right, y } of legend) {
      expect(right, text).toBeLessThanOrEqual(picture.width)
      expect(y, text).toBeLessThan(chartAt)
    }
    const few = written(names.slice(0, 2))
    expect(picture.height - few.picture.height).toBe(chartAt - few.chartAt)
    expect(chartAt).toBeGreaterThan(few.chartAt)
  })

  test('an image of a table truncates no number, and states how many of its rows it has', () => {
    const cell = { text: '−$1,234,567,890', raw: -1_234_567_890 }
    const table = {
      columns: Array.from({ length: 14 }, (_, at) => ({ label: `Column ${at}`, numeric: at > 0 })),
      rows: Array.from({ length: 70 }, () => Array.from({ length: 14 }, () => cell)),
    }
    const { seen, picture } = written(
      [],
      { ...tile, scope: { board: 'Lending', filters: [], ignored: [] } },
      table,
    )
    const numbers = seen.filter(({ text }) => text === cell.text)
    expect(numbers).toHaveLength(60 * 14)
    for (const [at, { left, right, y }] of numbers.entries()) {
      expect(right).toBeLessThan(picture.width)
      if (numbers[at - 1]?.y === y) expect(left).toBeGreaterThan(numbers[at - 1]?.right ?? 0)
    }
    expect(seen.map(({ text }) => text).join()).toContain('First 60 of 70 rows')
  })

  test('an image and its file name the dashboard, range, filters, last day and source, and the sample data', () => {
    const scope = {
      board: 'ETF',
      range: 'last 90 days',
      filters: ['Underlying = ETH'],
      ignored: ['Sponsor'],
    } as const
    const words = written([], { ...tile, scope })
      .seen.map(({ text }) => text)
      .join(' | ')
    for (const part of [
      'ETF',
      'Last 90 days',
      'Underlying = ETH',
      'Not filtered by Sponsor',
      'As of 20 Nov 2026',
      'Sample data, not market data (Sample)',
    ])
      expect(words).toContain(part)
    expect(fileNameOf({ ...tile, scope })).toBe('etf-supply-by-chain-last-90-days-underlying-eth-2026-11-20')
    const filters = Array.from({ length: 30 }, (_, at) => `Underlying = fund ${at}`)
    const long = fileNameOf({ ...tile, scope: { ...scope, filters } })
    expect(long).toMatch(/^etf-supply-by-chain-last-90-days-.*[^-]-2026-11-20$/)
    expect(long.length).toBeLessThanOrEqual(150)
  })
})

describe('table model', () => {
  const tiles = sampleTiles()
  const filled = tiles.filter((tile) => tile.data !== null && tile.id !== 'empty')

  describe('a tile as a table', () => {
    test.each(filled.map((tile) => [tile.id, tile] as const))(
      '%s: rows as long as the head, no NaN',
      (_, tile) => {
        const table = tableOf(tile)
        expect(table.rows.length).toBeGreaterThan(0)
        for (const row of table.rows) {
          expect(row).toHaveLength(table.columns.length)
          for (const cell of row) expect(cell.text).not.toMatch(/NaN|undefined|Infinity/)
        }
      },
    )

    test('values over time begin with the latest', () => {
      const line = tiles.find((tile) => tile.id === 'line')
      expect(line && tableOf(line).rows[0]?.[0]).toEqual({ raw: '2026-11-20', text: '20 Nov 2026' })
    })

    test('the data event carries one list of values per column', () => {
      const donut = tiles.find((tile) => tile.id === 'donut')
      expect(donut && tileDataEvent(donut)).toMatchObject({
        vizId: 'donut',
        columns: [{ column: { name: 'Name' } }, { column: { name: 'Value' } }, { column: { name: 'Share' } }],
        data: {
          totalRowCount: 4,
          columnDataLite: [{ dataValue: ['Perpetual', 'Spot', 'Option', 'Dated future'] }, {}, {}],
        },
      })
    })
  })

  test('CSV quotes what needs it, keeps numbers raw, and disarms formulas', () => {
    const csv = csvOf({
      columns: [
        { label: 'Name, full', numeric: false },
        { label: 'Value', numeric: true },
      ],
      rows: [
        [
          { raw: '=HYPERLINK("x")', text: '' },
          { raw: -1234.5, text: '' },
        ],
        [
          { raw: null, text: '' },
          { raw: null, text: '' },
        ],
      ],
    })
    expect(csv).toBe('"Name, full",Value\r\n"\'=HYPERLINK(""x"")",-1234.5\r\n,\r\n')
  })

  describe('readouts', () => {
    test.each(filled.map((tile) => [tile.id, tile] as const))('%s: every point has a readout', (_, tile) => {
      if (!tile.data) return
      for (let position = 0; position < positionsIn(tile.data); position += 1) {
        const readout = readoutAt(tile.data, position)
        expect(readout?.heading).toBeTruthy()
        expect(readout && sentenceOf(readout)).not.toMatch(/NaN|undefined|Infinity/)
      }
      expect(readoutAt(tile.data, -1)).toBeNull()
      expect(readoutAt(tile.data, positionsIn(tile.data))).toBeNull()
    })

    test('a running interval is called "to date", a hidden series is skipped, stacks have a total', () => {
      const flow = tiles.find((tile) => tile.id === 'flow')?.data
      if (!flow) throw new Error('There is no flow tile')
      const readout = readoutAt(flow, positionsIn(flow) - 1)
      expect(readout?.note).toMatch(/to date/i)
      expect(readout?.rows.map((row) => row.label)).toEqual(['BTC funds', 'ETH funds', 'Total'])
      expect(readoutAt(flow, 0, new Set(['BTC funds']))?.rows.map((row) => row.label)).toEqual(['ETH funds'])
    })
  })

  test('sorting keeps cells without a value last, in both directions', () => {
    const data: TableData = {
      kind: 'table',
      columns: [{ key: 'a', label: 'A', kind: 'number' }],
      cells: [[3, null, 1, 2]],
    }
    expect(sortedRows(data, { column: 0, descending: true })).toEqual([0, 3, 2, 1])
    expect(sortedRows(data, { column: 0, descending: false })).toEqual([2, 3, 0, 1])
    expect(sortedRows(data, null)).toEqual([0, 1, 2, 3])
  })
})

describe('events on charts over time', () => {
  const days = ['2026-11-02', '2026-11-09', '2026-11-16']
  const day = fc
    .integer({ min: 0, max: 40 })
    .map((back) => new Date(Date.UTC(2026, 10, 25 - back)).toISOString().slice(0, 10))

  test('each is in the interval of its day, and one before the first is not shown', () => {
    fc.assert(
      fc.property(fc.array(day), (dates) => {
        const marks = eventMarks(
          dates.map((date) => ({ date, title: date, subject: 'market' })),
          days,
        )
        const marked = [...marks].flatMap(([at, titles]) => titles.map((title) => ({ at, title })))
        expect(marked).toHaveLength(dates.filter((date) => date >= '2026-11-02').length)
        for (const { at, title } of marked) {
          expect(title >= (days[at] ?? '')).toBe(true)
          expect(title < (days[at + 1] ?? '9')).toBe(true)
        }
      }),
    )
  })

  test('a chart has those of the market, of its dashboard and of the names it draws', () => {
    const subjects = ['market', 'asset:btc', 'asset:eth', 'token:usde']
    const events = subjects.map((subject) => ({ date: '2026-11-09', title: subject, subject }))
    const scope = { board: 'Bitcoin', filters: [], ignored: [] }
    const of = (names: readonly string[]) =>
      eventsOf({ scope, data: { ...supplies, series: names.map((name) => levels(name, [1])) } }, events).map(
        ({ subject }) => subject,
      )
    expect(of([])).toEqual(['market', 'asset:btc'])
    expect(of(['Ethereum', 'USDe'])).toEqual(subjects)
    expect(withEvents({ heading: '9 Nov', rows: [] }, ['Halving'])?.note).toBe('Halving')
  })
})

test('event lines do not overlap: near ones share a line, none is lost, and an expiry yields to other events', () => {
  const expiry = 'Quarterly expiry of futures and options'
  const dates = Array.from({ length: 1000 }, (_, day) =>
    new Date(Date.UTC(2024, 1, 25 + day)).toISOString().slice(0, 10),
  )
  const event = fc.record({
    at: fc.nat(999),
    title: fc.constantFrom(expiry, 'Halving', 'A fund is launched'),
  })
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(300, 1000),
      (list, width) => {
        const { series } = draw(
          {
            ...supplies,
            shape: 'line',
            dates,
            series: [
              levels(
                'USDT',
                dates.map((_, at) => at),
              ),
            ],
          },
          {
            palette: resolvePalette(() => '', 'light'),
            color: () => '#000000',
            width,
            height: 300,
            hidden: new Set(),
            selected: null,
            events: eventMarks(
              list.map(({ at, title }) => ({ date: dates[at] ?? '', title, subject: 'market' })),
              dates,
            ),
          },
        ).option
        const drawn = series as readonly {
          readonly id: string
          readonly markLine: { readonly data: readonly { xAxis: number; label: { formatter: string } }[] }
        }[]
        const marks = drawn.find(({ id }) => id === 'events')?.markLine.data ?? []
        const positions = marks.map(({ xAxis }) => xAxis).toSorted((one, other) => one - other)
        for (const [at, position] of positions.entries())
          if (at > 0)
            expect(((position - (positions[at - 1] ?? 0)) * width) / 1000).toBeGreaterThanOrEqual(
              width > 420 ? 20 : 8,
            )
        const names = marks.map(({ label }) => label.formatter)
        const counted = names.map((name) => 1 + Number(/ \+(\d+)$/.exec(name)?.[1] ?? 0))
        expect(counted.reduce((all, count) => all + count, 0)).toBe(list.length)
        const others = list.filter(({ title }) => title !== expiry).length
        expect(names.filter((name) => name.startsWith('Quarterly')).length).toBeLessThanOrEqual(
          list.length - others,
        )
      },
    ),
    { numRuns: 40 },
  )
})

const levels = (name: string, values: readonly number[]) => ({
  key: name,
  label: name,
  colorKey: name,
  values,
})
const supplies: SeriesData = {
  kind: 'series',
  shape: 'change',
  grain: 'day',
  dates: ['2026-11-19', '2026-11-20'],
  series: [],
  format: { kind: 'usd' },
}

test('changes since the first day add up to their total, and a point states both the level and its change', () => {
  const dollars = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(fc.array(dollars, { minLength: 2, maxLength: 6 }), (rows) => {
      const data = { ...supplies, series: rows.map((values, at) => levels(`${at}`, values)) }
      const { series } = draw(data, {
        palette: resolvePalette(() => '', 'light'),
        color: () => '#000000',
        width: 600,
        height: 300,
        hidden: new Set(),
        selected: null,
        events: eventMarks([], []),
      }).option
      const lines = series as readonly { readonly id: string; readonly data: readonly number[] }[]
      const total = lines.find(({ id }) => id === 'total')?.data ?? []
      const added = (at: number) => rows.reduce((all, values) => all + (values[at] ?? 0), 0)
      expect(total).toEqual([0, added(1) - added(0)])
    }),
  )
  const read = readoutAt(
    { ...supplies, series: [levels('USDT', [190e9, 191e9]), levels('USDC', [70e9, 69e9])] },
    1,
  )
  expect(read?.rows.map(({ text }) => text)).toEqual(['$191B (+$1.00B)', '$69.0B (\u2212$1.00B)', '$260B'])
})

test('abbreviations are explained, and the words around them stay as they are', () => {
  const text = 'BTC ATM, 30 d: IV less RV in pp; Move, P'
  expect(
    explained(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(
    explained(text)
      .filter(({ meaning }) => meaning)
      .map((part) => part.text),
  ).toEqual(['ATM', 'IV', 'RV', 'pp', 'P'])
  expect(explained('Rivers')).toEqual([{ text: 'Rivers' }])
})

const away = differenceCiede2000()
const eyes = {
  'full color vision': (color: string) => color,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
  tritanopia: filterDeficiencyTrit(1),
} as const

const names =
  'orange blue green violet yellow pink sky slate rust navy pine rose plum crimson ink khaki bark moss mint brown gray'.split(
    ' ',
  )

/** The two most similar of all series colors and the gray of "Other", as a line of the review's table. */
function nearestPair(tone: 'light' | 'dark', eye: keyof typeof eyes): { distance: number; line: string } {
  const { series, other } = resolvePalette(() => '', tone)
  const colors = [...series, other].map(eyes[eye])
  const pairs = colors.flatMap((one, at) =>
    colors.slice(0, at).map((other, before) => ({ distance: away(one, other), at, before })),
  )
  const [nearest] = pairs.toSorted((one, other) => one.distance - other.distance)
  if (nearest === undefined) throw new Error('There are no two colors.')
  const { distance, at, before } = nearest
  const [first = '', second = ''] = [names[before], names[at]]
  return { distance, line: `| ${tone} | ${eye} | ${first} and ${second} | ${distance.toFixed(1)} |` }
}

describe.each(['light', 'dark'] as const)('series colors, %s', (tone) => {
  test.each(Object.keys(eyes) as (keyof typeof eyes)[])(
    'any two can be told apart with %s, as far as docs/boards-review.md says',
    (eye) => {
      const { distance, line } = nearestPair(tone, eye)
      expect(distance).toBeGreaterThanOrEqual(8)
      const review = readFileSync('docs/boards-review.md', 'utf8')
      expect(review.replaceAll(/ +/g, ' ')).toContain(line)
    },
  )
})

const palette = resolvePalette(() => '', 'light')
const same = (color: string) => mix(color, color, 0)

function matrix(values: readonly (readonly number[])[], more: Partial<MatrixData>): MatrixData {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ key: `${at}`, label: `${at}` }))
  return {
    kind: 'matrix',
    scale: 'diverging',
    rows: numbered(values.length),
    columns: numbered(values[0]?.length ?? 0),
    values,
    format: { kind: 'number' },
    rowHeading: '',
    columnHeading: '',
    labels: true,
    ...more,
  }
}

describe('the scale of a heat map', () => {
  const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 9 })

  test('its center is neutral, more is green and less is orange, as in bars', () => {
    fc.assert(
      fc.property(numbers, fc.double({ min: -50, max: 50, noNaN: true }), (row, center) => {
        const ramp = rampOf(matrix([row], { center }), palette)
        expect(colorAt(ramp, center)).toBe(same(palette.neutral))
        expect(colorAt(ramp, ramp.max)).toBe(same(palette.green))
        expect(colorAt(ramp, ramp.min)).toBe(same(palette.mark))
        expect((ramp.max + ramp.min) / 2).toBeCloseTo(center, 3)
      }),
    )
  })
})
