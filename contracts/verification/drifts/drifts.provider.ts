import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { playInteraction, exampleCredentials, type AddInteraction } from '../../interactions/contract'
import {
  startLocalBiHost,
  startLocalTokenService,
  type LocalBiHost,
  type LocalTokenService,
} from '../local-services'
import { startPlainProvider } from '../plain-provider'
import { callNamed } from '../../interactions/operations'
import { contracts } from '../../interactions/all'
import { pactFileName, pactFolder, readPact } from '../../interactions/pact-file'
import { startNativeVerifier, type NativeVerifier } from '../native'
import { verify } from '../verify'
import { acceptedChanges, replyDrifts } from './reply-drifts'
import { requestDrifts, type RequestDrift } from './request-drifts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface DriftingService {
  readonly origin: string
  close(): Promise<void>
}

/** A proxy to the real service that applies the drift to every response, except those to state changes. */
async function startDriftingService(
  origin: string,
  change: (typeof replyDrifts)[number][2],
): Promise<DriftingService> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', origin)
    const { pathname } = asked
    const isState = pathname === '/_pact/state'
    const { host: _, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const body = await buffer(request)
    const reply = await fetch(asked, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 && { body }),
    })
    const drifted = {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      text: await reply.text(),
    }
    if (!isState)
      change(drifted, {
        method: request.method ?? 'GET',
        path: pathname,
        search: asked.search,
        body: body.toString(),
        authorization: headers.authorization ?? '',
      })
    delete drifted.headers['content-length']
    delete drifted.headers['transfer-encoding']
    delete drifted.headers['connection']
    response.writeHead(drifted.status, drifted.headers)
    response.end(drifted.status === 204 || drifted.status === 304 ? undefined : drifted.text)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

const contentOf = (message: Readonly<Record<string, unknown>>): unknown =>
  (message['body'] as { readonly content?: unknown } | undefined)?.content

/** A service that answers with its pact's examples, by state and credential. */
async function startExamples(provider: string) {
  const { interactions } = readPact(join(pactFolder, pactFileName(provider)))
  const plain = await startPlainProvider({
    answer({ method, url, headers }, state, body) {
      const cors = {
        'access-control-allow-origin': String(headers.origin),
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-methods': 'DELETE, PATCH',
      }
      if (method === 'OPTIONS') return { status: 204, headers: cors }
      const { authorization } = headers
      // Of several interactions with the same request, the one with the largest response.
      const [found] = interactions
        .toSorted((a, b) => JSON.stringify(b.response).length - JSON.stringify(a.response).length)
        .filter(
          ({ request, providerStates }) =>
            providerStates.some(({ name }) => name === state) &&
            (body === '' || JSON.stringify(contentOf(request)) === body) &&
            request.method === method &&
            request.path === url?.replace(/\?.*/, '') &&
            Object.entries(request.headers).every(
              ([name, [value]]) => name.toLowerCase() !== 'authorization' || value === authorization,
            ) &&
            'authorization' in headers === 'Authorization' in request.headers,
        )
      // An unknown credential is unauthorized.
      if (found === undefined) return { status: 401, headers: cors }
      const { status } = found.response
      const content = contentOf(found.response)
      return content === undefined
        ? { status, headers: cors }
        : { status, headers: { ...cors, 'content-type': 'application/json' }, body: JSON.stringify(content) }
    },
  })
  const { valid: token, ...credentials } = exampleCredentials
  return { ...plain, token, credentials }
}

/** A `fetch` that applies a renaming to an adapter's requests. */
function driftingFetch(change: RequestDrift['change'], send: typeof fetch): typeof fetch {
  return (address, init = {}) => {
    const url = new URL(address instanceof Request ? address.url : address)
    const { body } = init
    const leaving = {
      path: url.pathname,
      method: init.method ?? 'GET',
      query: url.searchParams,
      headers: new Headers(init.headers),
      form: body instanceof URLSearchParams ? body : null,
      text: typeof body === 'string' ? body : null,
    }
    change(leaving)
    url.pathname = leaving.path
    return send(url, {
      ...init,
      method: leaving.method,
      headers: leaving.headers,
      body: leaving.form ?? leaving.text,
    })
  }
}

/** The rows of `docs/drifts.md`. */
function drawnTable(): readonly string[] {
  const cells = (...of: readonly string[]): string => `| ${of.join(' | ')} |`
  const every = (provider: string, call: string): string => {
    const all = playedWith(provider).filter(
      ([, { request }]) => callNamed(request.method, request.path, request.json) === call,
    )
    return `all ${all.length} of ${call}`
  }
  return [
    ...requestDrifts.map(({ provider, drift, red }) => {
      const rows = 'calls' in red ? red.calls.map((call) => every(provider, call)) : red.interactions
      return cells('adapter', provider, drift, rows.toSorted().join('; '))
    }),
    ...replyDrifts.map(([provider, drift, , red]) =>
      cells('service', provider, drift, red.toSorted().join('; ')),
    ),
  ]
}

test('the table of drifts in the documents is this one', async () => {
  const guide = await readFile('docs/drifts.md', 'utf8')
  const rows = guide
    .split('\n')
    .filter((line) => /^\| (adapter|service) /.test(line))
    .map((line) => line.replaceAll(/ +/g, ' '))
  expect(rows).toEqual(drawnTable())
})

/*
 * Mutation tests: each renames something in one adapter or service, and exactly the rows about it must fail. Prints the table at the end.
 */

const table: { side: string; provider: string; drift: string; red: string }[] = []
const note = (side: string, provider: string, drift: string, red: number, all: number): void => {
  table.push({ side, provider, drift, red: `${red} of ${all}` })
}
afterAll(() => console.table(table))

/** Every interaction with a provider, the portal's own among them. */
function playedWith(provider: string): readonly Parameters<AddInteraction>[] {
  const played: Parameters<AddInteraction>[] = []
  contracts[provider]?.((...one) => void played.push(one))
  return played
}

/** Descriptions of the interactions that fail when the adapter runs through them. */
async function failingIn(provider: string, folder: string): Promise<readonly string[]> {
  const failed: string[] = []
  // Suppresses Pact's long output on these expected failures.
  const quiet = vi.spyOn(console, 'log').mockReturnValue(undefined)
  for (const [description, interaction, drive] of playedWith(provider)) {
    await playInteraction({ provider, folder, description, interaction }, drive).catch(() => {
      failed.push(description)
    })
  }
  quiet.mockRestore()
  return failed.toSorted()
}

describe('a change in an adapter', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-drifts-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(Object.keys(contracts))('without one, nothing of %s is red', async (provider) => {
    expect(await failingIn(provider, folder)).toEqual([])
  })

  test.each(requestDrifts)('$provider: $drift', async ({ provider, drift, change, red }) => {
    const played = playedWith(provider)
    const expected =
      'calls' in red
        ? played
            .filter(([, { request }]) =>
              red.calls.includes(callNamed(request.method, request.path, request.json)),
            )
            .map(([description]) => description)
        : red.interactions
    vi.stubGlobal('fetch', driftingFetch(change, fetch))
    expect(await failingIn(provider, folder)).toEqual(expected.toSorted())
    note('adapter', provider, drift, expected.length, played.length)
  })
})

describe('a change in a service', () => {
  let services: LocalTokenService
  let host: LocalBiHost
  let native: NativeVerifier
  beforeAll(async () => {
    ;[services, host] = await Promise.all([startLocalTokenService(), startLocalBiHost()])
    native = startNativeVerifier()
  })
  afterAll(async () => {
    await native.close()
    await Promise.all([services.close(), host.close()])
  })

  /** All rows of the report on that service with that change, and the descriptions of those that failed. */
  async function reportOn(provider: string, change: (typeof replyDrifts)[number][2]) {
    const examples = provider.startsWith('gateway-') ? await startExamples(provider) : null
    const { origin, token, credentials } =
      examples ?? (/^(token-service|flag-evaluation|preferences)$/.test(provider) ? services : host)
    const service = await startDriftingService(origin, change)
    const { interactions, browser } = await verify({
      pactFile: join(pactFolder, pactFileName(provider)),
      baseUrl: service.origin,
      token,
      credentials,
      native,
    })
    await service.close()
    await examples?.close()
    const rows = [...interactions, ...browser]
    const failed = rows.filter(({ outcome }) => outcome !== 'verified')
    return { rows, failed: failed.map(({ description }) => description).toSorted() }
  }

  test.each(replyDrifts)('%s: %s', async (provider, drift, change, red) => {
    const { rows, failed } = await reportOn(provider, change)
    expect(failed).toEqual(red.toSorted())
    note('service', provider, drift, red.length, rows.length)
  })

  test.each(acceptedChanges)('%s: %s is accepted, as by the adapter', async (provider, _, change) => {
    expect((await reportOn(provider, change)).failed).toEqual([])
  })

  test('there are sixty of them and more, over every contract', () => {
    expect(replyDrifts.length + requestDrifts.length).toBeGreaterThanOrEqual(60)
    const providers = [
      ...replyDrifts.map(([provider]) => provider),
      ...requestDrifts.map(({ provider }) => provider),
    ]
    expect(new Set(providers)).toEqual(new Set(Object.keys(contracts)))
  })
})
