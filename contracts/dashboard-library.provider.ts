import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLocalBiHost, type LocalBiHost } from './local-services'
import { pactFileName, pactFolder } from './pact-file'
import { exitCodeOf, textReport } from './verification/report'
import { verify } from './verification/verify'

const pactFile = join(pactFolder, pactFileName('dashboard-library'))

describe('the embedded BI host’s saved dashboards', () => {
  let host: LocalBiHost
  beforeAll(async () => {
    host = await startLocalBiHost()
  })
  afterAll(() => host.close())

  test('keep to their contract, every interaction of it', async () => {
    const verification = await verify({ pactFile, baseUrl: host.origin, token: host.biToken })
    expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
    expect(verification.interactions).toHaveLength(8)
    expect(exitCodeOf(verification)).toBe(0)
  })
})
