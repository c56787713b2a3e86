import { describe, expect, it, vi } from 'vitest'
import { styleOptions } from '../../src/adapters/dashboard-surface/thoughtspot/options'
import { viewAppearance, type AppearanceInput } from '../../src/core/embedding/appearance'
import { hiddenBySpecification } from './hidden-actions'
import { sdkEnum } from './sdk'
import { AuthType, LiveboardEmbed, useInit } from '@thoughtspot/visual-embed-sdk/react'
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { readFileSync } from 'node:fs'
import { extensions } from '../../src/adapters/dashboard-surface/thoughtspot/extensions'
import { frames, optionsOf } from './frames'
import { frameAssets } from '../support/frame-assets'

/** Ids of the checked release. */
const known = new Set(Object.values(sdkEnum('Action')))

const facts: AppearanceInput = {
  theme: 'dark',
  signedIn: true,
  interactionsFlag: true,
  deepResearchFlag: true,
  view: 'curated',
}
const options = (given: Partial<AppearanceInput>) =>
  styleOptions(
    { view: { kind: 'dashboard', dashboardId: 'x' }, appearance: viewAppearance({ ...facts, ...given }) },
    frameAssets(),
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

it('an anonymous visitor’s view has an empty list of visible actions, and hides none', () => {
  const given = options({ signedIn: false })
  expect(given.visibleActions).toEqual([])
  expect('hiddenActions' in given).toBe(false)
})

it('styling hides only ids that the SDK has', () => {
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

// @vitest-environment happy-dom
const configuration = {
  thoughtSpotHost: 'https://bi.example.com',
  authType: AuthType.TrustedAuthTokenCookieless,
  getAuthToken: () => Promise.resolve('token'),
  disableTokenVerification: true,
  disableSDKTracking: true,
}

/** As in `host-event-parameterized` and `auth/cookieless` of the vendor's examples: the hook and the view in one component. */
function Example(): ReactNode {
  useInit(configuration)
  return createElement(LiveboardEmbed, { liveboardId: 'x' })
}

it('two of the vendor’s examples fail inside the SDK before there is a frame: the view reads the host before the hook has set it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const drawn = act(async () => root.render(createElement(Example)))
  await expect(drawn).rejects.toThrow('Error parsing ThoughtSpot host.')
  expect(document.querySelector('iframe')).toBeNull()
  expect(host.innerHTML).toBe('')
})

const namesOf = (kind: (typeof extensions)[number]['kind']): readonly string[] =>
  extensions.flatMap((extension) => (extension.kind === kind ? extension.name.split(', ') : []))

describe('extensions of the SDK that the portal reads', () => {
  it('are not in the SDK: a member that a new release adds is no longer an extension', () => {
    const events = new Set(Object.values(sdkEnum('EmbedEvent')))
    expect(events.size).toBeGreaterThan(60)
    expect(namesOf('event').filter((name) => events.has(name))).toEqual([])
    const flags = new Set(Object.values(sdkEnum('Param')))
    expect(flags.size).toBeGreaterThan(60)
    expect(namesOf('flag').filter((name) => flags.has(name))).toEqual([])
  })

  it('are in docs/thoughtspot.md, with the fallback for the user and a test that shows it', () => {
    const text = readFileSync('docs/thoughtspot.md', 'utf8')
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    for (const { kind, name, gives, without } of extensions) {
      const row = rows.find((cells) => cells[2] === `\`${name}\``) ?? []
      expect(row.slice(1, 5)).toEqual([kind, `\`${name}\``, gives, without])
      const [, file = '', title = ''] = /^`([^`]+)`: “(.+)”$/.exec(row[5] ?? '') ?? []
      expect(readFileSync(`test/${file}`, 'utf8')).toContain(title)
    }
  })

  it('cover every icon of the sprite that the vendor’s documents do not name', () => {
    const sprite = readFileSync('src/ui/public/open-data/icons.svg', 'utf8')
    const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id = '']) => id)
    // DOC customize-icons: the icons that it names and the portal has.
    expect(ids.toSorted()).toEqual(['rd-icon-chart', 'rd-icon-spotter', ...namesOf('icon')].toSorted())
  })

  it.each(frames)('cover every flag of a %s that the SDK does not have', (_, view, route) => {
    const { additionalFlags = {} } = optionsOf(view, route)
    const flags = new Set([...Object.values(sdkEnum('Param')), ...namesOf('flag')])
    expect(Object.keys(additionalFlags).length).toBeGreaterThan(0)
    expect(Object.keys(additionalFlags).filter((name) => !flags.has(name))).toEqual([])
    // The vendor's firewall rejects such values in any parameter.
    for (const value of Object.values(additionalFlags))
      expect(String(value)).not.toMatch(/[&#]|localhost|127\.0\.0\.1/)
  })
})
