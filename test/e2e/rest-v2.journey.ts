import { dashboardLibraryRoutesV2 as routes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { withConfiguredStack } from '../support/configured-stack'
import { openGallery, gallery } from '../support/gallery'
import { expect, journey, signIn } from '../support/journey'

journey('saved dashboards by version 2 of the REST interface, chosen by configuration alone', ({ browser }) =>
  withConfiguredStack(browser, { ASSAY_BI_REST_VERSION: 'v2' }, async (visitor, origins) => {
    const { page } = visitor
    await page.goto(visitor.address('/home'))
    await signIn(page, 'analyst@example.com')
    await openGallery({ page, visitor, origins }, 'analyst@example.com', ['Earlier'])
    const at = gallery(page)
    await at.new.click()
    await at.name.fill('Made by version 2')
    await at.send.click()
    await page
      .getByRole('heading', { level: 1, name: 'Made by version 2' })
      .or(at.row('Made by version 2'))
      .first()
      .waitFor()
    await page.goto(visitor.address('/saved-dashboards'))
    await at.count(2).waitFor()
    await at.delete('Earlier').click()
    await at.confirm.click()
    await at.count(1).waitFor()
    for (const { path } of Object.values(routes)) expect(visitor.count(new RegExp(path))).toBeGreaterThan(0)
    expect(visitor.count(/\/callosum\/v1\/tspublic\/v1\/metadata\//)).toBe(0)
    expect(visitor.problems()).toEqual([])
  }),
)
