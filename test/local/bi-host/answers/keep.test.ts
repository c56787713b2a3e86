import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type {
  Answer,
  OpenedAnswer,
  PinReply,
  Reading,
  RunReply,
  SavedAnswerHead,
} from '../../../../local/bi-host/answers/contract'
import type { BiBearer } from '../../../../local/bi-host/bi-token'
import type { BoardReply } from '../../../../local/bi-host/contract'
import { ana, ben, refusalOf, runningHost, visitor } from '../server/running-host'
import type { Answer as HttpAnswer, RunningHost } from '../server/running-host'

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

/** The three questions that a newcomer asks. */
const questions = [
  ['stablecoin supply by chain, last 90 days, stacked area', 'stacked-area', 'series'],
  ['BTC and ETH 30-day volatility against funding', 'line', 'series'],
  ['top 10 RWA products by growth this quarter', 'bars', 'bars'],
] as const

test('a question is read, run, and pinned to a new dashboard, where it is drawn with the same numbers', async () => {
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
  const filters = [{ field: 'trading.exchange', op: 'in', values: ['Binance'] }]
  const [tile] = (await board(pinned.dashboardId, { filters })).tiles
  expect(tile?.data?.kind === 'series' ? tile.data.series.map(({ label }) => label) : []).toEqual(['Binance'])
})

test('a pinned chart is changed in its place', async () => {
  const pinned = (
    await ask('PinAnswer', { answer: await read('price of btc this year'), to: { newDashboard: 'Edited' } })
  ).json as PinReply
  const answer = await read('price of eth this year')
  const { dashboardId, tileId } = pinned
  expect((await ask('PinAnswer', { answer, to: { dashboardId }, tileId })).json).toMatchObject({ tileId })
  const { tiles } = await board(dashboardId)
  expect(tiles.map(({ id, title }) => [id, title])).toEqual([[tileId, answer.title]])
  const lost = await ask('PinAnswer', { answer, to: { dashboardId }, tileId: 'x' })
  expect(refusalOf(lost).message).toBe('This chart is not on that dashboard any more.')
})

test('what is kept is one’s own, and is there after a restart', async () => {
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

test('a visitor keeps nothing, and nobody pins to another’s dashboard', async () => {
  const answer = await read('bitcoin dominance')
  const bodies = {
    SaveAnswer: { answer },
    ListAnswers: {},
    OpenAnswer: { id: 'x' },
    DeleteAnswer: { id: 'x' },
    ListPinTargets: {},
    PinAnswer: { answer, to: { newDashboard: 'X' } },
  }
  for (const [op, body] of Object.entries(bodies))
    expect(refusalOf(await ask(op, body, visitor)).code, op).toBe('forbidden')
  const { dashboardId } = (await ask('PinAnswer', { answer, to: { newDashboard: 'Mine' } })).json as PinReply
  expect(refusalOf(await ask('PinAnswer', { answer, to: { dashboardId } }, ben)).code).toBe('not-found')
})
