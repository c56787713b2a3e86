import { describe, expect, it, test } from 'vitest'
import { hiddenInFullFeatureMode, hiddenOnEveryPage } from '../../../src/core/embedding/actions'
import { viewAppearance, type AppearanceInput } from '../../../src/core/embedding/appearance'
import { viewFailure } from '../../../src/core/embedding/view-checks'
import { embeddedActions } from '../../../src/core/ports/view-appearance'
import { framesOfSession } from '../../../src/core/use-cases'
import { initialAuthState, type AuthState } from '../../../src/core/session/auth-state'
import type { DashboardSurface } from '../../../src/core/ports/dashboard-surface'
import { ada, ben } from '../tokens/token-broker-stage'
import fc from 'fast-check'
import { chooseHosts, type HostChoice } from '../../../src/core/embedding/hosts'

describe('appearance', () => {
  const facts: AppearanceInput = {
    theme: 'dark',
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'curated',
  }

  describe('what a view may show', () => {
    it('is only the dashboard for an anonymous visitor: an empty list of visible actions, and none of hidden ones', () => {
      expect(viewAppearance({ ...facts, signedIn: false }).actions).toEqual({ kind: 'only', visible: [] })
    })

    // Section 6 of the specification; "sync" and "tml" stand for its several items.
    const sync = ['sync-to-other-apps', 'sync-to-sheets', 'sync-to-slack', 'sync-to-teams'] as const
    const tml = ['export-definition', 'import-definition', 'update-definition', 'edit-definition'] as const
    const styled = ['rename', 'watchlist', 'alerts'] as const
    const onEveryPage = [
      ...tml,
      ...sync,
      'manage-pipelines',
      'add-to-favorites',
      'make-a-copy',
      'download-pdf',
      'download-csv',
      'download-xlsx',
      'present',
      'schedule',
      'schedules-list',
      'request-verification',
      'share',
      'copy-link',
    ] as const
    const inFullFeatureModeOnly = ['edit', 'save', 'manage-monitor', 'automated-analysis'] as const

    it.each([
      ['curated', [...styled, ...onEveryPage, ...inFullFeatureModeOnly]],
      ['own', [...styled, ...onEveryPage]],
    ] as const)('hides the specified actions from signed-in users: %s', (view, specified) => {
      const { actions } = viewAppearance({ ...facts, view })
      expect(new Set(actions.kind === 'all-but' ? actions.hidden : [])).toEqual(new Set(specified))
    })

    it('leaves Save and Edit on the user’s own dashboards', () => {
      const { actions } = viewAppearance({ ...facts, view: 'own' })
      const hidden = actions.kind === 'all-but' ? actions.hidden : []
      expect(hidden).not.toContain('save')
      expect(hidden).not.toContain('edit')
      expect(hidden).toContain('download-csv')
    })

    it('does not offer Deep Research in Deep Research, and is otherwise as on the user’s own dashboards', () => {
      const own = viewAppearance({ ...facts, view: 'own' })
      expect(own.deepResearch).toBe(true)
      expect(viewAppearance({ ...facts, view: 'assistant' })).toEqual({ ...own, deepResearch: false })
    })

    it('hides only actions that the portal names', () => {
      for (const action of [...hiddenInFullFeatureMode, ...hiddenOnEveryPage])
        expect(embeddedActions).toContain(action)
    })

    it.each([
      [true, true, true],
      [true, false, false],
      [false, true, false],
      [false, false, false],
    ])(
      'has chart features with the flag %s and signed in %s: %s',
      (interactionsFlag, signedIn, chartFeatures) => {
        expect(viewAppearance({ ...facts, interactionsFlag, signedIn })).toMatchObject({
          interactivity: interactionsFlag,
          fullFeatures: signedIn,
          chartFeatures,
          deepResearch: chartFeatures,
        })
      },
    )

    it('offers Deep Research on a tile only with both flags', () => {
      expect(viewAppearance({ ...facts, deepResearchFlag: false }).deepResearch).toBe(false)
    })

    it('excludes headline, table and pivot from the watermark', () => {
      expect(viewAppearance(facts).watermarkExclusions).toEqual(['kpi', 'table', 'pivot'])
    })
  })

  describe('a dashboard embed', () => {
    const id = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'

    it('needs an id', () => {
      expect(viewFailure({ kind: 'dashboard', dashboardId: id })).toBeNull()
      expect(viewFailure({ kind: 'dashboard', dashboardId: '' })).toEqual({ kind: 'dashboard-id-invalid' })
    })

    it.each(['', 'javascript:alert(1)', `${id}/../x`, `${id}#`, '%2e%2e'])(
      'refuses the id %j',
      (dashboardId) => {
        expect(viewFailure({ kind: 'dashboard', dashboardId })).toEqual({
          kind: 'dashboard-id-invalid',
        })
      },
    )
  })
})

describe('frames of a session', () => {
  const signedIn = (user: typeof ada): AuthState => ({
    ...initialAuthState,
    isLoading: false,
    isAuthenticated: true,
    user,
  })
  const nobody: AuthState = { ...initialAuthState, isLoading: false }

  /** A page whose session the test changes, and how often its frames were removed. */
  function openPage(first: AuthState) {
    let state = first
    let listener: (state: AuthState) => void = () => undefined
    let resets = 0
    const dashboardSurface = { reset: () => (resets += 1) } as unknown as DashboardSurface
    framesOfSession(
      { dashboardSurface },
      {
        state: () => state,
        watch(notify) {
          listener = notify
          return () => (listener = () => undefined)
        },
      },
    )
    return {
      become(next: AuthState) {
        state = next
        listener(next)
        return resets
      },
    }
  }

  test('frames are removed when a user signs out, signs in or changes', () => {
    const page = openPage(signedIn(ada))
    expect(page.become(nobody)).toBe(1)
    expect(page.become(signedIn(ada))).toBe(2)
    expect(page.become(signedIn(ben))).toBe(3)
  })

  test('frames stay while the user stays the same, whatever attributes change', () => {
    const page = openPage(signedIn(ada))
    expect(
      page.become({ ...signedIn({ ...ada, name: 'Ada W.' }), error: 'Failed to get access token' }),
    ).toBe(0)
  })

  test('a start without a session removes no frame', () => {
    const page = openPage(initialAuthState)
    expect(page.become(nobody)).toBe(0)
  })

  test('a frame created before the session was known is removed once a user is known', () => {
    const page = openPage(initialAuthState)
    expect(page.become(signedIn(ada))).toBe(1)
  })
})

describe('hosts', () => {
  const production = { tokenHost: 'https://token.example.com', biHost: 'https://bi.example.com' }
  const staging = { tokenHost: 'https://token-staging.example.com', biHost: 'https://bi-staging.example.com' }
  const allowedBiOrigins = [production.biHost, staging.biHost, 'https://bi-test.example.com:8443']

  function choose(pageHostname: string, stored: string | null = null): HostChoice {
    const chosen = chooseHosts({
      pageHostname,
      production,
      staging,
      allowedBiOrigins,
      override: stored === null ? null : { key: 'thoughtspotHost', text: stored },
    })
    if (chosen === null) throw new Error('There is a staging pair.')
    return chosen
  }

  describe('which hosts a page talks to', () => {
    it('is the production pair for an ordinary hostname', () => {
      expect(choose('portal.example.com')).toEqual({
        ...production,
        overridden: false,
        ignored: null,
      })
    })

    it.each(['staging.example.com', 'portal-staging.example.com', 'PORTAL.STAGING.example.com'])(
      'is the staging pair for %s',
      (hostname) => {
        expect(choose(hostname)).toMatchObject({ ...staging })
      },
    )

    it('is none on a staging page without a staging pair: staging must not use production', () => {
      const input = { production, staging: null, allowedBiOrigins, override: null }
      expect(chooseHosts({ ...input, pageHostname: 'staging.example.com' })).toBeNull()
      expect(chooseHosts({ ...input, pageHostname: 'portal.example.com' })).toMatchObject(production)
    })

    it('uses a stored BI host that is on the allow-list, and keeps the token host', () => {
      expect(choose('portal.example.com', 'https://bi-test.example.com:8443')).toMatchObject({
        biHost: 'https://bi-test.example.com:8443',
        tokenHost: production.tokenHost,
        overridden: true,
        ignored: null,
      })
    })

    it('does not report the current host as an override', () => {
      expect(choose('portal.example.com', production.biHost).overridden).toBe(false)
    })

    it('ignores an empty override', () => {
      expect(choose('portal.example.com', '')).toMatchObject({ biHost: production.biHost, ignored: null })
    })

    it.each([
      'not an address',
      '//bi.example.com',
      'javascript:alert(1)',
      'https://user@bi.example.com',
      'https://bi.example.com/path',
      'https://bi.example.com?x=1',
      'https://bi.example.com#x',
      'http://bi.example.com',
      'https://bi.example.com:444',
      'https://bi.example.com.evil.net',
      'https://bi.example.com@evil.net',
      'https://bі.example.com',
    ])('ignores %j, with a warning', (stored) => {
      expect(choose('portal.example.com', stored)).toMatchObject({
        biHost: production.biHost,
        overridden: false,
        ignored: 'thoughtspotHost',
      })
    })

    it('never sends a token to an origin that is not listed, whatever is stored', () => {
      const hostile = fc.oneof(
        fc.string(),
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc
          .constantFrom(...allowedBiOrigins)
          .chain((origin) =>
            fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}${origin}${after}`),
          ),
      )
      fc.assert(
        fc.property(hostile, (stored) =>
          allowedBiOrigins.includes(choose('portal.example.com', stored).biHost),
        ),
      )
    })
  })
})
