import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Query, QueryProblem, type Source } from '../../../../local/bi-host/model/source'
import { smallWarehouse, type SmallWarehouse } from '../warehouse/open-warehouse'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  daysBetween,
  intervalEnd,
  intervalStart,
  isDay,
  isRunning,
  priorSpan,
  spanOf,
  weekdayOf,
} from '../../../../local/bi-host/model/days'

const text = { format: { kind: 'number' }, unit: 'units', definition: 'For tests.' } as const

/** Wallets report every day. Venues may miss days; their last value is carried for four days. */
const wallets: Source = {
  id: 'wallets',
  label: 'Wallets',
  description: 'One day and wallet.',
  from: 'wallet_days',
  tables: ['wallet_days'],
  date: { column: 'day', kind: 'day' },
  grain: 'day',
  measures: {
    balance: { ...text, kind: 'semi-additive', sql: 'balance', label: 'Balance' },
    paid: { ...text, kind: 'additive', sql: 'paid', label: 'Paid' },
    rate: {
      ...text,
      kind: 'ratio',
      top: 'rate * balance',
      bottom: 'balance',
      over: 'last-day',
      label: 'Rate',
    },
    paid_rate: {
      ...text,
      kind: 'ratio',
      top: 'rate * paid',
      bottom: 'paid',
      over: 'interval',
      scale: 100,
      label: 'Paid rate',
    },
    price: {
      ...text,
      kind: 'ratio',
      top: 'rate',
      bottom: '1',
      over: 'last-day',
      label: 'Price',
      requires: ['wallet'],
    },
  },
  attributes: { wallet: { label: 'Wallet', sql: 'wallet', concept: 'wallet' } },
}

const venues: Source = {
  id: 'venues',
  label: 'Venues',
  description: 'One day, venue and contract.',
  from: 'venue_days',
  tables: ['venue_days'],
  date: { column: 'day', kind: 'day' },
  grain: 'day',
  carry: { unit: 'venue', days: 4 },
  measures: { open: { ...text, kind: 'semi-additive', sql: 'open', label: 'Open' } },
  attributes: {
    venue: { label: 'Venue', sql: 'venue', concept: 'venue' },
    contract: { label: 'Contract', sql: 'contract', concept: 'contract' },
  },
}

let small: SmallWarehouse

beforeAll(async () => {
  small = await smallWarehouse(
    [wallets, venues],
    [
      // Mon 2 Nov to Fri 20 Nov 2026. a: balance = day of month, paid 1 a day; b: balance 100, paid 2 a day.
      `create table wallet_days as
         select d::date as day, w.wallet, case w.wallet when 'a' then day(d) else 100 end as balance,
           case w.wallet when 'a' then 1 else 2 end as paid, case w.wallet when 'a' then 0.1 else 0.4 end as rate
         from range(date '2026-11-02', date '2026-11-21', interval 1 day) days(d), (values ('a'), ('b')) w(wallet)`,
      // North always reports; South is closed on weekends; Gone stopped on 10 Nov; contract x of South expired on 13 Nov.
      `create table venue_days as
         select d::date as day, 'North' as venue, 'x' as contract, 10 as open from range(date '2026-11-02', date '2026-11-21', interval 1 day) days(d)
         union all select d::date, 'South', c, 5 from range(date '2026-11-02', date '2026-11-21', interval 1 day) days(d), (values ('x'), ('y')) t(c)
           where isodow(d) < 6 and not (c = 'x' and d > date '2026-11-13')
         union all select d::date, 'Gone', 'x', 100 from range(date '2026-11-02', date '2026-11-11', interval 1 day) days(d)`,
    ],
    '2026-11-20',
  )
})
afterAll(() => small.close())

const run = async (query: Query): Promise<Record<string, unknown[]>> => {
  const { columns } = await small.warehouse.run(query)
  return columns as Record<string, unknown[]>
}

describe('additive measures', () => {
  test('sum over rows and days, by week from Monday', async () => {
    const { date, paid } = await run({ source: 'wallets', measures: ['paid'], grain: 'week' })
    expect(date).toEqual(['2026-11-02', '2026-11-09', '2026-11-16'])
    expect(paid).toEqual([21, 21, 15])
  })
  test('a range that begins inside a week is widened to the whole week', async () => {
    const { date, paid } = await run({
      source: 'wallets',
      measures: ['paid'],
      grain: 'week',
      range: { last: 10, unit: 'day' },
    })
    expect(date).toEqual(['2026-11-09', '2026-11-16'])
    expect(paid).toEqual([21, 15])
  })
})

describe('semi-additive measures', () => {
  test('take the last day of the interval and never add days', async () => {
    const { balance } = await run({ source: 'wallets', measures: ['balance'], grain: 'week' })
    expect(balance).toEqual([108, 115, 120])
  })
  test('without a grain are read at the end of the range', async () => {
    const { wallet, balance } = await run({
      source: 'wallets',
      measures: ['balance'],
      dims: ['wallet'],
      range: '30D',
    })
    expect([wallet, balance]).toEqual([
      ['a', 'b'],
      [20, 100],
    ])
  })
  test('stand beside flows in one answer', async () => {
    const { date, balance, paid } = await run({
      source: 'wallets',
      measures: ['balance', 'paid'],
      grain: 'month',
    })
    expect([date, balance, paid]).toEqual([['2026-11-01'], [120], [57]])
  })
})

describe('venues that miss days', () => {
  const at = async (day: string): Promise<unknown[] | undefined> => {
    const { open } = await run({ source: 'venues', measures: ['open'], range: { from: day, to: day } })
    return open
  }
  test('are carried over a weekend', async () => {
    // On Sunday 15: North 10, and 10 of South from Friday 13, when both of its contracts still reported.
    expect(await at('2026-11-15')).toEqual([20])
  })
  test('are carried for four days and no longer', async () => {
    expect(await at('2026-11-10')).toEqual([120])
    expect(await at('2026-11-14')).toEqual([120])
    expect(await at('2026-11-16')).toEqual([15])
  })
  test('do not carry a contract that ended while the venue reported on', async () => {
    const { contract, open } = await run({
      source: 'venues',
      measures: ['open'],
      dims: ['contract'],
      range: { from: '2026-11-17', to: '2026-11-17' },
    })
    expect([contract, open]).toEqual([
      ['x', 'y'],
      [10, 5],
    ])
  })
  test('give each week its own last day', async () => {
    const { date, open } = await run({
      source: 'venues',
      measures: ['open'],
      grain: 'week',
      filters: [{ field: 'venue', op: 'eq', values: ['South'] }],
    })
    expect([date, open]).toEqual([
      ['2026-11-02', '2026-11-09', '2026-11-16'],
      [10, 10, 5],
    ])
  })
})

describe('ratios', () => {
  test('are weighted, not averaged', async () => {
    const { rate } = await run({ source: 'wallets', measures: ['rate'], range: '30D' })
    expect(rate?.[0]).toBeCloseTo((0.1 * 20 + 0.4 * 100) / 120, 12)
  })
  test('over an interval weigh every day of it', async () => {
    const answer = await run({ source: 'wallets', measures: ['paid_rate'], grain: 'week' })
    expect(answer['paid_rate']?.[0]).toBeCloseTo((100 * (0.1 * 7 + 0.4 * 14)) / 21, 10)
    expect(answer['paid_rate:top']?.[0]).toBeCloseTo(0.1 * 7 + 0.4 * 14, 10)
  })
  test('need the attribute without which they mean nothing', async () => {
    const price = { source: 'wallets', measures: ['price'] }
    await expect(run(price)).rejects.toThrow('Price needs one wallet')
    await expect(
      run({ ...price, filters: [{ field: 'wallet', op: 'in', values: ['a', 'b'] }] }),
    ).rejects.toThrow(QueryProblem)
    const { price: one } = await run({
      ...price,
      range: '30D',
      filters: [{ field: 'wallet', op: 'eq', values: ['b'] }],
    })
    expect(one).toEqual([0.4])
  })
})

describe('top, sort, compare, limit', () => {
  test('the rest is added up as Other', async () => {
    const { contract, open } = await run({
      source: 'venues',
      measures: ['open'],
      dims: ['contract'],
      range: { from: '2026-11-10', to: '2026-11-10' },
      top: { dim: 'contract', count: 1, by: 'open' },
      sort: { by: 'open', descending: true },
    })
    expect([contract, open]).toEqual([
      ['x', 'Other'],
      [115, 5],
    ])
  })
  test('or left out', async () => {
    const { venue } = await run({
      source: 'venues',
      measures: ['open'],
      dims: ['venue'],
      range: { from: '2026-11-10', to: '2026-11-10' },
      top: { dim: 'venue', count: 2, by: 'open', other: false },
    })
    expect(venue).toEqual(['Gone', 'North'])
  })
  test('the prior period has the same length and ends where the range starts', async () => {
    const answer = await run({
      source: 'wallets',
      measures: ['paid', 'balance'],
      dims: ['wallet'],
      range: { last: 7, unit: 'day' },
      compare: 'prior-period',
    })
    expect(answer).toMatchObject({
      paid: [7, 14],
      'paid:prior': [7, 14],
      balance: [20, 100],
      'balance:prior': [13, 100],
    })
  })
  test('a limit cuts and says so', async () => {
    const result = await small.warehouse.run({
      source: 'wallets',
      measures: ['paid'],
      grain: 'day',
      limit: 5,
    })
    expect([result.rows, result.truncated, result.columns['paid']?.length]).toEqual([5, true, 5])
  })
  test('a measure can be a condition', async () => {
    const { wallet } = await run({
      source: 'wallets',
      measures: ['balance'],
      dims: ['wallet'],
      range: '30D',
      filters: [{ field: 'balance', op: 'gt', values: [50] }],
    })
    expect(wallet).toEqual(['b'])
  })
})

describe('what the model does not know is refused by name', () => {
  const cases: [string, Query, string][] = [
    ['a source', { source: 'nope', measures: ['paid'] }, 'no source called "nope"'],
    [
      'a measure',
      { source: 'wallets', measures: ['paid; drop table'] },
      'no measure called "paid; drop table"',
    ],
    [
      'an attribute',
      { source: 'wallets', measures: ['paid'], dims: ['__proto__'] },
      'cannot be split or filtered by "__proto__"',
    ],
    ['a finer grain', { source: 'wallets', measures: ['paid'], grain: 'hour' }, 'kept by day, not by hour'],
    [
      'a sort column',
      { source: 'wallets', measures: ['paid'], sort: { by: 'balance' } },
      'no column "balance"',
    ],
    [
      'an empty range',
      { source: 'wallets', measures: ['paid'], range: { from: '2026-11-09', to: '2026-11-02' } },
      'No data for these days.',
    ],
    [
      'a day that is none',
      { source: 'wallets', measures: ['paid'], range: { from: '2026-02-30', to: '2026-11-02' } },
      'two days',
    ],
    ['no measure', { source: 'wallets', measures: [] }, 'at least one measure'],
  ]
  test.each(cases)('%s', async (_name, query, message) => {
    await expect(run(query)).rejects.toThrow(message)
  })
  test('values are never SQL', async () => {
    const { paid } = await run({
      source: 'wallets',
      measures: ['paid'],
      filters: [{ field: 'wallet', op: 'eq', values: ["a' or true --"] }],
    })
    expect(paid).toEqual([null])
  })
})

const facts = { asOf: '2026-11-20', firstDay: '2023-11-21', lastDay: '2026-11-20' }
const day = fc.integer({ min: 0, max: 3000 }).map((count) => addDays('2020-01-01', count))

describe('days', () => {
  test('weeks start on Monday', () => {
    expect([
      weekdayOf('2026-11-20'),
      intervalStart('2026-11-20', 'week'),
      intervalEnd('2026-11-16', 'week'),
    ]).toEqual([4, '2026-11-16', '2026-11-22'])
  })
  test("months are the calendar's, with leap years", () => {
    expect([
      intervalEnd('2024-02-01', 'month'),
      addMonths('2024-03-31', -1),
      addMonths('2025-12-31', 2),
    ]).toEqual(['2024-02-29', '2024-02-29', '2026-02-28'])
  })
  test('an invalid date is rejected', () => {
    for (const text of ['2026-02-30', '2026-1-1', '20260101', '', 'today', '2026-11-20T00:00'])
      expect(isDay(text)).toBe(false)
  })
  test('an interval contains its day, and intervals are adjacent', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('day', 'week', 'month'), (given, grain) => {
        const start = intervalStart(given, grain)
        const end = intervalEnd(start, grain)
        expect(start <= given && given <= end).toBe(true)
        expect(intervalStart(addDays(end, 1), grain)).toBe(addDays(end, 1))
        expect(isRunning(given, grain)).toBe(given < end)
      }),
    )
  })
  test("adding days and counting them are each other's inverse", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -2000, max: 2000 }), (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count === 0 ? 0 : count)
      }),
    )
  })
})

describe('ranges', () => {
  test('count back from as-of, that day included', () => {
    expect(spanOf('30D', facts)).toEqual({ from: '2026-10-22', to: '2026-11-20' })
    expect(spanOf('1Y', facts)).toEqual({ from: '2025-11-21', to: '2026-11-20' })
    expect(spanOf({ last: 1, unit: 'month' }, facts)).toEqual({ from: '2026-10-21', to: '2026-11-20' })
    expect(spanOf({ last: 1, unit: 'quarter' }, facts)).toEqual({ from: '2026-08-21', to: '2026-11-20' })
    expect(spanOf('ALL', facts)).toEqual({ from: '2023-11-21', to: '2026-11-20' })
  })
  test('begin with a whole interval and stay inside the data', () => {
    expect(spanOf('90D', facts, 'week').from).toBe('2026-08-17')
    expect(spanOf({ last: 20, unit: 'year' }, facts, 'week').from).toBe('2023-11-21')
    expect(spanOf('30D', { ...facts, lastDay: '2026-11-18' }).to).toBe('2026-11-18')
  })
  test('the prior span is as long and ends the day before', () => {
    fc.assert(
      fc.property(day, fc.nat(400), (from, length) => {
        const span = { from, to: addDays(from, length) }
        const prior = priorSpan(span)
        expect([daysBetween(prior.from, prior.to), addDays(prior.to, 1)]).toEqual([length, from])
      }),
    )
  })
})
