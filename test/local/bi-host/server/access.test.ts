import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FieldsReply, RunReply } from '../../../../local/bi-host/wire/answers'
import type { BiBearer } from '../../../../local/bi-host/wire/bi-token'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { decent, endpoints, home, pathOf, stablecoins, type Named } from './endpoints'
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

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

describe('the access rules', () => {
  /** Another user's dashboard. */
  let theirs: Named
  beforeAll(async () => {
    const made = await host.ask('/prism/?op=CopyLiveboard', {
      as: ben,
      body: { variables: { liveboardId: home.id, name: 'Ben’s' } },
    })
    const { pinboardId } = (made.json as { data: { Pinboard__copy: { pinboardId: string } } }).data
      .Pinboard__copy
    theirs = { id: pinboardId, tileId: 'btc', worksheetId: home.worksheetId }
  })

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

  test('the list has exactly the endpoints of the host', () => {
    expect(names.toSorted()).toEqual(host.endpoints.toSorted())
  })

  test.each(having('bearer', 'board', 'person', 'nobody'))(
    '%s is refused without a token of this host',
    async (name) => {
      for (const more of [{}, { token: 'forged.token.here' }]) {
        const answer = await ask(name, home, more)
        expect([answer.status, refusalOf(answer).code]).toEqual([401, 'unauthenticated'])
      }
    },
  )

  test.each(having('bearer', 'board'))('%s answers a visitor who asks about Home', async (name) => {
    const answer = await ask(name, home, { as: visitor })
    if (endpoints[name]?.notDone)
      expect([answer.status, refusalOf(answer).code]).toEqual([400, 'bad-request'])
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

  describe('data of another user', () => {
    test.each(having('board', 'person').filter(namesBoard))('is not found through %s', async (name) => {
      const answer = await ask(name, theirs, { as: ana })
      expect([answer.status, refusalOf(answer).code]).toEqual([404, 'not-found'])
    })

    test('is unchanged after all attempts', async () => {
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
})

describe('an invalid request', () => {
  const names = Object.keys(endpoints).filter((name) => !name.endsWith('/_pact/state'))
  const posts = names.filter((name) => name.startsWith('POST'))

  const unreadable: readonly { readonly type: string; readonly text: string }[] = [
    { type: 'application/json', text: '{"a":' },
    { type: 'application/json', text: '\u0000' },
    { type: 'application/json', text: '{"__proto__":{"x":1}}' },
    { type: 'application/json; charset=latin1', text: '"\u00e9' },
    { type: 'text/xml', text: '<a/>' },
    { type: 'multipart/form-data', text: '--x' },
    { type: 'not a type', text: 'x' },
  ]
  const readable: readonly { readonly type: string; readonly text: string }[] = [
    ...['null', '[]', '""', '0', 'true', '{}', `${'['.repeat(4000)}${']'.repeat(4000)}`].map((text) => ({
      type: 'application/json',
      text,
    })),
    { type: 'application/x-www-form-urlencoded', text: '%zz&a[__proto__]=1&id=%00&type' },
    { type: 'application/x-www-form-urlencoded', text: '' },
    { type: 'text/plain', text: 'x' },
  ]

  test.each(posts)('%s refuses a body that cannot be read, and one that is too large', async (name) => {
    const path = pathOf(name, home)
    for (const raw of unreadable) {
      const answer = await host.ask(path, { as: ana, raw })
      expect([raw.text, answer.status, refusalOf(answer).code]).toEqual([raw.text, 400, 'bad-request'])
    }
    const raw = { type: 'application/json', text: `{"a":"${'x'.repeat(300_000)}"}` }
    const answer = await host.ask(path, { as: ana, raw })
    expect([answer.status, refusalOf(answer).code]).toEqual([413, 'too-large'])
  })

  test.each(posts)(
    '%s answers or refuses a parsable but meaningless body with a proper status',
    async (name) => {
      for (const raw of readable) decent(await host.ask(pathOf(name, home), { as: ana, raw }))
    },
  )

  test.each(names)('%s refuses other methods, and a malformed URL', async (name) => {
    const [own, path] = [name.split(' ')[0] ?? '', pathOf(name, home)]
    for (const method of ['PUT', 'PATCH', 'DELETE'].filter((one) => one !== own)) {
      const answer = await host.ask(path, { as: ana, method })
      expect([method, answer.status, refusalOf(answer).code]).toEqual([method, 404, 'not-found'])
    }
    const given = endpoints[name]?.ask(home) ?? {}
    const bare = path.split('?')[0] ?? ''
    for (const query of [
      '?op=LoadContextBook&op=RunAnswer',
      '?id=%zz',
      '?id[]=1&id[a]=2',
      `?${'a'.repeat(9000)}`,
    ])
      decent(await host.ask(bare + query, { ...given, as: ana, method: own }))
  })

  test('invalid HTTP and an overlong URL are refused in the same format as the rest', async () => {
    const long = await host.ask(`/prism/preauth/info?${'a'.repeat(20_000)}`)
    expect([long.status, refusalOf(long).code]).toEqual([431, 'too-large'])
    const { port } = new URL(host.origin)
    const output = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('NO HTTP AT ALL\r\n\r\n'))
      socket.on('data', (data) => (text += String(data)))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(output).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(output.slice(output.indexOf('\r\n\r\n')))).toMatchObject({
      error: { code: 'bad-request' },
    })
  })

  test.each(names.filter((name) => !['anybody', 'nobody'].includes(endpoints[name]?.access ?? '')))(
    '%s refuses a token that has expired',
    async (name) => {
      const token = await host.tokens.issue(ana, -1)
      const answer = await host.ask(pathOf(name, home), {
        method: name.split(' ')[0] ?? 'GET',
        ...endpoints[name]?.ask(home),
        token,
      })
      expect([answer.status, refusalOf(answer).code]).toEqual([401, 'unauthenticated'])
    },
  )
})

describe('answers', () => {
  const ask = (op: string, body: unknown, as: BiBearer | null = ana): Promise<Answer> =>
    host.ask(`/prism/?op=${op}`, { as, body })
  const answerOf = (query: object): object => ({ version: 2, title: 'Test', query, chart: { type: 'auto' } })

  test('a user sees every source, a worksheet shows its own, and a visitor sees only Home’s', async () => {
    const all = (await ask('GetAnswerFields', {})).json as FieldsReply
    expect(all.groups.flatMap(({ sources }) => sources).sort()).toEqual(
      all.sources.map(({ id }) => id).sort(),
    )
    expect(all.groups.map(({ id }) => id)).not.toContain('more')
    const chain = all.sources
      .find(({ id }) => id === 'stable_supply')
      ?.attributes.find(({ id }) => id === 'stable_supply.chain')
    expect(chain).toMatchObject({ label: 'Chain', dataType: 'text' })
    expect(chain?.values).toContain('Ethereum')
    const close = all.sources.flatMap(({ measures }) => measures).find(({ id }) => id === 'price.close')
    expect(close).toMatchObject({ label: 'Price', needs: ['price.asset'] })

    const staking = (await ask('GetAnswerFields', { worksheetId: liveboards.staking.worksheetId }))
      .json as FieldsReply
    expect(staking.sources.map(({ id }) => id)).toContain('staking')
    expect(staking.sources.length).toBeLessThan(all.sources.length)
    expect(staking.title).toBe('Staking')
    const alone = (await ask('GetAnswerFields', { worksheetId: 'stable_supply' })).json as FieldsReply
    expect(alone.sources.map(({ id }) => id)).toEqual(['stable_supply'])
    expect(refusalOf(await ask('GetAnswerFields', { worksheetId: 'stable_supply' }, visitor)).code).toBe(
      'forbidden',
    )

    const home = (await ask('GetAnswerFields', {}, visitor)).json as FieldsReply
    expect(home.worksheetId).toBe(liveboards.home.worksheetId)
    expect(home.sources.length).toBeLessThan(all.sources.length)
    const refused = await ask('GetAnswerFields', { worksheetId: liveboards.staking.worksheetId }, visitor)
    expect(refusalOf(refused).code).toBe('forbidden')
    expect(refusalOf(await ask('GetAnswerFields', { worksheetId: 'x' })).code).toBe('not-found')
    expect((await ask('GetAnswerFields', {}, null)).status).toBe(401)
  })

  test('an answer runs, and a visitor reaches only Home, however a measure is named', async () => {
    const query = { measures: ['stable_supply.supply'], attributes: ['stable_supply.chain'] }
    const reply = (await ask('RunAnswer', { answer: answerOf(query) })).json as RunReply
    expect(reply).toMatchObject({ kind: 'result', chart: { type: 'bars' } })
    const staked = (measures: string[], more: object = {}): Promise<Answer> =>
      ask('RunAnswer', { answer: answerOf({ measures, ...more }) }, visitor)
    expect((await staked(['price.bitcoin_dominance'])).status).toBe(200)
    for (const beyond of [
      await staked(['onchain.mvrv']),
      await staked(['formula.f'], { formulas: [{ id: 'f', label: 'F', expression: 'onchain.mvrv + 1' }] }),
      await staked(['formula.f'], { formulas: [{ id: 'f', label: 'F', expression: '[MVRV] + 1' }] }),
      await staked(['price.bitcoin_dominance'], {
        filters: [{ field: 'onchain.mvrv', op: 'gt', values: [1] }],
      }),
    ]) {
      expect(refusalOf(beyond).code).toBe('forbidden')
    }
  })

  test('a body of another shape is refused by name', async () => {
    expect(
      refusalOf(await ask('RunAnswer', { answer: { ...answerOf({ measures: [] }) } })).message,
    ).toContain('measures')
    expect(refusalOf(await ask('RunAnswer', {})).message).toContain('answer')
  })
})
