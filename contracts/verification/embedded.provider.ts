import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startLocalBiHost,
  startLocalTokenService,
  type LocalBiHost,
  type LocalTokenService,
} from './local-services'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { startNativeVerifier, type NativeVerifier } from './native'
import { exitCodeOf, textReport } from './report'
import { verify } from './verify'

const pactFile = join(pactFolder, pactFileName('token-service'))

let native: NativeVerifier
beforeAll(() => {
  native = startNativeVerifier()
})
afterAll(() => native.close())

describe('the embedded token service', () => {
  let service: LocalTokenService
  beforeAll(async () => {
    service = await startLocalTokenService()
  })
  afterAll(() => service.close())

  test('keeps to its contract, every interaction of it', async () => {
    const verification = await verify({
      pactFile,
      baseUrl: service.origin,
      healthPath: '/health',
      token: service.token,
      credentials: service.credentials,
    })
    expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
    expect(exitCodeOf(verification)).toBe(0)
  })

  test('keeps to the contract of flag evaluation as well, on the same origin', async () => {
    const verification = await verify({
      native,
      pactFile: join(pactFolder, pactFileName('flag-evaluation')),
      baseUrl: service.origin,
      healthPath: '/health',
    })
    expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
    expect(verification.interactions).toHaveLength(7)
  })

  test('keeps to the contract of preferences as well', async () => {
    const verification = await verify({
      native,
      pactFile: join(pactFolder, pactFileName('preferences')),
      baseUrl: service.origin,
      token: service.token,
      credentials: service.credentials,
    })
    expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
    expect(verification.interactions).toHaveLength(12)
  })

  test('without a token, what needs one is not run and the outcome says so', async () => {
    const verification = await verify({ pactFile, baseUrl: service.origin, native })
    const left = verification.interactions.filter(({ outcome }) => outcome !== 'verified')
    expect(left.map(({ outcome, path }) => `${outcome} ${path}`)).toEqual(
      Array.from({ length: 6 }, () => 'not-run /api/token-authenticated'),
    )
    expect(exitCodeOf(verification)).toBe(2)
  })
})

describe('the embedded BI host', () => {
  let host: LocalBiHost
  beforeAll(async () => {
    host = await startLocalBiHost()
  })
  afterAll(() => host.close())

  test.each([
    ['dashboard-library', 19],
    ['dashboard-library-v2', 18],
    ['research-assistant', 9],
  ])('keeps to the contract of the %s, every interaction of it', async (provider, interactions) => {
    const verification = await verify({
      native,
      pactFile: join(pactFolder, pactFileName(provider)),
      baseUrl: host.origin,
      token: host.token,
      credentials: host.credentials,
    })
    expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
    expect(verification.interactions).toHaveLength(interactions)
    expect(exitCodeOf(verification)).toBe(0)
  })
})
