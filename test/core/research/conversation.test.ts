import { describe, expect, test } from 'vitest'
import { ok } from '../../../src/core/kernel/result'
import type { AssistantReply } from '../../../src/core/ports/research-assistant'
import {
  conversationStep,
  newConversation,
  type ConversationEvent,
  type ConversationStep,
} from '../../../src/core/research/conversation'

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
