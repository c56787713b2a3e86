import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { decent } from './decent'
import { endpoints, home, pathOf } from './endpoints'
import { ana, refusalOf, runningHost, type RunningHost } from './running-host'

vi.setConfig({ testTimeout: 60_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

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

test.each(posts)('%s answers or refuses decently what can be read and says nothing', async (name) => {
  for (const raw of readable) decent(await host.ask(pathOf(name, home), { as: ana, raw }))
})

test.each(names)('%s refuses other methods, and an address that is out of shape', async (name) => {
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

test('what is no HTTP, and an address that is too long, are refused in the same words as the rest', async () => {
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
