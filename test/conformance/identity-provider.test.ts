import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasToken } from '../support/traces'
import { brokenMemoryAdapters } from './identity-provider/broken-memory-adapters'
import {
  freshChecks,
  idTokenChecks,
  optionChecks,
  signInChecks,
} from './identity-provider/browser-checks-id-token'
import { tokenChecks } from './identity-provider/browser-checks-tokens'
import {
  lateChecks,
  lockChecks,
  redirectChecks,
  signOutChecks,
  troubleChecks,
} from './identity-provider/browser-checks-trouble'
import { openPortalBrowser } from './identity-provider/browser-subject'
import { points, portChecks, tokenOf, type BrowserCheck } from './identity-provider/port-checks'
import { memoryBrowser } from './identity-provider/memory-subject'
import type { PageSetup } from './identity-provider/page/setup'
import { type Stage, type Stages, setStages } from './identity-provider/stage'

export { portChecks }

/** The checks for every adapter that runs in a page. */
const pageChecks: readonly BrowserCheck[] = [
  ...portChecks.map(({ point, name, run }): BrowserCheck => ({ point, name, run })),
  ...signInChecks,
  ...idTokenChecks,
  ...tokenChecks,
  ...troubleChecks,
]

/**
 * Checks that use the silent frame. Only its response depends on `web_message`; everything else is the same code with either provider, and
 * is tested with the one that supports it, where the broken pages are rejected too.
 */
const silentPoints = new Set([1, 10, 11, 12, 13, 14, 16])
const asksSilently = ({ point, name }: BrowserCheck): boolean =>
  silentPoints.has(point) || name.startsWith('a response from another frame')

/** An adapter, and the provider that it is tested with. */
interface Subject {
  readonly name: string
  readonly adapter: PageSetup['adapter']
  readonly provider: Exclude<keyof Stages, 'close'>
  readonly checks: readonly BrowserCheck[]
}

const subjects: readonly Subject[] = [
  {
    name: 'auth0',
    adapter: 'auth0',
    provider: 'withMessages',
    checks: [...pageChecks, ...freshChecks, ...lockChecks],
  },
  {
    name: 'oidc',
    adapter: 'oidc',
    provider: 'withMessages',
    checks: [...pageChecks, ...optionChecks, ...signOutChecks, ...lateChecks],
  },
  {
    name: 'oidc without web_message',
    adapter: 'oidc',
    provider: 'withoutMessages',
    checks: [...pageChecks, ...optionChecks, ...redirectChecks, ...signOutChecks].filter(asksSilently),
  },
]

/** Findings from any page of a run: points 17 and 18 are checked after every check, not by separate ones. */
interface Watch {
  readonly leaks: string[]
  readonly violations: string[]
}

/** Runs one check in a separate browser context. */
async function runInPage(
  stage: Stage,
  adapter: PageSetup['adapter'],
  check: BrowserCheck,
  watch: Watch,
  bug: string | null = null,
): Promise<void> {
  await stage.withContext(async (context) => {
    const browser = await openPortalBrowser(stage, context, adapter, { ...check.setup, bug })
    try {
      await check.run(browser)
      watch.leaks.push(...(await browser.traces.leaks()).map((leak) => `${check.name}: ${leak}`))
      watch.violations.push(...browser.traces.violations().map((one) => `${check.name}: ${one}`))
    } finally {
      await browser.close()
    }
  })
}

function pageCheckNamed(name: string): BrowserCheck {
  const found = pageChecks.find((check) => check.name === name)
  if (found === undefined) throw new Error(`There is no check "${name}".`)
  return found
}

/** How many checks of a point an adapter has passed, out of how many. */
interface Tally {
  pass(subject: string, point: number): void
  plan(subject: string, point: number): void
  /** The adapter-by-point table as Markdown. */
  table(): string
}

function createTally(subjects: readonly string[]): Tally {
  const passed = new Map<string, number>()
  const planned = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1)
  const cell = (subject: string, point: number): string => {
    const key = `${subject} ${point}`
    const plan = planned.get(key)
    return plan === undefined ? '–' : `${passed.get(key) ?? 0}/${plan}`
  }
  return {
    pass: (subject, point) => add(passed, `${subject} ${point}`),
    plan: (subject, point) => add(planned, `${subject} ${point}`),
    table: () =>
      [
        `| # | Point | ${subjects.join(' | ')} |`,
        `| --- | --- | ${subjects.map(() => '---').join(' | ')} |`,
        ...points.map(
          (name, index) =>
            `| ${index + 1} | ${name} | ${subjects.map((subject) => cell(subject, index + 1)).join(' | ')} |`,
        ),
      ].join('\n'),
  }
}

/** Bugs of `page/main.ts`, and the check that has to reject each. */
const brokenPages: readonly { readonly bug: string; readonly caughtBy: string }[] = [
  {
    bug: 'requires no password',
    caughtBy: 'a fresh sign-in requires the credentials again, and every sign-in uses new values',
  },
  { bug: 'accepts every ID token', caughtBy: 'ID tokens are accepted or rejected as in the table' },
  { bug: 'never checks the expiry', caughtBy: 'a token counts as expired 60 s early' },
  { bug: 'returns the ID token', caughtBy: 'the token service accepts this token and no other' },
  {
    bug: 'signs out without revoking',
    caughtBy: 'sign-out revokes the refresh token before it redirects, and returns to the registered URL',
  },
  {
    bug: 'revokes an unknown token',
    caughtBy: 'sign-out revokes the refresh token before it redirects, and returns to the registered URL',
  },
  {
    bug: 'returns its old token on renewal',
    caughtBy: 'a renewal returns a new token',
  },
  {
    bug: 'reuses its first refresh token',
    caughtBy: 'a refresh token is used once',
  },
  {
    bug: 'renews without the lock',
    caughtBy: 'a provider slower than the lock timeout signs nobody out',
  },
  {
    bug: 'sends a made-up verifier',
    caughtBy:
      'sign-in requests a code with S256, state, nonce, scope, audience and the registered redirect URI',
  },
]

/** Bugs that no single check rejects; the checks after every check do. */
const leakyPages: readonly { readonly bug: string; readonly watch: 'leaks' | 'violations' }[] = [
  { bug: 'writes the token to storage', watch: 'leaks' },
  { bug: 'logs the token', watch: 'leaks' },
  { bug: 'uses inline styles', watch: 'violations' },
]

const tally = createTally(['memory', ...subjects.map(({ name }) => name)])
let stages: Stages

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(async () => {
  stages = await setStages()
})

afterAll(async () => {
  await stages.close()
  const table = tally.table()
  await mkdir('.local', { recursive: true })
  await writeFile('.local/identity-conformance.md', `${table}\n`)
  console.log(`\nIdentity adapters, checks passed by point:\n\n${table}\n`)
})

describe('the memory adapter', () => {
  for (const check of portChecks) {
    tally.plan('memory', check.point)
    test(`${check.point}. ${check.name}`, async () => {
      await check.run(memoryBrowser())
      tally.pass('memory', check.point)
    })
  }

  // It has no wire, no page and no ID token, so those points do not apply. This holds instead.
  test('runs without a page and returns nothing that looks like a real token', async () => {
    expect(typeof window).toBe('undefined')
    const { tab } = await memoryBrowser().signedIn('analyst')
    expect(hasToken(tokenOf(await tab.accessToken()))).toBe(false)
  })
})

for (const { name, adapter, provider, checks } of subjects) {
  const watch: Watch = { leaks: [], violations: [] }

  describe.concurrent(`the ${name} adapter in a page`, () => {
    for (const check of checks) {
      tally.plan(name, check.point)
      test(`${check.point}. ${check.name}`, async () => {
        await runInPage(stages[provider], adapter, check, watch)
        tally.pass(name, check.point)
      })
    }
  })

  describe(`the ${name} adapter after all checks`, () => {
    tally.plan(name, 14)
    test('14. a provider that restarts without sessions signs a user out once, and lets them sign in again', async () => {
      const stage = stages[provider]
      await stage.withContext(async (context) => {
        const browser = await openPortalBrowser(stage, context, adapter)
        const { tab } = await browser.signedIn('analyst')
        await stage.restartIdentity()
        expect(await tab.accessToken({ renew: true })).toMatchObject({ failure: { code: 'login-required' } })
        expect((await tab.changes()).map(({ kind }) => kind)).toEqual(['signed-in', 'signed-out'])
        expect((await tab.reload()).problem).toBeUndefined()
        await tab.leave('/home')
        expect((await tab.answer('analyst')).session.kind).toBe('signed-in')
        await browser.close()
      })
      tally.pass(name, 14)
    })

    tally.plan(name, 17)
    test('17. no check left anything that looks like a token', () => {
      expect(watch.leaks).toEqual([])
      tally.pass(name, 17)
    })

    tally.plan(name, 18)
    test('18. no check violated the portal’s policy', () => {
      expect(watch.violations).toEqual([])
      tally.pass(name, 18)
    })
  })
}

describe('broken adapters are caught', () => {
  test.each(brokenMemoryAdapters)('one that $bug, by exactly one check', async ({ make, caughtBy }) => {
    const failed: string[] = []
    for (const check of portChecks) {
      await check.run(memoryBrowser(make)).catch(() => failed.push(check.name))
    }
    expect(failed).toEqual([caughtBy])
  })

  const working = 'the callback sends one form-encoded request and leaves neither code nor state in the URL'

  test.each(brokenPages)('one that $bug, in a page', async ({ bug, caughtBy }) => {
    const watch: Watch = { leaks: [], violations: [] }
    await expect(
      runInPage(stages.withMessages, 'oidc', pageCheckNamed(caughtBy), watch, bug),
    ).rejects.toThrow()
  })

  test.each(leakyPages)('one that $bug, by the checks after every check', async ({ bug, watch: kind }) => {
    const watch: Watch = { leaks: [], violations: [] }
    const check = pageCheckNamed('a token that is still valid is returned again without a request')
    await runInPage(stages.withMessages, 'oidc', check, watch, bug)
    expect(watch[kind]).not.toEqual([])
  })

  test('the same page without a bug passes', async () => {
    const watch: Watch = { leaks: [], violations: [] }
    await runInPage(stages.withMessages, 'oidc', pageCheckNamed(working), watch)
    expect(watch).toEqual({ leaks: [], violations: [] })
  })
})
