import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  oddTokens,
  requestsInBodies,
  startProvider,
  verifiedProvider,
  verifiedTokenService,
} from '../../contracts/verification/other-languages/token-services'
import { providers as operated } from '../../contracts/interactions/operations'
import { textReport } from '../../contracts/verification/report'
import { launchBrowser } from '../../local/cli/browser'
import { builtStack } from '../support/stack'
import { walkOnProvider, walkOnTokenService } from '../support/configured-stack'

let browser: Browser
beforeAll(async () => {
  await builtStack(process.cwd())
  browser = await launchBrowser({ executablePath: inject('browser') })
}, 600_000)
afterAll(() => browser.close())

describe.each(['python', 'go'] as const)('a token service in %s, from the contract alone', (language) => {
  test('satisfies its contract', async () => {
    const { outcome, output } = await verifiedTokenService(language)
    expect(outcome, output).toBe('verified')
  })

  test('rejects invalid tokens that the contract cannot express, and keeps running', async () => {
    expect((await oddTokens(language)).filter(([, wanted, found]) => wanted !== found)).toEqual([])
  })

  test('serves the portal', () => walkOnTokenService(browser, language))
})

test.each([
  ['python', ['dashboard-library', 'flag-evaluation']],
  ['go', operated.map(({ name }) => name).filter((name) => name !== 'token-service')],
] as const)(
  'dashboards, flags and the other services in %s satisfy their contracts',
  async (language, of) => {
    const found = await verifiedProvider(language, of)
    expect(found).toHaveLength(2 * of.length)
    for (const verification of found) {
      expect(verification.outcome, textReport(verification)).toBe('verified')
      expect(verification.interactions.filter((one) => one.outcome !== 'verified')).toEqual([])
    }
  },
)

test.each(['python', 'go'] as const)(
  'dashboards and flags in %s take no body for a request',
  async (language) => {
    const service = await startProvider(language, {})
    try {
      const found = await requestsInBodies(service.origin)
      expect(found.filter(([, wanted, status]) => wanted !== status)).toEqual([])
    } finally {
      await service.close()
    }
  },
)

test('tokens, dashboards and flags in Go serve the portal', () => walkOnProvider(browser))
