import { describe, expect, test } from 'vitest'
import { ok } from '../../../src/core/kernel/result'
import type { AssistantReply, AnswerColumn } from '../../../src/core/ports/research-assistant'
import {
  conversationStep,
  newConversation,
  type ConversationEvent,
  type ConversationStep,
} from '../../../src/core/research/conversation'
import { evidenceOf } from '../../../src/core/research/evidence'

const opened = { id: 'c', sourceId: 'w' }
const reply = { handle: 'm', answer: { title: 'Supply' } } as AssistantReply
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
  test('open the conversation once and go one after the other', () => {
    expect(after(asks('1')).effects).toEqual([{ kind: 'open', id: '1' }])
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

  test('that fail hold up none that wait, and the next one opens what could not be opened', () => {
    const unopened = after(asks('1'), asks('2'), { kind: 'opened', id: '1', result: unreachable })
    expect(unopened.outcomes).toBe('1 failed, 2 waiting')
    expect(unopened.effects).toEqual([
      { kind: 'report', text: 'assistant-unreachable', failure: { kind: 'assistant-unreachable' } },
      { kind: 'open', id: '2' },
    ])
    const thrown = after(asks('1'), asks('2'), opens('1'), { kind: 'threw', id: '1', cause: 'Error: x' })
    expect(thrown.outcomes).toBe('1 failed, 2 asking')
    const failure = { kind: 'assistant-malformed', path: '' }
    expect(thrown.effects).toEqual([{ kind: 'report', text: 'Thrown: Error: x', failure }, ask('2')])
  })

  test('are saved with those that were answered before them alone', () => {
    const failed: ConversationEvent = { kind: 'replied', id: '2', result: unreachable }
    const third = after(asks('1'), asks('2'), asks('3'), opens('1'), replies('1'), failed, replies('3'))
    expect(third.effects).toEqual([{ kind: 'save-answer', id: '3', reply, questions: ['1', '3'] }])
  })
})

describe('A question that is stopped', () => {
  test('is waited for no longer, and its late answer is not shown', () => {
    const stopped = after(asks('1'), asks('2'), opens('1'), { kind: 'stopped', id: '1' })
    expect(stopped.outcomes).toBe('1 stopped, 2 asking')
    expect(stopped.effects).toEqual([{ kind: 'give-up' }, ask('2')])
    for (const late of [replies('1'), { kind: 'threw', id: '1', cause: 'late' } as const])
      expect(conversationStep(stopped.conversation, late)).toEqual({
        conversation: stopped.conversation,
        effects: [],
      })
  })

  test('while it opens the conversation opens it for the next one, once', () => {
    const stopped = after(asks('1'), asks('2'), { kind: 'stopped', id: '1' })
    expect([stopped.outcomes, stopped.effects]).toEqual(['1 stopped, 2 waiting', []])
    const next = conversationStep(stopped.conversation, opens('1'))
    expect(next.effects).toEqual([ask('2')])
    // Nor does it fail any more.
    const refused: ConversationEvent = { kind: 'opened', id: '1', result: unreachable }
    expect(conversationStep(stopped.conversation, refused).conversation.messages[0]?.outcome).toEqual({
      kind: 'stopped',
    })
  })

  test('in the queue is never sent, and one that has ended stays as it is', () => {
    const queued = after(asks('1'), asks('2'), opens('1'), { kind: 'stopped', id: '2' }, replies('1'))
    expect(queued.outcomes).toBe('1 answered, 2 stopped')
    expect(queued.effects).toEqual([{ kind: 'save-answer', id: '1', reply, questions: ['1'] }])
    const ended = conversationStep(queued.conversation, { kind: 'stopped', id: '1' })
    expect(ended).toEqual({ conversation: queued.conversation, effects: [] })
  })
})

test('Nothing of a conversation that was cleared gets into the next one', () => {
  const fresh = after(asks('9'))
  for (const late of [opens('1'), replies('1')])
    expect(conversationStep(fresh.conversation, late)).toEqual({
      conversation: fresh.conversation,
      effects: [],
    })
})

test('A question asked again is a new message; the old one is gone', () => {
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

test('a number is its own cell: what was measured, of whom, and the whole period of its row', () => {
  expect(evidenceOf(months, '$183.2B', '')).toEqual({
    column: 'Supply',
    names: ['Ethereum'],
    period: { from: '2026-11-01', to: '2026-11-30' },
  })
  expect(evidenceOf(months, '$182.7B', '')?.period).toEqual({ from: '2026-10-01', to: '2026-10-31' })
})

test('of cells that are written alike it is the one that was named last, or the latest', () => {
  expect(evidenceOf(months, '$81.6B', '')?.period?.from).toBe('2026-11-01')
  const alike = [column('Chain', 'VARCHAR', ['Base', 'Tron']), column('Supply', 'DOUBLE', [5e9, 5e9])]
  expect(evidenceOf(alike, '$5B', 'Base $5B; Tron ')).toEqual({
    column: 'Supply',
    names: ['Tron'],
    period: null,
  })
  expect(evidenceOf(alike, '$5B', 'Base ')?.names).toEqual(['Base'])
})

test('of cells that are written alike it is the one of the day that the words say', () => {
  const of = (days: readonly string[], ...values: readonly number[]) => [
    column('Date', 'DATE', days),
    column('Supply', 'DOUBLE', values),
  ]
  const daily = of(['2026-08-23', '2026-08-24', '2026-11-20'], 183.06e9, 183.1e9, 183.24e9)
  const change = 'Supply was $183B on 20 Nov 2026, unchanged from '
  expect(evidenceOf(daily, '$183B', change, ' on 23 Aug 2026.')?.period?.from).toBe('2026-08-23')
  expect(evidenceOf(daily, '$183B', 'Supply was ', change.slice(16))?.period?.from).toBe('2026-11-20')
  const monthly = of(['2026-05-01', '2026-06-01', '2026-11-01'], 177.2e9, 177.4e9, 183.2e9)
  const most = 'Supply on 20 Nov 2026 against 31 May 2026: $183B, up 3.4% from '
  expect(evidenceOf(monthly, '$177B', most, '; then Tron $83.1B.')?.period).toEqual({
    from: '2026-05-01',
    to: '2026-05-31',
  })
})

test('a table without days is of those that the words say', () => {
  const ranking = [column('Fund', 'VARCHAR', ['IBIT']), column('Net flow', 'DOUBLE', [995e6])]
  const period = (before: string) => evidenceOf(ranking, '+$995M', before)?.period
  expect(period('Net flow from 22 Oct to 20 Nov 2026: IBIT has the most, ')).toEqual({
    from: '2026-10-22',
    to: '2026-11-20',
  })
  expect(period('Net flow from 9 to 15 Nov 2026: IBIT has the most, ')).toEqual({
    from: '2026-11-09',
    to: '2026-11-15',
  })
  expect(period('Net flow from 11 Jan 2024 to 20 Nov 2026: ')?.from).toBe('2024-01-11')
  expect(period('Supply on 5 Nov 2026: ')).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(period('Supply: ')).toBeNull()
})

test('of two periods that are compared a change is both, and a sum its own', () => {
  const table = [
    column('Fund', 'VARCHAR', ['IBIT', 'ETHA', 'FBTC']),
    column('Net flow', 'DOUBLE', [-137e6, -40e6, 20e6]),
    column('Net flow, period before', 'DOUBLE', [300e6, 150e6, -170e6]),
    column('Net flow, change', 'DOUBLE', [-145.7, -126.7, null]),
  ]
  const words =
    'Net flow was −$157M from 9 to 15 Nov 2026 against $280M from 2 to 8 Nov 2026, −$437M in all. Largest changes: IBIT −$437M, ETHA −$190M.'
  const of = (number: string, at = words.indexOf(number)) =>
    evidenceOf(table, number, words.slice(0, at), words.slice(at + number.length))
  const [now, against] = [
    { from: '2026-11-09', to: '2026-11-15' },
    { from: '2026-11-02', to: '2026-11-08' },
  ]
  expect(of('−$157M')).toEqual({ column: 'Net flow', names: [], period: now })
  expect(of('$280M')).toEqual({ column: 'Net flow', names: [], period: against })
  expect(of('−$437M')).toEqual({
    column: 'Change of Net flow',
    names: [],
    period: now,
    change: { now: -157e6, before: 280e6, against },
  })
  expect(of('−$437M', words.lastIndexOf('−$437M'))).toEqual({
    column: 'Change of Net flow',
    names: ['IBIT'],
    period: now,
    change: { now: -137e6, before: 300e6, against },
  })
  expect(of('−$190M')?.names).toEqual(['ETHA'])
})

test('what one number moved by is of both periods too', () => {
  const periods = [
    { from: '2026-11-15', to: '2026-11-15' },
    { from: '2026-11-08', to: '2026-11-08' },
  ]
  const one = [
    column('Utilization', 'DOUBLE', [60.84]),
    column('Utilization, period before', 'DOUBLE', [59.36]),
    column('Utilization, change', 'DOUBLE', [1.48]),
  ]
  const words = 'Utilization was 60.8% on 15 Nov 2026, up 1.5 pp from 59.4% on 8 Nov 2026.'
  const of = (table: readonly AnswerColumn[], text: string, number: string) =>
    evidenceOf(
      table,
      number,
      text.slice(0, text.indexOf(number)),
      text.slice(text.indexOf(number) + number.length),
    )
  const change = { now: 60.84, before: 59.36, against: periods[1] }
  expect(of(one, words, '1.5 pp')).toEqual({
    column: 'Change of Utilization',
    names: [],
    period: periods[0],
    change,
  })
  expect(of(one, words, '60.8%')?.period).toEqual(periods[0])
  expect(of(one, words, '59.4%')?.period).toEqual(periods[1])
  const flows = [
    column('Net flow', 'DOUBLE', [995e6]),
    column('Net flow, period before', 'DOUBLE', [313.3e6]),
    column('Net flow, change', 'DOUBLE', [217.6]),
  ]
  const rose =
    'Net flow was +$995M from 22 Oct to 20 Nov 2026, up 217.6% from +$313M (22 Sep to 21 Oct 2026).'
  expect(of(flows, rose, '217.6%')?.change?.against).toEqual({ from: '2026-09-22', to: '2026-10-21' })
  expect(of(flows, rose, '+$313M')?.period).toEqual({ from: '2026-09-22', to: '2026-10-21' })
})

test('signs, shares and what stands in no cell', () => {
  const flows = [column('Net flow', 'DOUBLE', [-504.2e6]), column('Share', 'DOUBLE', [12.34])]
  expect(evidenceOf(flows, '−$504M', '')?.column).toBe('Net flow')
  expect(evidenceOf(flows, '$504M', '')).toBeNull()
  expect(evidenceOf(flows, '12.3%', '')?.column).toBe('Share')
  expect(evidenceOf(flows, '+$9.99B', '')).toBeNull()
})

test('rows of days are of one day, of weeks of seven', () => {
  const rows = (...days: readonly string[]) => [
    column('Day', 'DATE', days),
    column('Price', 'DOUBLE', [1.5, 2.5]),
  ]
  expect(evidenceOf(rows('2026-11-19', '2026-11-20'), '2.5', '')?.period).toEqual({
    from: '2026-11-20',
    to: '2026-11-20',
  })
  expect(evidenceOf(rows('2026-11-09', '2026-11-16'), '2.5', '')?.period?.to).toBe('2026-11-22')
})

test('only rows in a regular course are periods: the days that were asked for by their size are days', () => {
  const period = (...days: readonly string[]) =>
    evidenceOf(
      [column('Date', 'DATE', days), column('Net flow', 'DOUBLE', [-2.5e9, -1e9, -9e8, -8e8])],
      '−$2.5B',
      '',
    )?.period
  expect(period('2026-03-03', '2026-03-12', '2026-04-20')).toEqual({ from: '2026-03-03', to: '2026-03-03' })
  expect(period('2026-03-03', '2026-04-12', '2026-05-22')?.to).toBe('2026-03-03')
  // One row, or two that are far apart, may be of any length.
  expect(period('2026-03-01')).toEqual({ from: '2026-03-01', to: null })
  expect(period('2026-03-02', '2026-04-06')?.to).toBeNull()
  expect(period('2026-01-01', '2026-04-01')?.to).toBeNull()
  expect(period('2026-01-01', '2026-04-01', '2026-07-01')?.to).toBe('2026-03-31')
  expect(period('2024-01-01', '2025-01-01', '2026-01-01')?.to).toBe('2024-12-31')
  expect(period('2026-01-01', '2026-02-01', '2026-07-01')?.to).toBe('2026-01-31')
})

test('a number is looked for among the columns of its unit', () => {
  const both = [column('Price', 'DOUBLE', [12.1, 7e9]), column('Market share', 'DOUBLE', [12.4, 7e9])]
  expect(evidenceOf(both, '12%', '')?.column).toBe('Market share')
  expect(evidenceOf(both, '$12', '')?.column).toBe('Price')
  expect(evidenceOf(both, '$7B', '')?.column).toBe('Price')
  expect(evidenceOf(both, '7B', '')?.column).toBe('Price')
  expect(evidenceOf(both.slice(0, 1), '12%', '')).toBeNull()
  expect(evidenceOf(both.slice(1), '$12', '')).toBeNull()
  const unsaid = [column('Alpha', 'DOUBLE', [3.14]), column('Beta', 'DOUBLE', [3.14, 8.5])]
  expect(evidenceOf(unsaid, '3.14', '')).toBeNull()
  expect(evidenceOf(unsaid, '3.14%', '')).toBeNull()
  expect(evidenceOf(unsaid, '8.5%', '')?.column).toBe('Beta')
})

test('a name is its row only where it stands by itself', () => {
  const named = (names: AnswerColumn['values'], before: string) =>
    evidenceOf([column('Asset', 'VARCHAR', names), column('Supply', 'DOUBLE', [5e9, 5e9])], '$5B', before)
      ?.names
  expect(named(['ETH', 'BTC'], 'BTC, without stETH, has ')).toEqual(['BTC'])
  expect(named(['ETH', 'BTC'], 'ETH, and ETHFI too: ')).toEqual(['ETH'])
  expect(named(['', 'BTC'], 'BTC has ')).toEqual(['BTC'])
  expect(named([null, 'BTC'], 'BTC had\nmore: ')).toEqual(['BTC'])
})
