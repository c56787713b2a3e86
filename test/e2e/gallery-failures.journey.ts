import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { gallery, openGallery } from '../support/gallery'
import { expect, journey } from '../support/journey'

const analyst = 'analyst@example.com'
const { list, create, delete: remove } = dashboardLibraryRoutes
const failing = (match: string, status: number) =>
  ({ service: 'bi-host', kind: 'status', match, status, body: 'out of order' }) as const

/** The host does it, and its answer is lost on the way; once. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let lost = false
  await page.route(`**${path}`, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    return route.abort()
  })
}

describe('what can go wrong with one’s dashboards', () => {
  journey(
    'is said in plain words, and nothing that was typed or made is lost',
    async ({ page, visitor, origins, faults }) => {
      const host = await openGallery({ page, visitor, origins }, analyst, ['Kept'])
      const here = gallery(page)
      const names = async (): Promise<readonly string[]> =>
        (await host.list()).map(({ name }) => name).toSorted()
      visitor.expectConsole(/Failed to load resource/, 'the browser says what was refused or cut')

      // The list: nothing at first, later the list of before.
      visitor.expectConsole(/TS request failed 503: out of order/, 'the specification’s text')
      visitor.expectConsole(/saved-dashboards: library-unavailable/, 'the reference that the screen names')
      await faults.set(failing(list.path, 503))
      await page.getByRole('button', { name: 'Refresh data' }).click()
      await page.getByText('This list may be out of date.').waitFor()
      await here.link('Kept').waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Your dashboards couldn’t be loaded' }).waitFor()
      await faults.clear()
      await page.getByRole('button', { name: 'Retry' }).click()
      await here.count(1).waitFor()

      // Create: refused, then cut off before the host had it; what was typed stays, and is made once in the end.
      visitor.expectConsole(/Create failed 500: out of order/, 'the specification’s text')
      visitor.expectConsole(/Create failed: the BI host cannot be reached/, 'no answer')
      const alert = here.dialog.getByRole('alert')
      await faults.set(failing(create.path, 500))
      await here.new.click()
      await here.name.fill('Typed once')
      await here.send.click()
      await alert.getByText('Failed to create dashboard. Please try again.').waitFor()
      expect(await here.name.inputValue()).toBe('Typed once')
      await faults.set({ service: 'bi-host', kind: 'drop', match: create.path })
      await here.send.click()
      await alert
        .getByText('The service didn’t respond. We checked the list, and nothing has changed.')
        .waitFor()
      expect(await here.name.inputValue()).toBe('Typed once')
      expect(await names()).toEqual(['Kept'])
      await faults.set({ service: 'bi-host', kind: 'drop', match: create.path }, failing(list.path, 503))
      await here.send.click()
      await alert.getByText('The service didn’t respond, and the list couldn’t be reloaded.').waitFor()
      expect(await here.name.inputValue()).toBe('Typed once')
      // Accepted, but the answer makes no sense: the list is looked at, and it is there or not.
      await faults.set({
        service: 'bi-host',
        kind: 'reply',
        match: create.path,
        contentType: 'text/plain',
        body: '{"object":[]}',
      })
      visitor.expectConsole(/Create failed 200: /, 'an answer without an id')
      visitor.expectConsole(
        /Contract drift: object\.0\.response\.header\.id_guid/,
        'the same, for who runs it',
      )
      await here.send.click()
      await alert.getByText('We checked the list, and nothing has changed.').waitFor()
      await faults.clear()
      await here.send.click()
      await here.count(2).waitFor()
      expect(await names()).toEqual(['Kept', 'Typed once'])

      // Made, and only the answer was lost: it is found, and not made again.
      await loseAnswer(page, create.path)
      await here.new.click()
      await here.name.fill('Answer lost')
      await here.send.click()
      await here.dialog.waitFor({ state: 'detached' })
      await here.count(3).waitFor()
      expect(await names()).toEqual(['Answer lost', 'Kept', 'Typed once'])

      // Delete: refused, cut off, done without an answer, done elsewhere.
      visitor.expectConsole(/Delete failed 403: out of order/, 'the specification’s text')
      visitor.expectConsole(/Delete failed: the BI host cannot be reached/, 'no answer')
      visitor.expectConsole(/Delete failed 404/, 'done elsewhere')
      const failure = page
        .getByRole('alert')
        .getByText('Error deleting dashboard. Please try again. You don’t have permission to do this.')
      const deleteRow = async (name: string): Promise<void> => {
        await here.delete(name).click()
        await here.question
          .getByText('Are you sure you want to delete this dashboard? This action cannot be undone.')
          .waitFor()
        await here.confirm.click()
      }
      await faults.set(failing(remove.path, 403))
      await deleteRow('Kept')
      await failure.waitFor()
      await here.row('Kept').and(page.locator('[aria-busy="false"]')).waitFor()
      await faults.set({ service: 'bi-host', kind: 'drop', match: remove.path })
      await deleteRow('Kept')
      await page.getByText('We checked the list, and nothing has changed.').waitFor()
      expect(await names()).toContain('Kept')
      await faults.clear()
      await loseAnswer(page, remove.path)
      await deleteRow('Answer lost')
      await here.count(2).waitFor()
      const elsewhere = (await host.list()).find(({ name }) => name === 'Typed once')?.id ?? ''
      await host.remove(elsewhere)
      await deleteRow('Typed once')
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      await here.count(1).waitFor()
      expect(await names()).toEqual(['Kept'])

      // On its own page: refused, it stays; an address of nothing says so.
      await here.link('Kept').click()
      await faults.set(failing(remove.path, 403))
      await page.getByRole('button', { name: 'Delete Dashboard' }).click()
      await here.confirm.click()
      await failure.waitFor()
      await page.getByRole('button', { name: 'Delete Dashboard' }).waitFor()
      await faults.clear()
      await page.goto(visitor.address(`/saved-dashboards/${elsewhere}`))
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      await page.goto(visitor.address('/saved-dashboards/%2e%2e%2fhome'))
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      expect(await page.locator('.board--saved').count()).toBe(0)
    },
  )
})
