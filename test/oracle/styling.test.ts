import { describe, expect, it } from 'vitest'
import { extensions } from '../../src/adapters/dashboard-surface/thoughtspot/extensions'
import { styleOptions } from '../../src/adapters/dashboard-surface/thoughtspot/options'
import { viewAppearance } from '../../src/core/embedding/appearance'
import { sdkEnum, sdkVariables } from './sdk'
import { frameAssets } from '../support/frame-assets'

/**
 * The source of each name in the portal's style rules: the vendor's documents (DOC css-customization), the vendor's demonstration of
 * styling (DEMO github thoughtspot/custom-css-demo, file and line), or rules and page objects that others have published for real clusters
 * (PUB). Test ids that are wire ids of actions need no entry here.
 */
const register: Readonly<Record<string, string>> = {
  '@font-face': 'DOC',
  body: 'DOC',
  '.highcharts-xaxis-labels': 'PUB page objects',
  '.highcharts-yaxis-labels': 'PUB page objects',
  '.axis-label-title': 'PUB page objects',
  '.answer-title-module__titleText': 'PUB style rules',
  '[class*="completions-dropdown-module__completionsDropdown"]': 'DEMO dark5.css:879',
  '[class*="data-panel-module__dataPanel"]': 'DEMO dark5.css:259',
  '.ag-root-wrapper': 'DEMO dark5.css:994',
  '[data-testid="conv-assist-chat-input"]': 'PUB style rules',
  '.tokenizer-module__token': 'DEMO dark5.css:420',
  '[class*="_measure"]': 'PUB style rules',
  '[class*="_attribute"]': 'PUB style rules',
  '[class*="answer-content-module__answerVizContainer"]': 'DEMO dark5.css:430',
  '[data-testid="kpi_herodata"]': 'PUB page objects',
}

const customCSS = (theme: 'dark' | 'light') => {
  const facts = { theme, signedIn: true, interactionsFlag: true, deepResearchFlag: true } as const
  const { customizations } = styleOptions(
    {
      view: { kind: 'dashboard', dashboardId: 'x' },
      appearance: viewAppearance({ ...facts, view: 'curated' }),
    },
    frameAssets(),
  )
  return customizations.style?.customCSS ?? {}
}

/** The names in a selector that a page has to have: classes, attributes, and elements that identify the page. */
const namesIn = (selector: string): readonly string[] =>
  selector.replace(/^\/\*.*?\*\/ /, '').match(/@font-face|\[[^\]]+\]|\.[\w-]+|:root|^body/g) ?? []

describe.each(['dark', 'light'] as const)('the portal’s style rules on a %s page', (theme) => {
  const rules = customCSS(theme).rules_UNSTABLE ?? {}
  const names = new Set(Object.keys(rules).flatMap(namesIn))

  it('use only names with a known source, and the register has no others', () => {
    const actions = new Set(Object.values(sdkEnum('Action')))
    const isAction = (name: string) => actions.has(/^\[data-testid="(.+)"\]$/.exec(name)?.[1] ?? '')
    const unseen = extensions.flatMap(({ kind, name }) => (kind === 'style' ? name.split(', ') : []))
    const known = [...Object.keys(register), ...unseen]
    expect([...names].filter((name) => !isAction(name)).toSorted()).toEqual(known.toSorted())
  })

  it('use such names in each of their parts', () => {
    const parts = Object.keys(rules).flatMap((selector) => selector.split(', '))
    expect(parts.filter((part) => namesIn(part).length === 0)).toEqual([])
  })

  it('override the vendor’s style sheets, as the vendor advises', () => {
    const weak = Object.entries(rules).flatMap(([selector, rule]) =>
      // Font descriptors are no declarations: `!important` would invalidate them.
      selector.endsWith('@font-face')
        ? Object.values(rule).filter((value) => value.includes('!important'))
        : Object.values(rule).filter((value) => !value.endsWith(' !important')),
    )
    expect(weak).toEqual([])
  })

  it('otherwise use only variables of the SDK’s type', () => {
    const known = new Set(sdkVariables())
    expect(known.size).toBeGreaterThan(200)
    const used = Object.keys(customCSS(theme).variables ?? {})
    expect(used.length).toBeGreaterThan(60)
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })
})
