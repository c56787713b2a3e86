import { describe } from 'vitest'
import { searchTokenColors } from '../../src/core/theme/palette'
import { boardShown, goTo, refreshData, passUntil } from '../support/in-page'
import { gallery, openGallery } from '../support/gallery'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { frameDocuments } from '../support/visitor'
import { tintedBy, tokenLook, weaverOn } from '../support/weaver'

describe('older ThoughtSpot clusters', () => {
  /** The BI host sends and understands what a cluster of that release does, and none of its extensions. */
  describe.each(['26.7', '26.2', '10.14'])('a cluster of release %s', (release) => {
    journey(
      'shows each dashboard in its own frame, Back goes back one page, and only unsupported features are missing',
      async ({ page, visitor, faults }) => {
        await faults.set({ service: 'bi-host', kind: 'release', release })
        await openSignedIn(visitor, '/datasets/stablecoins', 'analyst@example.com')
        await boardShown(page, 'Stablecoins')
        await boardReady(page)
        // Through the customization alone: this cluster does not read the theme from the URL.
        await frameOf(page).locator('html[data-tone="dark"]').waitFor()
        const first = frameDocuments(visitor)

        // Another dashboard: a new document, and one more history entry.
        await goTo(page, '/datasets/bitcoin')
        await boardShown(page, 'Bitcoin')
        await boardReady(page)
        expect(frameDocuments(visitor)).toBe(first + 1)
        await page.goBack()
        await boardShown(page, 'Stablecoins')
        await boardReady(page)
        expect(new URL(page.url()).pathname).toBe('/datasets/stablecoins')

        // A link to a tab.
        await page.goto(visitor.address('/datasets/ethereum?tab=network-and-staking'))
        await boardReady(page)
        const asked = (await page.locator('iframe[data-ts-iframe]').getAttribute('src')) ?? ''
        expect(asked).toContain('/tab/network-and-staking')
        await frameOf(page).getByRole('tab', { selected: true, name: 'Network and staking' }).waitFor()

        // Refresh in place, then a theme change: without a new document if the cluster accepts a new style.
        const before = frameDocuments(visitor)
        await refreshData(page, '#dashboard[aria-busy="true"]')
        await boardReady(page)
        expect(frameDocuments(visitor)).toBe(before + 1)
        await page.getByRole('button', { name: 'Switch to light mode' }).click()
        await frameOf(page).locator('html[data-tone="light"]').waitFor()
        expect(frameDocuments(visitor)).toBe(before + (release === '10.14' ? 2 : 1))

        // Freshness and source of the data are extensions of the embedded BI host: this cluster does not send them.
        await goTo(page, '/home')
        await boardReady(page)
        await page.getByText('As of unknown').waitFor()
        expect(await page.locator('.freshness__source').count()).toBe(0)
        expect(await frameOf(page).locator('.icon use').count()).toBe(0)
        await frameOf(page).locator('.row-link').first().click()
        await page.emulateMedia({ media: 'print' })
        await frameOf(page).locator('.chart-on-paper').first().waitFor({ state: 'attached' })
        const printHeight = (frame: HTMLElement) => frame.style.getPropertyValue('--on-paper')
        expect(await page.locator('iframe[data-ts-iframe]').first().evaluate(printHeight)).toBe('')
        await page.emulateMedia({ media: 'screen' })
        expect(new URL(page.url()).pathname).toBe('/home')

        // The menu of a chart has the documented entries.
        const chart = frameOf(page).locator('figure').first()
        await chart.hover()
        await chart.locator('.viz-menu-button').click()
        await frameOf(page).getByRole('menuitem', { name: 'Open in Data Weaver' }).click()
        await page.waitForURL(/\/chart-builder\?source=/)
        await frameOf(page).locator('figure.answer[aria-busy="false"]').waitFor()
      },
    )
  })
})

describe('a BI host that supports only what the SDK defines', () => {
  journey(
    'lacks exactly what docs/thoughtspot.md lists: the editor always asks, the builder never, notices have no names, Refresh starts over',
    async ({ page, visitor, origins, faults }) => {
      await faults.set({ service: 'bi-host', kind: 'release', release: '26.7' })
      await openGallery({ page, visitor, origins }, 'trader@example.com', ['Desk'])
      await gallery(page).link('Desk').click()
      await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Edit Dashboard' }).click()
      await frameOf(page).getByText('Nothing on this dashboard yet').waitFor()
      const inset = (html: HTMLElement) => getComputedStyle(html).getPropertyValue('--embed-top-inset')
      expect(await frameOf(page).locator('html').evaluate(inset)).toBe('')
      const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await page.getByRole('link', { name: 'Saved Dashboards' }).click()
      await asks.getByRole('button', { name: 'Leave' }).click()
      await page.getByRole('heading', { level: 1, name: 'All Dashboards' }).waitFor()

      await page.getByRole('link', { name: 'Chart Builder' }).first().click()
      const weaver = await weaverOn(page)
      await weaver.bar.fill('stablecoin supply by chain, last 90 days')
      await weaver.frame.getByRole('button', { name: 'Ask', exact: true }).click()
      await weaver.answered('Supply by Chain')
      const { attribute, measure, other } = searchTokenColors.dark
      expect(await tokenLook(page, 'attribute')).toEqual(tintedBy(attribute))
      expect(await tokenLook(page, 'measure')).toEqual(tintedBy(measure))
      for (const kind of ['date', 'formula', 'set', 'parameter'] as const)
        expect(await tokenLook(page, kind)).toEqual(tintedBy(other))
      await weaver.frame.getByRole('button', { name: 'Save', exact: true }).click()
      await weaver.frame
        .getByRole('dialog', { name: 'Save chart' })
        .getByRole('button', { name: 'Save' })
        .click()
      await page.getByText('The chart was saved.').waitFor()
      expect(await page.getByText('“Supply by Chain” was saved').count()).toBe(0)
      await weaver.frame.getByRole('button', { name: 'Pin', exact: true }).click()
      const dialog = weaver.frame.getByRole('dialog', { name: 'Pin to dashboard' })
      await dialog.getByRole('button', { name: 'Pin chart' }).click()
      await page.getByText('The chart was pinned to a dashboard.').waitFor()
      expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
      await refreshData(page, '.board--builder[aria-busy="true"]')
      await weaver.bar.waitFor()
      expect(await weaver.bar.inputValue()).toBe('')
      await weaver.bar.fill('supply by stablecoin')
      await weaver.frame.getByRole('button', { name: 'Ask', exact: true }).click()
      await weaver.answered('Supply by Stablecoin')
      await page.getByRole('link', { name: 'Saved Dashboards' }).click()
      await page.getByRole('heading', { level: 1, name: 'All Dashboards' }).waitFor()
      expect(await asks.count()).toBe(0)

      // A chart of a saved dashboard opens as its question, so it cannot be saved back in place.
      await gallery(page).link('Desk').click()
      const own = frameOf(page)
      await own.getByRole('button', { name: /^More actions: Supply by Chain/ }).click()
      await own.getByRole('menuitem', { name: 'Open in Data Weaver' }).click()
      await (await weaverOn(page)).answered('Supply by Chain')
      expect(
        await frameOf(page)
          .getByRole('button', { name: /^Update the chart on/ })
          .count(),
      ).toBe(0)
    },
  )
})

describe('a failing BI host', () => {
  const unreachable = 'Your browser can’t reach the analytics service.'
  for (const [what, sentence, rule] of [
    ['hangs', unreachable, { kind: 'hang' }],
    [
      'answers with an error page',
      'The analytics service reported an error.',
      { kind: 'reply', status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' },
    ],
    ['cuts the line', unreachable, { kind: 'drop' }],
    [
      'lets no page embed it',
      'an administrator needs to allow http://localhost',
      {
        kind: 'reply',
        contentType: 'text/html',
        body: '<h1>Internal Server Error</h1>',
        headers: { 'content-security-policy': "frame-ancestors 'none'" },
      },
    ],
  ] as const) {
    journey(
      `that ${what} is reported with Retry while the shell keeps working, and Retry recovers`,
      async ({ page, visitor, faults }) => {
        await page.clock.install()
        await faults.set({ service: 'bi-host', match: '/', ...rule })
        visitor.expectConsole(/frame-silent/, 'the portal writes down why')
        if (rule.kind !== 'hang')
          visitor.expectConsole(/Failed to load resource|frame-ancestors/, 'the host is made to fail')
        await page.goto(visitor.address('/home'))
        await page.locator('iframe[data-ts-iframe]').waitFor({ state: 'attached' })
        const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
        // The token arrives before its deadline, so that only the frame is silent.
        await passUntil(page, retry)
        expect(await page.getByRole('main').textContent()).not.toContain('Internal Server Error')
        expect(await page.getByRole('main').textContent()).toContain(sentence)
        await page.getByRole('button', { name: 'Switch to light mode' }).click()
        await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
        await faults.clear()
        await retry.click()
        await page.clock.resume()
        await boardReady(page)
      },
    )
  }

  journey(
    'that answers the SDK’s session request with an HTML page still shows the dashboard',
    async ({ page, visitor, faults }) => {
      await faults.set({
        service: 'bi-host',
        match: '/callosum/v1/session/info',
        kind: 'reply',
        contentType: 'text/html',
        body: '<!doctype html><title>Sign in</title>',
      })
      await page.goto(visitor.address('/home'))
      await boardReady(page)
      expect(visitor.count(/\/callosum\/v1\/session\/info/)).toBeGreaterThan(0)
    },
  )
})
