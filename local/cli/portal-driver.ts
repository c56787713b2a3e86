import type { FrameLocator, Page } from 'playwright-core'

/** Goes through sign-in the way a person does, from wherever the page is, and waits until the portal knows them. */
export async function signIn(page: Page, email: string, password = 'demo'): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

/** The BI application as this page shows it. */
export function frameOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[data-ts-iframe]:visible')
}

/** Longest between two looks at a board that is being drawn. */
const lookMilliseconds = 50

/** Waits until every tile of the dashboard that is on screen has its picture; those further down draw when they come near. */
export async function boardReady(page: Page, timeout = 30_000): Promise<void> {
  const until = Date.now() + timeout
  await frameOf(page).locator('figure:not([aria-busy="true"])').first().waitFor({ timeout })
  for (;;) {
    const busy = await busyTiles(page)
    if (busy?.length === 0) return
    if (Date.now() > until) throw new Error(`Still without a picture: ${busy?.join(', ') ?? 'the board'}`)
    await page.waitForTimeout(lookMilliseconds)
  }
}

/** Names of the tiles on screen that are still drawn; null while the frame is between two documents. */
async function busyTiles(page: Page): Promise<readonly string[] | null> {
  const frame = frameOf(page)
  try {
    const top = (await frame.owner().boundingBox())?.y ?? 0
    const height = page.viewportSize()?.height ?? Number.POSITIVE_INFINITY
    return await frame.locator('body').evaluate(
      (body, end) =>
        [...body.querySelectorAll('figure')]
          .filter((tile) => tile.ariaBusy === 'true' && tile.checkVisibility())
          .filter((tile) => tile.getBoundingClientRect().top < end)
          .map((tile) => tile.textContent),
      height - top,
    )
  } catch (error) {
    if (page.isClosed()) throw error
    return null
  }
}
