import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  ana,
  ben,
  portalOrigin,
  refusalOf,
  runningHost,
  visitor,
  type Answer,
  type Ask,
  type RunningHost,
} from './running-host'
import { endpoints, home, pathOf, stablecoins, type Named } from './endpoints'

vi.setConfig({ testTimeout: 60_000 })

let host: RunningHost
/** A dashboard of somebody else. */
let theirs: Named
beforeAll(async () => {
  host = await runningHost()
  const made = await host.ask('/prism/?op=CopyLiveboard', {
    as: ben,
    body: { variables: { liveboardId: home.id, name: 'Ben’s' } },
  })
  const { pinboardId } = (made.json as { data: { Pinboard__copy: { pinboardId: string } } }).data
    .Pinboard__copy
  theirs = { id: pinboardId, tileId: 'btc', worksheetId: home.worksheetId }
}, 120_000)
afterAll(() => host.close())

const ask = (name: string, board: Named, more: Ask): Promise<Answer> =>
  host.ask(pathOf(name, board), {
    method: name.split(' ')[0] ?? 'GET',
    ...endpoints[name]?.ask(board),
    ...more,
  })

const names = Object.keys(endpoints)
const having = (...access: readonly string[]): readonly string[] =>
  names.filter((name) => access.includes(endpoints[name]?.access ?? ''))
/** Whether a request names the board itself. */
const namesBoard = (name: string): boolean =>
  JSON.stringify([endpoints[name]?.ask(stablecoins), pathOf(name, stablecoins)]).includes(stablecoins.id)

test('the list holds every endpoint of the host, and none that is not there', () => {
  expect(names.toSorted()).toEqual(host.endpoints.toSorted())
})

test.each(having('bearer', 'board', 'person', 'nobody'))(
  '%s is refused without a token of ours',
  async (name) => {
    for (const more of [{}, { token: 'forged.token.here' }]) {
      const answer = await ask(name, home, more)
      expect([answer.status, refusalOf(answer).code]).toEqual([401, 'unauthenticated'])
    }
  },
)

test.each(having('bearer', 'board'))('%s answers a visitor who asks about Home', async (name) => {
  const answer = await ask(name, home, { as: visitor })
  if (endpoints[name]?.notDone) expect([answer.status, refusalOf(answer).code]).toEqual([400, 'bad-request'])
  else expect(answer.status).toBeLessThan(300)
})

test.each(having('board'))('%s refuses a visitor every other board', async (name) => {
  for (const board of [stablecoins, theirs]) {
    if (board === theirs && !namesBoard(name)) continue
    const answer = await ask(name, board, { as: visitor })
    expect([answer.status, refusalOf(answer).code]).toEqual([403, 'forbidden'])
  }
})

test.each(having('person'))('%s refuses a visitor, for Home too', async (name) => {
  for (const board of [home, stablecoins]) {
    const answer = await ask(name, board, { as: visitor })
    expect([answer.status, refusalOf(answer).code]).toEqual([403, 'forbidden'])
  }
})

describe('what belongs to somebody else', () => {
  test.each(having('board', 'person').filter(namesBoard))('%s does not find it', async (name) => {
    const answer = await ask(name, theirs, { as: ana })
    expect([answer.status, refusalOf(answer).code]).toEqual([404, 'not-found'])
  })

  test('is untouched after all of that', async () => {
    const list = await host.ask('/callosum/v1/tspublic/v1/metadata/list?category=MY', { as: ben })
    expect(list.json).toMatchObject({ headers: [{ id: theirs.id, name: 'Ben’s' }] })
  })
})

test.each(names)('%s is refused to a page of another origin', async (name) => {
  const answer = await ask(name, home, { as: ana, headers: { origin: 'https://elsewhere.example' } })
  expect([answer.status, refusalOf(answer).code]).toEqual([403, 'forbidden'])
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test.each(having('bearer', 'board', 'person'))('%s can be read by the portal', async (name) => {
  const answer = await ask(name, home, { as: ana, headers: { origin: portalOrigin } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(portalOrigin)
  expect(answer.headers.get('cache-control') ?? 'no-store').toMatch(/no-store|private|no-cache/)
})
