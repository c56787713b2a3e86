import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { answerSchema } from '../../../../../local/bi-host/query/answer-form'
import type {
  Answer,
  Reading,
  RunProblem,
  RunResult,
  SavedAnswerHead,
} from '../../../../../local/bi-host/wire/answers'
import { addMeasure, toggleAttribute } from '../../../../../local/bi-host/frame/builder/edits'
import type { AnswerHost } from '../../../../../local/bi-host/frame/host/calls'
import {
  isUnsaved,
  visibleResult,
  replacedTitle,
} from '../../../../../local/bi-host/frame/builder/builder-state'
import { createBuilder, type Builder } from '../../../../../local/bi-host/frame/builder/builder'
import { fieldsReply } from './fields'

const measured = (answer: Answer): RunResult =>
  ({ kind: 'result', phrase: answer.query.measures.join(' '), tokens: [], chips: [] }) as unknown as RunResult

function reading(phrase: string, more: Partial<Reading> = {}): Reading {
  return {
    phrase,
    tokens: [],
    answer: {
      version: 2,
      title: 'As the host calls it',
      query: { measures: [phrase.split(' ')[0] ?? ''] },
      chart: { type: 'auto' },
    },
    amended: false,
    chips: [],
    notUnderstood: [],
    ambiguities: [],
    assumptions: [],
    refusal: null,
    ...more,
  }
}

/** A host that answers every question. With `hold`, its results wait for `letGo`. */
function host(more: { readonly reading?: Partial<Reading>; readonly hold?: boolean } = {}) {
  const asked: { readonly operation: string; readonly body: unknown; readonly signal?: AbortSignal }[] = []
  let letGo = (): void => undefined
  const call = async (operation: string, body: object, signal?: AbortSignal): Promise<unknown> => {
    asked.push({ operation, body, ...(signal === undefined ? {} : { signal }) })
    const sent = Object.entries(body).filter(([key]) => key === 'answer' || key === 'previous')
    if (!sent.every(([, answer]) => v.is(answerSchema, answer)))
      return { ok: false, problem: { kind: 'unavailable', reference: 'not an answer' } }
    if (operation === 'GetAnswerFields') return { ok: true, value: fieldsReply }
    if (operation === 'ReadQuestion')
      return { ok: true, value: reading((body as { readonly phrase: string }).phrase, more.reading) }
    if (more.hold === true)
      await new Promise<void>((resolve, reject) => {
        letGo = resolve
        signal?.addEventListener('abort', () => reject(new Error('given up')))
      })
    return { ok: true, value: measured((body as { readonly answer: Answer }).answer) }
  }
  return { asked, host: call as AnswerHost, letGo: () => letGo() }
}

async function done(builder: Builder): Promise<void> {
  await vi.waitFor(() => expect(builder.state.get().status).toBe('done'))
}

describe('asking', () => {
  test('a manual change runs the query, and the question in words follows', async () => {
    const { host: answers, asked } = host()
    const builder = createBuilder(answers)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    await done(builder)
    expect(builder.state.get()).toMatchObject({ phrase: 'supply.supply', touched: true })
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    expect(asked).toHaveLength(1)
  })

  test('the newest question wins, and the previous one is aborted on the host', async () => {
    const { host: answers, asked, letGo } = host({ hold: true })
    const builder = createBuilder(answers)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    builder.edit((answer) => toggleAttribute(answer, 'supply.chain'))
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    letGo()
    await done(builder)
    expect(builder.state.get().answer.query.attributes).toEqual(['supply.chain'])
  })

  test('a running question can be stopped, and run again', async () => {
    const { host: answers, asked, letGo } = host({ hold: true })
    const builder = createBuilder(answers)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    builder.cancel()
    expect(asked[0]?.signal?.aborted).toBe(true)
    expect(builder.state.get().status).toBe('cancelled')
    const again = builder.run()
    letGo()
    await again
    expect(builder.state.get().status).toBe('done')
  })

  test('text is parsed first, and the user’s title stays when a question changes only a part', async () => {
    const builder = createBuilder(host({ reading: { amended: true } }).host)
    await builder.ask('supply.supply daily')
    await done(builder)
    expect(builder.state.get().answer.title).toBe('')
    builder.edit((answer) => ({ ...answer, title: 'Mine' }))
    await builder.ask('supply.issued')
    expect(builder.state.get().answer).toMatchObject({
      title: 'Mine',
      query: { measures: ['supply.issued'] },
    })
  })

  test('words that are not understood render nothing', async () => {
    const refusal = { message: null, suggestions: ['supply'] }
    const { host: answers, asked } = host({ reading: { answer: null, refusal } })
    const builder = createBuilder(answers)
    await builder.ask('weather')
    expect(builder.state.get()).toMatchObject({
      status: 'done',
      shown: null,
      reply: null,
      reading: { refusal },
    })
    expect(asked.map(({ operation }) => operation)).toEqual(['ReadQuestion'])
  })
})

describe('a word with several meanings', () => {
  const choicesOf = (asked: readonly { readonly operation: string; readonly body: unknown }[]) =>
    asked
      .filter(({ operation }) => operation === 'ReadQuestion')
      .map(({ body }) => (body as { readonly choices: object }).choices)

  test('every choice is kept while its word is in the question', async () => {
    const { host: answers, asked } = host()
    const builder = createBuilder(answers)
    await builder.ask('volume on base')
    await builder.ask('volume on base', { choices: { volume: 'spot' } })
    await builder.ask('volume on base', { choices: { base: 'chain' } })
    await builder.ask('volume last month')
    expect(choicesOf(asked)).toEqual([
      {},
      { volume: 'spot' },
      { volume: 'spot', base: 'chain' },
      { volume: 'spot' },
    ])
    builder.reset()
    await builder.ask('volume')
    expect(choicesOf(asked).at(-1)).toEqual({})
  })

  test('a choice runs the same question again, not as a follow-up to its own answer', async () => {
    const { host: answers, asked } = host()
    const builder = createBuilder(answers)
    await builder.ask('volume on base')
    await builder.ask('volume on base', { choices: { volume: 'spot' } })
    await builder.ask('only base')
    const on = asked.flatMap(({ operation, body }) =>
      operation === 'ReadQuestion' ? [(body as { readonly previous?: Answer }).previous?.query.measures] : [],
    )
    expect(on).toEqual([undefined, undefined, ['volume']])
    await done(builder)
  })
})

describe('a question that is being read', () => {
  test('is not lost while the user types, and is aborted by a manual change', async () => {
    const { host: answers, asked } = host()
    const builder = createBuilder(answers)
    const asking = builder.ask('supply.supply')
    await builder.highlight('supply.supply by')
    await asking
    await done(builder)
    const late = builder.ask('supply.issued')
    builder.edit((answer) => addMeasure(answer, 'fees.paid'))
    await late
    await done(builder)
    expect(builder.state.get().answer.query.measures).toEqual(['supply.supply', 'fees.paid'])
    expect(asked.filter(({ operation }) => operation === 'RunAnswer')).toHaveLength(2)
  })

  test('is aborted on cancel', async () => {
    const builder = createBuilder(host().host)
    const asking = builder.ask('supply.supply')
    builder.cancel()
    await asking
    expect(builder.state.get()).toMatchObject({ status: 'cancelled', answer: { query: { measures: [] } } })
    await builder.retry()
    await done(builder)
    expect(builder.state.get().answer.query.measures).toEqual(['supply.supply'])
  })
})

describe('undo and redo', () => {
  test('step through every change, and a new change clears redo', async () => {
    const builder = createBuilder(host().host)
    const measures = (): readonly string[] => builder.state.get().answer.query.measures
    builder.edit((answer) => addMeasure(answer, 'a'))
    builder.edit((answer) => addMeasure(answer, 'b'))
    builder.edit((answer) => addMeasure(answer, 'c'))
    builder.undo()
    builder.undo()
    expect(measures()).toEqual(['a'])
    builder.redo()
    expect(measures()).toEqual(['a', 'b'])
    builder.edit((answer) => addMeasure(answer, 'd'))
    builder.redo()
    expect(measures()).toEqual(['a', 'b', 'd'])
  })
})

describe('another chart', () => {
  const measures = (builder: Builder): readonly string[] => builder.state.get().answer.query.measures
  const head = { id: 'a-1', title: 'Kept', modified: 0 } as unknown as SavedAnswerHead

  test('started over unsaved work reports it, and undo restores that work with its target', async () => {
    const builder = createBuilder(host().host)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    builder.beginSave()(head, builder.state.get().answer)
    builder.edit((answer) => addMeasure(answer, 'supply.issued'))
    await done(builder)
    expect(replacedTitle(builder.state.get())).toBeNull()
    builder.reset()
    expect(builder.state.get()).toMatchObject({ saved: null, status: 'idle', shown: null })
    expect(replacedTitle(builder.state.get())).toBe('supply.supply and supply.issued')
    builder.edit((answer) => addMeasure(answer, 'fees.paid'))
    await done(builder)
    expect(replacedTitle(builder.state.get())).toBeNull()

    builder.undo()
    expect([measures(builder), builder.state.get().phrase]).toEqual([[], ''])
    builder.undo()
    expect(measures(builder)).toEqual(['supply.supply', 'supply.issued'])
    expect(builder.state.get().saved).toBe(head)
    expect(isUnsaved(builder.state.get())).toBe(true)
    builder.undo()
    expect(measures(builder)).toEqual(['supply.supply'])
    expect(builder.state.get().saved).toBe(head)
    for (let step = 0; step < 3; step += 1) builder.redo()
    expect(measures(builder)).toEqual(['fees.paid'])
    expect(builder.state.get().saved).toBeNull()
  })

  test('opened over an unsaved chart can be undone too, and a saved chart is not reported as lost', () => {
    const builder = createBuilder(host().host)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    const { answer } = builder.state.get()
    builder.open({ ...answer, title: 'Other' }, { saved: head })
    expect(replacedTitle(builder.state.get())).toBe('supply.supply')
    builder.undo()
    expect(builder.state.get()).toMatchObject({ answer, saved: null })
    builder.beginSave()(null, answer)
    builder.reset()
    expect(replacedTitle(builder.state.get())).toBeNull()
  })

  test('a save in flight belongs to the previous chart', () => {
    const builder = createBuilder(host().host)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    const markSaved = builder.beginSave()
    const sent = builder.state.get().answer
    builder.reset()
    markSaved(head, sent)
    expect(builder.state.get().saved).toBeNull()
  })
})

describe('a question without an answer', () => {
  const refusal = { message: null, suggestions: [] }

  test('leaves no other chart on screen; the previous one is one undo away, and the next question builds on it', async () => {
    const more: { reading?: Partial<Reading> } = {}
    const { host: answers, asked } = host(more)
    const builder = createBuilder(answers)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    await done(builder)
    more.reading = { answer: null, refusal }
    await builder.ask('weather')
    await builder.ask('weather again')
    expect(builder.state.get()).toMatchObject({ answer: { query: { measures: [] } }, reading: { refusal } })
    more.reading = {}
    await builder.ask('supply.issued')
    await done(builder)
    const before = asked.flatMap(({ operation, body }) =>
      operation === 'ReadQuestion' ? [(body as { readonly previous?: Answer }).previous?.query.measures] : [],
    )
    expect(before).toEqual([['supply.supply'], ['supply.supply'], ['supply.supply']])
    builder.undo()
    expect(builder.state.get().answer.query.measures).toEqual(['supply.supply'])
  })

  test('removes the chart from the screen, as a failure or a problem does', async () => {
    const builder = createBuilder(host().host)
    builder.edit((answer) => addMeasure(answer, 'supply.supply'))
    await done(builder)
    const state = builder.state.get()
    expect(visibleResult(state)).not.toBeNull()
    expect(visibleResult({ ...state, status: 'running' })).not.toBeNull()
    expect(visibleResult({ ...state, status: 'failed' })).toBeNull()
    expect(visibleResult({ ...state, status: 'cancelled' })).toBeNull()
    expect(visibleResult({ ...state, reply: { kind: 'problem' } as unknown as RunProblem })).toBeNull()
  })
})

describe('unsaved work', () => {
  test('exists only for the user’s own changes, until saved, and not for a link’s question', async () => {
    const builder = createBuilder(host().host)
    const unsaved = (): boolean => isUnsaved(builder.state.get())
    await builder.ask('supply.supply', { byPerson: false })
    expect(unsaved()).toBe(false)
    builder.edit((answer) => addMeasure(answer, 'supply.issued'))
    expect(unsaved()).toBe(true)
    builder.beginSave()(null, builder.state.get().answer)
    expect(unsaved()).toBe(false)
    builder.undo()
    expect(unsaved()).toBe(true)
    builder.redo()
    expect(unsaved()).toBe(false)
    builder.reset()
    expect(unsaved()).toBe(false)
  })
})
