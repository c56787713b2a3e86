import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { gallery, openGallery } from '../support/gallery'
import { expect, journey } from '../support/journey'

const analyst = 'analyst@example.com'

/** What the list answers from now on; the rest of the host's answer stays. */
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
const long = `Long ${'long '.repeat(1_998)}😀`

describe('names of dashboards', () => {
  journey('are text, whatever they are made of', async ({ page, visitor, origins }) => {
    const host = await openGallery({ page, visitor, origins }, analyst, [html, rightToLeft, joined])
    const here = gallery(page)
    await here.new.click()
    await here.name.fill(`${long}${'x'.repeat(50)}`)
    await here.send.click()
    await here.count(4).waitFor()
    const names = (await host.list()).map(({ name }) => name)
    expect(names.map(({ length }) => length).toSorted((a, b) => b - a)[0]).toBeLessThanOrEqual(10_000)
    for (const name of [html, rightToLeft, joined]) {
      expect(names).toContain(name)
      await here.link(name).waitFor()
    }
    // Neither a name without a space nor one against the reading direction moves anything out of its place.
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
    expect(inView).toEqual([true, true, true, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    // Asked about, opened, mentioned.
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
    await page.locator('.board--saved[aria-busy="false"]').waitFor()
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    expect(await page.locator('main img, main script').count()).toBe(0)
  })

  journey(
    'ten thousand of them are as light as a hundred, and half a list is better than none',
    async ({ page, visitor, origins }) => {
      await openGallery({ page, visitor, origins }, analyst, ['One'])
      const here = gallery(page)
      const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
      // The list alone is asked for again: a page that is loaded anew shows the same.
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
      // The list is drawn after the typing; until then the page is one row high and has no far end.
      await here.link('Dashboard 9999').waitFor()
      // The far end is there too, and the way to it draws no more than what is seen.
      await page.keyboard.press('Control+End')
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          return here.link('Dashboard 0').isVisible()
        })
        .toBe(true)
      expect(await nodes()).toBeLessThanOrEqual(tenThousand * 1.1)
      console.log(`DOM nodes: ${hundred} with 100 dashboards, ${tenThousand} with 10,000`)

      // Rows that are none are left out and counted; what is no list at all is a failure with a way on.
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
