import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Pictures of one page in order, for people to look at afterwards; nothing is compared. */
export interface FrameSeries {
  add(page: Page, moment: string): Promise<void>
}

/** Begins anew in `.local/journeys/<name>`, which git ignores. */
export async function frameSeries(name: string): Promise<FrameSeries> {
  const folder = join('.local/journeys', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  let count = 0
  return {
    async add(page, moment) {
      count += 1
      await page.screenshot({ path: join(folder, `${count}-${moment.replaceAll(/\W+/g, '-')}.png`) })
    },
  }
}
