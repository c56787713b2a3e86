import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BiBearer } from '../../../../local/bi-host/wire/bi-token'
import type { BoardReply, Tile } from '../../../../local/bi-host/wire/board'
import { seriesColors } from '../../../../local/bi-host/rendering/theme/variables'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { tilePng } from '../../../../local/bi-host/server/tile-png'
import { readPicture } from '../../../support/read-picture'
import { ana, runningHost, type RunningHost } from './running-host'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

/** Requests a picture as the SDK's `fetchPNGBlob` does. */
async function fetched(session: string, more: Readonly<Record<string, string>> = {}, as: BiBearer = ana) {
  const query = new URLSearchParams({
    sessionId: session,
    deviceScaleFactor: '2',
    omitBackground: 'false',
    genNo: '1',
    userLocale: 'en-us',
    exportFileName: 'data',
    ...more,
  })
  const reply = await fetch(`${host.origin}/prism/download/answer/png?${query.toString()}`, {
    headers: { authorization: `Bearer ${await host.tokens.issue(as)}` },
  })
  return { reply, body: Buffer.from(await reply.arrayBuffer()) }
}

async function tilesOf(id: string): Promise<readonly Tile[]> {
  const reply = await host.ask('/prism/?op=LoadContextBook', { as: ana, body: { liveboardId: id } })
  return (reply.json as BoardReply).tiles
}

const { 2: green = '', 9: blue = '' } = seriesColors.light
const supply = `${liveboards.stablecoins.id}~worst-redemption`

describe('an answer as an image', () => {
  test('is a PNG file at the scale asked for, on the card or on nothing', async () => {
    const twice = await fetched(supply)
    expect([twice.reply.status, twice.reply.headers.get('content-type')]).toEqual([200, 'image/png'])
    const large = await readPicture(twice.body)
    const once = await readPicture((await fetched(supply, { deviceScaleFactor: '1' })).body)
    expect([large.width, large.height]).toEqual([once.width * 2, once.height * 2])
    expect(once.at(2, 2)).toBe('255 255 255 255')
    const bare = await readPicture(
      (await fetched(supply, { deviceScaleFactor: '1', omitBackground: 'true' })).body,
    )
    expect([bare.width, bare.height, bare.at(2, 2)]).toEqual([once.width, once.height, '0 0 0 0'])
  })

  test('shows what the session shows: the names left by its filters', async () => {
    const sessionId = supply
    const narrowed = await host.ask('/prism/?op=AddUpdateFilter', {
      as: ana,
      body: {
        variables: {
          session: { sessionId, genNo: 1 },
          params: {
            filterContent: [{ filterType: 'IN', value: [{ key: 'x', stringValue: 'USDC' }] }],
            filterGroupId: { logicalColumnId: 'stable_supply.token' },
          },
        },
      },
    })
    const { genNo } = (
      narrowed.json as {
        readonly data: { readonly Answer__addUpdateFilter: { readonly id: { genNo: number } } }
      }
    ).data.Answer__addUpdateFilter.id
    const whole = await readPicture((await fetched(sessionId, { deviceScaleFactor: '1' })).body)
    const some = await readPicture(
      (await fetched(sessionId, { deviceScaleFactor: '1', genNo: String(genNo) })).body,
    )
    // In all charts, USDT is green and USDC dark blue.
    expect(whole.count(green)).toBeGreaterThan(1_000)
    expect(whole.count(blue)).toBeGreaterThan(1_000)
    expect(some.count(green)).toBe(0)
    expect(some.count(blue)).toBeGreaterThan(1_000)
  })

  test.each([
    [{ deviceScaleFactor: '40' }, 'deviceScaleFactor is a number from 1 to 4.'],
    [{ deviceScaleFactor: 'big' }, 'deviceScaleFactor is a number from 1 to 4.'],
    [{ omitBackground: 'perhaps' }, 'omitBackground is true or false.'],
    [{ genNo: '-1' }, 'The download names no answer.'],
  ])('%o is refused with a sentence', async (more, sentence) => {
    const { reply, body } = await fetched(supply, more)
    expect(reply.status).toBe(400)
    expect(body.toString()).toContain(sentence)
  })
})

test('every kind of tile renders its image at once and in full', async () => {
  const kinds = new Map<string, Tile>()
  for (const board of [
    liveboards.bitcoin,
    liveboards.derivatives,
    liveboards.globalCryptoMarket,
    liveboards.rwa,
  ])
    for (const tile of await tilesOf(board.id)) if (!kinds.has(tile.kind)) kinds.set(tile.kind, tile)
  expect([...kinds.keys()].sort()).toEqual(
    ['bars', 'candles', 'curves', 'kpi', 'matrix', 'parts', 'pivot', 'scatter', 'series', 'table'].sort(),
  )
  for (const [kind, tile] of kinds) {
    const png = tilePng(tile, { scale: 1, omitBackground: false })
    const drawn = await readPicture(png)
    const blank = await readPicture(
      tilePng({ ...tile, title: '', subtitle: '', data: null }, { scale: 1, omitBackground: false }),
    )
    expect(drawn.colors, kind).toBeGreaterThan(blank.colors)
    // A second rendering is identical, so nothing of the first one was still pending.
    expect(tilePng(tile, { scale: 1, omitBackground: false }).equals(png), kind).toBe(true)
  }
})
