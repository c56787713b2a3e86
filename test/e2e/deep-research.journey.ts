import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { biDocument, objections } from '../support/axe'
import { goTo, refreshData, overflowOf } from '../support/in-page'
import { boardReady, expect, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'

const asked = /\/prism\/\?op=SendMessage$/
const opened = /\/prism\/\?op=CreateConversation$/
const savedAnswer = /\/prism\/\?op=AddVizToLiveboard$/

/** Runs in the page. */
function textsOfDocument(): readonly string[] {
  const words = [document.title]
  const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt']
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('script, style, noscript') !== null) continue
    for (const name of spoken) words.push(element.getAttribute(name) ?? '')
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? '')
  }
  return words
}

/** All text of the page and its frames that is visible or exposed to a screen reader. */
async function textsOn(page: Page): Promise<readonly string[]> {
  const all = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(textsOfDocument).catch((error: unknown) => {
        // A frame that is gone by now, such as the one that only fetches files, shows nothing.
        if (frame.isDetached()) return []
        throw error
      }),
    ),
  )
  return all.flat().filter((word) => word.trim() !== '')
}

/** The provider's names for the assistant and the automated analysis, and the provider's own name. */
const providersNames = /spotter|spot ?iq|thought ?spot|\bsage\b/i

async function expectPortalTerms(page: Page, shown: string): Promise<void> {
  const words = await textsOn(page)
  // The search would find the terms if they were there.
  expect(words.join('\n')).toContain(shown)
  expect(words.filter((word) => providersNames.test(word))).toEqual([])
}

describe('Deep Research', () => {
  journey(
    'answers about the dashboard beside it, takes follow-up questions, and names the words it did not understand',
    async ({ page, visitor }) => {
      await openSignedIn(visitor, '/datasets/stablecoins', 'analyst@example.com')
      await boardReady(page)
      await page.getByRole('button', { name: 'Deep Research', exact: true }).click()
      const panel = page.getByRole('complementary', { name: 'Deep Research' })
      const field = panel.getByRole('textbox', { name: 'Your question' })
      const ask = async (question: string): Promise<void> => {
        await field.fill(question)
        await field.press('Enter')
      }

      await ask('supply by chain last 90 days')
      await panel.getByRole('heading', { name: 'Supply by chain', exact: true }).waitFor()
      const drawn = page
        .frameLocator('iframe[title="Answer to “supply by chain last 90 days”"]')
        .locator('figure:not([aria-busy="true"])')
      await drawn.waitFor()
      // Question, answer and form are one column.
      const edges = await Promise.all(
        ['.message__question', '.answer__frame', '.research__form'].map(async (part) => {
          const { x, width } = (await panel.locator(part).boundingBox()) ?? { x: NaN, width: NaN }
          return x + width
        }),
      )
      expect(new Set(edges).size, edges.join(', ')).toBe(1)

      await ask('only Ethereum and Tron')
      await panel.getByRole('heading', { name: 'Supply by chain, Ethereum, Tron' }).waitFor()
      await panel.getByText('Table behind the chart').last().click()
      const chains = await panel.getByRole('table').last().locator('td').allTextContents()
      expect(chains).toEqual(expect.arrayContaining(['Ethereum', 'Tron']))
      expect(chains).not.toContain('Solana')

      await ask('what is the weather')
      await panel.locator('.message__failure', { hasText: 'weather' }).waitFor()
      expect(visitor.count(opened)).toBe(1)
      expect(visitor.count(asked)).toBe(3)
      // A failed question has no chart.
      expect(await page.locator('iframe[title^="Answer to"]').count()).toBe(2)

      expect(await objections(page, { parts: ['.research'] })).toEqual([])

      // Where the panel covers the page, the page behind it does not scroll.
      const pageScrolls = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
      expect(await pageScrolls()).toBe('scroll')
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await pageScrolls()).toBe('hidden')
      await page.setViewportSize({ width: 1440, height: 900 })

      // An answer is saved to the chosen dashboard in one request.
      await panel.getByRole('button', { name: 'Save to dashboard' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Save to dashboard' })
      // The focus starts in the list of dashboards, although the list is still loading.
      const list = dialog.getByRole('combobox', { name: 'Dashboard' })
      await expect.poll(() => list.evaluate((field) => field === document.activeElement)).toBe(true)
      // Some exist already when the journey is retried.
      await list.selectOption({ label: 'New dashboard' })
      await dialog.getByRole('textbox', { name: 'Dashboard Name' }).fill('Research desk')
      await expectPortalTerms(page, 'Chart title')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('The chart was pinned to “Research desk”.').waitFor()
      expect(visitor.count(savedAnswer)).toBe(1)

      // The menu of a tile, in both themes.
      const board = page.frameLocator('iframe[title="Stablecoins dashboard"]')
      const tile = board.getByRole('figure', { name: 'Supply by stablecoin' })
      await tile.hover()
      await tile.locator('.viz-menu-button').click()
      await board.getByRole('menuitem', { name: 'Deep Research' }).waitFor()
      await expectPortalTerms(page, 'Open in Data Weaver')
      await page.getByRole('button', { name: 'Switch to light mode' }).click()
      await tile.hover()
      if (!(await board.getByRole('menuitem', { name: 'Deep Research' }).isVisible()))
        await tile.locator('.viz-menu-button').click()
      await expectPortalTerms(page, 'Open in Data Weaver')
      const messages = panel.getByRole('list', { name: 'Conversation' }).locator('.message')
      const before = await messages.count()
      await board.getByRole('menuitem', { name: 'Deep Research' }).click()
      await messages.nth(before).locator('.answer__actions').waitFor()

      // The interpretation is shown once, and each part of it opens in Data Weaver, where it can be changed.
      expect(
        await panel
          .getByText(/^Understood by fixed rules/)
          .last()
          .textContent(),
      ).not.toContain('Supply')
      await panel.getByRole('list', { name: 'Read as' }).last().getByRole('link').first().click()
      await page.waitForURL(/\/chart-builder\?source=/)
      // The conversation stays beside it: it is about the same source.
      await messages.nth(before).locator('.answer__actions').waitFor()
      const weaver = page.frameLocator('iframe[title="Data Weaver"]')
      await weaver.locator('figure.answer[aria-busy="false"]').waitFor()
      await expectPortalTerms(page, 'Data Weaver')

      // The Deep Research page has the panel's conversation with all its actions, and a reload keeps it.
      await goTo(page, '/datasets/stablecoins')
      await panel.getByRole('link', { name: 'Open full page' }).click()
      const whole = page.getByRole('region', { name: 'Deep Research' })
      const there = whole.getByRole('list', { name: 'Conversation' }).locator('.message')
      const pictures = page.locator('iframe[title^="Answer to"]')
      const newestPicture = page.frameLocator('iframe[title^="Answer to"] >> nth=-1')
      await newestPicture.locator('figure:not([aria-busy="true"])').waitFor()
      const count = await there.count()
      expect(count).toBe(before + 1)
      const askedSoFar = visitor.count(asked)
      await whole.getByRole('textbox', { name: 'Your question' }).fill('only Tron')
      await page.reload()
      await newestPicture.locator('figure:not([aria-busy="true"])').waitFor()
      expect(await there.count()).toBe(count)
      // Charts far outside the viewport have no frame.
      expect(await pictures.count()).toBeLessThan(count - 1)
      expect(visitor.count(asked)).toBe(askedSoFar)
      const own = whole.getByRole('textbox', { name: 'Your question' })
      await expect.poll(() => own.inputValue()).toBe('only Tron')
      await own.press('Enter')
      const goneOn = there.last()
      await goneOn.locator('.answer__actions').waitFor()
      // The assistant still has the same conversation.
      expect(visitor.count(opened)).toBe(1)
      expect(await goneOn.locator('.answer__actions').getByRole('button').allTextContents()).toEqual([
        'Save to dashboard',
        'Ask in a new conversation',
        'Copy link',
      ])
      await goneOn.getByText('Table behind the chart').click()
      expect(await objections(page)).toEqual([])
      // Print shows all rows with their last day, and no controls.
      await page.emulateMedia({ media: 'print' })
      const inPrint = {
        hidden: await goneOn.locator('.answer__table').evaluate((box) => box.scrollHeight - box.clientHeight),
        actions: await goneOn.locator('.answer__actions').isVisible(),
        asOf: await goneOn.getByText('As of 20 Nov 2026', { exact: true }).isVisible(),
        source: await whole.locator('select').evaluate((field) => getComputedStyle(field).borderStyle),
      }
      expect(inPrint).toEqual({ hidden: 0, actions: false, asOf: true, source: 'none' })
      await page.emulateMedia({ media: null })
      await page.setViewportSize({ width: 390, height: 844 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(390)
      await page.setViewportSize({ width: 1440, height: 900 })

      // The provider's full view is behind it, with the portal's terms.
      await goTo(page, '/deep-research?view=service#q=market+cap+by+asset')
      const conversation = page.frameLocator('iframe[title="Deep Research"]')
      // A link's question stays in the input; a press asks it, and a reload in this tab asks it again.
      const linked = page.getByRole('textbox', { name: 'Question from a link' })
      await conversation.locator('.conv-examples button').first().waitFor()
      expect(await linked.inputValue()).toBe('market cap by asset')
      const beforePress = visitor.count(asked)
      expect(await objections(page)).toEqual([])
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await conversation.locator('figure:not([aria-busy="true"])').waitFor()
      expect(visitor.count(asked)).toBe(beforePress + 1)
      await page.reload()
      await conversation.locator('figure:not([aria-busy="true"])').waitFor()
      await expectPortalTerms(page, 'Deep Research answers from this source alone')
      await page.getByRole('button', { name: 'Switch to dark mode' }).click()
      await conversation.locator('html[data-tone="dark"]').waitFor()
      await expectPortalTerms(page, 'Deep Research answers from this source alone')
      expect(await objections(page)).toEqual([])
      expect(await objections(await biDocument(page))).toEqual([])
      // By keyboard alone: a follow-up question builds on the previous one.
      await conversation.getByRole('textbox', { name: 'Your question' }).focus()
      await page.keyboard.type('only BTC and ETH')
      await page.keyboard.press('Enter')
      await conversation.getByRole('figure', { name: 'Market cap by asset, BTC, ETH' }).waitFor()
      // The conversation scrolls, and the page with its source and its input does not.
      expect(await overflowOf(conversation)).toBe(0)
      // The actions on an answer are visible, as in the panel.
      const newest = conversation.locator('.conv-turn').last()
      expect(await newest.locator('.conv-actions').getByRole('button').allTextContents()).toEqual(
        expect.arrayContaining(['Pin']),
      )
      const readAs = newest.getByRole('list', { name: 'How the question was read' })
      expect(await readAs.getByRole('button').allTextContents()).toEqual(
        expect.arrayContaining(['Market cap', 'by Asset', 'Asset: BTC, ETH']),
      )
      expect(await newest.locator('.viz-description').count()).toBe(0)
      // Refresh asks nothing again, and keeps the conversation and the draft.
      await page.keyboard.type('by month')
      const known = visitor.count(asked)
      await refreshData(page, '.board--conversation[aria-busy="true"]')
      await conversation.getByRole('figure', { name: 'Market cap by asset, BTC, ETH' }).waitFor()
      await conversation.locator('figure').first().waitFor()
      expect(await conversation.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('by month')
      expect(visitor.count(asked)).toBe(known)
      // One press removes an unknown word; until then no chart is rendered.
      await conversation.getByRole('textbox', { name: 'Your question' }).fill('only BTC in Atlantis')
      await page.keyboard.press('Enter')
      const latest = conversation.locator('.conv-turn').last()
      await latest.getByRole('list', { name: 'Understood so far' }).getByText('BTC').waitFor()
      expect(await latest.locator('figure').count()).toBe(0)
      expect(await objections(await biDocument(page))).toEqual([])
      await latest
        .getByRole('list', { name: 'Ask instead' })
        .getByRole('button', { name: 'only BTC', exact: true })
        .click()
      await latest.locator('figure:not([aria-busy="true"])').waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await conversation.getByRole('textbox', { name: 'Your question' }).waitFor()
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(390)
      visitor.expectConsole(/assistant-error/, 'A question that was not understood is told to the journal.')
    },
  )
})
