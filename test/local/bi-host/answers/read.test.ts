import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answer, Reading } from '../../../../local/bi-host/wire/answers'
import { examplesFor } from '../../../../local/bi-host/questions/chips'
import { canonical } from '../../../../local/bi-host/questions/canonical'
import { phraseOf } from '../../../../local/bi-host/questions/phrase'
import { completions } from '../../../../local/bi-host/answers/read/complete'
import type { Reader } from '../../../../local/bi-host/answers/read/reader'
import { readerFor } from '../../../../local/bi-host/answers/read/readers'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../warehouse/open-warehouse'
import { regressionQuestions, notation } from '../questions/reading-text'

vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
let reader: Reader
beforeAll(async () => {
  warehouse = await sampleWarehouse()
  reader = readerFor(warehouse, warehouse.model.sources)
}, 120_000)
afterAll(() => warehouse.close())

const read = (phrase: string, previous?: Answer): Reading =>
  reader.read({ phrase, ...(previous ? { previous } : {}) })
const noted = (reading: Reading): string => (reading.answer ? notation(reading.answer) : 'refuse')

test('every example question is fully understood', () => {
  const offered = examplesFor(warehouse.model.sources)
  expect(offered.length).toBeGreaterThan(20)
  for (const question of offered) {
    const { answer, notUnderstood } = read(question)
    expect([question, answer !== null, notUnderstood]).toEqual([question, true, []])
  }
})

describe('a calculation in a question', () => {
  test('names its measures by label or by id', async () => {
    const { answer } = read('([RWA value] / 2) by issuer')
    expect(answer && notation(answer)).toBe('rwa.value / 2; by issuer')
    const byHand: Answer = {
      version: 2,
      title: 'By hand',
      query: {
        measures: ['formula.mine'],
        formulas: [{ id: 'mine', label: 'Mine', expression: 'moving_average([RWA value], 4)' }],
        grain: 'week',
      },
      chart: { type: 'auto' },
    }
    expect(await runAnswer(warehouse, byHand, { reader })).toMatchObject({ kind: 'result' })
    const monthly = read('by month instead', byHand)
    expect(monthly.answer && notation(monthly.answer)).toBe('moving_average(rwa.value, 4); month')
    const [formula] = byHand.query.formulas ?? []
    const broken = {
      ...byHand.query,
      formulas: [{ ...formula, id: 'mine', label: 'Mine', expression: '[Nothing]' }],
    }
    expect(read('rwa value by issuer', { ...byHand, query: broken }).answer).not.toBeNull()
  })

  test.each(['([Nothing] + 1)', '(nowhere.at_all + 1) by chain', '([RWA value] +)', '([', 'supply of ([])'])(
    'reports that %s is not understood',
    (question) => {
      const { notUnderstood, refusal } = read(question)
      expect(notUnderstood.length + (refusal === null ? 0 : 1)).toBeGreaterThan(0)
    },
  )
})

describe('an honest reading', () => {
  test('names an unknown word with similar ones, and never drops it silently', () => {
    expect(read('supply by country').notUnderstood).toMatchObject([{ text: 'country', start: 10, end: 17 }])
    const { notUnderstood, refusal } = read('supply by country')
    expect([notUnderstood.map(({ text }) => text), refusal?.message]).toEqual([['country'], null])
    const partly = read('open interest of BTC by exchange in Atlantis')
    expect(partly.notUnderstood.map(({ text }) => text)).toEqual(['Atlantis'])
    expect(partly.tokens.at(-1)).toMatchObject({
      text: 'Atlantis',
      state: 'unknown',
      kind: 'other',
      typeEnum: 'UNRECOGNIZED',
    })
    expect(read('suply').tokens[0]?.state).toBe('corrected')
  })

  test('states what it assumed, and marks its chip', () => {
    const reading = read('implied volatility of btc')
    expect(reading.assumptions).toContain('Tenor of 30 days.')
    expect(reading.chips.filter(({ assumed }) => assumed).map(({ label }) => label)).toEqual(['Tenor: 30'])
    for (const [question, assumptions] of [
      ['average price of btc in october 2026', ['Price is not averaged: read at the end of the period.']],
      ['average price of btc by day', []],
      ['average funding of btc in october 2026', []],
      ['average volume of btc in october 2026', ['Volume is not averaged: added up over the period.']],
      [
        'average supply and net issuance last 30 days',
        [
          'Supply is not averaged: read at the end of the period.',
          'Net issuance is not averaged: added up over the period.',
        ],
      ],
    ] as const)
      expect(read(question).assumptions, question).toEqual(assumptions)
    expect(read('eth').assumptions).toContain('No measure was named: Price was taken.')
  })

  test('offers the meanings of an ambiguous word, and keeps the choice', () => {
    const [ambiguity] = read('premium').ambiguities
    expect(ambiguity?.choices.map(({ id }) => id)).toEqual([
      'etf.premium',
      'futures_term.premium',
      'options.premium',
    ])
    const chosen = reader.read({ phrase: 'premium', choices: { premium: 'options.premium' } })
    expect(chosen.answer?.query.measures).toEqual(['options.premium'])
  })

  test('refuses a measure that does not fit its attribute, and explains it', () => {
    expect(read('volume by chain').answer).toBeNull()
    // The refusal suggests the interval at which the data is stored, and the reader reads that suggestion.
    const fine = read('volume by exchange by hour, last month').refusal
    expect(fine?.message).toBe('Trading by venue is kept by day, not by hour.')
    expect(fine?.suggestions[0]).toBe('volume by exchange, previous month, daily')
    expect(read(fine?.suggestions[0] ?? '').refusal).toBeNull()
    expect(read('').refusal?.message).toContain('Ask for a measure')
  })
})

describe('dates', () => {
  test.each([
    ['between 10 March 2026 and 5 March 2026', 'between 2026-03-05 2026-03-10'],
    ['from 2026-03-10 to 2026-03-05', 'between 2026-03-05 2026-03-10'],
    ['from March last year to February last year', 'between 2025-02-01 2025-03-31'],
    ['from January to March 2024', 'between 2024-01-01 2024-03-31'],
    ['November to March', 'between 2025-11-01 2026-03-31'],
    ['April 2026 to March', 'between 2026-04-01 2027-03-31'],
    ['between Q2 2026 and Q1', 'between 2026-04-01 2027-03-31'],
    ['from 20 April 2026 to 5 April', 'between 2026-04-20 2027-04-05'],
    ['from May this year to March', 'between 2026-05-01 2027-03-31'],
    ['from May 2026 to March this year', 'between 2026-03-01 2026-05-31'],
    ['from May 2026 to March 2026', 'between 2026-03-01 2026-05-31'],
    ['between 10 March and 5 March', 'between 2025-03-10 2026-03-05'],
    ['from 1 to 15 May 2025', 'between 2025-05-01 2025-05-15'],
    ['since 10 March 2026', 'since 2026-03-10'],
    ['from 12.05.2026 to 13.5.2026', 'between 2026-05-12 2026-05-13'],
    ['on 13.05.2026', 'between 2026-05-13 2026-05-13'],
  ])('%s', (dates, expected) => {
    const reading = read(`bitcoin price ${dates}`)
    expect(noted(reading).split('; ')).toContain(expected)
    expect(reading.notUnderstood).toEqual([])
  })
})

test('digits of any script are read in place, and a fraction is never dropped silently', () => {
  for (const [phrase, expected] of [
    ['bitcoin price last ３０ days', 'last 30 day'],
    ['bitcoin price last ٣٠ days', 'last 30 day'],
    ['bitcoin price last ३० days', 'last 30 day'],
    ['ＢＴＣ price, last 9０ days', 'last 90 day'],
    ['bitcoin price in ２０２５', 'between 2025-01-01 2025-12-31'],
    ['bitcoin price since ۲۰۲۶-۰۱-۰۱', 'since 2026-01-01'],
    ['top ５ chains by supply', 'top 5 chain by stable_supply.supply'],
  ] as const) {
    const reading = read(phrase)
    expect(noted(reading).split('; ')).toContain(expected)
    expect([phrase, reading.notUnderstood]).toEqual([reading.phrase, []])
    expect(reading.tokens.every(({ text }) => phrase.includes(text))).toBe(true)
  }
  const half = read('bitcoin price last ½ year').notUnderstood.map(({ text }) => text)
  expect(half).toContain('½')
  expect(read('bitcoin price last 1½ years').notUnderstood.map(({ text }) => text)).toContain('½')
})

test('tokens have the kinds and attributes that the specification gives colors', () => {
  const kinds = read(
    'top 10 exchanges by volume of BTC, last 30 days, weekly, over 1bn, 7-day moving average',
  ).tokens.map(({ text, kind, typeEnum }) => [text, kind, typeEnum])
  expect(kinds).toEqual([
    ['top 10', 'set', 'SET'],
    ['exchanges', 'attribute', 'ATTRIBUTE'],
    ['by', 'other', 'KEYWORD'],
    ['volume', 'measure', 'MEASURE'],
    ['of', 'other', 'KEYWORD'],
    ['BTC', 'attribute', 'ATTRIBUTE_VALUE'],
    ['last 30 days', 'date', 'DATE'],
    ['weekly', 'date', 'DATE_BUCKET'],
    ['over 1bn', 'parameter', 'PARAMETER'],
    ['7-day', 'parameter', 'PARAMETER'],
    ['moving average', 'formula', 'FORMULA'],
  ])
})

describe('a follow-up', () => {
  const first = (): Answer => {
    const { answer } = read('stablecoin supply by chain, last 90 days, stacked area')
    if (!answer) throw new Error('Not read.')
    return answer
  }
  test.each([
    ['only Ethereum', 'stable_supply.supply; day; last 90 day; where chain in Ethereum'],
    ['by month instead', 'stable_supply.supply; by chain; month; last 90 day; chart stacked-area'],
    ['as bars', 'stable_supply.supply; by chain; day; last 90 day; chart bars'],
    [
      'without Tron',
      'stable_supply.supply; by chain; day; last 90 day; where chain not-in Tron; chart stacked-area',
    ],
    ['by token', 'stable_supply.supply; by token; day; last 90 day; chart stacked-area'],
    ['this year', 'stable_supply.supply; by chain; day; current year; chart stacked-area'],
    [
      'just USDC and USDT',
      'stable_supply.supply; by chain; day; last 90 day; where token in USDC, USDT; chart stacked-area',
    ],
    ['net issuance instead', 'stable_supply.net_issuance; by chain; day; last 90 day; chart stacked-area'],
    [
      'also bridged in',
      'stable_supply.supply, stable_supply.bridged_in; by chain; day; last 90 day; chart stacked-area',
    ],
    [
      'top 5',
      'stable_supply.supply; by chain; day; last 90 day; top 5 chain by stable_supply.supply; chart stacked-area',
    ],
  ])('%s', (phrase, expected) => {
    const reading = read(phrase, first())
    expect(noted(reading)).toBe(expected)
    expect(reading.amended).toBe(true)
  })

  test.each([
    ['assets by fund', 'etf.aum; by fund; week; last 90 day'],
    ['assets instead', 'etf.aum; week; last 90 day'],
    ['and assets?', 'etf.net_flow, etf.aum; week; last 90 day'],
    ['which fund has the most assets', 'etf.aum; by fund; last 90 day; top 1 fund by etf.aum'],
  ])('%s, after flows of funds, is their size', (phrase, expected) => {
    const { answer } = read('etf net flow by week, last 90 days')
    const reading = read(phrase, answer ?? undefined)
    expect([noted(reading), reading.notUnderstood]).toEqual([expected, []])
  })

  test('follow-ups build on each other, and an unrelated question starts over', () => {
    const only = read('only Ethereum', first()).answer
    const also = read('also Base', only ?? undefined)
    expect(noted(also)).toContain('where chain in Base, Ethereum')
    const other = read('price of bitcoin', first())
    expect(noted(other)).toBe('price.close; where asset in BTC')
    expect(other.amended).toBe(false)
    expect(read('in Atlantis', first()).answer).toBeNull()
  })
})

test('an answer written as a phrase is read back as the same query, and is nearly always in plain words', () => {
  let plain = 0
  let all = 0
  for (const [question] of regressionQuestions) {
    const { answer } = read(question)
    if (!answer) continue
    const exact = canonical(warehouse.model, answer)
    const phrase = phraseOf(warehouse.model, answer, (text) => read(text).answer)
    all += 1
    if (phrase !== exact) plain += 1
    for (const text of new Set([exact, phrase])) {
      const again = read(text)
      expect(again.notUnderstood, text).toEqual([])
      expect(noted(again), text).toBe(notation(answer))
      expect(again.answer?.query.limit, text).toBe(answer.query.limit)
    }
  }
  expect(plain / all).toBeGreaterThan(0.85)
  const { answer } = read('BTC and ETH 30-day volatility against funding')
  if (!answer) throw new Error('Not read.')
  expect(phraseOf(warehouse.model, answer, (text) => read(text).answer)).toBe(
    '30-day volatility and funding by asset, BTC and ETH, daily',
  )
})

describe('completions', () => {
  const offered = (phrase: string): readonly string[] =>
    completions(reader, warehouse.model, { phrase, caret: phrase.length }).map(({ insert }) => insert)

  test('start with what the words so far suggest', () => {
    expect(offered('stablecoin su')[0]).toBe('Supply')
    expect(offered('supply by ch')[0]).toBe('Chain')
    expect(offered('supply of US').slice(0, 5).sort()).toEqual(['USD1', 'USDC', 'USDS', 'USDT', 'USDe'])
    expect(offered('open interest last 3')[0]).toBe('last 30 days')
    expect(offered('supply by chain as st').some((text) => text === 'as stacked area')).toBe(true)
    expect(offered('')).toHaveLength(8)
  })

  test('replace the words they complete, and result in a phrase that is understood', () => {
    const phrase = 'open interest last 3 by exchange'
    const [first] = completions(reader, warehouse.model, { phrase, caret: 20 })
    if (!first) throw new Error('Nothing was offered.')
    const done = phrase.slice(0, first.start) + first.insert + phrase.slice(first.end)
    expect(done).toBe('open interest last 30 days by exchange')
    expect(read(done).notUnderstood).toEqual([])
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    ...'supply volume price funding btc ethereum by chain exchange over 1bn last 90 days this quarter top 10 growth 30-day volatility against without except weekly as stacked area between and share of cumulative per ratio since May 2025 vs previous period sorted by descending ( ) / , " = < > ? % only instead add no all'.split(
      ' ',
    ),
  ),
  fc.constantFrom(
    "'; drop table f_price_daily; --',",
    '" or 1=1 --',
    '(price.close); select 1',
    '(growth(price.close, 99999999999))',
    '__proto__',
    'constructor.prototype',
    '${7*7}',
    '\u0000',
    '\ud800',
    '9'.repeat(400),
    'top 99999999999999999999',
    'last 999999 years',
    'since 9999-99-99',
    'price.__proto__',
  ),
  fc.string({ maxLength: 12 }),
)

test('any input is read without an exception: each word in one token, and every answer is valid or explains why not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 9 }), async (pieces) => {
      const phrase = pieces.join(' ')
      const reading = read(phrase)
      let end = 0
      for (const token of reading.tokens) {
        expect(token.start).toBeGreaterThanOrEqual(end)
        expect(reading.phrase.slice(token.start, token.end)).toBe(token.text)
        end = token.end
      }
      completions(reader, warehouse.model, { phrase, caret: phrase.length })
      if (reading.answer === null) {
        expect(reading.refusal).not.toBeNull()
        return
      }
      expect(reading.chips.length).toBeGreaterThan(0)
      const reply = await runAnswer(warehouse, reading.answer)
      if (reply.kind === 'problem') expect(reply.message).not.toMatch(/Binder|Parser|Catalog|Error:/)
      read('only ethereum by month', reading.answer)
    }),
    { numRuns: 60 },
  )
})
