import { expect, test, afterAll, beforeAll, vi, describe } from 'vitest'
import { declaredFields, declaredSources, declaredValues } from '../../../../local/bi-host/model/declarations'
import { readerFor } from '../../../../local/bi-host/answers/read/readers'
import { nameWords } from '../../../../local/bi-host/answers/read/words'
import { sampleWarehouse } from '../warehouse/open-warehouse'
import type { Answer, Narrowing, AnswerQuery, RunProblem } from '../../../../local/bi-host/wire/answers'
import { narrowed, resolve } from '../../../../local/bi-host/query/resolve'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import { QueryStopped } from '../../../../local/bi-host/warehouse/engine'
import { tracedWarehouse, type Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import {
  FormulaProblem,
  parseExpression,
  withoutDays,
  type Expression,
} from '../../../../local/bi-host/query/expression'
import { aboutFormula } from '../../../../local/bi-host/query/table'

describe('names', () => {
  test('every name in the tables exists in the data, and none is duplicated', async () => {
    const warehouse = await sampleWarehouse()
    const { model } = warehouse
    const fields = new Map<string, readonly string[]>(
      model.sources.flatMap((source) =>
        [...Object.entries(source.measures), ...Object.entries(source.attributes)].map(
          ([id, { label, synonyms = [] }]) => [`${source.id}.${id}`, [label, ...synonyms]] as const,
        ),
      ),
    )
    expect(declaredFields.filter(({ field }) => !fields.has(field))).toEqual([])
    const named = [
      ...declaredFields.flatMap(({ inCoins = [], share = [] }) => [inCoins, share].flat()),
      ...declaredSources.flatMap(
        ({ source, measure = [], size = [], coins = [], thing = [], where, who }) => [
          ...[measure, size, coins, thing].flat(),
          ...[where, who].flatMap((id) => (id === undefined ? [] : [`${source}.${id}`])),
        ],
      ),
    ]
    expect(named.filter((id) => !fields.has(id))).toEqual([])
    const twice = declaredFields
      // Words about par are also turned into names of the peg, which may repeat the model's names.
      .filter(({ field }) => !field.startsWith('stable_price.'))
      .flatMap(({ field, strong = [] }) => {
        const own = new Set(fields.get(field)?.map((text) => nameWords(text).join(' ')))
        return strong.filter((text) => own.has(nameWords(text).join(' '))).map((text) => `${field}: ${text}`)
      })
    expect(twice).toEqual([])

    const concepts = new Map<string, string>(
      model.sources.flatMap((source) =>
        Object.entries(source.attributes).map(
          ([id, { concept }]) => [`${source.id}.${id}`, concept] as const,
        ),
      ),
    )
    const values = new Set(
      readerFor(warehouse, model.sources).lexicon.names.flatMap(({ sense }) =>
        sense.kind === 'value' ? [`${concepts.get(sense.id) ?? ''} / ${sense.value}`] : [],
      ),
    )
    const valued = declaredValues.map(({ concept, value }) => `${concept} / ${value}`)
    expect(valued.filter((value) => !values.has(value))).toEqual([])
    await warehouse.close()
  })
})

describe('narrow', () => {
  const model = createModel(sources)
  const asOf = '2026-11-20'
  const supply: Answer = {
    version: 2,
    title: 'Supply',
    query: { measures: ['stable_supply.supply'], attributes: ['stable_supply.chain'] },
    chart: { type: 'auto' },
  }
  const queryOf = (narrow: Narrowing, answer = supply) => narrowed(model, asOf, answer, narrow).query
  const tron = [{ field: 'stable_supply.chain', op: 'in' as const, values: ['Tron'] }]

  test.each(['stable_supply.chain', 'Chain', 'chain'])('a filter finds its column as %s', (column) => {
    const filters = [{ column, op: 'in' as const, values: ['Tron'] }]
    expect(queryOf({ filters }).filters).toEqual(tron)
  })

  test('a column missing from the answer’s sources is dropped, and so is an invalid column', () => {
    const of = (column: string) => queryOf({ filters: [{ column, op: 'in', values: ['BTC'] }] })
    for (const column of ['etf.issuer', 'No such thing', '__proto__'])
      expect(of(column)).toEqual(supply.query)
  })

  test('the answer’s own filters win, and an empty set changes nothing', () => {
    const own: Answer = {
      ...supply,
      query: { ...supply.query, filters: tron, range: { kind: 'last', count: 7, unit: 'day' } },
    }
    const filters = [{ column: 'Chain', op: 'in' as const, values: ['Ethereum'] }]
    expect(queryOf({ filters, range: 'ALL' }, own)).toEqual(own.query)
    expect(narrowed(model, asOf, supply)).toEqual(supply)
  })

  test.each([
    ['30D', { kind: 'last', count: 30, unit: 'day' }],
    ['1Y', { kind: 'last', count: 1, unit: 'year' }],
    ['ALL', { kind: 'all' }],
  ] as const)('the time range %s holds where the answer names none', (range, wanted) => {
    expect(queryOf({ range }).range).toEqual(wanted)
  })

  test('the answer’s own filter of an attribute wins in whichever source it is set', () => {
    const own: Answer = {
      ...supply,
      query: {
        measures: ['trading.volume', 'price.close'],
        filters: [{ field: 'price.asset', op: 'in', values: ['BTC'] }],
      },
    }
    expect(queryOf({ filters: [{ column: 'trading.asset', op: 'in', values: ['ETH'] }] }, own)).toEqual(
      own.query,
    )
  })
})

describe('limits', () => {
  vi.setConfig({ testTimeout: 120_000 })

  let warehouse: Warehouse
  beforeAll(async () => {
    warehouse = await sampleWarehouse()
  }, 120_000)
  afterAll(() => warehouse.close())

  /** Every hour of every asset since the first day, with a calculation: far too much to read. */
  const everything: Answer = {
    version: 2,
    title: 'Everything',
    query: {
      measures: ['hourly.volume', 'formula.f'],
      attributes: ['hourly.asset', 'hourly.weekday'],
      grain: 'hour',
      range: { kind: 'all' },
      formulas: [{ id: 'f', label: 'Mean', expression: 'moving_average(hourly.volume, 24)' }],
    },
    chart: { type: 'auto' },
  }

  async function refused(from: Warehouse, answer: Answer): Promise<RunProblem> {
    const reply = await runAnswer(from, answer)
    if (reply.kind === 'result') throw new Error('It was given.')
    return reply
  }

  test('an answer that is too large says so, and each alternative is smaller until one works', async () => {
    const problem = await refused(warehouse, everything)
    expect(problem).toMatchObject({ reason: 'too-much', message: expect.stringContaining('10,000 rows') })
    const labels = problem.remedies.map(({ label }) => label)
    expect(labels).toEqual(['Top 10 only', 'By day', 'Last 7 days', 'One attribute'])
    for (const remedy of problem.remedies) expect(await steps(remedy.answer), remedy.label).toBeLessThan(5)
  })

  /** How often a user who always takes the second alternative, or the only one, must narrow again. */
  async function steps(answer: Answer): Promise<number> {
    const reply = await runAnswer(warehouse, answer)
    if (reply.kind === 'result') return 0
    const next = reply.remedies[1] ?? reply.remedies[0]
    if (!next) throw new Error(`There is no way on: ${reply.message}`)
    return 1 + (await steps(next.answer))
  }

  test('an answer stopped by the statement limit says what to narrow, and each alternative works', async () => {
    const slow: Warehouse = {
      ...warehouse,
      statement: () => Promise.reject(new QueryStopped('timeout')),
    }
    const answer: Answer = {
      ...everything,
      query: {
        measures: ['trading.volume'],
        attributes: ['trading.exchange'],
        grain: 'day',
        range: { kind: 'all' },
      },
    }
    const problem = await refused(slow, answer)
    expect(problem).toMatchObject({ reason: 'too-slow', message: expect.stringContaining('Narrow it') })
    expect(problem.remedies.map(({ label }) => label)).toEqual(['Top 10 only', 'By week', 'Last 90 days'])
    for (const remedy of problem.remedies) expect(await steps(remedy.answer), remedy.label).toBeLessThan(2)
  })

  test('an answer without waiting callers is stopped, and the next one is computed', async () => {
    const left = new AbortController()
    const other = {
      ...everything,
      query: { ...everything.query, attributes: ['hourly.asset', 'hourly.hour'] },
    }
    const going = runAnswer(warehouse, other, { signal: left.signal })
    left.abort()
    await expect(going).rejects.toMatchObject({ name: 'AbortError' })
    const { grain: _grain, formulas: _formulas, ...small } = everything.query
    const next = { ...everything, query: { ...small, measures: ['hourly.volume'] } }
    expect((await runAnswer(warehouse, next)).kind).toBe('result')
  })

  test('fields missing from the model are named, and removing them gives the rest', async () => {
    const sound = { measures: ['stable_supply.supply'], attributes: ['stable_supply.chain'] }
    const lost: readonly (readonly [AnswerQuery, string])[] = [
      [{ ...sound, measures: ['stable_supply.supply', 'gone.measure'] }, 'Take the measure away'],
      [{ ...sound, attributes: ['stable_supply.chain', 'stable_supply.gone'] }, 'Take the attribute away'],
      [{ ...sound, filters: [{ field: 'gone.field', op: 'in', values: ['x'] }] }, 'Take the filter away'],
      [
        { ...sound, filters: [{ field: 'lending.protocol', op: 'in', values: ['x'] }] },
        'Take the filter away',
      ],
      [{ ...sound, grain: 'hour' }, 'By day'],
    ]
    for (const [query, way] of lost) {
      const problem = await refused(warehouse, { ...everything, query })
      expect(problem.remedies.map(({ label }) => label)).toEqual([way])
      const [remedy] = problem.remedies
      expect(remedy && (await runAnswer(warehouse, remedy.answer)).kind).toBe('result')
    }
  })
})

describe('expression', () => {
  const problem = (text: string): string => {
    try {
      return JSON.stringify(parseExpression(text))
    } catch (error) {
      if (error instanceof FormulaProblem) return error.message
      throw error
    }
  }

  test('measures, numbers, signs and functions are read with the usual precedence', () => {
    expect(parseExpression('a.x + 2 * -growth(b.y)')).toEqual({
      kind: 'binary',
      op: '+',
      left: { kind: 'measure', id: 'a.x' },
      right: {
        kind: 'binary',
        op: '*',
        left: { kind: 'number', value: 2 },
        right: {
          kind: 'negate',
          of: { kind: 'call', name: 'growth', of: { kind: 'measure', id: 'b.y' }, count: 0 },
        },
      },
    })
  })

  test('a label in brackets stands for its measure', () => {
    const ids: Readonly<Record<string, string>> = { 'Net issuance': 'stable_supply.net_issuance' }
    expect(parseExpression('[Net issuance] / 2', (label) => ids[label] ?? null)).toMatchObject({
      left: { kind: 'measure', id: 'stable_supply.net_issuance' },
    })
    expect(() => parseExpression('[Nothing]', () => null)).toThrow('There is no measure called "Nothing".')
  })

  test('a window has a default length, and an invalid length is refused', () => {
    expect(parseExpression('volatility(a.x)')).toMatchObject({ count: 30 })
    expect(parseExpression('moving_average(a.x, 14)')).toMatchObject({ count: 14 })
    expect(problem('moving_average(a.x, 0)')).toContain('2 to 400')
    expect(problem('moving_average(a.x, 1.5)')).toContain('2 to 400')
    expect(problem('moving_average(a.x, b.y)')).toContain('2 to 400')
  })

  test.each([
    ['a.x ? 1 : 2'],
    ['a["x"]'],
    ['a.b.c'],
    ['a?.x'],
    ['() => a.x'],
    ['x = 1'],
    ['a.x; b.y'],
    ['[a.x, b.y]'],
    ['`a`'],
    ['"text"'],
    ['this.x()'],
    ['growth.constructor("return 1")()'],
    ['constructor(a.x)'],
    ['a.x || b.y'],
    ['!a.x'],
    ['a.x ** 2'],
    ['sum(a.x)'],
    ['growth(a.x, 2)'],
    ['growth()'],
    ['a.x +'],
    ['(a.x'],
    [''],
    ['1e999'],
    ['1e300'],
    ['a.x'.repeat(200)],
    [Array.from({ length: 80 }, () => 'a.x').join('+')],
    ['('.repeat(400)],
  ])('%s is refused with an explanation, not run', (text) => {
    expect(() => parseExpression(text)).toThrow(FormulaProblem)
  })
})

describe('formula units', () => {
  const model = createModel(sources)

  function describedAs(expression: string): string | undefined {
    const formulas = [{ id: 'f', label: 'F', expression }]
    const resolved = resolve(model, { measures: ['formula.f'], formulas }, '2026-11-20')
    const [measure] = resolved.measures
    return measure && aboutFormula(resolved, measure).definition
  }

  test('a formula is written with its measures’ names, even when an id starts or ends like another', () => {
    const { label: now } = model.measure(model.source('onchain'), 'exchange_balance').measure
    const { label: first } = model.measure(model.source('onchain'), 'exchange_balance_first').measure
    expect(describedAs('onchain.exchange_balance / onchain.exchange_balance_first * 1.5')).toBe(
      `Calculated: ${now} / ${first} * 1.5.`,
    )
  })

  test.each([
    ['growth(moving_average(a.x, 7))', ['moving_average(a.x, 7)']],
    ['share(growth(moving_average(a.x, 7)))', ['moving_average(a.x, 7)']],
    ['-(a.y - moving_average(a.x, 7))', ['-(a.y - moving_average(a.x, 7))']],
    ['volatility(growth(a.x), 7) + change(a.x)', ['volatility(growth(a.x), 7)']],
    ['share(growth(a.x))', []],
  ])('by day is read of %s what looks back over days, intervals compared are those shown', (text, parts) => {
    const taken: Expression[] = []
    withoutDays(parseExpression(text), (part) => {
      taken.push(part)
      return part
    })
    expect(taken).toEqual(parts.map((part) => parseExpression(part)))
  })
})

describe('intervals', () => {
  vi.setConfig({ testTimeout: 120_000 })

  let warehouse: Warehouse
  beforeAll(async () => {
    warehouse = await sampleWarehouse()
  }, 120_000)
  afterAll(() => warehouse.close())

  /** The columns of an answer; if it has days, oldest first. */
  async function columnsOf(query: AnswerQuery): Promise<readonly (readonly number[])[]> {
    const reply = await runAnswer(warehouse, { version: 2, title: 'T', query, chart: { type: 'table' } })
    if (reply.kind !== 'result') throw new Error(reply.message)
    const { cells, rows } = reply.table
    const order = Array.from({ length: rows }, (_, row) => row)
    if (query.grain) order.sort((a, b) => String(cells[0]?.[a]).localeCompare(String(cells[0]?.[b])))
    return cells.map((column) => order.map((row) => Number(column[row])))
  }

  const [monday, sunday] = ['2026-11-09', '2026-11-15']
  const week: Pick<AnswerQuery, 'range'> = { range: { kind: 'between', from: monday, to: sunday } }
  const bitcoin = [{ field: 'price.asset', op: 'in', values: ['BTC'] }] as const

  test('a week opens on its first day, closes on its last, and has the highest and lowest price of all of them', async () => {
    const measures = ['price.open', 'price.high', 'price.low', 'price.close']
    const [, open = [], high = [], low = [], close = []] = await columnsOf({
      measures,
      filters: bitcoin,
      grain: 'day',
      ...week,
    })
    expect(low).toHaveLength(7)
    // Otherwise the last day's low would pass as well.
    expect(low.indexOf(Math.min(...low))).toBeLessThan(6)
    const [, ...one] = await columnsOf({ measures, filters: bitcoin, grain: 'week', ...week })
    expect(one).toEqual([[open[0]], [Math.max(...high)], [Math.min(...low)], [close[6]]])
  })

  test('the worst low of a stablecoin over days is the lowest of them', async () => {
    const query: AnswerQuery = {
      measures: ['stable_price.deviation_low'],
      filters: [{ field: 'stable_price.token', op: 'in', values: ['USDe'] }],
      range: { kind: 'last', count: 90, unit: 'day' },
    }
    const [, low = []] = await columnsOf({ ...query, grain: 'day' })
    expect(low.length).toBeGreaterThan(80)
    expect(await columnsOf(query)).toEqual([[Math.min(...low)]])
  })

  test('what each provider has staked of the supply adds up to what is staked of it', async () => {
    const query: AnswerQuery = {
      measures: ['staking.staked_share'],
      filters: [{ field: 'staking.network', op: 'in', values: ['Ethereum'] }],
    }
    const [, shares = []] = await columnsOf({ ...query, attributes: ['staking.protocol'] })
    expect(shares.length).toBeGreaterThan(2)
    const [[whole] = []] = await columnsOf(query)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(whole ?? 0, 6)
  })

  test('nested functions cost one layer each, and too many are refused in one sentence', async () => {
    const nested = async (depth: number): Promise<{ readonly layers: number; readonly reply: string }> => {
      const statements: string[] = []
      const expression = `${'growth('.repeat(depth)}price.close${')'.repeat(depth)}`
      const query: AnswerQuery = {
        measures: ['formula.f'],
        formulas: [{ id: 'f', label: 'Nested', expression }],
        filters: bitcoin,
      }
      const reply = await runAnswer(
        tracedWarehouse(warehouse, (sql) => statements.push(sql)),
        { version: 2, title: 'T', query, chart: { type: 'table' } },
      )
      const layers = Math.max(0, ...statements.map((sql) => sql.match(/ as t\d+ from/g)?.length ?? 0))
      return { layers, reply: reply.kind === 'result' ? 'result' : reply.message }
    }
    expect((await nested(2)).layers).toBe(4)
    expect(await nested(8)).toEqual({ layers: 16, reply: 'result' })
    // If each formula were inlined in the next, planning these would take hours.
    expect(await nested(30)).toEqual({ layers: 60, reply: 'result' })
    expect((await nested(40)).reply).toBe('The formulas nest too many functions. Leave some out.')
  })
})
