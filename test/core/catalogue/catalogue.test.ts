import { describe, expect, it } from 'vitest'
import { createCatalogue, datasetKeys } from '../../../src/core/catalogue/catalogue'
import { hasDescriptionToggle } from '../../../src/core/catalogue/description'
import { catalogueConfiguration } from '../../support/catalogue'

const catalogue = createCatalogue(catalogueConfiguration)

/** Section 2.2 of the specification, in its order. */
const table = [
  ['/home', 'Assay', 'Home'],
  ['/datasets/stablecoins', 'Stablecoins', 'Digital Assets'],
  ['/datasets/global-digital-asset-markets', 'Global Crypto Market', 'Digital Assets'],
  ['/datasets/bitcoin', 'Bitcoin', 'Institutional Insights'],
  ['/datasets/ethereum', 'Ethereum', 'Institutional Insights'],
  ['/datasets/etf', 'ETF', 'TradFi Equities'],
  ['/datasets/lending', 'Lending', 'DeFi'],
  ['/datasets/spot-analytics', 'Spot Analytics', 'Trading & Research'],
  ['/datasets/derivatives', 'Derivatives', 'Trading & Research'],
  ['/datasets/futures', 'Futures', 'Trading & Research'],
  ['/datasets/staking', 'Staking', 'Yield'],
  ['/datasets/rwa', 'RWA', 'Tokenization'],
]

describe('the catalogue', () => {
  it('has the twelve pages of the route table', () => {
    expect(catalogue.datasets.map(({ path, title, subtitle }) => [path, title, subtitle])).toEqual(table)
  })

  it('describes Home in the exact words of the specification', () => {
    expect(catalogue.byPath('/home')?.description).toBe(
      'Institutional-grade, digital asset intelligence powering actionable insights across blockchain and market data.',
    )
    expect(catalogue.byPath('/home')?.sidebarName).toBe('Home')
  })

  it('describes every page in a sentence of its own', () => {
    const descriptions = catalogue.datasets.map((dataset) => dataset.description)
    expect(new Set(descriptions).size).toBe(12)
    for (const description of descriptions) expect(description).toMatch(/^[A-Z].{30,}\.$/)
  })

  it('groups eleven datasets and Home into the tree of section 2.7', () => {
    const tree = catalogue.navigation.map((entry) =>
      entry.kind === 'dataset'
        ? (entry.dataset.sidebarName ?? entry.dataset.title)
        : { [entry.folder.title]: entry.folder.children.map((child) => child.title) },
    )
    expect(tree).toEqual([
      'Home',
      'Stablecoins',
      'Global Crypto Market',
      { 'Institutional Metrics': ['Bitcoin', 'Ethereum'] },
      { TradFi: ['ETF'] },
      { DeFi: ['Lending'] },
      { 'Trading Markets': ['Spot Analytics', 'Derivatives', 'Futures'] },
      { 'On-chain': ['Staking', 'RWA'] },
    ])
  })

  it('gives each page its own liveboard', () => {
    expect(new Set(catalogue.datasets.map((dataset) => dataset.liveboardId)).size).toBe(datasetKeys.length)
  })

  it('finds a page by its exact path and by its liveboard, whatever the case of the id', () => {
    const etf = catalogue.byPath('/datasets/etf')
    expect(etf?.key).toBe('etf')
    expect(catalogue.byPath('/datasets/etf/')).toBeUndefined()
    expect(catalogue.byLiveboardId(etf?.liveboardId.toUpperCase() ?? '')).toBe(etf)
    expect(catalogue.byLiveboardId('00000000-0000-4000-8000-000000000000')).toBeUndefined()
  })

  it('knows the folder of a page, and that Home has none', () => {
    const find = (path: string) => catalogue.datasets.find((dataset) => dataset.path === path)
    const staking = find('/datasets/staking')
    const home = find('/home')
    expect(staking && catalogue.folderOf(staking)?.title).toBe('On-chain')
    expect(home && catalogue.folderOf(home)).toBeUndefined()
  })

  it('takes the product name and the worksheets from configuration', () => {
    const renamed = createCatalogue({
      ...catalogueConfiguration,
      productName: 'Touchstone',
      worksheetIds: {},
    })
    expect(renamed.byPath('/home')?.title).toBe('Touchstone')
    expect(renamed.byPath('/datasets/rwa')).not.toHaveProperty('worksheetId')
  })
})

describe('the description toggle', () => {
  it('appears only over 120 characters', () => {
    expect(hasDescriptionToggle('x'.repeat(120))).toBe(false)
    expect(hasDescriptionToggle('x'.repeat(121))).toBe(true)
  })

  it('is absent on Home, whose sentence is short enough', () => {
    expect(hasDescriptionToggle(catalogue.byPath('/home')?.description ?? '')).toBe(false)
  })
})
