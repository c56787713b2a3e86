import { describe, expect, it } from 'vitest'
import { hiddenInFullFeatureMode, hiddenOnEveryPage } from '../../../src/core/embedding/actions'
import { viewAppearance, type AppearanceFacts } from '../../../src/core/embedding/appearance'
import { viewFailure } from '../../../src/core/embedding/view-checks'
import { embeddedActions } from '../../../src/core/ports/view-appearance'

const facts: AppearanceFacts = {
  theme: 'dark',
  signedIn: true,
  interactionsFlag: true,
  deepResearchFlag: true,
  view: 'curated',
}

describe('what a view may show', () => {
  it('is nothing but the board for an anonymous visitor: an empty visible list, and no hidden one', () => {
    expect(viewAppearance({ ...facts, signedIn: false }).actions).toEqual({ kind: 'only', visible: [] })
  })

  it('hides both lists on curated boards when signed in', () => {
    const { actions } = viewAppearance(facts)
    expect(actions.kind).toBe('all-but')
    expect(actions.kind === 'all-but' && [...actions.hidden].sort()).toEqual(
      [...new Set([...hiddenInFullFeatureMode, ...hiddenOnEveryPage])].sort(),
    )
  })

  it('leaves Save and Edit on one’s own dashboards', () => {
    const { actions } = viewAppearance({ ...facts, view: 'own' })
    const hidden = actions.kind === 'all-but' ? actions.hidden : []
    expect(hidden).not.toContain('save')
    expect(hidden).not.toContain('edit')
    expect(hidden).toContain('download-csv')
  })

  it('does not offer Deep Research in Deep Research; all else is as on one’s own dashboards', () => {
    const own = viewAppearance({ ...facts, view: 'own' })
    expect(own.deepResearch).toBe(true)
    expect(viewAppearance({ ...facts, view: 'assistant' })).toEqual({ ...own, deepResearch: false })
  })

  it('hides no action that the portal does not name', () => {
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

  it('leaves headline, table and pivot without a watermark', () => {
    expect(viewAppearance(facts).watermarkExclusions).toEqual(['kpi', 'table', 'pivot'])
  })
})

describe('a dashboard embed', () => {
  const id = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'

  it('needs a liveboard id, by either of its names', () => {
    expect(viewFailure({ kind: 'dashboard', liveboardId: id })).toBeNull()
    expect(viewFailure({ kind: 'dashboard', pinboardId: id })).toBeNull()
    expect(viewFailure({ kind: 'dashboard' })).toEqual({ kind: 'liveboard-id-missing' })
  })

  it.each(['', 'home', 'javascript:alert(1)', `${id}/../x`, `${id}#`, '%2e%2e'])(
    'refuses the id %j',
    (liveboardId) => {
      expect(viewFailure({ kind: 'dashboard', liveboardId })).toEqual({ kind: 'liveboard-id-missing' })
    },
  )
})
