import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { CompleteReply, Reading } from '../../../../local/bi-host/wire/answers'
import { ana, runningHost, type RunningHost } from '../server/running-host'
import { noted } from './reading-text'

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

describe('a question with a word that is not understood', () => {
  test.each([
    ['open interest of BTC by exchange in Atlantis', 'open interest of BTC by exchange'],
    ['supply by country and chain', 'supply by chain'],
    ['supply by chain and country', 'supply by chain'],
    ['supply by chain, blurbs, last 90 days', 'supply by chain, last 90 days'],
    ['[Supply] [Chain] [Wobble]', '[Supply] [Chain]'],
  ])('“%s” is not answered before it is left out: “%s”', async (phrase, rest) => {
    const reading = await read(phrase)
    expect(reading.answer).toBeNull()
    const settled = await read(rest)
    expect(settled.answer).not.toBeNull()
    expect(labels(reading)).toEqual(labels(settled))
    expect(reading.refusal?.suggestions[0]).toBe(rest)
    expect(reading.notUnderstood.map(({ without }) => without)).toEqual([rest])
  })

  test('is settled word by word where there are several', async () => {
    const reading = await read('supply by chain in Atlantis since wobble')
    expect(reading.answer).toBeNull()
    const [first] = reading.notUnderstood
    const next = await read(first?.without ?? '')
    expect(next.notUnderstood).toHaveLength(reading.notUnderstood.length - 1)
  })

  test('has its nearest, and with it the question is answered', async () => {
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
    'has what is called so among other words for its nearest, and offers none that has nothing of what is asked: “%s”',
    async (phrase) => {
      const { notUnderstood, answer } = await read(phrase)
      expect(answer).toBeNull()
      const unfit = ['PAXG', 'XAUT']
      expect(notUnderstood).toEqual([expect.objectContaining({ text: 'gold', suggestions: [], unfit })])
      for (const near of unfit) expect((await read(phrase.replace('gold', near))).answer, near).toBeNull()
    },
  )

  test('on top of an answer leaves what was asked before to be gone on from', async () => {
    const { answer } = await read('stablecoin supply by chain last 90 days')
    const reading = await read('only USDT in Atlantis', { previous: answer })
    expect(reading.answer).toBeNull()
    const settled = await read(reading.refusal?.suggestions[0] ?? '', { previous: answer })
    expect(noted(settled.answer)).toContain('where token in USDT')
    expect(labels(reading)).toEqual(labels(settled))
  })

  test('that says nothing else is refused as it was', async () => {
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
  ])('of “%s” may be %s, of “%s” not again', async (before, label, after) => {
    const word = label.slice(0, 3)
    expect(await offered(`${before}${word}`)).toContain(label)
    expect(await offered(`${after}${word}`)).not.toContain(label)
  })

  test('of a word in the middle sees what stands behind it', async () => {
    expect(await offered('US supply of USDT', 2)).not.toContain('USDT')
    expect(await offered('US supply of USDT', 2)).toContain('USDC')
  })

  test('of a token is no column that is there already', async () => {
    expect(await offered('[Supply] [Ch')).toContain('Chain')
    expect(await offered('[Supply] [Chain] [Ch')).not.toContain('Chain')
  })
})
