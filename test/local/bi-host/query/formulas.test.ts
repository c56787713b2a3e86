import { expect, test, afterAll, beforeAll, vi, describe } from 'vitest'
import {
  FormulaProblem,
  parseExpression,
  type Expression,
  withoutDays,
} from '../../../../local/bi-host/query/expression'
import { aboutFormula } from '../../../../local/bi-host/query/table'
import { resolve } from '../../../../local/bi-host/query/resolve'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'
import type { AnswerQuery } from '../../../../local/bi-host/wire/answers'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import { tracedWarehouse, type Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../boards/sample-warehouse'

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
