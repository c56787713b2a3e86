import { localAudience, localClientIds, localEnvironmentId } from '../../local/http/addresses'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBiTokens } from '../../local/bi-host/wire/bi-token'
import { createFaults } from '../../local/http/faults'
import { startIdentity } from '../../local/identity/start'
import { PortTaken } from '../../local/http/listen'
import { startServices } from '../../local/services'
import { localValues } from '../../src/composition/local-values'
import { createBrowser, portal, signInAs } from './identity/browser'

const running: { close(): Promise<void> }[] = []
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-services-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(ports = { services: 0, flagStream: 0 }) {
  const faults = createFaults()
  const tokens = await createBiTokens({ lifetimeSeconds: 60 })
  const identity = await startIdentity({ port: 0, portalOrigins: [portal], faults })
  running.push(identity)
  const [services, flagStream] = await startServices({
    ports,
    identity,
    portalOrigins: [portal],
    tokens,
    dataDir,
    faults,
  })
  running.push(services, flagStream)
  return { identity, services, flagStream, tokens, faults }
}

describe('together', () => {
  test('a user signs in and gets a BI token, while an ID token and an expired token get none', async () => {
    const { identity, services, tokens } = await start()
    const signedIn = await signInAs(createBrowser(identity.origin), identity.origin, 'trader@example.com')
    const ask = (token: string) =>
      fetch(`${services.origin}/api/token-authenticated`, { headers: { authorization: `Bearer ${token}` } })
    const reply = await ask(signedIn.access_token)
    expect(await tokens.verify(await reply.text())).toMatchObject({
      email: 'trader@example.com',
      name: 'Zoë Müller',
    })
    expect((await ask(signedIn.id_token)).status).toBe(401)
  })

  test('a restarted provider with a new key is trusted without a restart of the token service', async () => {
    const { identity, services, faults } = await start()
    const ask = async () => {
      const { access_token: token } = await signInAs(
        createBrowser(identity.origin),
        identity.origin,
        'analyst@example.com',
      )
      const headers = { authorization: `Bearer ${token}` }
      return fetch(`${services.origin}/api/token-authenticated`, { headers })
    }
    expect((await ask()).status).toBe(200)
    await identity.close()
    running.push(await startIdentity({ port: identity.port, portalOrigins: [portal], faults }))
    await expect.poll(async () => (await ask()).status, { timeout: 4000 }).toBe(200)
  })

  test('/health reports the flag file and the fault rules', async () => {
    const { services, faults } = await start()
    faults.add({ service: 'portal', kind: 'hang' })
    expect(await (await fetch(`${services.origin}/health`)).json()).toEqual({
      status: 'ok',
      flags: { count: 6, problem: null, read: expect.stringMatching(/^[\da-f]{64}$/) },
      faults: 1,
    })
  })

  test('the fault switches work for all services', async () => {
    const { identity, services } = await start()
    await fetch(`${services.origin}/_local/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service: 'identity', kind: 'status', status: 502 }),
    })
    expect((await fetch(`${identity.origin}/.well-known/openid-configuration`)).status).toBe(502)
    await fetch(`${services.origin}/_local/faults`, { method: 'DELETE' })
    expect((await fetch(`${identity.origin}/.well-known/openid-configuration`)).status).toBe(200)
  })

  test('a port that is taken is named, and what was started is stopped', async () => {
    const first = await start()
    const taken = { services: first.services.port, flagStream: 0 }
    await expect(start(taken)).rejects.toThrow(PortTaken)
    await expect(start(taken)).rejects.toThrow(`Port ${first.services.port}`)
  })
})

describe('the portal’s built-in configuration', () => {
  test.each([
    ['ASSAY_IDENTITY_CLIENT_ID', localClientIds.auth0],
    ['ASSAY_IDENTITY_AUDIENCE', localAudience],
    ['ASSAY_FLAGS_CLIENT_ID', localEnvironmentId],
  ])('%s is %s', (name, expected) => {
    expect(localValues[name]).toBe(expected)
  })
})
