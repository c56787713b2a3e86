import { afterAll, beforeAll, expect, test, vi, describe } from 'vitest'
import type { PersonalView } from '../../../../local/bi-host/wire/board'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { ana, ben, refusalOf, runningHost, type RunningHost } from './running-host'
import type { Answer } from '../../../../local/bi-host/wire/answers'
import { createBuiltAnswers, createAnswerSessions } from '../../../../local/bi-host/server/built-answers'

describe('personal views', () => {
  vi.setConfig({ testTimeout: 60_000 })

  let host: RunningHost
  beforeAll(async () => {
    host = await runningHost()
  }, 120_000)
  afterAll(() => host.close())

  const liveboardId = liveboards.bitcoin.id
  const ask = (op: string, variables: object, as = ana) =>
    host.ask(`/prism/?op=${op}`, { as, body: { variables: { liveboardId, ...variables } } })
  async function data<Made>(op: string, variables: object = {}, as = ana): Promise<Made> {
    const { json } = await ask(op, variables, as)
    return Object.values((json as { data: Record<string, Made> }).data)[0] as Made
  }
  const save = async (variables: object, as = ana): Promise<PersonalView> =>
    (await data<{ view: PersonalView }>('SavePersonalisedView', variables, as)).view
  const list = async (as = ana, board: string = liveboardId): Promise<readonly PersonalView[]> =>
    (await data<{ views: readonly PersonalView[] }>('ListPersonalisedViews', { liveboardId: board }, as))
      .views

  const quarter = { range: '90D', chosen: { 'price.asset': ['BTC'] } } as const

  test('a view is its person’s alone, by name, and survives a restart', async () => {
    const second = await save({ name: 'Quarter', ...quarter })
    const first = await save({ name: 'All of it', range: 'ALL', chosen: {} })
    await save({ name: 'Ben’s', ...quarter }, ben)
    expect((await list()).map(({ name }) => name)).toEqual(['All of it', 'Quarter'])
    expect(await list(ana, liveboards.ethereum.id)).toEqual([])
    await host.restart()
    expect(await list()).toEqual([first, second])
    expect(second).toMatchObject(quarter)
  })

  test('it is changed and deleted by its person only', async () => {
    const view = await save({ name: 'Mine', ...quarter })
    const changed = await save({ id: view.id, name: 'Mine', range: '1Y', chosen: {} })
    expect(changed).toMatchObject({ id: view.id, range: '1Y', chosen: {}, created: view.created })
    const stolen = await ask('SavePersonalisedView', { id: view.id, name: 'Theirs', ...quarter }, ben)
    expect(refusalOf(stolen).code).toBe('not-found')
    expect(await data('DeletePersonalisedViews', { ids: [view.id] }, ben)).toEqual({ views: [] })
    expect(await data('DeletePersonalisedViews', { ids: [view.id, 'none'] })).toEqual({ views: [view.id] })
    expect((await list()).map(({ name }) => name)).not.toContain('Mine')
  })

  test('a field that the model does not know any more is left out', async () => {
    await save({ name: 'Old', range: null, chosen: { 'gone.field': ['x'], 'price.asset': ['BTC'] } }, ben)
    const old = (await list(ben)).find(({ name }) => name === 'Old')
    expect(old?.chosen).toEqual({ 'price.asset': ['BTC'] })
  })

  test('the views of a dashboard go with it', async () => {
    const copy = await host.ask('/prism/?op=CopyLiveboard', {
      as: ana,
      body: { variables: { liveboardId, name: 'Copy' } },
    })
    const id = (copy.json as { data: { Pinboard__copy: { pinboardId: string } } }).data.Pinboard__copy
      .pinboardId
    await save({ liveboardId: id, name: 'On it', ...quarter })
    expect(await list(ana, id)).toHaveLength(1)
    const gone = await host.ask('/api/rest/2.0/metadata/delete', {
      as: ana,
      body: { metadata: [{ type: 'LIVEBOARD', identifier: id }] },
    })
    expect(gone.status).toBe(204)
    expect(refusalOf(await ask('ListPersonalisedViews', { liveboardId: id })).code).toBe('not-found')
  })

  test('there is an end to how many, and a name of its own is needed', async () => {
    await save({ name: 'Twice', ...quarter })
    expect(refusalOf(await ask('SavePersonalisedView', { name: 'Twice', ...quarter })).message).toContain(
      'name',
    )
    expect(refusalOf(await ask('SavePersonalisedView', { name: ' ', ...quarter })).code).toBe('bad-request')
    const had = (await list()).length
    for (let count = had; count < 100; count += 1) await save({ name: `View ${count}`, ...quarter })
    expect(refusalOf(await ask('SavePersonalisedView', { name: 'One more', ...quarter })).message).toContain(
      '100',
    )
  })
})

describe('per owner', () => {
  const answer = { version: 2, title: 'Mine', query: { measures: ['a'] }, chart: { type: 'auto' } } as Answer
  const many = Array.from({ length: 1200 }, (_, at) => at)

  test('visitors who ask a lot take no answer from a person', () => {
    const built = createBuiltAnswers()
    const own = built.add('ana', answer)
    const first = built.add('anonymous', answer)
    for (const _ of many) built.add('anonymous', answer)
    expect(built.get('ana', own)).toEqual(answer)
    expect(() => built.get('anonymous', first)).toThrow('no such answer')
    expect(() => built.get('ben', own)).toThrow('no such answer')
  })

  test('nor the filters from their session', () => {
    const sessions = createAnswerSessions()
    const changes = { filters: [], added: [], removed: ['a'] }
    const own = sessions.add('ana', 's', changes)
    const first = sessions.add('anonymous', 's', changes)
    for (const _ of many) sessions.add('anonymous', 's', changes)
    expect(sessions.get('ana', 's', own)).toEqual(changes)
    expect(sessions.get('anonymous', 's', first).removed).toEqual([])
  })
})
