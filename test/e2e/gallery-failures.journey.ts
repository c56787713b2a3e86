import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { gallery, openGallery } from '../support/gallery'
import { expect, journey } from '../support/journey'

describe('a failed operation on saved dashboards', () => {
  const analyst = 'analyst@example.com'
  const { list, create, delete: remove } = dashboardLibraryRoutes
  const failing = (match: string, status: number) =>
    ({ service: 'bi-host', kind: 'status', match, status, body: 'out of order' }) as const

  /** Private data that a refusing service may write. None of these numbers can equal a time in the report. */
  const planted = ['ada.winter@example.com', '221b-baker-street', 'long-btc-short-eth', '1,234.56', '44711']

  /** The file that “Report a problem” saves. */
  async function savedReport(page: Page): Promise<{ readonly name: string; readonly text: string }> {
    // A low window, in which the failure notice would cover the button at the end of the dialog.
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.keyboard.press('?')
    const saved = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Report a problem' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    const file = await saved
    const text = await readFile(await file.path(), 'utf8')
    await page.getByText(`Saved ${file.suggestedFilename()}.`).waitFor()
    await page.keyboard.press('Escape')
    return { name: file.suggestedFilename(), text }
  }

  /** Once, the host carries out the request but its response is lost. */
  async function loseAnswer(page: Page, path: string): Promise<void> {
    let lost = false
    await page.route(`**${path}`, async (route) => {
      if (lost || route.request().method() !== 'POST') return route.continue()
      lost = true
      await route.fetch()
      return route.abort()
    })
  }

  journey(
    'is reported in plain words, and loses no input and no dashboard',
    async ({ page, visitor, origins, faults }) => {
      const host = await openGallery({ page, visitor, origins }, analyst, ['Kept'])
      const here = gallery(page)
      const names = async (): Promise<readonly string[]> =>
        (await host.list()).map(({ name }) => name).toSorted()
      visitor.expectConsole(/Failed to load resource/, 'the browser says what was refused or cut')

      // The list: a failed refresh keeps the previous list, marked as stale; after a reload there is only an error.
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

      // Create: refused, then cut before it reached the host; the input stays, and one dashboard is created in the end.
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
        .getByText(
          'The service didn’t respond, and the list doesn’t show the change yet. Check again before you retry.',
        )
        .waitFor()
      expect(await here.name.inputValue()).toBe('Typed once')
      expect(await names()).toEqual(['Kept'])
      await faults.set({ service: 'bi-host', kind: 'drop', match: create.path }, failing(list.path, 503))
      await here.send.click()
      await alert.getByText('The service didn’t respond, and we couldn’t see whether it was done.').waitFor()
      expect(await here.name.inputValue()).toBe('Typed once')
      // Accepted with an invalid response: the list shows whether the dashboard exists.
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
      await alert.getByText('the list doesn’t show the change yet.').waitFor()
      await faults.clear()
      await here.send.click()
      await here.count(2).waitFor()
      expect(await names()).toEqual(['Kept', 'Typed once'])

      // Created, but the response was lost: the dashboard is found and not created again.
      await loseAnswer(page, create.path)
      await here.new.click()
      await here.name.fill('Answer lost')
      await here.send.click()
      await here.dialog.waitFor({ state: 'detached' })
      await here.count(3).waitFor()
      expect(await names()).toEqual(['Answer lost', 'Kept', 'Typed once'])

      // Delete: refused, cut off, done without a response, done elsewhere.
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
      await page.getByText('the list doesn’t show the change yet.').waitFor()
      expect(await names()).toContain('Kept')
      await faults.clear()
      await loseAnswer(page, remove.path)
      // Wait for the second listing: a dashboard deleted elsewhere before it would already be gone from the page.
      let lists = 0
      const listedAnew = page.waitForResponse(
        (answer) =>
          answer.request().method() === list.method && answer.url().includes(list.path) && (lists += 1) === 2,
      )
      await deleteRow('Answer lost')
      await here.count(2).waitFor()
      await listedAnew
      const elsewhere = (await host.list()).find(({ name }) => name === 'Typed once')?.id ?? ''
      await host.remove(elsewhere)
      await deleteRow('Typed once')
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      await here.count(1).waitFor()
      expect(await names()).toEqual(['Kept'])

      // On its page: a refused delete keeps it, and an unknown URL is reported.
      await here.link('Kept').click()
      await faults.set({
        ...failing(remove.path, 403),
        body: `out of order for ${planted.join(' ')}: ${planted.join(': ')}`,
      })
      await page.getByRole('button', { name: 'Delete Dashboard' }).click()
      await here.confirm.click()
      await failure.waitFor()
      await page.getByRole('button', { name: 'Delete Dashboard' }).waitFor()
      await faults.clear()
      const { name, text } = await savedReport(page)
      expect(name).toMatch(/^problem-report-[0-9a-f]{16}\.txt$/)
      expect(text).toMatch(/^Page {6}\/saved-dashboards$/m)
      expect(text).toMatch(/^Events {4}the last \d+ of \d+$/m)
      expect(text).toMatch(/ s {2}token {5}person: ok after \d+ ms$/m)
      expect(text).toMatch(/ s {2}use-case {2}deleteDashboard: library-refused after \d+ ms$/m)
      expect(text).toMatch(/ s {2}journal {3}error of dashboard-library: library-refused 403$/m)
      for (const secret of [...planted, analyst, 'Analyst', 'Kept', elsewhere, 'out of order', 'eyJ'])
        expect(text).not.toContain(secret)
      await page.goto(visitor.address(`/saved-dashboards/${elsewhere}`))
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      await page.goto(visitor.address('/saved-dashboards/%2e%2e%2fhome'))
      await page.getByText('This dashboard was deleted or you don’t have access to it.').waitFor()
      expect(await page.locator('.board--saved').count()).toBe(0)
    },
  )
})

describe('dashboard names', () => {
  const analyst = 'analyst@example.com'

  /** Replaces the list in the host's response from now on; the rest of the response stays. */
  async function answerList(page: Page, body: unknown): Promise<void> {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(`**${dashboardLibraryRoutes.list.path}?*`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      return route.fulfill({ response: await route.fetch(), json: body })
    })
  }

  const many = (count: number): { readonly headers: readonly object[] } => ({
    headers: Array.from({ length: count }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      name: `Dashboard ${index}`,
      description: index % 3 === 0 ? `Of desk ${index % 7}` : '',
      authorName: analyst,
      created: 1_700_000_000_000 + index,
    })),
  })

  const html = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
  const rightToLeft = 'לוח \u202Eבוקר 2026'
  const joined = '👩‍👩‍👧‍👦🏳️‍🌈 Zero\u200Bwidth'
  const wordWithoutSpaces = 'w'.repeat(140)
  const long = `Long ${'long '.repeat(1_998)}😀`

  journey('are always rendered as text, never as markup', async ({ page, visitor, origins }) => {
    const host = await openGallery({ page, visitor, origins }, analyst, [
      html,
      rightToLeft,
      joined,
      wordWithoutSpaces,
    ])
    const here = gallery(page)
    await here.new.click()
    await here.name.fill(`${long}${'x'.repeat(50)}`)
    await here.send.click()
    await here.count(5).waitFor()
    const names = (await host.list()).map(({ name }) => name)
    expect(names.map(({ length }) => length).toSorted((a, b) => b - a)[0]).toBeLessThanOrEqual(10_000)
    for (const name of [html, rightToLeft, joined]) {
      expect(names).toContain(name)
      // Without the bidi mark that would reverse the text after it.
      await here.link(name.replace('\u202E', '')).waitFor()
    }
    // Neither a name without spaces nor a right-to-left name breaks the layout.
    const inView = await page
      .getByRole('main')
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.map((row) => {
          const [link, button] = [row.querySelector('a'), row.querySelector('button')].map((part) =>
            part?.getBoundingClientRect(),
          )
          const whole = row.getBoundingClientRect()
          return (
            (link?.right ?? Infinity) <= (button?.left ?? 0) &&
            (button?.right ?? Infinity) <= whole.right + 1 &&
            whole.height <= 73
          )
        }),
      )
    expect(inView).toEqual([true, true, true, true, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.getByRole('button', { name: `Duplicate ${wordWithoutSpaces}` }).click()
    const notice = page.locator('.notice').filter({ hasText: wordWithoutSpaces })
    await notice.waitFor()
    expect(await notice.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)

    // In the confirmation, as the page heading and in a notice.
    await here.delete(html).click()
    await here.question.getByText(html, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const longest = names.find(({ length }) => length > 5_000) ?? ''
    await page.getByRole('link', { name: /^Long long/ }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect.poll(() => heading.textContent()).toBe(longest)
    expect((await heading.boundingBox())?.height).toBeLessThan(300)
    expect((await page.title()).length).toBeLessThan(300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    expect(await page.locator('main img, main script').count()).toBe(0)
  })

  journey(
    'ten thousand render as fast as a hundred, and a partial list is shown rather than none',
    async ({ page, visitor, origins }) => {
      await openGallery({ page, visitor, origins }, analyst, ['One'])
      const here = gallery(page)
      const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
      // Only the list is requested again; a reload shows the same.
      const refresh = (): Promise<void> => page.getByRole('button', { name: 'Refresh data' }).click()
      await answerList(page, many(100))
      await refresh()
      await here.count(100).waitFor()
      await here.link('Dashboard 99').waitFor()
      const hundred = await nodes()
      await answerList(page, many(10_000))
      await refresh()
      await here.count(10_000).waitFor()
      await here.link('Dashboard 9999').waitFor()
      const tenThousand = await nodes()
      expect(tenThousand / hundred).toBeLessThanOrEqual(1.2)
      const search = page.getByRole('searchbox', { name: 'Search dashboards' })
      await search.pressSequentially('dashboard 50')
      await here.link('Dashboard 5099').waitFor()
      expect(await nodes()).toBeLessThanOrEqual(tenThousand)
      await search.fill('dashboard 4711')
      await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
      await search.fill('')
      // The list renders after the typing; until then the page is one row high and cannot scroll.
      await here.link('Dashboard 9999').waitFor()
      // The end can be reached, and scrolling there renders only the visible rows.
      await page.keyboard.press('Control+End')
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          return here.link('Dashboard 0').isVisible()
        })
        .toBe(true)
      expect(await nodes()).toBeLessThanOrEqual(tenThousand * 1.1)
      console.log(`DOM nodes: ${hundred} with 100 dashboards, ${tenThousand} with 10,000`)

      // Invalid rows are dropped and counted; a response that is not a list is a failure with Retry.
      visitor.expectConsole(/TS request failed 200/, 'a list that is none')
      visitor.expectConsole(/saved-dashboards: library-malformed/, 'the reference that the screen names')
      visitor.expectConsole(/Contract drift: headers/, 'rows and lists that are none')
      const [one] = many(1).headers
      await answerList(page, { headers: [null, 7, 'text', [], {}, one, one] })
      await refresh()
      await here.count(1).waitFor()
      await page.getByText('6 entries couldn’t be read and aren’t shown.').waitFor()
      await answerList(page, { headers: { 0: one } })
      await page.reload()
      await page.getByRole('heading', { name: 'Your dashboards couldn’t be loaded' }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Retry' }).click()
      await here.link('One').waitFor()
    },
  )
})
