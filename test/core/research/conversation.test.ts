import { describe, expect, test } from 'vitest'
import { ok } from '../../../src/core/kernel/result'
import type { AssistantReply, AnswerColumn } from '../../../src/core/ports/research-assistant'
import {
  conversationStep,
  newConversation,
  type ConversationEvent,
  type ConversationStep,
} from '../../../src/core/research/conversation'
import { writeConversations } from '../../../src/core/research/stored-conversations'
import { evidenceOf, workingsOf } from '../../../src/core/research/evidence'

const opened = { id: 'c', sourceId: 'w' }
const reply = {
  handle: 'm',
  answer: { title: 'Supply', query: '', table: [] as const },
} as unknown as AssistantReply
const asks = (id: string, question = id): ConversationEvent => ({
  kind: 'asked',
  message: { id, question, before: null },
})
const opens = (id: string): ConversationEvent => ({ kind: 'opened', id, result: ok(opened) })
const replies = (id: string): ConversationEvent => ({ kind: 'replied', id, result: ok(reply) })
const unreachable = { ok: false, failure: { kind: 'assistant-unreachable' } } as const

/** The conversation after these events, and the effects of the last of them. */
function after(...events: readonly ConversationEvent[]): ConversationStep & { readonly outcomes: string } {
  const start: ConversationStep = { conversation: newConversation('w'), effects: [] }
  const last = events.reduce((state, event) => conversationStep(state.conversation, event), start)
  const outcomes = last.conversation.messages.map(({ id, outcome }) => `${id} ${outcome.kind}`)
  return { ...last, outcomes: outcomes.join(', ') }
}
const ask = (id: string): object => ({ kind: 'ask', id, conversation: opened, question: id })

describe('Questions', () => {
  test('open the conversation once and are sent one after the other', () => {
    expect(after(asks('1')).effects).toEqual([{ kind: 'open', id: '1', again: { query: '', questions: [] } }])
    expect(after(asks('1'), asks('2')).effects).toEqual([])
    expect(after(asks('1'), asks('2'), opens('1')).effects).toEqual([ask('1')])
    const second = after(asks('1'), asks('2'), opens('1'), replies('1'))
    expect(second.outcomes).toBe('1 answered, 2 asking')
    expect(second.effects).toEqual([{ kind: 'save-answer', id: '1', reply, questions: ['1'] }, ask('2')])
    expect(after(asks('1'), opens('1'), replies('1'), asks('2')).effects).toEqual([ask('2')])
  })

  test('without a worksheet fail at once', () => {
    const { conversation, effects } = conversationStep(newConversation(''), asks('1'))
    expect(conversation.messages[0]?.outcome).toEqual({
      kind: 'failed',
      failure: { kind: 'source-missing' },
    })
    expect(effects).toEqual([])
  })

  test('that fail block none in the queue, and the next one opens the conversation that failed to open', () => {
    const unopened = after(asks('1'), asks('2'), { kind: 'opened', id: '1', result: unreachable })
    expect(unopened.outcomes).toBe('1 failed, 2 waiting')
    expect(unopened.effects).toEqual([
      { kind: 'report', text: 'assistant-unreachable', failure: { kind: 'assistant-unreachable' } },
      { kind: 'open', id: '2', again: { query: '', questions: [] } },
    ])
    const thrown = after(asks('1'), asks('2'), opens('1'), { kind: 'threw', id: '1', cause: 'Error: x' })
    expect(thrown.outcomes).toBe('1 failed, 2 waiting')
    const failure = { kind: 'assistant-malformed', path: '' }
    expect(thrown.effects).toEqual([
      { kind: 'report', text: 'Thrown: Error: x', failure },
      { kind: 'open', id: '2', again: { query: '', questions: [] } },
    ])
  })

  test('are saved only with those answered before them', () => {
    const failed: ConversationEvent = { kind: 'replied', id: '2', result: unreachable }
    const second = [asks('1'), asks('2'), asks('3'), opens('1'), replies('1'), failed]
    const third = after(...second, opens('3'), replies('3'))
    expect(third.effects).toEqual([{ kind: 'save-answer', id: '3', reply, questions: ['1', '3'] }])
  })
})

describe('A question that is stopped', () => {
  test('is no longer awaited, and its late answer is not shown', () => {
    const stopped = after(asks('1'), asks('2'), opens('1'), { kind: 'stopped', id: '1' })
    expect(stopped.outcomes).toBe('1 stopped, 2 waiting')
    expect(stopped.effects).toEqual([
      { kind: 'give-up' },
      { kind: 'open', id: '2', again: { query: '', questions: [] } },
    ])
    for (const late of [replies('1'), { kind: 'threw', id: '1', cause: 'late' } as const])
      expect(conversationStep(stopped.conversation, late)).toEqual({
        conversation: stopped.conversation,
        effects: [],
      })
  })

  test('while the conversation opens still opens it once for the next one', () => {
    const stopped = after(asks('1'), asks('2'), { kind: 'stopped', id: '1' })
    expect([stopped.outcomes, stopped.effects]).toEqual(['1 stopped, 2 waiting', []])
    const next = conversationStep(stopped.conversation, opens('1'))
    expect(next.effects).toEqual([ask('2')])
    // It also stops failing.
    const refused: ConversationEvent = { kind: 'opened', id: '1', result: unreachable }
    expect(conversationStep(stopped.conversation, refused).conversation.messages[0]?.outcome).toEqual({
      kind: 'stopped',
    })
  })

  test('in the queue is never sent, and a finished one stays unchanged', () => {
    const queued = after(asks('1'), asks('2'), opens('1'), { kind: 'stopped', id: '2' }, replies('1'))
    expect(queued.outcomes).toBe('1 answered, 2 stopped')
    expect(queued.effects).toEqual([{ kind: 'save-answer', id: '1', reply, questions: ['1'] }])
    const ended = conversationStep(queued.conversation, { kind: 'stopped', id: '1' })
    expect(ended).toEqual({ conversation: queued.conversation, effects: [] })
  })
})

describe('A question whose answer is not shown, though the assistant may have read it,', () => {
  const answered = [asks('1'), opens('1'), replies('1'), asks('2')]
  const replied = (
    kind: 'assistant-timeout' | 'assistant-rejected' | 'assistant-token',
  ): ConversationEvent => ({
    kind: 'replied',
    id: '2',
    result: { ok: false, failure: { kind } },
  })

  test.each<ConversationEvent>([
    { kind: 'stopped', id: '2' },
    { kind: 'replied', id: '2', result: unreachable },
    replied('assistant-timeout'),
    { kind: 'threw', id: '2', cause: 'x' },
  ])('is not what the next one follows from: $kind', (unanswered) => {
    const again = { kind: 'open', id: '3', again: { query: '', questions: ['1'] } }
    expect(after(...answered, unanswered, asks('3')).effects).toEqual([again])
    expect(after(...answered, asks('3'), unanswered).effects.at(-1)).toEqual(again)
    const third = after(...answered, unanswered, asks('3'), opens('3'), replies('3'), asks('4'))
    expect(third.effects).toEqual([ask('4')])
    // A reload loses the difference, so the stored conversation is opened again.
    const { conversation } = after(...answered, unanswered)
    for (const stored of [conversation, after(...answered).conversation])
      expect(JSON.parse(writeConversations(new Map([['w', stored]])))).toMatchObject({
        conversations: [{ opened: null }],
      })
  })

  test('leaves the last answer to follow from, as one query where it is known', () => {
    const known = { ...reply, answer: { ...reply.answer, query: 'supply by chain' } }
    const two: ConversationEvent = { kind: 'replied', id: '2', result: { ok: true, value: known } }
    const steps = after(...answered, two, asks('3'), { kind: 'stopped', id: '3' }, asks('4'))
    expect(steps.effects).toEqual([
      { kind: 'open', id: '4', again: { query: 'supply by chain', questions: ['1', '2'] } },
    ])
    const unknown = after(...answered, replies('2'), asks('3'), { kind: 'stopped', id: '3' }, asks('4'))
    expect(unknown.effects).toEqual([{ kind: 'open', id: '4', again: { query: '', questions: ['1', '2'] } }])
  })

  test('was not read by an assistant that was too busy', () => {
    const busy = { kind: 'assistant-unavailable', status: 429 } as const
    const refused: ConversationEvent = { kind: 'replied', id: '2', result: { ok: false, failure: busy } }
    expect(after(...answered, refused, asks('3')).effects).toEqual([ask('3')])
  })

  test('is repeated in the same conversation', () => {
    const again = after(...answered, { kind: 'stopped', id: '2' }, { kind: 'withdrawn', id: '2' }, asks('3'))
    expect(again.effects).toEqual([ask('3')])
  })

  test.each([replied('assistant-rejected'), replied('assistant-token')])(
    'is not one that the assistant did not take',
    (refused) => {
      expect(after(...answered, refused, asks('3')).effects).toEqual([ask('3')])
    },
  )
})

test('Late events of a cleared conversation do not affect the next one', () => {
  const fresh = after(asks('9'))
  for (const late of [opens('1'), replies('1')])
    expect(conversationStep(fresh.conversation, late)).toEqual({
      conversation: fresh.conversation,
      effects: [],
    })
})

test('A repeated question is a new message and replaces the old one', () => {
  const failed: ConversationEvent = { kind: 'replied', id: '1', result: unreachable }
  const again = after(asks('1'), opens('1'), failed, { kind: 'withdrawn', id: '1' }, asks('2', '1'))
  expect(again.outcomes).toBe('2 asking')
})

const column = (name: string, dataType: string, values: AnswerColumn['values']): AnswerColumn => ({
  id: name,
  name,
  dataType,
  values,
})
const months = [
  column('Date', 'DATE', ['2026-09-01', '2026-10-01', '2026-11-01', '2026-11-01']),
  column('Chain', 'VARCHAR', ['Tron', 'Ethereum', 'Tron', 'Ethereum']),
  column('Supply', 'DOUBLE', [81.6e9, 182.7e9, 81.62e9, 183.24e9]),
]

test('a number is traced to its cell: the column, the names and the whole period of its row', () => {
  expect(evidenceOf(months, '$183.2B')).toEqual({
    columns: ['Supply'],
    names: ['Ethereum'],
    period: { from: '2026-11-01', to: '2026-11-30', of: 1 },
    cell: { value: 183.24e9, beside: [] },
  })
  expect(evidenceOf(months, '$182.7B')?.period).toEqual({ from: '2026-10-01', to: '2026-10-31', of: 1 })
})

test('for cells that are written alike the evidence is what they have in common', () => {
  expect(evidenceOf(months, '$81.6B')).toEqual({
    columns: ['Supply'],
    names: ['Tron'],
    period: { from: '2026-09-01', to: '2026-11-30', of: 2 },
    cell: null,
  })
  const alike = [
    column('Chain', 'VARCHAR', ['Base', 'Tron']),
    column('Supply', 'DOUBLE', [5e9, 5.01e9]),
    column('Volume', 'DOUBLE', [5.02e9, 1e9]),
  ]
  expect(evidenceOf(alike, '$5B')).toEqual({
    columns: ['Supply', 'Volume'],
    names: [],
    period: null,
    cell: null,
  })
})

test('a number is shown beside the other numbers of its row, whatever their columns', () => {
  const table = [
    column('Fund', 'CHAR', ['IBIT', 'ETHA']),
    column('Total net flow', 'DOUBLE', [-137e6, 20e6]),
    column('Total net flow (last year)', 'DOUBLE', [300e6, -170e6]),
    column('Listed', 'BOOL', [true, true]),
  ]
  expect(evidenceOf(table, '−$137M')).toEqual({
    columns: ['Total net flow'],
    names: ['IBIT'],
    period: null,
    cell: { value: -137e6, beside: [{ column: 'Total net flow (last year)', value: 300e6 }] },
  })
})

test('a table that may be truncated gives no evidence, not even where one cell matches', () => {
  const rows = (count: number) => [
    column('Date', 'DATE', Array(count).fill('2026-09-23')),
    column('Market cap', 'DOUBLE', [1.58e12, ...Array<number>(count - 1).fill(1e9)]),
  ]
  expect(evidenceOf(rows(999), '$1.58T')?.period?.from).toBe('2026-09-23')
  expect(evidenceOf(rows(1_000), '$1.58T')).toBeNull()
  expect(evidenceOf(rows(10_000), '$1.58T')).toBeNull()
  // Longer than a page, and does not end with one.
  expect(evidenceOf(rows(2_366), '$1.58T')?.cell?.value).toBe(1.58e12)
})

const daily = [
  column('Date', 'DATE', ['2026-11-20', '2026-11-18', '2026-11-19', '2026-11-18', '2026-11-20']),
  column('Asset', 'VARCHAR', ['BTC', 'BTC', 'BTC', 'ETH', 'ETH']),
  column('Price', 'DOUBLE', [111.5, 100, 90, 20, 24]),
  column('Yield', 'DOUBLE', [3.25, 3, 2.9, 0.5, 0.5]),
]
const workings = (written: string, ...words: readonly string[]) =>
  workingsOf(daily, written, (word) => words.includes(word)).map(({ kind, terms }) => [
    kind,
    ...terms.map(({ names, day, rows, value }) => [...names, day ?? rows, value]),
  ])

test('a row without a day is neither the first nor the last, and a total that lacks a row is not compared', () => {
  const undated = [
    column('Date', 'DATE', ['2026-11-19', '2026-11-20', null]),
    column('Price', 'DOUBLE', [100, 110, 5]),
  ]
  expect(workingsOf(undated, '10%').map(({ terms }) => terms.map(({ value }) => value))).toEqual([[110, 100]])
  expect(workingsOf(undated, '−95%')).toEqual([])
  const named = (before: readonly (number | null)[]) => [
    column('Asset', 'VARCHAR', ['A', 'B']),
    column('Now', 'DOUBLE', [5, 2]),
    column('Before', 'DOUBLE', before),
  ]
  expect(workingsOf(named([3, 1]), '$3.00').map(({ kind }) => kind)).toEqual(['difference'])
  expect(workingsOf(named([4, null]), '$3.00')).toEqual([])
})

test('a number without a cell may be a change from the first day to the last, a total or a mean', () => {
  const [first, last] = [
    ['BTC', '2026-11-18', 100],
    ['BTC', '2026-11-20', 111.5],
  ]
  expect(workings('11.5%')).toEqual([['growth', last, first]])
  expect(workings('+$11.5')).toEqual([['difference', last, first]])
  expect(workings('−$11.5')).toEqual([])
  expect(workings('$301.5')).toEqual([['sum', ['BTC', 3, 301.5]]])
  expect(workings('$22.00')).toEqual([['mean', ['ETH', 2, 44]]])
  // In percent, a hundredth.
  const yields = [
    ['BTC', '2026-11-20', 3.25],
    ['BTC', '2026-11-18', 3],
  ]
  expect(workings('25 bp')).toEqual([['difference', ...yields]])
  expect(workings('0.25 pp')).toEqual([['difference', ...yields]])
  // Of several, those of the names in the text.
  const alike = [column('Fund', 'VARCHAR', ['A', 'B', 'C', 'D']), column('Now', 'DOUBLE', [3, 4, 5, 6])]
  const flows = [...alike, column('Before', 'DOUBLE', [1, 2, 3, 4])]
  expect(workingsOf(flows, '+$2.00')).toEqual([])
  expect(workingsOf(flows, '+$2.00', (word) => word === 'C')).toMatchObject([
    { kind: 'difference', terms: [{ names: ['C'], value: 5 }, { value: 3 }] },
  ])
  expect(workingsOf(flows, '+$8.00')).toMatchObject([
    { kind: 'difference', terms: [{ column: 'Now', names: [], rows: 4, value: 18 }, { value: 10 }] },
  ])
  const full = flows.map((one) => ({ ...one, values: Array(250).fill(one.values).flat() as never }))
  expect(workingsOf(full, '+$8.00', () => true)).toEqual([])
})

test('signs and fractions are matched, and numbers without a cell are not', () => {
  const flows = [column('Net flow', 'DOUBLE', [-504.2e6, 313e6]), column('Share', 'DOUBLE', [12.34, 0.598])]
  expect(evidenceOf(flows, '−$504M')?.columns).toEqual(['Net flow'])
  // "Fell by $504M."
  expect(evidenceOf(flows, '$504M')?.cell?.value).toBe(-504.2e6)
  expect(evidenceOf(flows, '+$504M')).toBeNull()
  expect(evidenceOf(flows, '−$313M')).toBeNull()
  expect(evidenceOf(flows, '12.3%')?.cell?.value).toBe(12.34)
  expect(evidenceOf(flows, '59.8%')?.cell?.value).toBe(0.598)
  expect(evidenceOf(flows, '59.8')).toBeNull()
  expect(evidenceOf(flows, '+$9.99B')).toBeNull()
})

test('days in a format other than ISO are neither days nor numbers', () => {
  const table = [column('Date', 'DATE', [1_795_000_000]), column('Supply', 'DOUBLE', [183.24e9])]
  expect(evidenceOf(table, '$183.2B')).toMatchObject({ period: null, cell: { beside: [] } })
  expect(evidenceOf(table, '1.8B')).toBeNull()
})

test('a daily row covers one day, a weekly row seven', () => {
  const rows = (...days: readonly string[]) => [
    column('Day', 'DATE', days),
    column('Price', 'DOUBLE', [1.5, 2.5]),
  ]
  expect(evidenceOf(rows('2026-11-19', '2026-11-20'), '2.5')?.period).toMatchObject({
    from: '2026-11-20',
    to: '2026-11-20',
  })
  expect(evidenceOf(rows('2026-11-09', '2026-11-16'), '2.5')?.period?.to).toBe('2026-11-22')
})

test('only evenly spaced rows are periods: days selected by their values are single days', () => {
  const period = (...days: readonly string[]) =>
    evidenceOf(
      [column('Date', 'DATE', days), column('Net flow', 'DOUBLE', [-2.5e9, -1e9, -9e8, -8e8])],
      '−$2.5B',
    )?.period
  expect(period('2026-03-03', '2026-03-12', '2026-04-20')?.to).toBe('2026-03-03')
  expect(period('2026-03-03', '2026-04-12', '2026-05-22')?.to).toBe('2026-03-03')
  // One row, or two that are far apart, may be of any length.
  expect(period('2026-03-01')).toEqual({ from: '2026-03-01', to: null, of: 1 })
  expect(period('2026-03-02', '2026-04-06')?.to).toBeNull()
  expect(period('2026-01-01', '2026-04-01')?.to).toBeNull()
  expect(period('2026-01-01', '2026-04-01', '2026-07-01')?.to).toBe('2026-03-31')
  expect(period('2024-01-01', '2025-01-01', '2026-01-01')?.to).toBe('2024-12-31')
  expect(period('2026-01-01', '2026-02-01', '2026-07-01')?.to).toBe('2026-01-31')
})
