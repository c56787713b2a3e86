import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { CompleteReply, Reading, AnswerTable } from '../../../../local/bi-host/wire/answers'
import { ana, runningHost, type RunningHost } from '../server/running-host'
import { noted } from './reading-text'
import { contributions, whenOfWhy } from '../../../../local/bi-host/questions/why'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

async function read(phrase: string, more: object = {}): Promise<Reading> {
  return (await host.ask('/prism/?op=ReadQuestion', { as: ana, body: { phrase, ...more } })).json as Reading
}

const labels = ({ chips }: Pick<Reading, 'chips'>): readonly string[] => chips.map(({ label }) => label)

describe('a question with an unknown word', () => {
  test.each([
    ['open interest of BTC by exchange in Atlantis', 'open interest of BTC by exchange'],
    ['supply by country and chain', 'supply by chain'],
    ['supply by chain and country', 'supply by chain'],
    ['supply by chain, blurbs, last 90 days', 'supply by chain, last 90 days'],
    ['[Supply] [Chain] [Wobble]', '[Supply] [Chain]'],
  ])('“%s” is not answered until it is removed: “%s”', async (phrase, rest) => {
    const reading = await read(phrase)
    expect(reading.answer).toBeNull()
    const settled = await read(rest)
    expect(settled.answer).not.toBeNull()
    expect(labels(reading)).toEqual(labels(settled))
    expect(reading.refusal?.suggestions[0]).toBe(rest)
    expect(reading.notUnderstood.map(({ without }) => without)).toEqual([rest])
  })

  test('is resolved word by word if there are several', async () => {
    const reading = await read('supply by chain in Atlantis since wobble')
    expect(reading.answer).toBeNull()
    const [first] = reading.notUnderstood
    const next = await read(first?.without ?? '')
    expect(next.notUnderstood).toHaveLength(reading.notUnderstood.length - 1)
  })

  test('offers the nearest word, with which the question is answered', async () => {
    const phrase = 'stablecoin supply on Trron and Bas'
    const { notUnderstood, tokens } = await read(phrase)
    for (const { text, start, end, suggestions } of notUnderstood) {
      expect(suggestions.length, text).toBeGreaterThan(0)
      const settled = await read(`${phrase.slice(0, start)}${suggestions[0] ?? ''}${phrase.slice(end)}`)
      expect(settled.notUnderstood.length).toBeLessThan(notUnderstood.length)
    }
    expect(tokens.filter(({ state }) => state === 'unknown')).toHaveLength(notUnderstood.length)
  })

  test.each(['price of gold', 'compare BTC, ETH and gold returns'])(
    'lists names that match the word but do not fit the question, and suggests none of them: “%s”',
    async (phrase) => {
      const { notUnderstood, answer } = await read(phrase)
      expect(answer).toBeNull()
      const unfit = ['PAXG', 'XAUT']
      expect(notUnderstood).toEqual([expect.objectContaining({ text: 'gold', suggestions: [], unfit })])
      for (const near of unfit) expect((await read(phrase.replace('gold', near))).answer, near).toBeNull()
    },
  )

  test('after an answer keeps the previous question to build on', async () => {
    const { answer } = await read('stablecoin supply by chain last 90 days')
    const reading = await read('only USDT in Atlantis', { previous: answer })
    expect(reading.answer).toBeNull()
    const settled = await read(reading.refusal?.suggestions[0] ?? '', { previous: answer })
    expect(noted(settled.answer)).toContain('where token in USDT')
    expect(labels(reading)).toEqual(labels(settled))
  })

  test('without any other word is refused as before', async () => {
    const reading = await read('weather in paris')
    expect(reading).toMatchObject({ answer: null, chips: [] })
    expect(reading.notUnderstood.map(({ text }) => text)).toContain('weather')
  })
})

describe('a completion', () => {
  const offered = async (phrase: string, caret = phrase.length): Promise<readonly string[]> => {
    const body = { phrase, caret, limit: 30, worksheetId: liveboards.stablecoins.worksheetId }
    const reply = await host.ask('/prism/?op=CompleteQuestion', { as: ana, body })
    return (reply.json as CompleteReply).completions.map(({ label }) => label)
  }

  test.each([
    ['', 'Supply', 'supply by '],
    ['supply by ', 'Chain', 'supply by chain and '],
    ['supply of ', 'USDT', 'supply of USDT and '],
    ['supply ', 'last 90 days', 'supply last 90 days '],
  ])('of “%s” offers %s, and of “%s” not again', async (before, label, after) => {
    const word = label.slice(0, 3)
    expect(await offered(`${before}${word}`)).toContain(label)
    expect(await offered(`${after}${word}`)).not.toContain(label)
  })

  test('of a word in the middle considers the words after it', async () => {
    expect(await offered('US supply of USDT', 2)).not.toContain('USDT')
    expect(await offered('US supply of USDT', 2)).toContain('USDC')
  })

  test('of a token offers no column that is already there', async () => {
    expect(await offered('[Supply] [Ch')).toContain('Chain')
    expect(await offered('[Supply] [Chain] [Ch')).not.toContain('Chain')
  })
})

const rising: AnswerTable = {
  columns: [
    { id: 'etf.fund', label: 'Fund', role: 'attribute' },
    { id: 'etf.net_flow', label: 'Net flow', role: 'measure', format: { kind: 'usd' } },
    { id: 'etf.net_flow:prior', label: 'Period before', role: 'prior', format: { kind: 'usd' } },
  ],
  cells: [['One'], [30], [10]],
  rows: 1,
  truncated: false,
}

const periods = ['from 9 to 15 Nov 2026', 'from 2 to 8 Nov 2026'] as const
const words = (asked: string): string => contributions(rising, periods, { label: 'Net flow was', asked })

test.each([
  'why did etf flow fall',
  'why has it halved',
  'what made the inflows sink',
  'why the outflows',
  'why is it plunging',
])('%s assumes a fall', (asked) => {
  expect(words(asked)).toMatch(/^It went up, not down\. Net flow was /)
})

test.each([
  'why did etf flow double',
  'why is it surging',
  'why the inflow',
  'why the change',
  'why did outflows fall',
  'why did it rise after the drop',
])('%s does not assume a fall', (asked) => {
  expect(words(asked)).toMatch(/^Net flow was /)
})

test('a change names both periods, and one of rates, which have no sum, is in points', () => {
  expect(words('why the change')).toBe(
    'Net flow was $30 from 9 to 15 Nov 2026 against $10 from 2 to 8 Nov 2026, +$20 in all. Largest changes: One +$20.',
  )
  const percent = { kind: 'percent' } as const
  const rates = { ...rising, columns: rising.columns.map((column) => ({ ...column, format: percent })) }
  expect(contributions(rates, periods, { addsUp: false })).toBe(
    'Most changed, 9 to 15 Nov 2026 against 2 to 8 Nov 2026: One +20.0 pp.',
  )
})

test.each([
  ['why is bitcoin price crashing', 'bitcoin price'],
  ['why has btc sunk since may', 'btc since may'],
  ['why is open interest surging', 'open interest'],
  ['why did it go sharply lower last week?', 'last week'],
  ['why is volume spiking in 2025', 'volume in 2025'],
])('%s is about %s', (asked, about) => {
  expect(whenOfWhy(asked)).toBe(about)
})
