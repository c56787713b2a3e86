import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { destinationOf, paths, returnPath } from '../../src/ui/hooks/routes'
import { catalogueConfiguration } from '../support/catalogue'

const catalogue = createCatalogue(catalogueConfiguration)

describe('the route table', () => {
  test('every path of the portal', () => {
    expect([
      ...catalogue.datasets.map((dataset) => dataset.path),
      paths.chartBuilder,
      paths.savedDashboards,
      paths.savedDashboard('a b'),
    ]).toEqual([
      '/home',
      '/datasets/stablecoins',
      '/datasets/global-digital-asset-markets',
      '/datasets/bitcoin',
      '/datasets/ethereum',
      '/datasets/etf',
      '/datasets/lending',
      '/datasets/spot-analytics',
      '/datasets/derivatives',
      '/datasets/futures',
      '/datasets/staking',
      '/datasets/rwa',
      '/chart-builder',
      '/saved-dashboards',
      '/saved-dashboards/a%20b',
    ])
  })

  test.each([
    ['/', '/home'],
    ['/datasets', '/home'],
    ['/datasets/', '/home'],
    ['/datasets/bitcoin/', '/datasets/bitcoin'],
    ['/home//', '/home'],
  ])('%s redirects to %s', (path, to) => {
    expect(destinationOf(path, catalogue)).toEqual({ kind: 'redirect', to })
  })

  test.each(['/nowhere', '/datasets/dogecoin', '/Home', '/nowhere/', '/datasets/bitcoin/x'])(
    '%s is unknown',
    (path) => {
      expect(destinationOf(path, catalogue).kind).toBe('unknown')
    },
  )
})

describe('where sign-in comes back to', () => {
  test.each([
    ['/datasets/bitcoin', '', '/datasets/bitcoin'],
    ['/datasets/bitcoin', 'tab=two', '/datasets/bitcoin?tab=two'],
    ['/datasets/bitcoin', '?tab=two', '/datasets/bitcoin?tab=two'],
    ['//evil.example', '', '/home'],
    ['/\\evil.example', '', '/home'],
  ])('%s with %j is %s', (path, search, target) => {
    expect(returnPath(path, search)).toBe(target)
  })
})
