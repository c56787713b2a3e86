import type { Page } from 'playwright-core'
import { boardReady, frameOf } from './portal-driver'
import { openMenu } from './screen-steps'

/** What is asked of the data before a picture is taken: beside a board, on a page of its own, in Data Weaver. */

/** Five questions beside the board, each going on from the one before it; the picture is of the last one that has an answer. */
export async function conversation(page: Page): Promise<void> {
  await boardReady(page)
  const control = page.getByRole('button', { name: 'Deep Research', exact: true })
  if (!(await control.isVisible())) await openMenu(page)
  await control.click()
  const messages = page.locator('.research .message')
  // Kept from the picture before: every conversation of this one begins anew.
  const anew = page.getByRole('button', { name: 'New conversation' })
  if (await anew.isVisible()) await anew.click()
  const questions = [
    'supply by chain last 90 days',
    'only Ethereum and Tron',
    'by month instead',
    'why did it fall on 12 November',
    'net issuance by stablecoin last 30 days',
  ]
  for (const [at, question] of questions.entries()) {
    await page.getByRole('textbox', { name: 'Your question' }).fill(question)
    await page.keyboard.press('Enter')
    await messages.nth(at).locator('.answer__frame[data-phase="rendered"]').waitFor()
  }
  const last = page.frameLocator(`iframe[title="Answer to “${questions.at(-1) ?? ''}”"]`)
  await last.locator('figure:not([aria-busy="true"])').waitFor()
}

export async function conversationPage(page: Page): Promise<void> {
  const frame = frameOf(page)
  await frame.locator('figure:not([aria-busy="true"])').waitFor()
  await frame.getByRole('list', { name: 'Ask next' }).waitFor()
}

export async function conversationStart(page: Page): Promise<void> {
  await frameOf(page).locator('.conv-examples button').first().waitFor()
}

export async function saveAnswer(page: Page): Promise<void> {
  await conversation(page)
  await page.getByRole('button', { name: 'Save to a dashboard' }).last().click()
  await page.getByRole('dialog', { name: 'Save to a dashboard' }).getByLabel('Title of the chart').waitFor()
}

export async function weaverStart(page: Page): Promise<void> {
  await frameOf(page).getByRole('combobox', { name: 'Question' }).waitFor()
}

export async function weaverChart(page: Page): Promise<void> {
  await frameOf(page).locator('figure.answer[aria-busy="false"]').waitFor()
}
