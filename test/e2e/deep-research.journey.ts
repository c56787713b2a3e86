import { AxeBuilder } from '@axe-core/playwright'
import { describe } from 'vitest'
import { boardReady, expect, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'

const asked = /\/prism\/\?op=SendMessage$/
const opened = /\/prism\/\?op=CreateConversation$/

describe('Deep Research', () => {
  journey(
    'answers about the board beside it, goes on from there, and says what it did not understand',
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

      await ask('only Ethereum and Tron')
      await panel.getByRole('heading', { name: 'Supply by chain, Ethereum, Tron' }).waitFor()
      await panel.getByText('Table behind the chart').last().click()
      const chains = await panel.getByRole('table').last().locator('td').allTextContents()
      expect(chains).toEqual(expect.arrayContaining(['Ethereum', 'Tron']))
      expect(chains).not.toContain('Solana')

      await ask('what is the weather')
      await panel.getByRole('alert').filter({ hasText: 'weather' }).waitFor()
      expect(visitor.count(opened)).toBe(1)
      expect(visitor.count(asked)).toBe(3)
      // A failed question has no picture.
      expect(await page.locator('iframe[title^="Answer to"]').count()).toBe(2)

      const { violations } = await new AxeBuilder({ page })
        .include('.research')
        .exclude('iframe')
        .setLegacyMode(true)
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])

      // The answer goes on in Data Weaver as the question that it was read as.
      await panel.getByRole('link', { name: 'Open in Data Weaver' }).last().click()
      await page.waitForURL(/\/chart-builder\?source=/)
      visitor.expectConsole(/assistant-error/, 'A question that was not understood is told to the journal.')
    },
    120_000,
  )
})
