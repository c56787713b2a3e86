import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { additive, daily, semiAdditive, type Source } from '../../../../local/bi-host/model/source'
import { parseExpression } from '../../../../local/bi-host/query/expression'
import { canonical } from '../../../../local/bi-host/questions/canonical'
import type { TokenScope } from '../../../../local/bi-host/questions/token-fields'
import { isTokenPhrase } from '../../../../local/bi-host/questions/token-syntax'
import { dateLabel } from '../../../../local/bi-host/questions/token-names'
import { tokenCompletions } from '../../../../local/bi-host/questions/token-completions'
import { readTokens } from '../../../../local/bi-host/questions/tokens'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import type { Answer, Reading } from '../../../../local/bi-host/wire/answers'
import { sampleWarehouse } from '../warehouse/open-warehouse'
import { randomOf, randomQueries } from './random-queries'
import { notation } from './reading-text'

vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
let scope: TokenScope
beforeAll(async () => {
  warehouse = await sampleWarehouse()
  scope = {
    model: warehouse.model,
    sources: warehouse.model.sources,
    asOf: warehouse.asOf,
    facts: (source) => warehouse.facts(source),
  }
}, 120_000)
afterAll(() => warehouse.close())

const read = (phrase: string): Reading => readTokens(scope, phrase)
const noted = ({ answer }: Reading): string => (answer === null ? 'refuse' : notation(answer))

test.each([
  ['[Supply] [Chain]', 'stable_supply.supply; by chain'],
  ['[Supply] by [Chain]', 'stable_supply.supply; by chain'],
  ['[supply], [CHAIN]', 'stable_supply.supply; by chain'],
  ['[Supply] [Chain].Tron', 'stable_supply.supply; where chain in Tron'],
  ["[Supply] [Chain].'BNB Chain' [Chain].tron", 'stable_supply.supply; where chain in BNB Chain, Tron'],
  ['[Supply] [Chain] != "Tron"', 'stable_supply.supply; where chain not-in Tron'],
  ['[Supply] [Chain] = "Tron"', 'stable_supply.supply; where chain in Tron'],
  ['[Supply] [Chain] = "Tron" or "Base"', 'stable_supply.supply; where chain in Base, Tron'],
  ['[Supply] [Chain] contains "ro"', 'stable_supply.supply; where chain contains ro'],
  ['[Supply] > 1e9 [Chain]', 'stable_supply.supply; by chain; where stable_supply.supply gt 1000000000'],
  [
    '[Net issuance] [Stablecoin] [Supply] between 1e9 and 5e9',
    'stable_supply.net_issuance; by token; where supply between 1000000000, 5000000000',
  ],
  ['top 10 [Chain] [Supply]', 'stable_supply.supply; by chain; top 10 chain by stable_supply.supply'],
  ['bottom 3 [Supply] by [Chain]', 'stable_supply.supply; by chain; bottom 3 chain by stable_supply.supply'],
  ['growth of [Supply] by month', 'growth(stable_supply.supply); month'],
  ['30-day volatility of [Price] [Prices::Asset].BTC', 'volatility(price.close, 30); where asset in BTC'],
  ['[Supply] [Date].monthly', 'stable_supply.supply; month'],
  ["[Supply] [Date].'last 12 months'", 'stable_supply.supply; last 12 month'],
  ["[Supply] [Date].'last month'", 'stable_supply.supply; previous 1 month'],
  ['[Supply] [Date] >= 2026-01-01', 'stable_supply.supply; since 2026-01-01'],
  [
    '[Supply] [Date] between 2026-01-01 and 2026-03-31',
    'stable_supply.supply; between 2026-01-01 2026-03-31',
  ],
  [
    '[Supply] [Chain] sorted by [Supply] descending',
    'stable_supply.supply; by chain; sort stable_supply.supply desc',
  ],
  ['([RWA value] / [Holders]) [Product]', 'rwa.value / rwa.holders; by product'],
  ['[Lending markets::Asset class] [Supplied]', 'lending.supplied; by asset_class'],
  ['[Supplied] [Asset class]', 'lending.supplied; by asset_class'],
  ['[Funding] [Exchange]', 'funding.funding_rate; by exchange'],
  ['[lending.supplied] [lending.asset]', 'lending.supplied; by asset'],
  [
    '[ATM implied volatility] [Asset].BTC [Tenor] = 30',
    'option_surface.atm; where asset in BTC; where tenor eq 30',
  ],
  ['[Supply] vs previous period as bars', 'stable_supply.supply; vs previous-period; chart bars'],
])('%s', (phrase, expected) => {
  const reading = read(phrase)
  expect([noted(reading), reading.refusal]).toEqual([expected, null])
})

test.each([
  ['[Supply] chain', 'chain', []],
  ['[Supply] [Chian]', '[Chian]', ['[Chain]']],
  ['[Supply] [Chain].Trom', '[Chain].Trom', ["[Chain].'Tron'"]],
  ['[Supply] [Chain] > 5', '[Chain] > 5', []],
  ['[Supply] > "much"', '[Supply] > "much"', []],
  ['[Supply] [Date]', '[Date]', ['[Date].daily', '[Date].monthly', "[Date].'last 90 days'"]],
  ["[Supply] [Date].'some time'", "[Date].'some time'", null],
  ['[Supply] [Date].daily [Date].weekly', '[Date].weekly', []],
  ['[Open] [Asset]', '[Open]', ['[Prices::Open]', '[Market calendar::Open]']],
  ['[Supply] !', '!', []],
  ['[Supply] [Chain] =', '[Chain] =', []],
  ['([Supply] / [Chain])', '([Supply] / [Chain])', []],
  ['([Supply] +) [Chain]', '([Supply] +)', []],
  ['moving average of [Supply] [Chain]', 'moving', []],
  ['top [Chain] [Supply]', 'top', []],
  ['[Supply] without [Chain].Tron', 'without', []],
] as const)('%s: %s is refused by name', (phrase, text, suggestions) => {
  const { answer, notUnderstood, refusal, tokens } = read(phrase)
  expect(answer).toBeNull()
  expect(refusal?.message?.length).toBeGreaterThan(10)
  expect(notUnderstood[0]?.text).toBe(text)
  if (suggestions !== null) expect(notUnderstood[0]?.suggestions).toEqual(suggestions)
  expect(tokens.filter(({ state }) => state === 'unknown').map((token) => token.text)).toContain(text)
})

test('understood parts are chips beside unknown words, and an accepted suggestion is read', () => {
  const phrase = "[Supply] [Chian] [Date].'last 90 days'"
  const { chips, notUnderstood } = read(phrase)
  expect(chips.map(({ label }) => label)).toEqual(['Supply', 'Last 90 days'])
  const [unknown] = notUnderstood
  const mended =
    phrase.slice(0, unknown?.start) + (unknown?.suggestions[0] ?? '') + phrase.slice(unknown?.end)
  expect(noted(read(mended))).toBe('stable_supply.supply; by chain; last 90 day')
})

test('a field of another dataset is refused by name', () => {
  const sources = scope.model.sources.filter(({ id }) => id === 'stable_supply')
  const { answer, refusal } = readTokens({ ...scope, sources }, '[Supply] [RWA value]')
  expect([answer, refusal?.message]).toEqual([null, 'This dataset has no "RWA value".'])
})

/** The meaning of a query, independent of formula names; a single text value equals a list of one. */
function asked({ query, chart }: Pick<Answer, 'query' | 'chart'>): string {
  const name = (id: string): unknown => {
    const formula = query.formulas?.find((one) => `formula.${one.id}` === id)
    return formula ? parseExpression(formula.expression) : id
  }
  const { measures, filters = [], sort, top, range, formulas: _formulas, ...rest } = query
  return JSON.stringify([
    measures.map(name),
    filters.map(({ field, op, values }) => [
      name(field),
      op === 'in' && new Set(values).size === 1
        ? 'eq'
        : op === 'not-in' && new Set(values).size === 1
          ? 'ne'
          : op,
      [...new Set(values)].map(String),
    ]),
    sort && [name(sort.by), sort.descending ?? false],
    top && [top.attribute, top.count, name(top.by), top.from ?? 'top', top.other ?? false],
    ...[range ?? {}, rest].map((part) =>
      Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    chart.type,
  ])
}

describe('the canonical phrase', () => {
  // The second seed is new in each run, so that repeated runs cover more queries.
  const seeds = [1, Math.floor(Date.now() / 1000)]
  test.each(seeds)('of 1,000 queries of seed %i is read back as the same query', (seed) => {
    let done = 0
    for (const one of randomQueries(scope.model, scope.facts, seed)) {
      const phrase = canonical(scope.model, one)
      const { answer, refusal } = read(phrase)
      if (answer === null) throw new Error(`seed ${seed}: ${phrase}: ${refusal?.message ?? ''}`)
      if (asked(answer) !== asked(one)) expect([phrase, asked(answer)]).toEqual([phrase, asked(one)])
      done += 1
      if (done === 1_000) break
    }
    expect(done).toBe(1_000)
  })

  test('drops nothing silently: without any one of its tokens it means something else, or is refused', () => {
    const exempt: string[] = []
    let done = 0
    let removed = 0
    for (const one of randomQueries(scope.model, scope.facts, 7)) {
      const phrase = canonical(scope.model, one)
      const whole = read(phrase)
      for (const { start, end, text } of whole.tokens) {
        removed += 1
        const rest = phrase.slice(0, start) + phrase.slice(end)
        const { answer } = read(rest)
        if (answer === null || whole.answer === null || asked(answer) !== asked(whole.answer)) continue
        // The exceptions: a clause names the column again, and the name of a calculation does not change the meaning.
        const again = rest.split(text).some((after, at) => at > 0 && /^(?:$| )/.test(after))
        expect([phrase, text, again || text.startsWith('as "')]).toEqual([phrase, text, true])
        exempt.push(text)
      }
      done += 1
      if (done === 300) break
    }
    // Most tokens have no exception to hide behind.
    expect(exempt.length).toBeLessThan(removed / 10)
  })

  test('keeps the user’s name for a calculation', () => {
    const query = {
      measures: ['formula.mine'],
      formulas: [{ id: 'mine', label: 'Per "head"', expression: '[RWA value] / rwa.holders' }],
    }
    const phrase = canonical(scope.model, { query, chart: { type: 'auto' } })
    expect(phrase).toBe('([RWA value] / [Holders]) as "Per ""head"""')
    expect(read(phrase).answer?.query.formulas?.[0]).toMatchObject({
      label: 'Per "head"',
      expression: 'rwa.value / rwa.holders',
    })
  })
})

test.each([
  ['[Sup', ['[Supply]', '[Supply APY]', '[Supplied]']],
  ['[Supply] [Cha', ['[Chain]']],
  ['[Supply] [Chain] [Cha', []],
  ['[Supply] [Chain].Tr', ['[Chain].Tron']],
  ["[Supply] [Chain].'BNB", ["[Chain].'BNB Chain'"]],
  ['[Supply] [Date].mon', ['[Date].monthly']],
  ["[Supply] [Date].'this", ["[Date].'this month'", "[Date].'this year'"]],
  ['[Supply] ', []],
  ['supply by ch', null],
] as const)('%s is completed by %j', (phrase, expected) => {
  const list = tokenCompletions(scope, { phrase, caret: phrase.length, limit: 3 })
  if (expected === null) return expect(list).toBeNull()
  const offered = list?.map(({ insert }) => insert) ?? []
  expect(offered).toEqual(expect.arrayContaining([...expected]))
  if (expected.length === 0) expect(offered).toEqual([])
  // An accepted completion is readable together with the text before it.
  for (const { insert, start, end } of list ?? [])
    expect(read(`[Supply] ${phrase.slice(0, start)}${insert}${phrase.slice(end)}`).notUnderstood).toEqual([])
})

test('no field has the name of a time token, so that those are unambiguous', () => {
  const labels = scope.model.sources.flatMap(({ measures, attributes }) =>
    [...Object.values(measures), ...Object.values(attributes)].map(({ label }) => label),
  )
  expect(labels).not.toContain(dateLabel)
  expect(labels.filter((label) => /[[\]]|::/.test(label))).toEqual([])
})

test('no source file of the reader names a field of the data', () => {
  const fields = scope.model.sources.flatMap(({ id, measures, attributes }) =>
    [...Object.keys(measures), ...Object.keys(attributes)].map((field) => `${id}.${field}`),
  )
  const named = new RegExp(String.raw`['"\`(\s](${fields.join('|')})\b`)
  expect(named.exec("id === 'price.close'")?.[1]).toBe('price.close')
  const folder = 'local/bi-host/questions'
  const found = readdirSync(folder).flatMap((file) => {
    // Comments may contain examples.
    const code = readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    return named.exec(code)?.[1] ?? []
  })
  expect(found).toEqual([])
})

test('2,000 random phrases are read without an exception, each word in one token', () => {
  const random = randomOf(11)
  const pieces =
    '[Supply] [Chain] [Chain].Tron [Date].daily [Nothing] [ ] ( ) ([Supply] top 10 5 > != = between and or contains growth of 30-day volatility sorted by descending as bars "x" \'y\' vs previous period rows \ud800 \u0000 __proto__ [__proto__] [constructor].x , 1e999 [Date] 2026-01-01'.split(
      ' ',
    )
  for (let done = 0; done < 2_000; done += 1) {
    const phrase = Array.from(
      { length: 1 + Math.floor(random() * 9) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join(' ')
    const reading = read(phrase)
    let end = 0
    for (const token of reading.tokens) {
      expect(token.start).toBeGreaterThanOrEqual(end)
      expect(phrase.slice(token.start, token.end)).toBe(token.text)
      end = token.end
    }
    expect(reading.answer === null).toBe(reading.refusal !== null)
  }
})

test('a model of another domain is read by its labels alone', () => {
  const bakery: Source = {
    id: 'sales',
    label: 'Sales',
    description: 'One day, shop and cake.',
    ...daily('t'),
    measures: {
      sold: {
        ...additive('n'),
        label: 'Cakes sold',
        format: { kind: 'number' },
        unit: 'Cakes',
        definition: '',
      },
      stock: {
        ...semiAdditive('s'),
        label: 'Stock',
        format: { kind: 'number' },
        unit: 'Cakes',
        definition: '',
      },
    },
    attributes: {
      shop: { label: 'Shop', sql: 'shop', concept: 'shop' },
      cake: { label: 'Cake', sql: 'cake', concept: 'cake' },
    },
  }
  const toy: TokenScope = {
    model: createModel([bakery]),
    sources: [bakery],
    asOf: '2026-11-20',
    facts: () => ({
      firstDay: '2026-01-01',
      lastDay: '2026-11-20',
      values: { shop: ['Old town', 'Harbor'], cake: ['Sacher'] },
    }),
  }
  const phrase = "top 3 [Cake] [Cakes sold] [Shop].'Old town' [Stock] < 5 [Date].'this year'"
  const { answer } = readTokens(toy, phrase)
  expect(answer && notation(answer)).toBe(
    'sales.sold; by cake; current year; where shop in Old town; where stock lt 5; top 3 cake by sales.sold',
  )
  expect(answer && canonical(toy.model, answer)).toBe(phrase)
})

test.each([
  ['[Supply] by chain', true],
  ['supply by chain', false],
  ['([Supply] / 2) by issuer', false],
  ['([Supply] / 2) as "Half" by month', true],
  ['supply [', false],
])('%s: in token language is %j', (phrase, is) => {
  expect(isTokenPhrase(phrase)).toBe(is)
})
