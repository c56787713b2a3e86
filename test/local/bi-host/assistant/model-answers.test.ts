import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Suggestion } from '../../../../local/bi-host/wire/answering'
import { evidenceOf, workingsOf } from '../../../../src/core/research/evidence'
import { splitAtFigures } from '../../../../src/core/research/figures'
import { modelAnswers } from '../../../../local/bi-host/assistant/model-answers'
import type { Narrowing } from '../../../../local/bi-host/wire/answers'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../warehouse/open-warehouse'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
})
afterAll(() => warehouse.close())

const worksheet = { id: liveboards.stablecoins.worksheetId, name: liveboards.stablecoins.title }

/** Asks the questions in sequence in one conversation, and returns the last answer. */
async function converse(...questions: readonly string[]) {
  const question = questions.at(-1) ?? ''
  const context = {
    conversationId: 'c',
    worksheet,
    asked: questions.slice(0, -1),
    person: 'somebody',
    signal: new AbortController().signal,
  }
  const { answer, draw } = modelAnswers(warehouse)
  return { answered: await answer(question, context), drawn: await draw(question, context) }
}

/** The same on another board. */
const asked = (board: keyof typeof liveboards, ...questions: readonly string[]) =>
  askedUnder({}, board, ...questions)

/** The same under the page's filters, on a host that answered these questions without filters before. */
async function askedUnder(
  narrow: Narrowing,
  board: keyof typeof liveboards,
  ...questions: readonly string[]
) {
  const { title: name, worksheetId: id } = liveboards[board]
  const context = {
    conversationId: 'c',
    worksheet: { id, name },
    asked: questions.slice(0, -1),
    person: 'somebody',
    narrow,
    signal: new AbortController().signal,
  }
  const { answer, draw, understood } = modelAnswers(warehouse)
  await understood(questions.at(-1) ?? '', { ...context, narrow: {} })
  const question = questions.at(-1) ?? ''
  const reply = await answer(question, context)
  return {
    reply,
    drawn: await draw(question, context),
    query: (await understood(question, context)).answer?.query,
    names:
      'failure' in reply ? [] : (column(reply.suggestion, attributeOf(reply.suggestion))?.dataValue ?? []),
  }
}

const attributeOf = ({ tableData }: Suggestion): string =>
  tableData.columnDataLite.find(({ columnDataType }) => columnDataType === 'VARCHAR')?.columnId ?? 'none'

async function answered(...questions: readonly string[]): Promise<Suggestion> {
  const { answered: reply } = await converse(...questions)
  if ('failure' in reply) throw new Error(reply.failure.errTxt)
  return reply.suggestion
}

const column = ({ tableData }: Suggestion, id: string) =>
  tableData.columnDataLite.find(({ columnId }) => columnId.endsWith(id))

describe('a conversation about stablecoins', () => {
  test('is answered from the model, with its interpretation and every figure', async () => {
    const supply = await answered('supply by chain')
    expect(supply.tokens).toEqual(expect.arrayContaining(['Supply', 'by Chain']))
    // Each is a text, as in a recording of the vendor's reply.
    expect(Object.values(supply.llmReasoning).map((one) => typeof one)).toEqual(Array(3).fill('string'))
    expect(supply.llmReasoning.interpretation).toBe('Understood by fixed rules, without a language model.')
    expect(column(supply, '.chain')?.dataValue).toContain('Ethereum')
    expect(supply.description).toMatch(/^Supply on .+: Ethereum has the most, \$\d+B/)
    const smallest = await answered('bottom 3 chains by supply')
    const figures = (column(smallest, '.supply')?.dataValue ?? []).map(Number)
    const at = figures.indexOf(Math.min(...figures))
    expect(smallest.description).toContain(`${column(smallest, '.chain')?.dataValue[at]} has the least, `)
  })

  test('queries all data for what the board does not show, says so, and values coins in dollars', async () => {
    const worth = await answered('btc issuance in dollars last month')
    expect(worth.description).toContain('$')
    expect(worth.llmReasoning.assumptions).toContain(
      'This board does not show it: it was read over all data.',
    )
    const own = await answered('supply by chain')
    expect(own.llmReasoning.assumptions).not.toContain('over all data')
  })

  test('writes its calculations with the labels of their measures', async () => {
    const { formulaInfo } = await answered('which chain gained the most')
    expect(formulaInfo).toEqual([{ name: 'Change of Supply', expression: 'change([Supply])' }])
  })

  test('builds on the previous question', async () => {
    const only = await answered('supply by chain last 90 days', 'only Ethereum and Tron')
    const chains = new Set(column(only, '.chain')?.dataValue)
    expect(chains).toEqual(new Set(['Ethereum', 'Tron']))
    const monthly = await answered(
      'supply by chain last 90 days',
      'only Ethereum and Tron',
      'by month instead',
    )
    const days = new Set(column(monthly, 'date')?.dataValue)
    expect(days.size).toBeGreaterThanOrEqual(3)
    expect(days.size).toBeLessThanOrEqual(5)
  })

  test('answers “why” by contributors, and states that causes are not in the data', async () => {
    const why = await answered(
      'supply by chain last 90 days',
      'without Tron',
      'why did it fall on 12 November',
    )
    expect(why.title).toBe('Change of supply by chain')
    expect(column(why, '.chain')?.dataValue).not.toContain('Tron')
    expect(why.llmReasoning.assumptions).toMatch(/Causes are not in the data/)
    expect(why.description).toMatch(
      /^Supply was \$\d+B on 12 Nov 2026 against \$\d+B on 11 Nov 2026, [+\u2212]\$[\d.]+[KMB] in all\. Largest changes: /,
    )
  })

  test('charts the changes that a “why” is about, as in its table', async () => {
    const { answered: reply, drawn } = await converse(
      'supply by chain last 90 days',
      'why did it fall on 12 November',
    )
    if ('failure' in reply || drawn?.reply.kind !== 'result') throw new Error('There is no answer.')
    const of = (id: string) => column(reply.suggestion, id)?.dataValue ?? []
    const changes = new Map(
      of('.chain').map((chain, row) => [chain, Number(of('.supply')[row]) - Number(of(':prior')[row])]),
    )
    const { table, tile, chart } = drawn.reply
    expect([tile.title, chart.type]).toEqual(['Change of supply by chain', 'bars'])
    const [chains = [], values = []] = table.cells
    expect(chains.length).toBe(changes.size)
    for (const [row, chain] of chains.entries())
      expect(Number(values[row])).toBeCloseTo(changes.get(chain) ?? Number.NaN, 0)
  })

  test('refuses what it does not understand, in its own words', async () => {
    const { answered: reply, drawn } = await converse('what is the weather in Zug')
    expect(reply).toMatchObject({ failure: { errCode: 'NOT_UNDERSTOOD' } })
    expect('failure' in reply && reply.failure.errTxt).toMatch(/weather|Zug/i)
    expect(drawn?.reply).toMatchObject({ kind: 'problem', chips: [] })
  })

  test('for a question with an unknown word, shows what was understood and offers the rest by one press', async () => {
    const first = 'supply by chain last 90 days'
    const { answered: reply, drawn } = await converse(first, 'only Tron in Atlantis')
    expect(reply).toMatchObject({ failure: { errCode: 'NOT_UNDERSTOOD' } })
    expect(drawn?.reply.kind).toBe('problem')
    expect(drawn?.reply.chips.map(({ label }) => label)).toContain('Chain: Tron')
    expect(drawn?.followUps[0]).toBe('only Tron')
    const settled = await converse(first, 'only Tron in Atlantis', drawn?.followUps[0] ?? '')
    expect(settled.answered).toHaveProperty('suggestion')
    expect(settled.drawn?.reply.chips.map(({ label }) => label)).toContain('Chain: Tron')
  })

  test('for a “why” with an unknown word, suggests another “why” question', async () => {
    const { drawn } = await converse('why did supply of USDC in Atlantis fall last week')
    expect(drawn?.followUps[0]).toBe('why did supply of USDC fall last week')
  })

  test('a question that was not understood does not affect the next one', async () => {
    const after = await answered('supply by chain last 90 days', 'what is the weather', 'only Ethereum')
    expect(new Set(column(after, '.chain')?.dataValue ?? ['Ethereum'])).toEqual(new Set(['Ethereum']))
  })

  test('names the question that it builds on, skipping one that was not understood', async () => {
    const interpretation = async (...questions: readonly string[]): Promise<string> =>
      (await answered(...questions)).llmReasoning.interpretation
    const first = 'supply by chain last 90 days'
    expect(await interpretation(first)).not.toContain('Follow-up to')
    expect(await interpretation(first, 'what is the weather', 'only Ethereum')).toMatch(
      / Follow-up to “supply by chain last 90 days”\.$/,
    )
    expect(await interpretation(first, 'only Tron', 'why did it fall')).toContain('Follow-up to “only Tron”.')
    // A complete question does not continue the conversation.
    expect(await interpretation(first, 'net issuance by stablecoin last 30 days')).not.toContain(
      'Follow-up to',
    )
  })

  test('offers follow-up questions, every word of which it understands', async () => {
    const questions = ['supply by chain last 90 days', 'supply by chain', 'total supply']
    for (const question of questions) {
      const { drawn } = await converse(question)
      expect(drawn?.followUps.length).toBeGreaterThan(0)
      for (const next of drawn?.followUps ?? []) {
        const { llmReasoning, title } = await answered(question, next)
        expect([question, next, llmReasoning.clarifications, title !== '']).toEqual([
          question,
          next,
          '',
          true,
        ])
      }
    }
  })

  test.each([
    ['supply by chain last 90 days', 'stablecoins'],
    ['market cap by asset last 90 days', 'globalCryptoMarket'],
    ['staked value by network last year', 'staking'],
  ] as const)('“%s” comes with every row of its chart', async (words, board) => {
    const { reply, drawn } = await asked(board, words)
    if ('failure' in reply || drawn?.reply.kind !== 'result') throw new Error('There is no answer.')
    const { table } = drawn.reply
    expect(table.rows).toBeGreaterThan(1_000)
    const sent = reply.suggestion.tableData.columnDataLite
    expect(sent.map(({ dataValue }) => dataValue)).toEqual(table.cells)
    expect(reply.suggestion.warningType).toBeNull()
  })

  test.each([
    [['supply by chain last 90 days', 'why did it fall on 12 November']],
    [['supply by chain last 90 days', 'why did supply change in October']],
    [['supply of USDC on Solana last 30 days']],
    [['net issuance by stablecoin last 30 days by day']],
    [['supply by chain compared with the previous period']],
  ])('every number of its text is in its table, or calculated from it: %j', async (questions) => {
    const { description, tableData } = await answered(...questions)
    const table = tableData.columnDataLite.map((one) => ({
      id: one.columnId,
      name: one.columnName,
      dataType: one.columnDataType,
      values: one.dataValue,
    }))
    const isNamed = (word: string): boolean => description.includes(word)
    const figures = splitAtFigures(description).filter((_, at) => at % 2 === 1)
    expect(figures.length).toBeGreaterThan(0)
    const without = figures.filter(
      (figure) => evidenceOf(table, figure) === null && workingsOf(table, figure, isNamed).length === 0,
    )
    expect(without, description).toEqual([])
  })

  test('charts the same query that its text describes', async () => {
    const { answered: reply, drawn } = await converse('supply by chain last 90 days', 'only Tron')
    if ('failure' in reply || drawn?.reply.kind !== 'result') throw new Error('There is no answer.')
    const { table } = drawn.reply
    expect(table.columns.map(({ id }) => id)).toEqual(
      reply.suggestion.tableData.columnDataLite.map(({ columnId }) => columnId),
    )
    expect(table.cells[0]).toEqual(reply.suggestion.tableData.columnDataLite[0]?.dataValue)
  })
})

describe('a number is judged by its context', () => {
  test.each([
    ['derivatives', 'which exchange has the most open interest'],
    ['etf', 'which fund had the most net flow last week'],
    ['stablecoins', 'which chain has the least supply'],
  ] as const)('%s: “%s” shows the ranking with the answer marked', async (board, question) => {
    const { reply, drawn, names } = await asked(board, question)
    if ('failure' in reply || drawn?.reply.kind !== 'result') throw new Error('There is no answer.')
    expect(names.length).toBeGreaterThan(2)
    expect(reply.suggestion.title).not.toMatch(/^(Top|Bottom) 1/)
    const { data } = drawn.reply.tile
    if (data?.kind !== 'bars') throw new Error('It is no ranking.')
    expect(data.notes?.filter((note) => note === 'Answer')).toEqual(['Answer'])
    expect(reply.suggestion.description).toContain(
      `${data.categories[data.notes?.indexOf('Answer') ?? -1]?.label} has the `,
    )
  })

  test('“it” stays the entity that was found, over other days and in a “why”', async () => {
    const first = 'which exchange has the most open interest'
    const winner = [{ field: 'options.exchange', op: 'in', values: ['Deribit'] }]
    const course = await asked('derivatives', first, 'how has it changed over the last 90 days')
    expect(course.query).toMatchObject({ filters: winner, grain: 'day' })
    expect(course.query?.top).toBeUndefined()
    const why = await asked('derivatives', first, 'why did it fall')
    expect(why.query?.filters).toEqual(winner)
    expect(why.names.length).toBeGreaterThan(1)
  })

  test('the page’s filters limit which entities are found and what splits the change', async () => {
    const others = { filters: [{ column: 'Exchange', op: 'not-in', values: ['Deribit'] }] } as const
    const first = 'which exchange has the most open interest'
    const course = await askedUnder(others, 'derivatives', first, 'how has it changed')
    expect(course.query?.filters).toEqual([
      { field: 'options.exchange', op: 'in', values: [expect.not.stringMatching(/^Deribit$/)] },
    ])
    const question = 'why did open interest fall last week'
    const whole = await asked('derivatives', question)
    const [split = ''] = whole.query?.attributes ?? []
    const one = { filters: [{ column: split, op: 'in', values: [String(whole.names[0])] }] } as const
    const narrowed = await askedUnder(one, 'derivatives', question)
    expect(narrowed.query?.attributes).toHaveLength(1)
    expect(narrowed.query?.attributes).not.toEqual([split])
    expect(narrowed.names.length).toBeGreaterThan(1)
  })

  test.each([
    ['etf', 'why did etf net flow fall last week'],
    ['stablecoins', 'why did supply of USDC fall last week'],
    ['derivatives', 'why did open interest on Deribit fall'],
    ['futures', 'why did volume fall last week'],
  ] as const)('%s: “%s” takes the split that explains most, of several members', async (board, question) => {
    const { reply, query } = await asked(board, question)
    if ('failure' in reply) throw new Error(reply.failure.errTxt)
    const [, now = [], before = []] = reply.suggestion.tableData.columnDataLite.map(
      ({ dataValue }) => dataValue,
    )
    const moved = now.filter((value, row) => Number(value) !== 0 || Number(before[row]) !== 0)
    expect(moved.length).toBeGreaterThan(1)
    // Whether a fund stakes explains almost nothing of its flows, and a single kind of reserves explains nothing.
    expect(query?.attributes).not.toEqual([expect.stringMatching(/\.(staking|backing)$/)])
  })

  test('the interpretation is written once, as tokens with the assumptions beside them', async () => {
    const { reply } = await asked('futures', 'which venue has the most volume')
    if ('failure' in reply) throw new Error(reply.failure.errTxt)
    const { interpretation, assumptions } = reply.suggestion.llmReasoning
    expect(assumptions).toContain('Last 30 days')
    const { tokens } = reply.suggestion
    expect(tokens).toContain('Volume')
    expect(tokens).not.toContain('Last 30 days')
    expect(tokens.filter((token) => interpretation.includes(token))).toEqual([])
  })

  test.each(['hello', 'thanks', 'ok'])('“%s” inherits nothing, and the next question does', async (words) => {
    const { reply } = await asked('stablecoins', 'supply by month', words)
    expect(reply).toMatchObject({ failure: { errCode: 'NOT_UNDERSTOOD' } })
    const { query } = await asked('stablecoins', 'supply by month', words, 'only USDT')
    expect(query).toMatchObject({ grain: 'month', filters: [{ values: ['USDT'] }] })
  })
})
