import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type {
  Answer,
  OpenedAnswer,
  OpenedPin,
  PinReply,
  Reading,
  RunReply,
  SavedAnswerHead,
} from '../../../../local/bi-host/wire/answers'
import type { BiBearer } from '../../../../local/bi-host/wire/bi-token'
import type { BoardReply } from '../../../../local/bi-host/wire/board'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import {
  ana,
  ben,
  refusalOf,
  runningHost,
  visitor,
  type Answer as HttpAnswer,
  type RunningHost,
} from './running-host'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

const ask = (op: string, body: unknown, as: BiBearer = ana): Promise<HttpAnswer> =>
  host.ask(`/prism/?op=${op}`, { as, body })
async function read(phrase: string): Promise<Answer> {
  const { answer } = (await ask('ReadQuestion', { phrase })).json as Reading
  if (!answer) throw new Error(`Not read: ${phrase}`)
  return answer
}
const board = async (liveboardId: string, more: object = {}, as = ana): Promise<BoardReply> =>
  (await ask('LoadContextBook', { liveboardId, ...more }, as)).json as BoardReply

/** Three typical questions of a new user. */
const questions = [
  ['stablecoin supply by chain, last 90 days, stacked area', 'stacked-area', 'series'],
  ['BTC and ETH 30-day volatility against funding', 'line', 'series'],
  ['top 10 RWA products by growth this quarter', 'bars', 'bars'],
] as const

test('a question is read, run, and pinned to a new dashboard, where it shows the same numbers', async () => {
  let dashboardId = ''
  for (const [phrase, type, kind] of questions) {
    const answer = await read(phrase)
    const run = (await ask('RunAnswer', { answer })).json as RunReply
    if (run.kind !== 'result') throw new Error(run.message)
    expect(run.chart.type).toBe(type)
    expect(run.tokens.map(({ state }) => state)).not.toContain('unknown')
    const to = dashboardId === '' ? { newDashboard: 'From questions' } : { dashboardId }
    const pinned = (await ask('PinAnswer', { answer, to })).json as PinReply
    expect(pinned).toMatchObject({ dashboardName: 'From questions', created: dashboardId === '' })
    ;({ dashboardId } = pinned)
    const tile = (await board(dashboardId)).tiles.find(({ id }) => id === pinned.tileId)
    expect(tile).toMatchObject({ title: answer.title, kind })
    expect(tile?.data).toEqual(run.tile.data)
  }
  const { dashboards } = (await ask('ListPinTargets', {})).json as { dashboards: { id: string }[] }
  expect(dashboards.map(({ id }) => id)).toContain(dashboardId)
})

test('a dashboard’s range and filters hold for a pinned chart that has none of its own', async () => {
  const answer = await read('volume by exchange daily')
  const pinned = (await ask('PinAnswer', { answer, to: { newDashboard: 'Ranges' } })).json as PinReply
  const dates = async (more: object): Promise<readonly string[]> => {
    const [tile] = (await board(pinned.dashboardId, more)).tiles
    return tile?.data?.kind === 'series' ? tile.data.dates : []
  }
  expect(await dates({ range: '30D' })).toHaveLength(30)
  expect(await dates({ range: '90D' })).toHaveLength(90)
  expect(await dates({ range: '1Y' })).toHaveLength(365)
  const filters = [{ field: 'trading.exchange', op: 'in', values: ['Binance'] }]
  const [tile] = (await board(pinned.dashboardId, { filters })).tiles
  expect(tile?.data?.kind === 'series' ? tile.data.series.map(({ label }) => label) : []).toEqual(['Binance'])
})

test('a dashboard whose charts all have their own range says so, and so does each chart', async () => {
  const own = await read('RWA value, daily, last 90 days')
  const { range: _range, ...rangeless } = own.query
  const pinned = (await ask('PinAnswer', { answer: own, to: { newDashboard: 'Kept ranges' } }))
    .json as PinReply
  const alone = await board(pinned.dashboardId)
  expect(alone.board.rangeFixed).toBe(true)
  expect(alone.tiles[0]?.subtitle).toMatch(/^Own range · .*Last 90 days/)
  await ask('PinAnswer', { answer: { ...own, query: rangeless }, to: { dashboardId: pinned.dashboardId } })
  const both = await board(pinned.dashboardId)
  expect(both.board.rangeFixed).toBeUndefined()
  expect(both.tiles.map(({ subtitle }) => subtitle.startsWith('Own range'))).toEqual([true, false])
})

test('a pinned chart with its own range keeps it on every board', async () => {
  const answer = await read('volume by exchange daily, last 14 days')
  const pinned = (await ask('PinAnswer', { answer, to: { newDashboard: 'Own range' } })).json as PinReply
  const drawn = await Promise.all(
    ['30D', '1Y', 'ALL'].map(async (range) => (await board(pinned.dashboardId, { range })).tiles[0]?.data),
  )
  expect(drawn.map((data) => (data?.kind === 'series' ? data.dates.length : 0))).toEqual([14, 14, 14])
})

test('a pinned chart’s own dates stay under any dates of the dashboard, and its “last days” count back from those', async () => {
  const fixed = await read('net issuance from 1 jan 2024 to 31 dec 2024 overall')
  const since = await read('net issuance by month since 1 jan 2024')
  const counted = await read('net issuance last 7 days overall')
  const to = { newDashboard: 'Fixed days' }
  const { dashboardId } = (await ask('PinAnswer', { answer: fixed, to })).json as PinReply
  for (const answer of [since, counted]) await ask('PinAnswer', { answer, to: { dashboardId } })
  const whole = (await board(dashboardId)).tiles
  const cut = (await board(dashboardId, { days: { from: '2024-05-01', to: '2024-06-30' } })).tiles
  expect(whole.map(({ data }) => data?.kind)).toEqual(['kpi', 'series', 'kpi'])
  expect(cut.slice(0, 2).map(({ data }) => data)).toEqual(whole.slice(0, 2).map(({ data }) => data))
  expect(cut.map(({ trust }) => trust.lastDay)).toEqual(['2026-11-20', '2026-11-20', '2024-06-30'])
  expect(cut[2]?.data).not.toEqual(whole[2]?.data)
})

test('a headline figure names its dates on the card and in its sentence, except for one read on the last day', async () => {
  const cards: (readonly [subtitle: string, summary: string])[] = []
  for (const phrase of [
    'net issuance from 1 jan 2024 to 31 dec 2024 overall',
    'net issuance from 20 dec 2025 to 10 jan 2026 overall',
    'net issuance last 7 days overall',
    'net issuance overall',
    '([Net issuance] / 2)',
    'stablecoin supply',
  ]) {
    const answer = await read(phrase)
    const { range: _usual, ...rangeless } = answer.query
    const query = / (?:from|last) /.test(phrase) ? answer.query : rangeless
    const to = { newDashboard: phrase.slice(0, 40) }
    const pinned = (await ask('PinAnswer', { answer: { ...answer, query }, to })).json as PinReply
    const [tile] = (await board(pinned.dashboardId)).tiles
    expect(tile?.kind).toBe('kpi')
    cards.push([tile?.subtitle ?? '', tile?.summary ?? ''])
  }
  expect(cards).toEqual([
    [
      '1 Jan to 31 Dec 2024 · Own range',
      expect.stringMatching(/^Net issuance: \S+, from 1 Jan 2024 to 31 Dec 2024\.$/),
    ],
    ['20 Dec 2025 to 10 Jan 2026 · Own range', expect.stringMatching(/from 20 Dec 2025 to 10 Jan 2026\.$/)],
    ['Last 7 days · Own range', expect.stringMatching(/^Net issuance: \S+, last 7 days\.$/)],
    ['Last 90 days', expect.stringMatching(/^Net issuance: \S+, last 90 days\.$/)],
    // A ratio of sums uses the days as they are.
    [expect.stringContaining('Last 90 days'), expect.stringMatching(/, last 90 days\.$/)],
    ['', expect.stringMatching(/^Supply: \S+\.$/)],
  ])
})

test('a chart is pinned to an existing tab or to a new one, which opens by its URL', async () => {
  const answer = await read('bitcoin dominance')
  const pinTo = async (to: object): Promise<PinReply> =>
    (await ask('PinAnswer', { answer, to })).json as PinReply
  const { dashboardId, tabId: first } = await pinTo({ newDashboard: 'Tabbed', tab: { label: ' Share ' } })
  const made = await pinTo({ dashboardId, tab: { label: 'Volatility' } })
  const there = await pinTo({ dashboardId, tab: { id: made.tabId } })
  expect(there.tabId).toBe(made.tabId)
  expect((await pinTo({ dashboardId })).tabId).toBe(first)
  await host.restart()
  const { board: view, tiles } = await board(dashboardId, { tabId: made.tabId })
  expect(view.tabs.map(({ label }) => label)).toEqual(['Share', 'Volatility'])
  expect(view.activeTabId).toBe(made.tabId)
  expect(new Set(tiles.map(({ id }) => id))).toEqual(new Set([made.tileId, there.tileId]))
  // A deleted tab opens the first one.
  expect((await board(dashboardId, { tabId: 'gone' })).board.activeTabId).toBe(first)
  const { dashboards } = (await ask('ListPinTargets', {})).json as {
    dashboards: readonly { id: string; tabs: readonly { label: string }[] }[]
  }
  expect(dashboards.find(({ id }) => id === dashboardId)?.tabs).toEqual(view.tabs)
  const refusals = await Promise.all(
    [
      { dashboardId, tab: { id: 'gone' } },
      { dashboardId, tab: { label: ' ' } },
      { dashboardId, tab: { label: 'x'.repeat(61) } },
      { dashboardId, tab: 'One' },
      { newDashboard: 'Z', tab: { id: made.tabId } },
    ].map(async (to) => refusalOf(await ask('PinAnswer', { answer, to })).code),
  )
  expect(refusals).toEqual(['not-found', 'bad-request', 'bad-request', 'bad-request', 'bad-request'])
})

test('a pinned chart is edited in place', async () => {
  const pinned = (
    await ask('PinAnswer', { answer: await read('price of btc this year'), to: { newDashboard: 'Edited' } })
  ).json as PinReply
  const answer = await read('price of eth this year')
  const { dashboardId, tileId } = pinned
  expect((await ask('PinAnswer', { answer, to: { dashboardId }, tileId })).json).toMatchObject({ tileId })
  const { tiles } = await board(dashboardId)
  expect(tiles.map(({ id, title }) => [id, title])).toEqual([[tileId, answer.title]])
  const lost = await ask('PinAnswer', { answer, to: { dashboardId }, tileId: 'x' })
  expect(refusalOf(lost).message).toBe('This chart is no longer on that dashboard.')
})

test('a pinned chart opens from its dashboard’s stored version, even an old or damaged one, and a curated tile has none', async () => {
  const old = {
    v: 1,
    title: 'Old',
    chart: 'line',
    query: { source: 'stable_supply', measures: ['supply'], grain: 'week', range: '90D' },
  }
  const present = { ...(await read('price of btc this year')), title: 'Price', v: 2 }
  const damaged = { ...present, title: 'Damaged', query: { ...present.query, grain: 'fortnight' } }
  const gone = { ...present, title: 'Gone', query: { measures: ['nowhere.at_all'] } }
  const pins = [old, present, damaged, gone].map((answer, at) => ({ id: `t${at}`, answer }))
  const form = {
    import_objects: JSON.stringify([{ liveboard: { name: 'Kept', visualizations: pins } }]),
    create_new: 'true',
  }
  const made = await host.ask('/callosum/v1/tspublic/v1/metadata/tml/import', { as: ana, form })
  const dashboardId = (made.json as { object: [{ response: { header: { id_guid: string } } }] }).object[0]
    .response.header.id_guid
  const open = async (tileId: string, as = ana) =>
    (await ask('OpenPin', { dashboardId, tileId }, as)).json as OpenedPin
  expect(await open('t0')).toMatchObject({
    dashboardName: 'Kept',
    answer: { version: 2, title: 'Old', query: { measures: ['stable_supply.supply'], grain: 'week' } },
    problems: [],
  })
  const { v: _v, ...whole } = present
  expect(await open('t1')).toMatchObject({ answer: whole, problems: [] })
  const { grain: _grain, ...rest } = present.query
  expect(await open('t2')).toMatchObject({
    answer: { query: rest },
    problems: ['The interval could not be read and is left out.'],
  })
  // The dashboard shows what is wrong with a damaged chart, which can be opened for repair.
  const { tiles } = await board(dashboardId)
  const byTile = new Map(tiles.map(({ id, problem, question }) => [id, { problem, question }]))
  expect(byTile.get('t0')).toEqual({ question: `[Supply] [Date].'last 90 days' [Date].weekly as lines` })
  expect(byTile.get('t1')?.problem).toBeUndefined()
  expect(byTile.get('t2')).toEqual({
    problem:
      'This chart is damaged. The interval could not be read and is left out. Open it in Data Weaver to mend it, or remove it.',
    question: '',
  })
  expect(byTile.get('t3')?.problem).toContain('can no longer be drawn')
  expect(tiles.map(({ question }) => typeof question)).toEqual(['string', 'string', 'string', 'string'])

  const [curated] = (await board(liveboards.stablecoins.id)).tiles
  const session = { sessionId: `${liveboards.stablecoins.id}~${curated?.id}`, genNo: 1 }
  await ask('AddVizToLiveboard', { variables: { session, liveboardId: dashboardId } })
  const copied = (await board(dashboardId)).tiles.find(({ title }) => title === curated?.title)
  expect(await open(copied?.id ?? '')).toMatchObject({ answer: null, problems: [] })
  expect(refusalOf(await ask('OpenPin', { dashboardId, tileId: 'x' })).code).toBe('not-found')
  expect(refusalOf(await ask('OpenPin', { dashboardId, tileId: 't1' }, ben)).code).toBe('not-found')
})

test('an unsaved answer can be edited through its session, by its owner only', async () => {
  const answer = await read('stablecoin supply by chain, last 30 days')
  const { sessionId } = (await ask('OpenAnswerSession', { answer })).json as { sessionId: string }
  const of = (session: object, as = ana) => ask('GetAnswer', { variables: { session } }, as)
  const session = { sessionId, genNo: 1 }
  expect((await of(session)).json).toMatchObject({
    data: { getAnswer: { answer: { name: answer.title, sources: [{ header: { guid: 'stable_supply' } }] } } },
  })
  const filter = {
    filterContent: [{ filterType: 'IN', value: [{ type: 'STRING', stringValue: 'Tron' }] }],
    filterGroupId: { logicalColumnId: 'stable_supply.chain' },
  }
  const narrowed = await ask('AddUpdateFilter', { variables: { session, params: filter } })
  expect(narrowed.json).toMatchObject({ data: { Answer__addUpdateFilter: { id: { sessionId } } } })
  const pinned = await ask('AddVizToLiveboard', { variables: { session, newLiveboardName: 'By session' } })
  const { pinboardId } = (pinned.json as { data: { Answer__addVizToPinboard: { pinboardId: string } } }).data
    .Answer__addVizToPinboard
  expect((await board(pinboardId)).tiles.map(({ title }) => title)).toEqual([answer.title])
  expect(refusalOf(await of(session, ben)).code).toBe('not-found')
})

test('saved answers belong to their owner and survive a restart', async () => {
  const answer = await read('bitcoin dominance')
  const { head } = (await ask('SaveAnswer', { answer })).json as { head: SavedAnswerHead }
  await host.restart()
  expect((await ask('OpenAnswer', { id: head.id })).json).toEqual({
    head,
    answer,
    problems: [],
  } satisfies OpenedAnswer)
  const renamed = { ...answer, title: 'Dominance' }
  expect((await ask('SaveAnswer', { id: head.id, answer: renamed })).json).toMatchObject({
    head: { id: head.id, title: 'Dominance', created: head.created },
  })
  expect(
    ((await ask('ListAnswers', {})).json as { answers: SavedAnswerHead[] }).answers.map(({ title }) => title),
  ).toContain('Dominance')
  expect((await ask('ListAnswers', {}, ben)).json).toEqual({ answers: [] })
  for (const op of ['OpenAnswer', 'DeleteAnswer'])
    expect(refusalOf(await ask(op, { id: head.id }, ben)).code).toBe('not-found')
  expect(refusalOf(await ask('SaveAnswer', { id: head.id, answer }, ben)).code).toBe('not-found')
  expect((await ask('DeleteAnswer', { id: head.id })).status).toBe(200)
  expect(refusalOf(await ask('OpenAnswer', { id: head.id })).code).toBe('not-found')
})

test('a visitor cannot save, and a user cannot pin to another user’s dashboard', async () => {
  const answer = await read('bitcoin dominance')
  const bodies = {
    SaveAnswer: { answer },
    ListAnswers: {},
    OpenAnswer: { id: 'x' },
    OpenPin: { dashboardId: 'x', tileId: 'x' },
    OpenAnswerSession: { answer },
    DeleteAnswer: { id: 'x' },
    ListPinTargets: {},
    PinAnswer: { answer, to: { newDashboard: 'X' } },
  }
  for (const [op, body] of Object.entries(bodies))
    expect(refusalOf(await ask(op, body, visitor)).code, op).toBe('forbidden')
  const { dashboardId } = (await ask('PinAnswer', { answer, to: { newDashboard: 'Mine' } })).json as PinReply
  expect(refusalOf(await ask('PinAnswer', { answer, to: { dashboardId } }, ben)).code).toBe('not-found')
})
