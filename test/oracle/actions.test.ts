import { describe, expect, it } from 'vitest'
import { styleOptions } from '../../src/adapters/dashboard-surface/thoughtspot/options'
import { viewAppearance, type AppearanceFacts } from '../../src/core/embedding/appearance'
import { hiddenBySpecification } from './hidden-actions'
import { sdkEnum } from './sdk'

/** Ids of the release that is looked at. */
const known = new Set(Object.values(sdkEnum('Action')))

const facts: AppearanceFacts = {
  theme: 'dark',
  signedIn: true,
  interactionsFlag: true,
  deepResearchFlag: true,
  view: 'curated',
}
const options = (given: Partial<AppearanceFacts>) =>
  styleOptions(
    { view: { kind: 'dashboard', dashboardId: 'x' }, appearance: viewAppearance({ ...facts, ...given }) },
    'https://portal.example.com',
  )

describe.each(['curated', 'own', 'assistant'] as const)('a signed-in person’s %s view', (view) => {
  it.each(Object.entries(hiddenBySpecification))('hides %s by the SDK’s own ids', (_word, actions) => {
    const hidden = options({ view }).hiddenActions ?? []
    expect(actions.filter((action) => !hidden.includes(action))).toEqual([])
  })

  it('sends no id that the SDK does not have', () => {
    expect((options({ view }).hiddenActions ?? []).filter((id) => !known.has(id))).toEqual([])
  })
})

it('an anonymous visitor’s view shows an empty list of actions, and hides none', () => {
  const given = options({ signedIn: false })
  expect(given.visibleActions).toEqual([])
  expect('hiddenActions' in given).toBe(false)
})

it('styling hides by ids that the SDK has', () => {
  const rules = options({}).customizations?.style?.customCSS?.rules_UNSTABLE ?? {}
  const hiding = Object.entries(rules).filter(([, rule]) => 'display' in rule)
  expect(hiding.length).toBeGreaterThan(0)
  for (const [selector, rule] of hiding) {
    const ids = [...selector.matchAll(/\[data-testid="([^"]+)"\]/g)].map(([, id = '']) => id)
    expect(ids.join()).not.toBe('')
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    expect(rule['display']).toBe('none !important')
  }
})
