import { describe, expect, it } from 'vitest'
import { createCatalogue, datasetKeys, hasDescriptionToggle } from '../../../src/core/catalogue/catalogue'
import { catalogueConfiguration } from '../../support/catalogue'
import { folders, homeSentence, routes, topRows } from '../../support/specified-texts'

const catalogue = createCatalogue(catalogueConfiguration)

describe('the catalogue', () => {
  it('has the twelve pages of the route table', () => {
    expect(catalogue.datasets.map(({ path, title, subtitle }) => [path, title, subtitle])).toEqual(routes)
  })

  it('describes Home in the exact words of the specification', () => {
    expect(catalogue.byPath('/home')?.description).toBe(homeSentence)
    expect(catalogue.byPath('/home')?.sidebarName).toBe('Home')
  })

  it('describes every page in a different sentence', () => {
    const descriptions = catalogue.datasets.map((dataset) => dataset.description)
    expect(new Set(descriptions).size).toBe(12)
    for (const description of descriptions) expect(description).toMatch(/^[A-Z].{30,}\.$/)
  })

  it('groups eleven datasets and Home into the tree of section 2.7', () => {
    const tree = catalogue.navigation.map((entry) =>
      entry.kind === 'dataset'
        ? entry.dataset.sidebarName
        : { [entry.folder.title]: entry.folder.children.map((child) => child.title) },
    )
    expect(tree).toEqual([
      ...topRows,
      ...Object.entries(folders).map(([folder, pages]) => ({ [folder]: pages })),
    ])
  })

  it('gives each page its own liveboard', () => {
    expect(new Set(catalogue.datasets.map((dataset) => dataset.dashboardId)).size).toBe(datasetKeys.length)
  })

  it('finds a page by its exact path and by its liveboard, regardless of the case of the id', () => {
    const etf = catalogue.byPath('/datasets/etf')
    expect(etf?.key).toBe('etf')
    expect(catalogue.byPath('/datasets/etf/')).toBeUndefined()
    expect(catalogue.byDashboardId(etf?.dashboardId.toUpperCase() ?? '')).toBe(etf)
    expect(catalogue.byDashboardId('00000000-0000-4000-8000-000000000000')).toBeUndefined()
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
      sourceIds: {},
    })
    expect(renamed.byPath('/home')?.title).toBe('Touchstone')
    expect(renamed.byPath('/datasets/rwa')).not.toHaveProperty('sourceId')
    expect(renamed.widest).toBeUndefined()
  })

  it('has no page for a dataset without a liveboard, and no empty folder', () => {
    const { dashboardIds, sourceIds } = catalogueConfiguration
    const { home, rwa } = dashboardIds
    const few = createCatalogue({
      productName: 'Assay',
      dashboardIds: { ...(home && { home }), ...(rwa && { rwa }) },
      sourceIds: { ...(sourceIds.rwa && { rwa: sourceIds.rwa }) },
    })
    expect(few.datasets.map(({ key }) => key)).toEqual(['home', 'rwa'])
    expect(few.byPath('/datasets/stablecoins')).toBeUndefined()
    expect(
      few.navigation.map((entry) => (entry.kind === 'folder' ? entry.folder.title : entry.dataset.key)),
    ).toEqual(['home', 'On-chain'])
    // Questions start with the first source.
    expect(few.widest?.key).toBe('rwa')
  })
})

describe('the description toggle', () => {
  it('appears only over 120 characters', () => {
    expect(hasDescriptionToggle('x'.repeat(120))).toBe(false)
    expect(hasDescriptionToggle('x'.repeat(121))).toBe(true)
  })

  it('is absent on Home, whose description is short enough', () => {
    expect(hasDescriptionToggle(catalogue.byPath('/home')?.description ?? '')).toBe(false)
  })
})
