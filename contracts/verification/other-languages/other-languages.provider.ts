import { expect, test } from 'vitest'
import { textReport } from '../report'
import { oddTokens, verifiedTokenService } from './token-services'

/** Only Node is always available. `npm run test:open-stack` runs those in Python and Go. */
test('a token service in plain Node, from the pact and the README alone, keeps to its contract', async () => {
  const verification = await verifiedTokenService('node')
  expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
  expect(verification.interactions.every(({ outcome }) => outcome === 'verified')).toBe(true)
})

test('it refuses each token that the contract cannot show, and nothing ends it', async () => {
  expect((await oddTokens('node')).filter(([, wanted, found]) => wanted !== found)).toEqual([])
})
