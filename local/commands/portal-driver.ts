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

/** Waits until every tile of the dashboard that is on screen has its picture; those further down draw when they come near. */
export async function boardReady(page: Page, timeout = 30_000): Promise<void> {
  const frame = frameOf(page)
  await frame.getByRole('figure').first().waitFor({ timeout })
  await frame.locator('figure:not([aria-busy="true"])').first().waitFor({ timeout })
  const height = page.viewportSize()?.height ?? Number.POSITIVE_INFINITY
  for (const tile of await frame.getByRole('figure').all()) {
    const box = await tile.boundingBox()
    if (box === null || box.y >= height) continue
    await tile.and(frame.locator('figure:not([aria-busy="true"])')).waitFor({ timeout })
  }
}
