import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Suggestion } from '../../../../local/bi-host/wire/answering'
import { modelAnswers } from '../../../../local/bi-host/assistant/model-answers'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../warehouse/open-warehouse'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
})
afterAll(() => warehouse.close())

/** Asks the questions about a board in sequence, and returns the result of the last one. */
async function asked(board: keyof typeof liveboards, ...questions: readonly string[]) {
  const question = questions.at(-1) ?? ''
  const { worksheetId, title } = liveboards[board]
  const context = {
    conversationId: 'c',
    worksheet: { id: worksheetId, name: title },
    asked: questions.slice(0, -1),
    person: 'somebody',
    signal: new AbortController().signal,
  }
  const { answer, draw } = modelAnswers(warehouse)
  const answered = await answer(question, context)
  return {
    text: 'failure' in answered ? answered.failure.errTxt : answered.suggestion.description,
    suggestion: 'failure' in answered ? null : answered.suggestion,
    next: async () => (await draw(question, context))?.followUps ?? [],
  }
}

const column = (suggestion: Suggestion | null, id: string) =>
  suggestion?.tableData.columnDataLite.find(({ columnId }) => columnId.endsWith(id))?.dataValue ?? []

describe('the sentence of an answer', () => {
  test('names the measure with its unit and its day', async () => {
    const { text } = await asked('home', 'what is the price of ether')
    expect(text).toMatch(/^Price of ETH was \$[\d,]+ on \d+ \w+ \d{4}\.$/)
  })

  test('states every requested measure, and how they compare', async () => {
    const { text } = await asked(
      'home',
      'What is BTC funding right now and how does it compare with its one-year average?',
    )
    expect(text).toMatch(/^Funding of BTC was [\d.]+% on .+; its 365-day mean was [\d.]+%/)
    expect(text).toMatch(/Funding of BTC is above its 365-day mean by [\d.]+ pp\.$/)
    const share = await asked(
      'home',
      'Which exchange has the most BTC open interest and how did its share change this month?',
    )
    expect(share.text).toMatch(/^Binance has the most open interest\. /)
    expect(share.text).toMatch(/; its share was [\d.]+%, (?:up|down) [\d.]+ pp from [\d.]+%\.$/)
  })

  test('amounts that look alike count as unchanged only if they are equal', async () => {
    const { text, suggestion } = await asked('stablecoins', 'supply on Ethereum last 90 days')
    const supply = column(suggestion, 'supply').filter((value) => typeof value === 'number')
    const [first = 0, last = 0] = [supply[0], supply.at(-1)]
    expect(first).not.toBe(last)
    expect(text).toContain(`up ${((last / first - 1) * 100).toFixed(1)}% from $183B`)
  })

  test('a change of a yield is in basis points, in the words and in the table, as on every dashboard', async () => {
    const { text } = await asked('lending', 'how did the borrow APY change this month?')
    const [, last = '', size = '', first = ''] =
      /^Borrow APY was ([\d.]+)% on .+, (?:up|down) (\d+) bp from ([\d.]+)% on /.exec(text) ?? []
    expect(Number(size)).toBeGreaterThan(0)
    expect(Math.abs(100 * Math.abs(Number(last) - Number(first)) - Number(size))).toBeLessThan(2)
    const { suggestion } = await asked('lending', 'borrow APY by protocol this month against last month')
    const [now, prior, change] = ['.borrow_apy', ':prior', ':change'].map((id) =>
      Number(column(suggestion, id)[0]),
    )
    expect(change).toBeCloseTo(100 * ((now ?? Number.NaN) - (prior ?? Number.NaN)), 6)
  })

  test('an average of a rate is called an average', async () => {
    const { text } = await asked('home', 'average BTC funding over the last year')
    expect(text).toMatch(/^Funding of BTC averaged [\d.]+% from \d+ \w+ \d{4} to /)
    // For a measure that is read at the end of a period, the average is the mean of its days.
    const price = await asked('bitcoin', 'average price last month')
    const values = column(price.suggestion, '.close').map(Number)
    const mean = Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
    expect(price.text).toContain(
      `Price of BTC: $${mean.toLocaleString('en-US')} on average of the 31 days, 1 to 31 Oct 2026.`,
    )
    const split = await asked('home', 'average price by asset last month')
    expect(split.text).toMatch(/^“Average” is left out/)
  })

  test('two periods both have their figure and dates, and a change across zero has no percentage', async () => {
    const { text, suggestion } = await asked(
      'home',
      'How much money went into spot ETH ETFs last week vs the week before?',
    )
    expect(text).toMatch(
      /^ETF net flow of ETH was \u2212\$[\d.]+M from 9 to 15 Nov 2026, against \+\$[\d.]+M \(2 to 8 Nov 2026\)\.$/,
    )
    expect(column(suggestion, ':change')).toEqual([null])
  })

  test('names are grouped by sign, with the noun of the question', async () => {
    const { text, suggestion } = await asked(
      'home',
      'How much money went into spot ETH ETFs last week vs the week before?',
      'by issuer',
    )
    expect(text).toMatch(
      /^All \d issuers had an outflow .+: the largest BlackRock, .+; the smallest Bitwise,/,
    )
    // An issuer without a flow is not named as the smallest.
    const some = await asked('home', 'net flow by issuer last week vs the week before')
    expect(some.text).toMatch(
      /^9 of 10 issuers had an outflow .+: the largest BlackRock, .+; the smallest Invesco, \u2212\$[\d.]+M; the rest had none\./,
    )
    const under = await asked('home', 'etfs trading below their nav')
    expect(under.text).toMatch(
      /^\d+ ETFs with .+ Premium to NAV was below zero for all \d+ ETFs on .+: the lowest \w+, \u2212.+; the highest \w+, \u2212[\d.]+ bp\.$/,
    )
    expect(suggestion?.title).toBe('ETF net flow by issuer, ETH')
    expect(suggestion?.tokens).toContain('by Issuer')
    expect(suggestion?.tableData.columnDataLite[0]?.columnName).toBe('Issuer')
    const narrowed = await asked('etf', 'net flow by issuer last week', 'only BTC')
    expect(narrowed.suggestion?.title).toContain('by issuer')
    const theirs = await asked('etf', 'net flow by sponsor last week')
    expect(theirs.suggestion?.title).toContain('by sponsor')
  })

  test('a flow over time is stated as a total, and a running interval is marked as such', async () => {
    const { text, suggestion } = await asked('etf', 'net flow by week this year')
    const total = column(suggestion, '.net_flow').reduce<number>((sum, value) => sum + Number(value), 0)
    expect(text).toContain(`${total < 0 ? '\u2212' : '+'}$`)
    expect(text).toMatch(
      / in all from 29 Dec 2025 to 20 Nov 2026, the latest .+ in the week of 16 Nov 2026 so far\.$/,
    )
  })

  test('“how many” counts days, and names without “Other”', async () => {
    const days = await asked('home', 'which days in the last year had funding below zero for ETH', 'how many')
    const count = column(days.suggestion, 'date').length
    expect(days.text).toMatch(new RegExp(`^${count} days with funding under 0\\.0% between `))
    const names = await asked('home', 'how many stablecoins have a supply over 1bn')
    const listed = column(names.suggestion, '.token').filter((name) => name !== 'Other')
    expect(names.text).toMatch(new RegExp(`^${listed.length} stablecoins with supply over `))
    // A count is itself the answer.
    expect((await asked('home', 'how many ETFs are there')).text).toMatch(/^Funds were \d+ /)
    const none = await asked('home', 'ETF net flow last week', 'how many')
    expect(none.text).toMatch(/^“How many” is left out/)
  })

  test('the wording depends on the kind, the position and the day', async () => {
    const share = await asked('spotAnalytics', 'BTC spot volume by exchange', 'share by month past year')
    expect(share.text).toMatch(
      /^Share of spot volume of BTC in Nov 2026 so far against Nov 2025: Binance has the highest/,
    )
    const expiry = await asked('derivatives', 'BTC options open interest by expiry')
    expect(expiry.text).toMatch(/: \d+ \w+ \d{4} has the most, \$/)
    const side = await asked('home', 'liquidations by side', 'biggest day this year')
    expect(side.text).toMatch(/^Long exchange liquidations were highest on \d+ \w+ 2026, \$/)
    const pairs = await asked('stablecoins', 'supply by chain and stablecoin')
    expect(pairs.text).toMatch(/: Ethereum · USDT has the most, /)
    const none = await asked('home', 'which stablecoins have a supply over 900bn')
    expect(none.text).toBe('None: no stablecoin with supply over $900B.')
  })

  test('a “why” that assumes the wrong direction is corrected', async () => {
    const before = 'net issuance by stablecoin last 30 days'
    const { text } = await asked('stablecoins', before, 'why did it fall')
    expect(text).toMatch(/^It went up, not down\. Net issuance was /)
    expect((await asked('stablecoins', before, 'why did it rise')).text).toMatch(/^Net issuance was /)
    const price = await asked('home', 'why did ETH fall last week')
    expect(price.text).toMatch(
      /^Price of ETH was \$[\d,]+ on 15 Nov 2026, down [\d.]+% from \$[\d,]+ on 8 Nov 2026\.$/,
    )
  })
})

describe('what is not understood', () => {
  test('is not answered in part until it is removed', async () => {
    const question = 'correlation of BTC and ETH price last 90 days'
    const { text, suggestion } = await asked('home', question)
    expect(suggestion).toBeNull()
    expect(text).toMatch(/^We don’t have data on “correlation”\. .*Try: “BTC and ETH price last 90 days”/)
    const settled = await asked('home', question, 'BTC and ETH price last 90 days')
    expect(settled.text).toMatch(/^Price on .+: BTC \$.+; ETH \$/)
  })

  test('a forecast is refused, with existing data offered instead', async () => {
    const { text } = await asked('home', 'Will BTC be higher in a month?')
    expect(text).toMatch(
      /^There are no forecasts here: the data ends on 20 Nov 2026\. What there is: “BTC price/,
    )
    expect(text).toContain('implied volatility')
    for (const [, question = ''] of text.matchAll(/“([^”]+)”/g))
      expect((await asked('home', question)).suggestion?.llmReasoning.clarifications).toBe('')
  })

  test('only words that name something in the data are offered', async () => {
    const { text } = await asked('home', 'what is the weathr in Thann')
    expect(text).not.toMatch(/“(?:thank|thanks|that|than|well|with)”/)
  })

  test('a word that is known is not called unknown', async () => {
    const { text } = await asked('home', 'biggest stablecoin outflow day this year')
    expect(text).toMatch(/^Net issuance was lowest on \d+ \w+ 2026, \u2212\$[\d.]+M\.$/)
    const refused = await asked('home', 'stablecoin funding yesterday')
    expect(refused.text).not.toMatch(/don’t have data on .?"?“?stablecoin/)
  })

  test('“higher than” is answered with both', async () => {
    const { text } = await asked('futures', 'Is the basis on BTC quarterly futures higher than funding?')
    expect(text).toMatch(
      /^Quarterly basis of BTC was [\d.]+% .+; funding was [\d.]+% .+ (?:above|below) .+ by [\d.]+ pp\.$/,
    )
  })
})

describe('the suggested next questions', () => {
  test('ask about the largest, and repeat nothing on screen', async () => {
    const chains = await asked('home', 'stablecoin supply by chain, last 90 days, stacked area')
    expect(await chains.next()).toContain('only Ethereum')
    const compared = await asked('home', 'ETF net flow last week vs the week before')
    expect(await compared.next()).not.toContain('compared with the previous period')
  })

  test('a complete question does not build on earlier ones', async () => {
    const { suggestion } = await asked(
      'home',
      'BTC funding last 90 days',
      'and ETH?',
      'Which exchange has the most BTC open interest and how did its share change this month?',
    )
    expect(suggestion?.llmReasoning.interpretation).not.toContain('Follow-up to')
  })
})
