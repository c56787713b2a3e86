import { expect } from 'vitest'
import type {
  AnswerSuggestion,
  Conversation,
  ResearchAssistant,
} from '../../src/core/ports/research-assistant'
import { defineSuite } from './suite'

export type AssistantTrouble = 'rejected' | 'refused' | 'unavailable' | 'unreachable'

export interface AssistantWorld {
  readonly assistant: ResearchAssistant
  /** A question that the assistant answers with exactly this. */
  readonly known: { readonly question: string; readonly answer: AnswerSuggestion }
  readonly next: (trouble: AssistantTrouble) => void
  /** Messages that the service has read, in order. */
  readonly received: () => readonly { readonly id: string; readonly text: string }[]
  /** How often a message was sent to the service, read or not. */
  readonly sent: () => number
}

const worksheet = 'b1d2c3e4-0000-4a00-8a00-00000000a002'
const id = 'f3b0a8de-3a9f-4d63-9c0f-2f5c7d1e9a10'

/** An answer with every field of the specification's section 3 filled. */
export const fullAnswer: AnswerSuggestion = {
  tokens: ['supply', 'by chain'],
  query: '[supply] [chain]',
  sourceId: worksheet,
  title: 'Supply by chain',
  description: 'Supply of all stablecoins on each chain',
  cached: true,
  sqlQuery: 'select 1',
  warningType: 'LIMIT',
  formulas: [{ name: 'share', expression: 'supply / sum(supply)' }],
  reasoning: {
    assumptions: ['the last day'],
    clarifications: ['tokens, not dollars'],
    interpretation: 'Supply by chain, latest day',
  },
  ambiguities: [{ phrase: 'supply', candidates: ['circulating', 'issued'] }],
  subQueries: [{ tokens: ['top 5 chain'], name: 'Top chains' }],
  visualization: {
    chartType: 'BAR',
    displayMode: 'CHART_MODE',
    axes: [{ x: ['chain'], y: ['supply'], color: [] }],
    columns: ['chain', 'supply'],
  },
  table: [
    { id: 'c1', name: 'Chain', dataType: 'VARCHAR', values: ['Ethereum', 'Tron', null] },
    { id: 'c2', name: 'Supply', dataType: 'DOUBLE', values: [1.5, 2, null] },
  ],
}

async function opened(assistant: ResearchAssistant): Promise<Conversation> {
  const conversation = await assistant.open(worksheet)
  if (!conversation.ok) throw new Error(`no conversation: ${conversation.failure.kind}`)
  return conversation.value
}

export const researchAssistantSuite = defineSuite<AssistantWorld>('ResearchAssistant', {
  'opens a conversation about a worksheet': async ({ assistant }) => {
    const conversation = await opened(assistant)
    expect(conversation.sourceId).toBe(worksheet)
    expect(conversation.id).not.toBe('')
  },
  'opens no conversation without a worksheet': async ({ assistant }) => {
    expect(await assistant.open('')).toEqual({ ok: false, failure: { kind: 'source-missing' } })
  },
  'gives two conversations different ids': async ({ assistant }) => {
    expect((await opened(assistant)).id).not.toBe((await opened(assistant)).id)
  },
  'returns every field of the first suggestion': async ({ assistant, known }) => {
    const reply = await assistant.ask(await opened(assistant), { id, text: known.question })
    expect(reply.ok && reply.value.answer).toEqual(known.answer)
    expect(reply.ok && reply.value.handle).not.toBe('')
  },
  'sends the text unchanged, once, with the given id': async ({ assistant, known, received }) => {
    const text = `${known.question} "quoted" <b> 😀 \\ `
    await assistant.ask(await opened(assistant), { id, text })
    expect(received()).toEqual([{ id, text }])
  },
  'passes on the assistant’s own text about what it did not understand': async ({ assistant }) => {
    const reply = await assistant.ask(await opened(assistant), { id, text: 'weather in Lisbon' })
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'assistant-error' } })
    expect(!reply.ok && reply.failure.kind === 'assistant-error' && reply.failure.text).toContain(
      'weather in Lisbon',
    )
  },
  'reports an error of the query language as a failure': async ({ assistant, known, next }) => {
    const conversation = await opened(assistant)
    next('rejected')
    expect(await assistant.ask(conversation, { id, text: known.question })).toMatchObject({
      ok: false,
      failure: { kind: 'assistant-rejected' },
    })
  },
  'distinguishes refused, unavailable and unreachable': async ({ assistant, known, next }) => {
    const conversation = await opened(assistant)
    const kinds: string[] = []
    for (const trouble of ['refused', 'unavailable', 'unreachable'] as const) {
      next(trouble)
      const reply = await assistant.ask(conversation, { id, text: known.question })
      kinds.push(reply.ok ? 'answered' : reply.failure.kind)
    }
    expect(kinds).toEqual(['assistant-refused', 'assistant-unavailable', 'assistant-unreachable'])
  },
  'never retries by itself': async ({ assistant, known, next, received }) => {
    const conversation = await opened(assistant)
    next('unavailable')
    await assistant.ask(conversation, { id, text: known.question })
    expect(received()).toHaveLength(0)
  },
  'does not resend a refused message': async ({ assistant, known, next, sent }) => {
    const conversation = await opened(assistant)
    next('refused')
    expect(await assistant.ask(conversation, { id, text: known.question })).toMatchObject({
      ok: false,
      failure: { kind: 'assistant-refused', status: 403 },
    })
    expect(sent()).toBe(1)
  },
  'reports a failure to open a conversation, and recovers': async ({ assistant, next }) => {
    next('unavailable')
    expect(await assistant.open(worksheet)).toMatchObject({
      ok: false,
      failure: { kind: 'assistant-unavailable' },
    })
    expect((await assistant.open(worksheet)).ok).toBe(true)
  },
})
