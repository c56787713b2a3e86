import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { playInteraction, type AddInteraction } from '../../interactions/contract'
import {
  startLocalBiHost,
  startLocalTokenService,
  type LocalBiHost,
  type LocalTokenService,
} from '../local-services'
import { callNamed } from '../../interactions/operations'
import { contracts } from '../../interactions/all'
import { pactFileName, pactFolder } from '../../interactions/pact-file'
import { startNativeVerifier, type NativeVerifier } from '../native'
import { verify } from '../verify'
import { replyDrifts, type ReplyDrift } from './reply-drifts'
import { requestDrifts, type RequestDrift } from './request-drifts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface DriftingService {
  readonly origin: string
  close(): Promise<void>
}

/** A service with a change in it: everything goes to the real one and comes back through the drift; states go straight through. */
async function startDriftingService(origin: string, drift: ReplyDrift): Promise<DriftingService> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', origin)
    const { pathname } = asked
    const isState = pathname === '/_pact/state'
    if (!isState) asked.pathname = drift.path?.(pathname) ?? pathname
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
    if (!isState) drift.change?.(drifted, { path: pathname })
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

/** The platform's `fetch` for an adapter in which something was renamed. */
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

/*
 * The mutation table: something is renamed in one adapter or one service, and exactly the rows that are about it turn red. Printed
 * at the end.
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

/** Descriptions of the interactions that fail when the adapter is driven through them. */
async function failingIn(provider: string, folder: string): Promise<readonly string[]> {
  const failed: string[] = []
  // Pact says at length what is expected here.
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

  test.each(replyDrifts)('$provider: $drift', async (planted) => {
    const { provider, drift, red } = planted
    const { origin, token, credentials } = /^(token-service|flag-evaluation)$/.test(provider)
      ? services
      : host
    const service = await startDriftingService(origin, planted)
    const pactFile = join(pactFolder, pactFileName(provider))
    const { interactions, browser } = await verify({
      pactFile,
      baseUrl: service.origin,
      token,
      credentials,
      native,
    })
    await service.close()
    const rows = [...interactions, ...browser]
    const failed = rows.filter(({ outcome }) => outcome !== 'verified')
    expect(failed.map(({ description }) => description).toSorted()).toEqual(red.toSorted())
    note('service', provider, drift, red.length, rows.length)
  })
})
