import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer, AnswerOperations } from '../../../../../local/bi-host/wire/answers'
import { begin, persistSheet } from '../../../../../local/bi-host/frame/builder/saved-chart'
import type { AnswerHost } from '../../../../../local/bi-host/frame/host/calls'
import { isUnsaved } from '../../../../../local/bi-host/frame/builder/builder-state'
import { createBuilder } from '../../../../../local/bi-host/frame/builder/builder'
import type { BuilderRoute } from '../../../../../local/bi-host/frame/protocol/routes'
import { readViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
import { fieldsReply } from './fields'

// Runs after each test, because this worker loads its next file before that file's first test removes stubs.
afterEach(() => vi.unstubAllGlobals())

const answer: Answer = {
  version: 2,
  title: 'Mine',
  query: { measures: ['supply.supply'] },
  chart: { type: 'line', options: { logScale: true } },
}
const pinTarget = { dashboardId: 'd', dashboardName: 'Desk', tileId: 't' }

type Replies = { readonly [Name in keyof AnswerOperations]?: AnswerOperations[Name]['reply'] }

/** Opens the builder as a URL does. The host answers "not found" to requests without a reply here. */
async function opened(
  flags: object,
  replies: Replies = {},
  { person = 'ada', ...route }: Partial<BuilderRoute> & { readonly person?: string } = {},
) {
  const asked: string[] = []
  const host = (async (operation: keyof AnswerOperations, body: { readonly worksheetId?: string }) => {
    asked.push(operation)
    if (operation === 'GetAnswerFields' && body.worksheetId === undefined)
      return { ok: true, value: { ...fieldsReply, person } }
    if (operation === 'RunAnswer')
      return { ok: true, value: { kind: 'result', phrase: '', tokens: [], chips: [] } }
    const value = replies[operation]
    return value === undefined
      ? { ok: false, problem: { kind: 'not-found', reference: '' } }
      : { ok: true, value }
  }) as unknown as AnswerHost
  const builder = createBuilder(host)
  const where: BuilderRoute = { kind: 'builder', path: '/embed/answer', restore: false, ...route }
  persistSheet(builder)
  await begin(builder, where, readViewOptions({ ...flags }))
  await vi.waitFor(() => expect(builder.state.get().status).not.toBe('running'))
  return { builder, state: builder.state.get(), asked }
}

/** Session storage of one tab. */
let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('window', { name: '', sessionStorage })
})

const pinned = { pinnedLiveboard: 'd', pinnedViz: 't', pinnedTitle: 'Theirs' }
const question = { searchTokenString: 'supply', executeSearch: 'true' }
const read: AnswerOperations['ReadQuestion']['reply'] = {
  phrase: 'supply',
  tokens: [],
  answer: { ...answer, title: 'Supply' },
  amended: false,
  chips: [],
  notUnderstood: [],
  ambiguities: [],
  assumptions: [],
  refusal: null,
}

describe('the builder opens', () => {
  test('on the sources of a dataset, with its questions', async () => {
    const { state } = await opened(
      { dataSources: ['sheet'] },
      { GetAnswerFields: { ...fieldsReply, title: 'Stablecoins', examples: ['supply by chain'] } },
    )
    expect(state.topic).toEqual({
      id: 'sheet',
      title: 'Stablecoins',
      sources: ['supply', 'fees'],
      examples: ['supply by chain'],
    })
    expect(state.openProblems).toEqual([])
  })

  test('on all sources, with a notice, when the dataset does not exist', async () => {
    const { state } = await opened({ dataSources: ['nowhere'], ...question }, { ReadQuestion: read })
    expect(state).toMatchObject({ topic: null, answer: { query: { measures: ['supply.supply'] } } })
    expect(state.openProblems).toEqual([expect.stringContaining('This dataset was deleted')])
  })

  test('a pinned chart as stored on its dashboard, with its problems and without unsaved changes', async () => {
    const problems = ['The first filter could not be read and is left out.']
    const { state, asked } = await opened(
      { ...pinned, ...question },
      { OpenPin: { ...pinTarget, answer, problems } },
    )
    expect(state).toMatchObject({ answer, pinned: pinTarget, openProblems: problems })
    expect(isUnsaved(state)).toBe(false)
    expect(asked).not.toContain('ReadQuestion')
  })

  test('the answer to a curated tile’s question, to replace it under its name', async () => {
    const { state } = await opened(
      { ...pinned, ...question },
      { OpenPin: { ...pinTarget, answer: null, problems: [] }, ReadQuestion: read },
    )
    expect(state).toMatchObject({ pinned: pinTarget, answer: { ...answer, title: 'Theirs' } })
  })

  test('the question of a deleted chart, and reports that it is deleted', async () => {
    const { state } = await opened({ ...pinned, ...question }, { ReadQuestion: read })
    expect(state).toMatchObject({ pinned: null, answer: { title: '' } })
    expect(state.openProblems).toEqual([expect.stringContaining('This chart was deleted')])
  })

  test('a saved chart, or reports that it is deleted', async () => {
    const head = { id: 'a', title: 'Mine', created: 1, modified: 1 }
    const found = await opened({}, { OpenAnswer: { head, answer, problems: [] } }, { answerId: 'a' })
    expect(found.state).toMatchObject({ answer, saved: head })
    const lost = await opened({}, {}, { answerId: 'a' })
    expect(lost.state.openProblems).toEqual([expect.stringContaining('This chart was deleted')])
  })
})

describe('the builder after a reload', () => {
  const restore = true
  const head = { id: 'a', title: 'Mine', created: 1, modified: 1 }
  const saved = { OpenAnswer: { head, answer, problems: [] } }

  test('has the saved chart with its unsaved changes, and requests no chart', async () => {
    const before = await opened({}, saved, { answerId: 'a' })
    before.builder.edit((chart) => ({ ...chart, title: 'Changed' }))
    const { state, asked } = await opened({}, saved, { answerId: 'a', restore })
    expect(state).toMatchObject({ answer: { ...answer, title: 'Changed' }, saved: head, touched: true })
    expect(isUnsaved(state)).toBe(true)
    expect(asked).not.toContain('OpenAnswer')
  })

  test('has a saved chart as saved, with its dashboard and topic', async () => {
    const topic = { ...fieldsReply, title: 'Stablecoins', examples: [] }
    const replies = { GetAnswerFields: topic, OpenPin: { ...pinTarget, answer, problems: [] } }
    const before = await opened({ ...pinned, ...question }, replies)
    await before.builder.about('sheet')
    const { state } = await opened({ ...pinned, ...question }, replies, { restore })
    expect(state).toMatchObject({ answer, pinned: pinTarget, topic: { id: 'sheet' } })
    expect(isUnsaved(state)).toBe(false)
  })

  test('restores the text of a failed question, and does not run the URL’s question again', async () => {
    const before = await opened(question, { ReadQuestion: { ...read, answer: null } })
    expect(before.state.answer.query.measures).toEqual([])
    const { state, asked } = await opened(question, {}, { restore })
    expect(state.phrase).toBe('supply')
    expect(state.status).toBe('idle')
    expect(asked).not.toContain('RunAnswer')
    before.builder.reset()
    expect((await opened(question, { ReadQuestion: read }, { restore })).state.phrase).toBe('')
  })

  test('has the typed text that was not run, over the chart, even after a reload of the whole page', async () => {
    const before = await opened({}, saved, { answerId: 'a' })
    before.builder.state.set({ typed: 'supply by' })
    const { state } = await opened({}, saved, { answerId: 'a', restore })
    expect(state).toMatchObject({ answer, typed: 'supply by' })
    const anew = await opened({}, {})
    expect(anew.state).toMatchObject({ answer: { query: { measures: [] } }, typed: 'supply by' })
    // A question or a manual change replaces that text in the bar.
    anew.builder.edit(() => answer)
    expect(anew.builder.state.get().typed).toBeNull()
    anew.builder.state.set({ typed: 'by chain' })
    expect(
      (
        await opened(
          {},
          { OpenAnswer: { head, answer: read.answer ?? answer, problems: [] } },
          { answerId: 'b' },
        )
      ).state.typed,
    ).toBeNull()
  })

  test('offers unfinished work until it is resumed or discarded, and nothing that was saved', async () => {
    const before = await opened({}, saved, { answerId: 'a' })
    before.builder.edit((chart) => ({ ...chart, title: 'Changed' }))
    const left = { ...answer, title: 'Changed' }
    expect((await opened({}, {})).state).toMatchObject({
      answer: { query: { measures: [] } },
      unfinished: left,
    })
    const again = await opened({}, {})
    expect(again.state.unfinished).toEqual(left)
    again.builder.state.set({ unfinished: null })
    expect((await opened({}, {})).state.unfinished).toBeNull()
    await opened({}, saved, { answerId: 'a' })
    expect((await opened({}, {})).state.unfinished).toBeNull()
  })

  test('is hidden from the next user of the tab, and complete for the same user', async () => {
    const before = await opened({}, saved, { answerId: 'a' })
    before.builder.edit((chart) => ({ ...chart, title: 'Changed' }))
    before.builder.state.set({ typed: 'supply by' })
    // While the fields do not load, the user is unknown. Nothing is lost meanwhile.
    const silent = createBuilder((async () => ({
      ok: false,
      problem: { kind: 'offline' },
    })) as unknown as AnswerHost)
    persistSheet(silent)
    silent.state.set({ typed: null })
    expect((await opened({}, {}, { restore })).state).toMatchObject({ typed: 'supply by', touched: true })
    const other = await opened({}, {}, { restore, person: 'bob' })
    expect(other.state).toMatchObject({ answer: { query: { measures: [] } }, typed: null, unfinished: null })
  })

  test.each(['nonsense', '7', '{"answer":{"version":1,"query":{"measures":[]}}}'])(
    'follows the URL when its stored state is damaged: %s',
    async (text) => {
      stored.set('builder-sheet', text)
      const { state } = await opened({}, saved, { answerId: 'a', restore })
      expect(state).toMatchObject({ answer, saved: head })
    },
  )
})

test('a question that must not run yet is in the search bar', async () => {
  const { state, asked } = await opened({ searchTokenString: 'supply' })
  expect(state.phrase).toBe('supply')
  expect(asked).not.toContain('RunAnswer')
})
