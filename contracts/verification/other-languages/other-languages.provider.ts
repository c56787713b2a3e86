import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pactFileName, pactFolder } from '../../interactions/pact-file'
import { textReport } from '../report'
import { verify, type Verification } from '../verify'
import { startProgram, verifiedTokenService } from './token-services'

function expectVerified(verification: Verification): void {
  expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
  expect(verification.interactions.every(({ outcome }) => outcome === 'verified')).toBe(true)
}

/** Node is everywhere. Those in Python and Go are run by `npm run test:open-stack`, with the portal on them. */
test('a token service in plain Node, from the pact and the README alone, keeps to its contract', async () => {
  expectVerified(await verifiedTokenService('node'))
})

const token = 'a-real-access-token'
const forbidden = 'a-token-of-somebody-else'
const credentials = { forbidden, expired: 'an-expired-token', foreignAudience: 'a-foreign-token' }
const providers = ['dashboard-library', 'flag-evaluation']
const isPythonThere = spawnSync('python3', ['--version']).status === 0

describe('a provider in Python, where it is installed, from the pact files and the README alone', () => {
  test.each(isPythonThere ? providers : [])('keeps to the contract of %s', async (provider) => {
    const file = 'contracts/verification/other-languages/provider.py'
    const service = await startProgram('python3', [file], { TOKEN: token, FORBIDDEN_TOKEN: forbidden })
    const pactFile = join(pactFolder, pactFileName(provider))
    const options = { pactFile, baseUrl: service.origin, token, credentials, healthPath: '/health' }
    // Two at once do not meet: there are states for each.
    try {
      for (const one of await Promise.all([verify(options), verify(options)])) expectVerified(one)
    } finally {
      await service.close()
    }
  })
})
