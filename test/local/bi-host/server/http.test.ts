import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BoardReply } from '../../../../local/bi-host/wire/board'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { curatedBoards } from '../../../../local/bi-host/boards/library/catalogue'
import { sources } from '../../../../local/bi-host/model/sources'
import { holes } from '../boards/tile-shape'
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

vi.setConfig({ testTimeout: 60_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

const board = (liveboardId: string, ask: Ask & { readonly more?: object } = {}): Promise<Answer> =>
  host.ask('/prism/?op=LoadContextBook', { as: ana, ...ask, body: { liveboardId, ...ask.more } })

const v1 = '/callosum/v1/tspublic/v1/metadata'
const create = async (name: string, as = ana): Promise<string> => {
  const { json } = await host.ask(`${v1}/tml/import`, {
    as,
    form: {
      import_objects: JSON.stringify([
        { liveboard: { name, description: 'Created from dashboard page', visualizations: [] } },
      ]),
      import_policy: 'PARTIAL',
      create_new: 'true',
    },
  })
  return (json as { object: [{ response: { header: { id_guid: string } } }] }).object[0].response.header
    .id_guid
}
const remove = (id: string, as = ana): Promise<Answer> =>
  host.ask(`${v1}/delete`, {
    as,
    form: { type: 'PINBOARD_ANSWER_BOOK', id: JSON.stringify([id]), includedisabled: 'false' },
  })
const list = async (
  query = '',
  as = ana,
): Promise<readonly { id: string; name: string; author: string; authorName: string }[]> => {
  const { json } = await host.ask(`${v1}/list${query}`, { as })
  return (json as { headers: { id: string; name: string; author: string; authorName: string }[] }).headers
}

describe('the frame', () => {
  test.each(['/', '/v2/', '/v2', '/?embedApp=true'])(
    'is served at %s with its policy and the allowed parents',
    async (path) => {
      const { status, headers, text } = await host.ask(path)
      expect(status).toBe(200)
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline' ${portalOrigin}; connect-src 'self' ${portalOrigin}; font-src 'self' ${portalOrigin}; img-src 'self' data: ${portalOrigin}; base-uri 'none'; form-action 'none'; frame-ancestors ${portalOrigin}`,
      )
      expect(headers.get('x-frame-options')).toBeNull()
      expect(text).toContain(
        `<script type="application/json" id="host-config">{"parents":["${portalOrigin}"]}</script>`,
      )
    },
  )
  test('has immutable caching for hashed files, compresses them, and answers 304', async () => {
    const path = '/assets/main-AbCd1234.js'
    const { headers } = await host.ask(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('gzip')
    const again = await host.ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await host.ask('/')).headers.get('cache-control')).toBe('no-cache')
  })
  test.each([
    '/assets/gone-12345678.js',
    '/nowhere',
    '/v2/nowhere',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2fpackage.json',
  ])('answers 404 for %s', async (path) => {
    expect(refusalOf(await host.ask(path)).code).toBe('not-found')
  })
})

test('the methodology page has an anchor for every measure, with its formula and additivity, and every chart links to one', async () => {
  const reply = await fetch(`${host.origin}/methodology`)
  const page = await reply.text()
  expect(reply.headers.get('content-type')).toContain('text/html')
  for (const { id, measures } of sources)
    for (const measure of Object.keys(measures)) expect(page).toContain(`id="${id}.${measure}"`)
  for (const { tiles } of curatedBoards)
    for (const { measure } of tiles) expect(page).toContain(`id="${measure}"`)
  const entry = (id: string): string =>
    page.slice(page.indexOf(`id="${id}"`), page.indexOf('</article>', page.indexOf(`id="${id}"`)))
  expect(entry('stable_supply.supply')).toContain('Over days it is never added')
  expect(entry('etf.net_flow')).toContain('Adds up over names and over days.')
  expect(entry('lending.utilisation')).toMatch(/100 × sum\(.*\) \/ sum\(.*\).*Never added/s)
  expect(page).toContain('Provisional until 12:00 UTC of the next trading date')
})

describe('the session', () => {
  test('is active only with a token of this host', async () => {
    expect((await host.ask('/callosum/v1/session/isactive', { as: visitor })).status).toBe(204)
    expect((await host.ask('/callosum/v1/session/isactive')).status).toBe(401)
    expect(
      (await host.ask('/callosum/v1/session/isactive', { token: await host.tokens.issue(ana, -1) })).status,
    ).toBe(401)
    expect((await host.ask('/callosum/v1/session/isactive', { token: 'a.b.c' })).status).toBe(401)
  })
  test('names its user, with empty tracking keys', async () => {
    const { json } = await host.ask('/callosum/v1/session/info', { as: ana })
    expect(json).toMatchObject({
      userGUID: 'local|ana',
      userEmail: 'ana@example.com',
      configInfo: { isPublicUser: false, mixpanelConfig: { prodSdkKey: '', devSdkKey: '' } },
    })
    expect((json as { releaseVersion: string }).releaseVersion).toMatch(/^\d+\.\d+\.\d+\.cl/)
    expect((await host.ask('/callosum/v1/session/info')).status).toBe(401)
  })
  test('is answered before there is a token', async () => {
    const { status, json } = await host.ask('/prism/preauth/info')
    expect([status, json]).toMatchObject([200, { info: { configInfo: { isPublicUser: true } } }])
  })
})

test.each([
  ['an answer', '/prism/preauth/info', {}, 200],
  ['a list', '/callosum/v1/tspublic/v1/metadata/list', { as: ana }, 200],
  ['nothing to say', '/callosum/v1/session/isactive', { as: ana }, 204],
  ['a refusal', '/callosum/v1/session/info', {}, 401],
  ['nothing there', '/callosum/v1/nothing', {}, 404],
  ['a preflight', '/prism/preauth/info', { method: 'OPTIONS' }, 204],
] as const)('%s is not stored by browsers and proxies', async (_what, path, asked, status) => {
  const reply = await host.ask(path, asked)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, 'no-store'])
})

describe('boards', () => {
  test('are sent complete, with every tile, compressed and never cached by the browser', async () => {
    const { status, headers, json } = await board(liveboards.home.id, {
      headers: { 'accept-encoding': 'gzip' },
    })
    const reply = json as BoardReply
    expect([status, headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
      200,
      'gzip',
      'no-store',
    ])
    expect(reply.board).toMatchObject({ title: 'Home', ready: true, badge: 'Sample data', range: '90D' })
    expect(reply.tiles.length).toBeGreaterThan(8)
    expect(reply.tiles.filter(({ data }) => data === null)).toEqual([])
  })
  test("come as an outline, or with some tiles only, by any of the vendor's names", async () => {
    const outline = (await board(liveboards.stablecoins.id, { more: { part: 'definition' } }))
      .json as BoardReply
    expect(
      outline.tiles.every(
        ({ data, title, trust }) => data === null && title !== '' && trust.definition !== '',
      ),
    ).toBe(true)
    for (const op of ['GetChartWithData', 'GetTableWithData', 'GetTableWithHeadlineData']) {
      const { json } = await host.ask(`/prism/?op=${op}`, {
        as: ana,
        body: { liveboardId: liveboards.stablecoins.id, tiles: ['total-supply'] },
      })
      expect((json as BoardReply).tiles.map(({ id }) => id)).toEqual(['total-supply'])
    }
    const variables = { vizId: 'total-supply', liveboardId: liveboards.stablecoins.id }
    const preview = await host.ask('/prism/?op=GetEurekaVizSnapshots', { as: ana, body: { variables } })
    expect(preview.json).toEqual({
      data: { getEurekaVizSnapshot: { vizContent: '' } },
    })
  })
  test('a failed tile reports it, and the others are still shown', async () => {
    const { json } = await board(liveboards.bitcoin.id, {
      more: { filters: [{ field: 'etf.issuer', op: 'lt', values: ['A', 'B'] }] },
    })
    const reply = json as BoardReply
    expect(reply.tiles.filter(({ problem }) => problem !== undefined).length).toBeGreaterThan(0)
    expect(reply.tiles.filter(({ data }) => data !== null).length).toBeGreaterThan(5)
  })
  const bad: [string, object, string, number][] = [
    ['an unknown range', { range: '2D' }, 'bad-request', 400],
    [
      'an unknown way to filter',
      { filters: [{ field: 'price.asset', op: 'like', values: ['%'] }] },
      'bad-request',
      400,
    ],
    [
      'an unknown field',
      { filters: [{ field: 'price.secret', op: 'in', values: ['x'] }] },
      'bad-request',
      400,
    ],
    [
      'a filter without values',
      { filters: [{ field: 'price.asset', op: 'in', values: [] }] },
      'bad-request',
      400,
    ],
    [
      'too many filters',
      { filters: Array.from({ length: 21 }, () => ({ field: 'price.asset', op: 'in', values: ['BTC'] })) },
      'bad-request',
      400,
    ],
    ['an unknown tile', { tiles: ['nope'] }, 'not-found', 404],
    ['a wrong part', { part: 'half' }, 'bad-request', 400],
  ]
  test.each(bad)('refuse %s', async (_name, more, code, status) => {
    const answer = await board(liveboards.home.id, { more })
    expect([refusalOf(answer).code, answer.status]).toEqual([code, status])
  })
  test('cover the requested days, whatever was requested before', async () => {
    const asked = async (more: object): Promise<string> => {
      const { json } = await board(liveboards.stablecoins.id, { more: { range: 'ALL', ...more } })
      return (json as BoardReply).board.asOf
    }
    const may = { days: { from: '2026-03-01', to: '2026-05-31' } }
    const april = { days: { from: '2026-03-01', to: '2026-04-30' } }
    const found = [await asked(may), await asked(april), await asked({}), await asked(may)]
    expect(found).toEqual(['2026-05-31', '2026-04-30', await asked({ filters: [] }), '2026-05-31'])
    expect(found[2]).not.toBe(found[0])
    // Concurrent requests for different days do not share a result either.
    const days = ['2026-02-01', '2026-02-15', '2026-02-28'].map((to) => ({
      days: { from: '2026-01-01', to },
    }))
    expect(await Promise.all(days.map(asked))).toEqual(days.map(({ days: { to } }) => to))
  })
  test('refuse an invalid request', async () => {
    const path = '/prism/?op=LoadContextBook'
    expect(
      refusalOf(await host.ask(path, { as: ana, raw: { type: 'application/json', text: '{"liveboardId":' } }))
        .code,
    ).toBe('bad-request')
    expect(refusalOf(await host.ask(path, { as: ana, raw: { type: 'text/xml', text: '<a/>' } })).code).toBe(
      'bad-request',
    )
    expect(
      refusalOf(await host.ask(path, { as: ana, raw: { type: 'application/json', text: '[]' } })).code,
    ).toBe('bad-request')
    expect(
      refusalOf(
        await host.ask(path, {
          as: ana,
          raw: { type: 'application/json', text: `{"a":"${'x'.repeat(300_000)}"}` },
        }),
      ).code,
    ).toBe('too-large')
    expect(refusalOf(await host.ask('/prism/?op=DropTables', { as: ana, body: {} })).code).toBe('not-found')
    expect(refusalOf(await host.ask('/prism/', { as: ana, body: {} })).code).toBe('not-found')
  })
})

describe('access rights', () => {
  test('a visitor opens Home and nothing else', async () => {
    expect((await board(liveboards.home.id, { as: visitor })).status).toBe(200)
    for (const { id } of Object.values(liveboards).slice(1)) {
      expect(refusalOf(await board(id, { as: visitor })).code).toBe('forbidden')
    }
    expect((await list('', ana)).length).toBeGreaterThan(11)
    const { json } = await host.ask(`${v1}/list`, { as: visitor })
    expect((json as { headers: { name: string }[] }).headers.map(({ name }) => name)).toEqual(['Home'])
    expect(
      refusalOf(
        await host.ask(`${v1}/tml/import`, {
          as: visitor,
          form: { import_objects: '[{"liveboard":{"name":"x"}}]' },
        }),
      ).code,
    ).toBe('forbidden')
    expect(
      refusalOf(
        await host.ask(`${v1}/delete`, { as: visitor, form: { type: 'PINBOARD_ANSWER_BOOK', id: '["x"]' } }),
      ).code,
    ).toBe('forbidden')
  })
  test('without a token nothing is returned', async () => {
    expect((await board(liveboards.home.id, { as: null })).status).toBe(401)
    for (const path of [`${v1}/list`, '/callosum/v1/session/info'])
      expect(refusalOf(await host.ask(path)).code).toBe('unauthenticated')
    for (const path of [
      `${v1}/delete`,
      `${v1}/tml/import`,
      '/prism/?op=GetEurekaVizSnapshots',
      '/prism/?op=Nonsense',
    ]) {
      expect(refusalOf(await host.ask(path, { body: {} })).code).toBe('unauthenticated')
    }
  })
  test('a token signed with another key is rejected', async () => {
    const { createBiTokens } = await import('../../../../local/bi-host/wire/bi-token')
    const forged = await (await createBiTokens({ lifetimeSeconds: 60 })).issue(ana)
    expect((await board(liveboards.home.id, { as: null, token: forged })).status).toBe(401)
  })
  test('a user opens, changes and deletes only their own dashboards', async () => {
    const id = await create('Mine')
    expect((await board(id)).json).toMatchObject({
      board: { title: 'Mine', editable: true, ready: true },
      tiles: [],
    })
    expect(refusalOf(await board(id, { as: ben })).code).toBe('not-found')
    expect((await list('', ben)).some((row) => row.id === id)).toBe(false)
    expect((await list('?category=MY', ben)).length).toBe(0)
    expect(refusalOf(await remove(id, ben)).code).toBe('not-found')
    const change = { import_objects: JSON.stringify([{ guid: id, liveboard: { name: 'Stolen' } }]) }
    expect(refusalOf(await host.ask(`${v1}/tml/import`, { as: ben, form: change })).code).toBe('not-found')
    expect((await list('?category=MY')).find((row) => row.id === id)?.name).toBe('Mine')
    expect((await remove(id)).status).toBe(204)
    expect(refusalOf(await board(id)).code).toBe('not-found')
  })
  test('a curated dashboard cannot be deleted or overwritten', async () => {
    expect(refusalOf(await remove(liveboards.home.id)).code).toBe('forbidden')
    const change = {
      import_objects: JSON.stringify([{ guid: liveboards.home.id, liveboard: { name: 'Mine now' } }]),
    }
    expect(refusalOf(await host.ask(`${v1}/tml/import`, { as: ana, form: change })).code).toBe('not-found')
  })
  test('a foreign page receives no readable response', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:4998', 'null']) {
      const answer = await board(liveboards.home.id, { headers: { origin } })
      expect(refusalOf(answer).code).toBe('forbidden')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('pages of the portal', () => {
  test('may read the answers, with credentials', async () => {
    const { headers } = await board(liveboards.home.id, { headers: { origin: portalOrigin } })
    expect([
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
      headers.get('vary'),
    ]).toEqual([portalOrigin, 'true', 'Origin, Accept-Encoding'])
  })
  test.each(['/prism/?op=CreateConversation', '/callosum/v1/session/isactive', `${v1}/list`])(
    'have their preflight of %s kept for a day',
    async (path) => {
      const { status, headers } = await host.ask(path, {
        method: 'OPTIONS',
        headers: {
          origin: portalOrigin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,x-requested-by',
        },
      })
      expect([status, headers.get('access-control-max-age')]).toEqual([204, '86400'])
      for (const name of ['authorization', 'content-type', 'x-requested-by', 'accept', 'accept-language']) {
        expect(headers.get('access-control-allow-headers')).toContain(name)
      }
    },
  )
  test('can read a refusal too', async () => {
    const answer = await board('nope', { headers: { origin: portalOrigin } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, portalOrigin])
  })
  test('the frame itself may call its own host', async () => {
    expect((await board(liveboards.home.id, { headers: { origin: host.origin } })).status).toBe(200)
  })
})

describe('saved dashboards', () => {
  test('are named after their owner and survive a restart', async () => {
    const id = await create('Kept')
    await host.restart()
    expect((await list('?category=MY')).find((row) => row.id === id)).toMatchObject({
      name: 'Kept',
      author: 'ana@example.com',
      authorName: 'ana@example.com',
    })
    await remove(id)
    expect((await host.ask('/health')).json).toEqual({ status: 'ok', damaged: {} })
    await appendFile(join(host.storeFolder, 'dashboards.jsonl'), 'no line of a journal\n')
    await host.restart()
    expect((await list('?category=MY')).some((row) => row.id === id)).toBe(false)
    // The health endpoint reports unreadable lines to the operator.
    const damaged = { 'dashboards.jsonl.damaged': 1 }
    expect((await host.ask('/health')).json).toEqual({ status: 'degraded', damaged })
  })
  test('are listed newest first, found by pattern, and in pages', async () => {
    const ids = [await create('Alpha one'), await create('Beta'), await create('Alpha two')]
    expect((await list('?category=MY')).map(({ name }) => name)).toEqual(['Alpha two', 'Beta', 'Alpha one'])
    expect((await list('?category=MY&sort=NAME')).map(({ name }) => name)).toEqual([
      'Alpha one',
      'Alpha two',
      'Beta',
    ])
    expect((await list('?category=MY&pattern=alpha%25two')).map(({ name }) => name)).toEqual(['Alpha two'])
    expect((await list('?category=MY&offset=1&batchsize=1')).map(({ name }) => name)).toEqual(['Beta'])
    expect(
      (await list(`?fetchids=${encodeURIComponent(JSON.stringify([ids[1]]))}`)).map(({ name }) => name),
    ).toEqual(['Beta'])
    expect(await list('?type=QUESTION_ANSWER_BOOK')).toEqual([])
    await Promise.all(ids.map((id) => remove(id)))
  })
  test('keep a name that is HTML as it is, and refuse an empty one', async () => {
    const id = await create('<img src=x onerror=alert(1)>')
    expect((await list('?category=MY')).find((row) => row.id === id)?.name).toBe(
      '<img src=x onerror=alert(1)>',
    )
    await remove(id)
    for (const liveboard of [
      { name: '   ' },
      { name: 'x'.repeat(10_001) },
      { description: 'no name' },
      { name: 7 },
    ]) {
      const form = { import_objects: JSON.stringify([{ liveboard }]), import_policy: 'PARTIAL' }
      // As with the vendor, a reply of 200 contains the refusal.
      const { status, json } = await host.ask(`${v1}/tml/import`, { as: ana, form })
      expect([status, json]).toMatchObject([
        200,
        { object: [{ response: { status: { status_code: 'ERROR' } } }] },
      ])
    }
    expect(await list('?category=MY')).toEqual([])
  })
  test('show pinned charts, and report those that can no longer be rendered', async () => {
    const answer = (type: string, query: object, measures = ['stable_supply.supply']) => ({
      v: 2,
      version: 2,
      title: `As ${type}`,
      chart: { type },
      query: { measures, range: { kind: 'last', count: 90, unit: 'day' }, ...query },
    })
    const [token, chain] = ['stable_supply.token', 'stable_supply.chain']
    const only = [{ field: chain, op: 'in', values: ['Tron'] }]
    const both = ['stable_supply.supply', 'stable_supply.net_issuance']
    const pins = [
      { id: 'a', answer: answer('auto', { attributes: [token], grain: 'week' }) },
      { id: 'b', answer: answer('auto', { compare: 'year-ago' }), span: 20 },
      { id: 'c', answer: answer('treemap', { attributes: [chain] }) },
      { id: 'd', answer: answer('auto', { attributes: [token, chain] }) },
      { id: 'e', answer: answer('table', { attributes: [token] }, both) },
      { id: 'f', answer: answer('bars', { attributes: [token], filters: only }) },
      { id: 'g', answer: answer('auto', {}, ['nowhere.supply']) },
      { id: 'h', answer: { sql: 'select 1' } },
      'nonsense',
    ]
    const form = {
      import_objects: JSON.stringify([{ liveboard: { name: 'Pins', visualizations: pins } }]),
      create_new: 'true',
    }
    const { json } = await host.ask(`${v1}/tml/import`, { as: ana, form })
    const id = (json as { object: [{ response: { header: { id_guid: string } } }] }).object[0].response.header
      .id_guid
    const { tiles } = (await board(id)).json as BoardReply
    const drawn = tiles.filter(({ problem }) => problem === undefined)
    expect(drawn.map(({ id: tile, kind }) => `${tile} ${kind}`)).toEqual([
      'a series',
      'b kpi',
      'c parts',
      'd matrix',
      'e table',
      'f bars',
    ])
    expect(drawn.flatMap(holes)).toEqual([])
    const lost = tiles.filter((tile) => !drawn.includes(tile))
    expect(lost).toEqual([expect.objectContaining({ id: 'g', title: 'As auto', data: null })])
    expect(lost[0]?.problem).toContain('can no longer be drawn')
    await remove(id)
  })
  test('are only validated under the policy VALIDATE_ONLY', async () => {
    const form = {
      import_objects: JSON.stringify([{ liveboard: { name: 'Draft' } }]),
      import_policy: 'VALIDATE_ONLY',
    }
    expect((await host.ask(`${v1}/tml/import`, { as: ana, form })).status).toBe(200)
    expect(await list('?category=MY')).toEqual([])
  })
  test.each(['?type=EVERYTHING', '?sort=SIZE', '?offset=abc', '?category=THEIRS', '?fetchids=nojson'])(
    'a list asked with %s is refused',
    async (query) => {
      expect(refusalOf(await host.ask(`${v1}/list${query}`, { as: ana })).code).toBe('bad-request')
    },
  )
})

test('a fault switch makes the host fail as configured', async () => {
  host.faults.add({ service: 'bi-host', kind: 'status', status: 500, match: '/prism/', times: 1 })
  expect((await board(liveboards.home.id)).status).toBe(500)
  expect((await board(liveboards.home.id)).status).toBe(200)
})
