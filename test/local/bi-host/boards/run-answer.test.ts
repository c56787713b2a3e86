import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, AnswerQuery, RunReply, RunResult } from '../../../../local/bi-host/wire/answers'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import { formatFull, formatNumber } from '../../../../local/bi-host/rendering/format'
import { count, percent, usd } from '../../../../local/bi-host/model/formats'
import type { Source } from '../../../../local/bi-host/model/source'
import { smallWarehouse, type SmallWarehouse } from '../warehouse/open-warehouse'

const day = { date: { column: 'date', kind: 'day' }, grain: 'day' } as const
const texts = { unit: 'Units', definition: 'Made up.' }

/** Blocks of two pools over ten days, and two other sources to combine with them: a price and a mood. */
const mining: Source = {
  ...day,
  id: 'mining',
  label: 'Mining',
  description: 'One day and pool.',
  from: 'blocks',
  tables: ['blocks'],
  measures: {
    blocks: { ...texts, kind: 'additive', sql: 'blocks', label: 'Blocks', format: count },
    staff: { ...texts, kind: 'semi-additive', sql: 'staff', label: 'Staff', format: count },
    luck: {
      ...texts,
      kind: 'ratio',
      top: 'blocks',
      bottom: 'staff',
      over: 'interval',
      scale: 100,
      label: 'Luck',
      format: percent,
    },
  },
  attributes: {
    pool: { label: 'Pool', sql: 'pool', concept: 'pool' },
    land: { label: 'Land', sql: 'land', concept: 'land' },
  },
}
const pay: Source = {
  ...day,
  id: 'pay',
  label: 'Pay',
  description: 'One day and pool.',
  from: 'pay',
  tables: ['pay'],
  measures: {
    wage: { ...texts, kind: 'additive', sql: 'wage', label: 'Wage', format: usd },
    quote: {
      ...texts,
      kind: 'ratio',
      top: 'wage',
      bottom: '1',
      over: 'last-day',
      label: 'Quote',
      format: usd,
      requires: ['pool'],
    },
  },
  attributes: { pool: { label: 'Team', sql: 'pool', concept: 'pool' } },
}
const mood: Source = {
  ...day,
  id: 'mood',
  label: 'Mood',
  description: 'One day.',
  from: 'mood',
  tables: ['mood'],
  measures: {
    mood: {
      ...texts,
      kind: 'ratio',
      top: 'mood',
      bottom: '1',
      over: 'last-day',
      label: 'Mood',
      format: count,
    },
  },
  attributes: {},
}

let small: SmallWarehouse
beforeAll(async () => {
  small = await smallWarehouse(
    [mining, pay, mood],
    [
      'create table blocks (date date, pool varchar, land varchar, blocks integer, staff integer)',
      // 1 to 10 January 2026: Ant finds 1, 2 … 10 blocks, Bee always 5. Ant has 10 staff, Bee 20.
      `insert into blocks select date '2025-12-31' + cast(i as integer), 'Ant', 'North', i, 10 from range(1, 11) t(i)`,
      `insert into blocks select date '2025-12-31' + cast(i as integer), 'Bee', 'South', 5, 20 from range(1, 11) t(i)`,
      'create table pay (date date, pool varchar, wage double)',
      `insert into pay select date '2025-12-31' + cast(i as integer), 'Ant', 100 * i from range(1, 11) t(i)`,
      `insert into pay select date '2025-12-31' + cast(i as integer), 'Cat', 50 from range(1, 11) t(i)`,
      'create table mood (date date, mood double)',
      `insert into mood select date '2025-12-31' + cast(i as integer), 7 from range(1, 11) t(i)`,
    ],
    '2026-01-10',
  )
})
afterAll(() => small.close())

const answer = (query: AnswerQuery, type: Answer['chart']['type'] = 'auto'): Answer => ({
  version: 2,
  title: 'Blocks',
  query,
  chart: { type },
})
const run = (query: AnswerQuery, type?: Answer['chart']['type']): Promise<RunReply> =>
  runAnswer(small.warehouse, answer(query, type))
async function rows(query: AnswerQuery): Promise<readonly (readonly unknown[])[]> {
  const { table } = await good(query)
  return Array.from({ length: table.rows }, (_, row) => table.cells.map((column) => column[row]))
}
async function good(query: AnswerQuery, type?: Answer['chart']['type']): Promise<RunResult> {
  const reply = await run(query, type)
  if (reply.kind === 'problem') throw new Error(reply.message)
  return reply
}
const lastDays = (days: number): NonNullable<AnswerQuery['range']> => ({
  kind: 'last',
  count: days,
  unit: 'day',
})
const formula = (expression: string): NonNullable<AnswerQuery['formulas']> => [
  { id: 'f', label: 'F', expression },
]

test('an interval is marked as running if the range ends inside it, not if the range ends with it', async () => {
  const partial = async (to: string) => {
    const range = { kind: 'between', from: '2025-12-29', to } as const
    const { data } = (await good({ measures: ['mining.blocks'], grain: 'week', range }, 'bars')).tile
    return data?.kind === 'series' ? data.partialFrom : null
  }
  expect(await partial('2026-01-04')).toBeUndefined()
  expect(await partial('2026-01-03')).toBe(0)
  // The data ends on a Saturday.
  expect(await partial('2026-01-11')).toBe(1)
})

test('an answer by week states when its first week starts before the requested day', async () => {
  const notes = async (query: Partial<AnswerQuery>) =>
    (await good({ measures: ['mining.blocks'], grain: 'week', ...query })).notes
  const since = (from: string) => ({ range: { kind: 'since', from } }) as const
  expect(await notes(since('2026-01-07'))).toEqual(['The first week begins on 5 Jan 2026.'])
  const between = { kind: 'between', from: '2026-01-03', to: '2026-01-06' } as const
  expect(await notes({ range: between, grain: 'month' })).toEqual(['The first month begins on 1 Jan 2026.'])
  expect(await notes(since('2026-01-05'))).toEqual([])
  expect(await notes({ ...since('2026-01-07'), grain: 'day' })).toEqual([])
  expect(await notes({ range: lastDays(4) })).toEqual([])
  // The data begins on a Thursday.
  expect(await notes(since('2026-01-01'))).toEqual([])
})

test('flows add up, balances are read at the end, ratios are weighted', async () => {
  expect(
    await rows({
      measures: ['mining.blocks', 'mining.staff', 'mining.luck'],
      attributes: ['mining.pool'],
      range: lastDays(2),
    }),
  ).toEqual([
    ['Ant', 19, 10, 95],
    ['Bee', 10, 20, 25],
  ])
  expect(await rows({ measures: ['mining.luck'], range: lastDays(2) })).toEqual([[(100 * 29) / 60]])
})

test('two sources are joined on the day and on shared attributes', async () => {
  expect(
    await rows({
      measures: ['mining.blocks', 'pay.wage'],
      attributes: ['pay.pool'],
      grain: 'day',
      range: lastDays(1),
    }),
  ).toEqual([
    ['2026-01-10', 'Ant', 10, 1000],
    ['2026-01-10', 'Bee', 5, null],
    ['2026-01-10', 'Cat', null, 50],
  ])
})

test('a source without an attribute is repeated for each of its values, and its column says so', async () => {
  const { table } = await good({
    measures: ['mining.blocks', 'mood.mood'],
    attributes: ['mining.pool'],
    grain: 'day',
    range: lastDays(1),
  })
  expect(table.cells.slice(1)).toEqual([
    ['Ant', 'Bee'],
    [10, 5],
    [7, 7],
  ])
  expect(table.columns.map(({ splitBy }) => splitBy)).toEqual([undefined, undefined, ['mining.pool'], []])
  const reply = await run({ measures: ['mood.mood'], attributes: ['mining.pool'] })
  expect(reply).toMatchObject({ kind: 'problem', message: 'Mood cannot be split by pool.' })
})

test('formulas: arithmetic, growth, windows, shares and running totals', async () => {
  const of = async (expression: string, more: Partial<AnswerQuery> = {}): Promise<unknown[]> => {
    const list = await rows({
      measures: ['formula.f'],
      formulas: formula(expression),
      grain: 'day',
      range: lastDays(2),
      filters: [{ field: 'mining.pool', op: 'in', values: ['Ant'] }],
      ...more,
    })
    return list.map((row) => row.at(-1))
  }
  expect(await of('mining.blocks * 2 - 1')).toEqual([17, 19])
  expect(await of('mining.blocks / (mining.staff - 10)')).toEqual([null, null])
  expect(await of('growth(mining.blocks)')).toEqual([12.5, (10 / 9 - 1) * 100])
  // There is no percentage across zero, as in comparisons of periods.
  expect(await of('growth(19 - 2 * mining.blocks)')).toEqual([(1 / 3 - 1) * 100, null])
  expect(await of('change(mining.blocks)')).toEqual([1, 1])
  // The window includes days before the range. Before the first day of the data there is nothing.
  expect(await of('moving_average(mining.blocks, 3)')).toEqual([8, 9])
  expect(await of('moving_average(mining.blocks, 3)', { range: lastDays(10) })).toEqual([
    null,
    null,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
  ])
  expect(await of('moving_sum(mining.blocks, 2)')).toEqual([17, 19])
  expect(await of('cumulative(mining.blocks)')).toEqual([9, 19])
  expect(await of('rebase(mining.blocks)')).toEqual([100, (100 * 10) / 9])
  expect(await of('drawdown(0 - growth(mining.blocks))', { range: lastDays(1) })).toEqual([0])
  expect(
    await of('share(mining.blocks)', { attributes: ['mining.pool'], filters: [], range: lastDays(1) }),
  ).toEqual([(100 * 10) / 15, (100 * 5) / 15])
  // The share is of the whole, even if only the first row is shown.
  expect(
    await of('share(mining.blocks)', {
      attributes: ['mining.pool'],
      filters: [],
      range: lastDays(1),
      top: { attribute: 'mining.pool', count: 1, by: 'formula.f' },
    }),
  ).toEqual([(100 * 10) / 15])
})

test('volatility is the deviation of log changes, by the year', async () => {
  const steps = [Math.log(8 / 7), Math.log(9 / 8), Math.log(10 / 9)]
  const mean = steps.reduce((sum, step) => sum + step, 0) / 3
  const deviation = Math.sqrt(steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / 2)
  const [[, , value] = []] = await rows({
    measures: ['formula.f'],
    formulas: formula('volatility(mining.blocks, 3)'),
    attributes: ['mining.pool'],
    grain: 'day',
    range: lastDays(1),
  })
  expect(value).toBeCloseTo(100 * Math.sqrt(365) * deviation, 9)
  // Without an interval, the answer has the latest volatility next to the sum over the range.
  const latest = await rows({
    measures: ['formula.f', 'mining.blocks'],
    formulas: formula('volatility(mining.blocks, 3)'),
    attributes: ['mining.pool'],
    range: lastDays(2),
  })
  expect(latest).toEqual([
    ['Ant', value, 19],
    ['Bee', 0, 10],
  ])
})

test('a look-back over days uses days, even when shown by week or month', async () => {
  const of = async (expression: string, grain: 'day' | 'week' | 'month'): Promise<readonly unknown[]> =>
    (
      await rows({
        measures: ['formula.f'],
        formulas: formula(expression),
        grain,
        range: { kind: 'since', from: '2026-01-05' },
        filters: [{ field: 'mining.pool', op: 'in', values: ['Ant'] }],
      })
    ).map((row) => row.at(-1))
  // 10 January is the last day of the data, and so of its week and its month.
  for (const expression of [
    'moving_average(mining.blocks, 3)',
    'moving_sum(mining.blocks, 3)',
    'volatility(mining.blocks, 3)',
    'mining.blocks - moving_average(mining.blocks, 3)',
    'drawdown(mining.staff)',
  ]) {
    const last = (await of(expression, 'day')).at(-1)
    expect(await of(expression, 'week'), expression).toEqual([last])
    expect(await of(expression, 'month'), expression).toEqual([last])
  }
  // A comparison of intervals uses the shown ones: the moving average was 3 and 9 blocks a day at the ends of the weeks.
  expect(await of('growth(moving_average(mining.blocks, 3))', 'week')).toEqual([200])
  const { trust } = await good({
    measures: ['formula.f'],
    formulas: formula('volatility([Blocks], 3)'),
    grain: 'week',
  })
  expect(trust).toMatchObject([
    {
      label: 'F',
      unit: 'Percent',
      definition: expect.stringMatching(/^Calculated: volatility\(Blocks, 3\)\. Realized.*each week/),
    },
    { label: 'Blocks', definition: 'Made up.' },
  ])
})

test('growth without an interval is against the period just before', async () => {
  expect(
    await rows({
      measures: ['formula.f'],
      formulas: formula('growth(mining.blocks)'),
      attributes: ['mining.pool'],
      range: lastDays(2),
    }),
  ).toEqual([
    ['Ant', (19 / 15 - 1) * 100],
    ['Bee', 0],
  ])
})

test('a comparison is beside each row, with aligned dates', async () => {
  expect(
    await rows({
      measures: ['mining.blocks'],
      range: lastDays(2),
      compare: 'previous-period',
      filters: [{ field: 'mining.pool', op: 'in', values: ['Ant'] }],
    }),
  ).toEqual([[19, 15, (19 / 15 - 1) * 100]])
  expect(
    await rows({
      measures: ['mining.blocks'],
      range: lastDays(2),
      grain: 'day',
      compare: 'previous-period',
      filters: [{ field: 'mining.pool', op: 'in', values: ['Ant'] }],
    }),
  ).toEqual([
    ['2026-01-09', 9, 7],
    ['2026-01-10', 10, 8],
  ])
})

test('a comparison over time is charted beside its base', async () => {
  const { tile } = await good({
    measures: ['mining.blocks'],
    range: lastDays(2),
    grain: 'day',
    compare: 'previous-period',
    filters: [{ field: 'mining.pool', op: 'in', values: ['Ant'] }],
  })
  expect(
    tile.data?.kind === 'series' ? tile.data.series.map(({ label, values }) => [label, values]) : [],
  ).toEqual([
    ['Blocks', [9, 10]],
    ['Blocks, period before', [7, 8]],
  ])
})

test('names are compared one by one where readable, and a chart without room for it says so', async () => {
  const query: AnswerQuery = {
    measures: ['mining.blocks'],
    attributes: ['mining.pool'],
    grain: 'day',
    range: lastDays(2),
    compare: 'previous-period',
  }
  const lines = await good(query, 'line')
  expect(lines.notes).toEqual([])
  expect(lines.tile.data).toMatchObject({
    series: [
      { key: 'Ant', colorKey: 'Ant' },
      { key: 'Bee', colorKey: 'Bee' },
      { label: 'Ant, period before', colorKey: 'Ant', values: [7, 8], dashed: true },
      { label: 'Bee, period before', colorKey: 'Bee', values: [5, 5], dashed: true },
    ],
  })
  const two = await good({ ...query, measures: ['mining.blocks', 'mining.staff'] }, 'line')
  expect(two.tile.data).toMatchObject({
    series: [{}, {}, {}, {}, { label: 'Ant · Blocks, period before' }, {}, {}, {}],
  })
  const left = ['The chart leaves out the period before; the table has it.']
  for (const type of ['stacked-area', 'bars', 'heatmap'] as const)
    expect((await good(query, type)).notes, type).toEqual(left)
  const { grain: _grain, ...once } = query
  expect((await good(once, 'bars')).notes).toEqual(left)
  expect((await good(once, 'table')).notes).toEqual([])
})

test('days excluded by a condition are gaps, and a few remaining days are shown side by side', async () => {
  const query: AnswerQuery = {
    measures: ['mining.blocks'],
    grain: 'day',
    range: lastDays(5),
    filters: [
      { field: 'mining.pool', op: 'in', values: ['Ant'] },
      { field: 'mining.blocks', op: 'ne', values: [8] },
    ],
  }
  const days = ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09', '2026-01-10']
  const line = await good(query, 'line')
  expect(line.tile.data).toMatchObject({ dates: days, series: [{ values: [6, 7, null, 9, 10] }] })
  const worst: AnswerQuery = {
    ...query,
    sort: { by: 'mining.blocks' },
    limit: 2,
    filters: query.filters?.slice(0, 1) ?? [],
  }
  expect((await good({ ...worst, range: lastDays(10) })).tile.data).toMatchObject({
    shape: 'bars',
    dates: ['2026-01-01', '2026-01-02'],
  })
  // A rate over time is a line. A few single days of it are bars.
  const rates: AnswerQuery = { ...worst, measures: ['mining.luck'], sort: { by: 'mining.luck' } }
  expect((await good({ ...rates, limit: 1000, sort: { by: 'date' } })).chart.type).toBe('line')
  expect((await good(rates)).chart.type).toBe('bars')
})

test('the largest are kept by the whole range, the rest added up or left out', async () => {
  const top = { attribute: 'mining.pool', count: 1, by: 'mining.blocks' } as const
  const query: AnswerQuery = {
    measures: ['mining.blocks'],
    attributes: ['mining.pool'],
    range: lastDays(3),
    top,
  }
  expect(await rows(query)).toEqual([['Ant', 27]])
  expect(await rows({ ...query, top: { ...top, other: true } })).toEqual([
    ['Ant', 27],
    ['Other', 15],
  ])
  expect(await rows({ ...query, top: { ...top, from: 'bottom' } })).toEqual([['Bee', 15]])
})

test('conditions apply to the shown rows, even on fields that are not shown', async () => {
  const query: AnswerQuery = { measures: ['mining.staff'], attributes: ['mining.pool'], range: lastDays(2) }
  expect(await rows({ ...query, filters: [{ field: 'mining.blocks', op: 'gt', values: [15] }] })).toEqual([
    ['Ant', 10],
  ])
  expect(await rows({ ...query, filters: [{ field: 'mining.staff', op: 'ge', values: ['20'] }] })).toEqual([
    ['Bee', 20],
  ])
})

test('an impossible answer explains why and offers an alternative that works', async () => {
  const reply = await run({ measures: ['pay.quote'] })
  expect(reply).toMatchObject({
    kind: 'problem',
    reason: 'cannot',
    message: 'Quote needs one team: which one?',
    phrase: 'quote',
  })
  if (reply.kind !== 'problem') return
  expect(reply.remedies.map(({ label }) => label)).toEqual(['Ant', 'Cat', 'By team'])
  for (const remedy of reply.remedies)
    expect((await runAnswer(small.warehouse, remedy.answer)).kind).toBe('result')
})

test('several values where one is needed: offers them side by side first, or one of them, in words', async () => {
  const reply = await run({
    measures: ['formula.f'],
    formulas: formula('volatility(pay.quote, 30)'),
    filters: [{ field: 'pay.pool', op: 'in', values: ['Cat', 'Ant'] }],
    grain: 'day',
  })
  expect(reply).toMatchObject({
    kind: 'problem',
    message: 'Quote is that of one team: split by team, or choose one.',
    phrase: '30-day volatility of quote, Cat and Ant, daily',
  })
  if (reply.kind !== 'problem') return
  expect(reply.remedies.map(({ label }) => label)).toEqual(['By team', 'Cat', 'Ant'])
  for (const remedy of reply.remedies) {
    expect(remedy.answer.query.filters).toHaveLength(1)
    expect((await runAnswer(small.warehouse, remedy.answer)).kind).toBe('result')
  }
})

test.each([
  [{ measures: ['mining.nothing'] }, 'Mining has no measure called "nothing".'],
  [{ measures: ['mining.blocks"; drop table blocks; --'] }, 'Mining has no measure called'],
  [{ measures: ['formula.g'] }, 'There is no formula called "g".'],
  [
    { measures: ['formula.f'], formulas: formula('mining.nothing + 1') },
    'Formula "F": Mining has no measure',
  ],
  [{ measures: ['formula.f'], formulas: formula('1 + 1') }, 'names no measure'],
  [{ measures: ['mining.blocks'], grain: 'hour' }, 'Mining is kept by day, not by hour.'],
  [{ measures: ['mining.blocks'], attributes: ['mining.pool', 'pay.pool'] }, 'named twice'],
  [
    { measures: ['pay.wage'], filters: [{ field: 'mining.land', op: 'in', values: ['North'] }] },
    'cannot be filtered by',
  ],
  [
    { measures: ['mining.blocks'], range: { kind: 'between', from: '2026-01-05', to: '2026-01-01' } },
    'is empty',
  ],
  [{ measures: ['mining.blocks'], sort: { by: 'pay.wage' } }, 'no column'],
] as const)('%j is a problem in words', async (query, message) => {
  const reply = await run(query)
  expect(reply.kind).toBe('problem')
  if (reply.kind === 'problem') expect(reply.message).toContain(message)
})

test('a default range is stated as the one that was used', async () => {
  const taken = async (query: AnswerQuery): Promise<unknown> => (await good(query)).range.taken
  expect(await taken({ measures: ['mining.blocks'], grain: 'week' })).toEqual({
    kind: 'last',
    count: 1,
    unit: 'year',
  })
  expect(await taken({ measures: ['mining.blocks'], range: lastDays(2) })).toEqual(lastDays(2))
})

test('the fitting chart type is chosen, and the others say why they do not fit', async () => {
  const chart = async (query: AnswerQuery, type?: Answer['chart']['type']): Promise<RunResult['chart']> =>
    (await good(query, type)).chart
  const byPool = { attributes: ['mining.pool'] }
  expect((await chart({ measures: ['mining.blocks'] })).type).toBe('kpi')
  expect((await chart({ measures: ['mining.blocks'], grain: 'day' })).type).toBe('bars')
  expect((await chart({ measures: ['mining.staff'], grain: 'day', ...byPool })).type).toBe('stacked-area')
  expect((await chart({ measures: ['mining.blocks'], grain: 'day', ...byPool })).type).toBe('stacked-bars')
  expect((await chart({ measures: ['mining.luck'], grain: 'day', ...byPool })).type).toBe('line')
  expect((await chart({ measures: ['mining.blocks'], ...byPool })).type).toBe('bars')
  expect(
    (await chart({ measures: ['mining.blocks'], attributes: ['mining.pool', 'mining.land'] })).type,
  ).toBe('heatmap')
  const forced = await chart({ measures: ['mining.luck'], grain: 'day', ...byPool }, 'stacked-area')
  expect(forced.type).toBe('line')
  expect(forced.note).toBe('Stacked area does not fit: Rates and prices do not add up. Drawn as lines.')
  expect(forced.choices.filter(({ fits }) => fits).map(({ type }) => type)).toEqual([
    'line',
    'bars',
    'heatmap',
    'table',
  ])
  const whole = async (expression: string): Promise<boolean | undefined> =>
    (await chart({ measures: ['formula.f'], formulas: formula(expression), ...byPool })).choices.find(
      ({ type }) => type === 'donut',
    )?.fits
  for (const part of ['mining.blocks / 2', 'share(mining.staff)', 'mining.blocks - mining.staff'])
    expect(await whole(part), part).toBe(true)
  for (const part of ['growth(mining.blocks)', 'mining.blocks / mining.staff', '1 + mining.luck'])
    expect(await whole(part), part).toBe(false)
})

test('a name with two measures has a color for each', async () => {
  const { tile } = await good({
    measures: ['mining.blocks', 'mining.staff'],
    attributes: ['mining.pool'],
    grain: 'day',
  })
  const colors = tile.data?.kind === 'series' ? tile.data.series.map(({ colorKey }) => colorKey) : []
  expect(new Set(colors).size).toBe(4)
  expect(colors).toEqual(expect.arrayContaining(['Ant', 'Bee']))
})

test('the axes report their settings and the possible changes, and apply changes', async () => {
  const two: AnswerQuery = { measures: ['mining.blocks', 'mining.luck'], grain: 'day' }
  const drawn = async (query: AnswerQuery, chart: Answer['chart']): Promise<RunResult> => {
    const reply = await runAnswer(small.warehouse, { ...answer(query), chart })
    if (reply.kind === 'problem') throw new Error(reply.message)
    return reply
  }
  const free = await drawn(two, { type: 'auto' })
  expect(free.chart.axes).toEqual({
    log: false,
    logReason: '',
    sides: [{ id: 'mining.luck', label: 'Luck', side: 'right' }],
  })
  const drawing = await drawn(two, { type: 'line', options: { rightAxis: [], logScale: true } })
  expect(drawing.chart.axes).toMatchObject({ log: true, sides: [{ side: 'left' }] })
  expect(drawing.tile.data).toMatchObject({ logScale: true })
  // Options that this kind of chart does not have are ignored.
  const stacked = await drawn(
    { measures: ['mining.staff'], attributes: ['mining.pool'], grain: 'day' },
    { type: 'stacked-area', options: { logScale: true, rightAxis: ['mining.staff'] } },
  )
  expect(stacked.chart.axes).toEqual({
    log: false,
    logReason: 'Only lines, areas and scatter plots have one.',
    sides: [],
  })
  const falling = await drawn(
    { measures: ['formula.f'], formulas: formula('mining.blocks - 100'), grain: 'day' },
    { type: 'line', options: { logScale: true } },
  )
  expect(falling.chart.axes).toMatchObject({ log: false, logReason: 'Needs numbers above zero.' })
  const cloud = await drawn(
    { measures: ['mining.blocks', 'mining.staff'], attributes: ['mining.pool'] },
    { type: 'scatter', options: { logScale: true } },
  )
  expect(cloud.tile.data).toMatchObject({ kind: 'scatter', x: { logScale: true }, y: { logScale: true } })
})

test('a calculation has digits that fit its size', async () => {
  const of = async (expression: string): Promise<unknown> => {
    const { table, tile } = await good({
      measures: ['formula.f'],
      formulas: formula(expression),
      grain: 'day',
      range: lastDays(3),
    })
    const format = table.columns[1]?.format
    expect(tile.data).toMatchObject({ format })
    return (table.cells[1] ?? []).map((value) => [
      formatNumber(Number(value), format ?? { kind: 'number' }),
      formatFull(Number(value), format ?? { kind: 'number' }),
    ])
  }
  // For 13, 14 and 15 blocks.
  expect(await of('0 - mining.luck / (mining.staff * 1000000 * 1000000)')).toEqual([
    ['−1.44×10⁻¹²', '−1.44×10⁻¹²'],
    ['−1.56×10⁻¹²', '−1.56×10⁻¹²'],
    ['−1.67×10⁻¹²', '−1.67×10⁻¹²'],
  ])
  expect(await of('mining.blocks / (mining.staff * 1000)')).toEqual([
    ['0.00043', '0.00043'],
    ['0.00047', '0.00047'],
    ['0.00050', '0.00050'],
  ])
  expect(await of('growth(mining.blocks) / 100')).toEqual([
    ['+0.083%', '+0.083%'],
    ['+0.077%', '+0.077%'],
    ['+0.071%', '+0.071%'],
  ])
})
