import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLocalBiHost, type LocalBiHost } from './local-services'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { exitCodeOf, textReport } from './report'
import { verify } from './verify'

describe('the embedded BI host', () => {
  let host: LocalBiHost
  beforeAll(async () => {
    host = await startLocalBiHost()
  })
  afterAll(() => host.close())

  test.each([
    ['dashboard-library', 15],
    ['research-assistant', 11],
  ])('keeps to the contract of the %s, every interaction of it', async (provider, interactions) => {
    const verification = await verify({
      pactFile: join(pactFolder, pactFileName(provider)),
      baseUrl: host.origin,
      token: host.biToken,
    })
    expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
    expect(verification.interactions).toHaveLength(interactions)
    expect(exitCodeOf(verification)).toBe(0)
  })
})
