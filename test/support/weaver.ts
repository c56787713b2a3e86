import type { FrameLocator, Locator, Page } from 'playwright-core'
import type { StackOrigins } from '../../local/http/addresses'
import type { SearchTokenKind } from '../../src/core/theme/palette'
import { openGallery } from './gallery'
import { frameOf } from './journey'
import type { Visitor } from './visitor'

/** Data Weaver as a user sees it, counting clicks. */
export interface Weaver {
  readonly frame: FrameLocator
  readonly bar: Locator
  readonly answer: Locator
  /** Presses this, and counts it. */
  readonly click: (target: Locator) => Promise<void>
  /** Clicks since the last call. */
  readonly clicks: () => number
  readonly field: (name: string) => Locator
  /** Types into the search of the fields. */
  readonly find: (text: string) => Promise<void>
  /** Waits until the answer on screen is the requested one. */
  answered(title: RegExp | string): Promise<void>
  /** The texts of the chips. */
  chips(): Promise<readonly string[]>
}

export async function openWeaver(
  { page, visitor, origins }: { page: Page; visitor: Visitor; origins: StackOrigins },
  person: string,
  query = '',
): Promise<Weaver> {
  await openGallery({ page, visitor, origins }, person)
  if (query === '') await page.getByRole('link', { name: 'Chart Builder' }).first().click()
  else {
    await page.goto(visitor.address(`/chart-builder${query}`))
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }
  return weaverOn(page)
}

/** For a page that already shows it. */
export async function weaverOn(page: Page): Promise<Weaver> {
  const frame = frameOf(page)
  const bar = frame.getByRole('combobox', { name: 'Question' })
  await bar.waitFor({ timeout: 30_000 })
  let count = 0
  return {
    frame,
    bar,
    answer: frame.locator('figure.answer'),
    async click(target) {
      count += 1
      await target.click()
    },
    clicks() {
      const since = count
      count = 0
      return since
    },
    field: (name) => frame.locator('.field').getByRole('button', { name, exact: true }),
    find: (text) => frame.getByRole('searchbox', { name: 'Search fields' }).fill(text),
    async answered(title) {
      await frame
        .getByRole('figure', { name: title })
        .and(frame.locator('[aria-busy="false"]'))
        .waitFor({ timeout: 30_000 })
    },
    chips: () => frame.locator('.answer-chip-name').allTextContents(),
  }
}

/** Color, background and border of a token, as the browser computes them in the frame. */
export function tokenLook(page: Page, kind: SearchTokenKind): Promise<readonly string[]> {
  return frameOf(page)
    .locator('body')
    .evaluate((body, type) => {
      const token = document.createElement('span')
      token.className = `tokenizer-module__token tokenizer-module__${type}`
      body.append(token)
      const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(token)
      token.remove()
      return [color, backgroundColor, borderTopColor, borderTopWidth]
    }, kind)
}

/** The same, as in the portal's rules for a kind of this color. */
export function tintedBy(hex: string): readonly string[] {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')
  return [`rgb(${rgb})`, `rgba(${rgb}, 0.15)`, `rgba(${rgb}, 0.3)`, '1px']
}
