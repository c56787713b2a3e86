import { describe, expect, it } from 'vitest'
import { dayOf } from '../../../../local/bi-host/data/days'
import {
  along,
  shares,
  smoothPath,
  hash32,
  meanReverting,
  normals,
  stream,
} from '../../../../local/bi-host/data/random'
import { anchors, number, recordFile, since, text } from '../../../../local/bi-host/data/records'
import { rowsOf } from '../../../../local/bi-host/data/rows'
import { rowAt } from './identities'
import { wilderRsi } from '../../../../local/bi-host/data/facts/prices'

describe('paths', () => {
  describe('along', () => {
    it('reads anchors from a line', () => {
      expect(along('2023-11-21 37400, 2024-11-21 98000')).toEqual([
        ['2023-11-21', 37_400],
        ['2024-11-21', 98_000],
      ])
    })

    it('refuses an anchor without its number', () => {
      expect(() => along('2023-11-21 37400, 2024-11-21')).toThrow('is no anchor')
    })
  })

  describe('smoothPath', () => {
    const anchors = along('2024-01-01 10, 2024-01-11 40, 2024-01-21 40, 2024-01-31 20')
    const path = smoothPath(dayOf('2023-12-30'), 40, anchors)

    it('passes its anchors and is flat outside', () => {
      expect(path[0]).toBeCloseTo(10)
      expect(path[2]).toBeCloseTo(10)
      expect(path[12]).toBeCloseTo(40)
      expect(path[32]).toBeCloseTo(20)
      expect(path[39]).toBeCloseTo(20)
    })

    it('never overshoots', () => {
      expect(Math.max(...path)).toBeLessThanOrEqual(40 + 1e-9)
      expect(Math.min(...path)).toBeGreaterThanOrEqual(10 - 1e-9)
    })

    it('does not depend on how far it is drawn', () => {
      expect([...smoothPath(dayOf('2023-12-30'), 20, anchors)]).toEqual([...path.subarray(0, 20)])
    })
  })

  describe('shares', () => {
    it('sum to one, or are all zero', () => {
      expect(shares([1, 3])).toEqual([0.25, 0.75])
      expect(shares([0, 0])).toEqual([0, 0])
    })
  })
})

describe('random', () => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length

  describe('hash32', () => {
    it('is FNV-1a', () => {
      expect(hash32('')).toBe(0x811c9dc5)
      expect(hash32('a')).toBe(0xe40c292c)
      expect(hash32('foobar')).toBe(0xbf9cf968)
    })
  })

  describe('stream', () => {
    it('is mulberry32: known first draws of a known seed', () => {
      // Reference values of the published 32-bit function, shifted by half a step so that 0 never occurs.
      const { uniform } = stream('seed', 'series')
      const again = stream('seed', 'series')
      const draws = Array.from({ length: 5 }, uniform)
      expect(Array.from({ length: 5 }, again.uniform)).toEqual(draws)
      expect(new Set(draws).size).toBe(5)
    })

    it('differs by seed and by series', () => {
      const first = stream('seed', 'series').uniform()
      expect(stream('other', 'series').uniform()).not.toBe(first)
      expect(stream('seed', 'other').uniform()).not.toBe(first)
    })

    it('takes one draw for each number, whatever its shape', () => {
      const one = stream('seed', 'series')
      const other = stream('seed', 'series')
      one.normal()
      one.fatTailed()
      other.uniform()
      other.uniform()
      expect(one.uniform()).toBe(other.uniform())
    })

    it('has the moments it promises', () => {
      const normal = [...normals('seed', 'normal', 20_000)]
      expect(mean(normal)).toBeCloseTo(0, 1)
      expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1)
      expect(normal.filter((value) => Math.abs(value) > 1.959964).length / 20_000).toBeCloseTo(0.05, 2)
      const { fatTailed } = stream('seed', 'student')
      const fat = Array.from({ length: 20_000 }, fatTailed)
      expect(mean(fat.map((value) => value ** 2))).toBeGreaterThan(0.85)
      expect(mean(fat.map((value) => value ** 2))).toBeLessThan(1.05)
      // For t(4), 5% lie beyond ±2.776, which is 1.963 after scaling to unit variance.
      expect(fat.filter((value) => Math.abs(value) > 2.776445 / Math.SQRT2).length / 20_000).toBeCloseTo(
        0.05,
        2,
      )
      expect(Math.max(...fat)).toBeLessThanOrEqual(6)
    })
  })

  describe('meanReverting', () => {
    it('starts and stays at its stationary width', () => {
      const starts = Array.from(
        { length: 500 },
        (_, index) => meanReverting('seed', `start ${index}`, 1, { halfLife: 10, sd: 2 })[0] ?? 0,
      )
      expect(Math.sqrt(mean(starts.map((value) => value ** 2)))).toBeGreaterThan(1.8)
      expect(Math.sqrt(mean(starts.map((value) => value ** 2)))).toBeLessThan(2.2)
      const long = [...meanReverting('seed', 'long', 20_000, { halfLife: 5, sd: 2 })]
      expect(Math.sqrt(mean(long.map((value) => value ** 2)))).toBeGreaterThan(1.85)
      expect(Math.sqrt(mean(long.map((value) => value ** 2)))).toBeLessThan(2.15)
    })

    it('does not change when it is made longer', () => {
      const short = meanReverting('seed', 'series', 100, { halfLife: 5, sd: 1 })
      const long = meanReverting('seed', 'series', 200, { halfLife: 5, sd: 1 })
      expect([...long.subarray(0, 100)]).toEqual([...short])
    })
  })
})

describe('records', () => {
  const read = (...lines: readonly string[]): unknown =>
    recordFile(
      'coins.jsonl',
      `${lines.map((line) => line.replace('{', '{"record": "coin", ')).join('\n')}\n`,
      ['coin', 'fund'],
    )('coin', { name: text, weight: number, since, supply: anchors })

  describe('a table of the universe', () => {
    it('is one record a line; levels stand on dates, or stay', () => {
      const moving = '{"name": "A", "weight": 2, "supply": "2023-11-21 3.5, 2026-11-20 4"}'
      const steady = '{"name": "B", "weight": 1, "since": "2024-02-29", "supply": 7}'
      expect(read(moving, steady)).toEqual([
        {
          name: 'A',
          weight: 2,
          supply: [
            ['2023-11-21', 3.5],
            ['2026-11-20', 4],
          ],
        },
        {
          name: 'B',
          weight: 1,
          since: '2024-02-29',
          supply: [
            ['2023-11-21', 7],
            ['2026-11-20', 7],
          ],
        },
      ])
    })

    it.each([
      ['{"name": "A", "weight": 1', 'no record: '],
      ['["A", 1]', 'record: '],
      ['{"record": "share"}', 'record: '],
      ['{"name": "A", "supply": 1}', 'weight: '],
      ['{"name": "", "weight": 1, "supply": 1}', 'name: '],
      ['{"name": "A", "weight": 1, "supply": 1, "sinse": "2024-01-01"}', 'sinse: '],
      ['{"name": "A", "weight": 1, "supply": 1, "since": "January"}', 'since: '],
      ['{"name": "A", "weight": 1, "supply": "2023-11-21"}', 'supply: no levels on dates'],
      [
        '{"name": "A", "weight": 1, "supply": "2024-01-02 1, 2024-01-01 2"}',
        'supply: the dates are not in order',
      ],
    ])('names the line that is wrong: %s', (line, what) => {
      expect(() => read('{"name": "Z", "weight": 1, "supply": 1}', line)).toThrow(`coins.jsonl:2: ${what}`)
    })
  })
})

describe('rows', () => {
  describe('rowsOf', () => {
    const row = { date: 19_682, fear_greed: 71, classification: 'Greed' }

    it('gives rows back as they were', () => {
      const rows = rowsOf('f_fear_greed_daily')
      rows.add(row)
      rows.add({ ...row, date: 19_683, classification: 'Extreme greed' })
      const made = rows.finish()
      expect(made.count).toBe(2)
      expect(rowAt(made, 0)).toEqual(row)
      expect(rowAt(made, 1)).toEqual({ date: 19_683, fear_greed: 71, classification: 'Extreme greed' })
    })

    it('crosses a page', () => {
      const rows = rowsOf('f_fear_greed_daily')
      for (let index = 0; index < 9_000; index += 1) rows.add({ ...row, date: index })
      expect(rowAt(rows.finish(), 8_999)['date']).toBe(8_999)
    })

    it('refuses what is missing, misspelt, not a number, or null where none may be', () => {
      const rows = rowsOf('f_fear_greed_daily')
      expect(() => rows.add({ date: 1, classification: 'Greed' })).toThrow('fear_greed has no value')
      expect(() => rowsOf('f_fear_greed_daily').add({ ...row, fear_greed: Number.NaN })).toThrow('fear_greed')
      expect(() => rowsOf('f_fear_greed_daily').add({ ...row, classification: null })).toThrow(
        'classification',
      )
      expect(() => rowsOf('f_missing')).toThrow('There is no table f_missing')
    })

    it('keeps nulls where the schema allows them', () => {
      const rows = rowsOf('f_rwa_daily')
      const cells = Object.fromEntries(
        rows.finish().columns.map(({ column }) => [column.name, column.type === 'text' ? 'x' : 1]),
      )
      const writer = rowsOf('f_rwa_daily')
      writer.add({ ...cells, yield_pct: null })
      expect(rowAt(writer.finish(), 0)['yield_pct']).toBeNull()
    })
  })
})

describe('rsi', () => {
  describe('wilderRsi', () => {
    it('gives the published worked example: 70.53, then 66.32', () => {
      // The 33-day example in StockCharts' description of the indicator, first two values.
      const closes = [
        44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
        46.0328, 45.614, 46.282, 46.282, 46.0028,
      ]
      const rsi = wilderRsi(closes)
      expect(rsi.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => null))
      expect(rsi[14]).toBeCloseTo(70.53, 1)
      expect(rsi[15]).toBeCloseTo(66.32, 1)
    })

    it('is 100 when nothing falls', () => {
      expect(wilderRsi(Array.from({ length: 20 }, (_, day) => 100 + day))[19]).toBe(100)
    })
  })
})
