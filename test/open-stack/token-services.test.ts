import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  oddTokens,
  verifiedInPython,
  verifiedTokenService,
} from '../../contracts/verification/other-languages/token-services'
import { launchBrowser } from '../../local/cli/browser'
import { builtStack } from '../support/stack'
import { walkOnTokenService } from '../support/configured-stack'

let browser: Browser
beforeAll(async () => {
  await builtStack(process.cwd())
  browser = await launchBrowser({ executablePath: inject('browser') })
}, 600_000)
afterAll(() => browser.close())

describe.each(['python', 'go'] as const)('a token service in %s, from the contract alone', (language) => {
  test('keeps to its contract', async () => {
    const { outcome, output } = await verifiedTokenService(language)
    expect(outcome, output).toBe('verified')
  })

  test('refuses each token that the contract cannot show, and nothing ends it', async () => {
    expect((await oddTokens(language)).filter(([, wanted, found]) => wanted !== found)).toEqual([])
  })

  test('serves the portal', () => walkOnTokenService(browser, language))
})

test.each(['dashboard-library', 'flag-evaluation'])(
  '%s in Python keeps to its contract',
  async (provider) => {
    for (const { outcome, output, interactions } of await verifiedInPython(provider)) {
      expect(outcome, output).toBe('verified')
      expect(interactions.filter((one) => one.outcome !== 'verified')).toEqual([])
    }
  },
)
