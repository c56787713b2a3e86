import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBuiltAnswers, createAnswerSessions } from '../../../../local/bi-host/server/built-answers'
import type { Answer as AnswerDefinition } from '../../../../local/bi-host/wire/answers'
import type {
  ArrangementRequest,
  BoardReply,
  TileOffer,
  PersonalView,
} from '../../../../local/bi-host/wire/board'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { ana, ben, refusalOf, runningHost, visitor, type Answer, type RunningHost } from './running-host'

vi.setConfig({ testTimeout: 60_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

const create = async (): Promise<string> => {
  const form = { import_objects: JSON.stringify([{ liveboard: { name: 'Mine' } }]), create_new: 'true' }
  const { json } = await host.ask('/callosum/v1/tspublic/v1/metadata/tml/import', { as: ana, form })
  return (json as { object: [{ response: { header: { id_guid: string } } }] }).object[0].response.header
    .id_guid
}
const arrange = (body: Partial<ArrangementRequest>, as = ana): Promise<Answer> =>
  host.ask('/prism/?op=SaveArrangement', { as, body: { positions: [], removed: [], added: [], ...body } })
const open = async (liveboardId: string): Promise<BoardReply> =>
  (await host.ask('/prism/?op=LoadContextBook', { as: ana, body: { liveboardId } })).json as BoardReply
const offers = async (): Promise<readonly TileOffer[]> =>
  ((await host.ask('/prism/?op=GetTileOffers', { as: ana, body: {} })).json as { offers: TileOffer[] }).offers

describe('a saved dashboard', () => {
  test('accepts tiles of every curated board, rendered as there, and keeps them after a restart', async () => {
    const liveboardId = await create()
    const all = await offers()
    expect(new Set(all.map(({ boardId }) => boardId))).toEqual(
      new Set(Object.values(liveboards).map(({ id }) => id)),
    )
    const some = Object.values(liveboards).map(({ id }) => all.find(({ boardId }) => boardId === id))
    const added = some.map((offer, at) => ({
      id: randomUUID(),
      boardId: offer?.boardId ?? '',
      tileId: offer?.tileId ?? '',
      // Overlapping and far below the others: the host moves them up.
      layout: { x: (at % 2) * 6, y: 40 + at, w: 6, h: 5 },
    }))
    expect((await arrange({ liveboardId, added })).json).toEqual({ liveboardId, liveboardName: 'Mine' })
    // A repeated request, as after a lost response, adds nothing twice.
    await arrange({ liveboardId, added })
    await host.restart()
    const { board, tiles } = await open(liveboardId)
    expect(board.editable).toBe(true)
    expect(tiles.map(({ problem }) => problem)).toEqual(added.map(() => undefined))
    expect(tiles.map(({ title }) => title)).toEqual(some.map((offer) => offer?.title))
    expect(tiles.slice(0, 4).map(({ position }) => `${position?.x} ${position?.y}`)).toEqual([
      '0 0',
      '6 0',
      '0 5',
      '6 5',
    ])

    const first = added[0]?.id ?? ''
    await arrange({
      liveboardId,
      removed: added.slice(1).map(({ id }) => id),
      positions: [{ id: first, layout: { x: 3, y: 9, w: 9, h: 8 } }],
    })
    expect((await open(liveboardId)).tiles).toMatchObject([
      { id: first, position: { x: 3, y: 0, w: 9, h: 8 } },
    ])
  })

  test('shows the figures that the tile shows at home', async () => {
    const liveboardId = await create()
    const { id: boardId } = liveboards.rwa
    const original = await open(boardId)
    const added = original.tiles.map(({ id: tileId }) => ({
      id: randomUUID(),
      boardId,
      tileId,
      layout: { x: 0, y: 0, w: 4, h: 4 },
    }))
    await arrange({ liveboardId, added })
    const body = { liveboardId, range: original.board.range }
    const { json } = await host.ask('/prism/?op=LoadContextBook', { as: ana, body })
    expect((json as BoardReply).tiles.map(({ data }) => data)).toEqual(original.tiles.map(({ data }) => data))
  })

  test('has tabs: each opens with only its tiles, the edit page has all, and the vendor’s list reports them', async () => {
    const liveboardId = await create()
    const [one, two] = await offers()
    const tab = (id: string, label: string) => ({ id, label })
    const layout = { x: 0, y: 0, w: 6, h: 6 }
    const added = [one, two].map((offer, at) => ({
      id: randomUUID(),
      boardId: offer?.boardId ?? '',
      tileId: offer?.tileId ?? '',
      layout,
      tabId: `t${at}`,
    }))
    const tabs = { list: [tab('t0', 'Overview'), tab('t1', 'Detail')], removed: [] }
    expect((await arrange({ liveboardId, added, tabs })).status).toBe(200)
    await host.restart()
    const ask = async (more: object): Promise<BoardReply> =>
      (await host.ask('/prism/?op=LoadContextBook', { as: ana, body: { liveboardId, ...more } }))
        .json as BoardReply
    const titles = async (more: object): Promise<readonly string[]> =>
      (await ask(more)).tiles.map(({ title }) => title)
    expect(await titles({})).toEqual([one?.title])
    expect(await titles({ tabId: 't1' })).toEqual([two?.title])
    const all = await ask({ allTabs: true })
    expect(all.board.tabs).toEqual(tabs.list)
    expect(all.tiles.map(({ tabId, position }) => [tabId, position])).toEqual([
      ['t0', layout],
      ['t1', layout],
    ])
    const list = await host.ask('/callosum/v1/tspublic/v1/metadata/list?category=MY', { as: ana })
    const { headers } = list.json as { headers: readonly { id: string; hasTabs: boolean }[] }
    expect(headers.find(({ id }) => id === liveboardId)?.hasTabs).toBe(true)
  })

  test('can be arranged only by its owner, and only with a valid request', async () => {
    const liveboardId = await create()
    const [offer] = await offers()
    const { boardId = '', tileId = '' } = offer ?? {}
    const layout = { x: 0, y: 0, w: 6, h: 6 }
    const added = [{ id: randomUUID(), boardId, tileId, layout }]
    const codes = async (answers: readonly Promise<Answer>[]): Promise<readonly string[]> =>
      (await Promise.all(answers)).map((answer) => refusalOf(answer).code)
    expect(
      await codes([
        arrange({ liveboardId, added }, ben),
        arrange({ liveboardId, added }, visitor),
        arrange({ liveboardId: boardId, added }),
        arrange({ liveboardId, added: [{ id: 'x', boardId, tileId, layout }] }),
        arrange({ liveboardId, added: [{ id: randomUUID(), boardId, tileId: 'nothing', layout }] }),
        arrange({ liveboardId, removed: Array.from({ length: 61 }, (_, at) => `t${at}`) }),
        ...[
          { list: [{ id: 'a', label: ' ' }], removed: [] },
          { list: [{ id: 'a', label: 'x'.repeat(61) }], removed: [] },
          { list: Array.from({ length: 21 }, (_, at) => ({ id: `t${at}`, label: `T${at}` })), removed: [] },
          { list: 'one' as never, removed: [] },
        ].map((tabs) => arrange({ liveboardId, tabs })),
        host.ask('/prism/?op=GetTileOffers', { as: visitor, body: {} }),
        host.ask('/prism/?op=SaveArrangement', { as: null, body: {} }),
      ]),
    ).toEqual([
      'not-found',
      'forbidden',
      'not-found',
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'bad-request',
      'forbidden',
      'unauthenticated',
    ])
    expect((await open(liveboardId)).tiles).toEqual([])
    const many = (): ArrangementRequest['added'] =>
      Array.from({ length: 40 }, () => ({ id: randomUUID(), boardId, tileId, layout }))
    expect((await arrange({ liveboardId, added: many() })).status).toBe(200)
    expect(refusalOf(await arrange({ liveboardId, added: many() })).message).toBe(
      'A dashboard holds at most 60 charts.',
    )
  })
})

describe('personal views', () => {
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

  test('a view belongs to its user alone, is named, and survives a restart', async () => {
    const second = await save({ name: 'Quarter', ...quarter })
    const first = await save({ name: 'All of it', range: 'ALL', chosen: {} })
    await save({ name: 'Ben’s', ...quarter }, ben)
    expect((await list()).map(({ name }) => name)).toEqual(['All of it', 'Quarter'])
    expect(await list(ana, liveboards.ethereum.id)).toEqual([])
    await host.restart()
    expect(await list()).toEqual([first, second])
    expect(second).toMatchObject(quarter)
  })

  test('it is changed and deleted by its user only', async () => {
    const view = await save({ name: 'Mine', ...quarter })
    const changed = await save({ id: view.id, name: 'Mine', range: '1Y', chosen: {} })
    expect(changed).toMatchObject({ id: view.id, range: '1Y', chosen: {}, created: view.created })
    const stolen = await ask('SavePersonalisedView', { id: view.id, name: 'Theirs', ...quarter }, ben)
    expect(refusalOf(stolen).code).toBe('not-found')
    expect(await data('DeletePersonalisedViews', { ids: [view.id] }, ben)).toEqual({ views: [] })
    expect(await data('DeletePersonalisedViews', { ids: [view.id, 'none'] })).toEqual({ views: [view.id] })
    expect((await list()).map(({ name }) => name)).not.toContain('Mine')
  })

  test('a field that is no longer in the model is dropped', async () => {
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

  test('their number is limited, and each needs a unique name', async () => {
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
  const answer = {
    version: 2,
    title: 'Mine',
    query: { measures: ['a'] },
    chart: { type: 'auto' },
  } as AnswerDefinition
  const many = Array.from({ length: 1200 }, (_, at) => at)

  test('many requests of visitors evict no answer of a user', () => {
    const built = createBuiltAnswers()
    const own = built.add('ana', answer)
    const first = built.add('anonymous', answer)
    for (const _ of many) built.add('anonymous', answer)
    expect(built.get('ana', own)).toEqual(answer)
    expect(() => built.get('anonymous', first)).toThrow('no such answer')
    expect(() => built.get('ben', own)).toThrow('no such answer')
  })

  test('many requests of visitors evict no filters of a user’s session', () => {
    const sessions = createAnswerSessions()
    const changes = { filters: [], added: [], removed: ['a'] }
    const own = sessions.add('ana', 's', changes)
    const first = sessions.add('anonymous', 's', changes)
    for (const _ of many) sessions.add('anonymous', 's', changes)
    expect(sessions.get('ana', 's', own)).toEqual(changes)
    expect(sessions.get('anonymous', 's', first).removed).toEqual([])
  })
})
