import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { frameOf } from '../../local/cli/browser'

const pages = { light: 'rgb(249, 250, 251)', dark: 'rgb(25, 31, 38)' } as const

/** Presses the portal's switch and waits until the board wears the other theme. */
export async function switchTheme(page: Page, to: keyof typeof pages): Promise<void> {
  await page.getByRole('button', { name: `Switch to ${to} mode` }).click()
  const html = frameOf(page).locator('html')
  await expect
    .poll(() => html.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe(pages[to])
}

/** What a person can act on, as the frame shows it: one mark for each control, one for each group that the arrow keys walk. */
async function controls(board: FrameLocator): Promise<readonly string[]> {
  return board.locator('body').evaluate((body) => {
    const all = body.querySelectorAll<HTMLElement>('a[href], button, input, select, [tabindex="0"]')
    const seen = [...all].filter((element) => element.tabIndex >= 0 && element.checkVisibility())
    let next = 0
    return seen.map((element) => {
      const group = element.closest<HTMLElement>('[role="radiogroup"]') ?? element
      group.dataset['control'] ??= String((next += 1))
      return group.dataset['control']
    })
  })
}

interface Stop {
  readonly control: string
  /** What of its ring cannot be seen; empty when all can. */
  readonly unseen: string
}

/** Runs in the frame: where the keyboard stands, and whether a person sees that. */
function stopInFrame(): Stop {
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return { control: 'nothing', unseen: '' }
  // A choice shows its ring on the words beside it.
  const shown = element instanceof HTMLInputElement ? (element.nextElementSibling ?? element) : element
  const style = getComputedStyle(shown)
  const control = element.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? element.tagName
  if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2)
    return { control, unseen: `no ring on ${element.outerHTML.slice(0, 120)}` }
  const grown = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth)
  const box = shown.getBoundingClientRect()
  for (let around = shown.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX === 'visible') continue
    const view = around.getBoundingClientRect()
    const cut = [
      box.left - grown - view.left,
      box.top - grown - view.top,
      view.right - box.right - grown,
      view.bottom - box.bottom - grown,
    ]
    if (cut.some((left) => left < -1))
      return {
        control,
        unseen: `${around.className} cuts ${cut.join(' ')} of ${element.outerHTML.slice(0, 120)}`,
      }
  }
  return { control, unseen: '' }
}

/** Tab from the first control to the last: nothing is passed by or holds on to it, and each shows where the keyboard is. */
export async function tabThrough(page: Page): Promise<void> {
  const board = frameOf(page)
  const wanted = [...new Set(await controls(board))]
  const body = board.locator('body')
  await board.locator('[data-control]').first().focus()
  const met: string[] = []
  const unseen: string[] = []
  for (let step = 0; step <= wanted.length; step += 1) {
    const stop = await body.evaluate(stopInFrame)
    met.push(stop.control)
    if (step > 0 && stop.unseen !== '') unseen.push(stop.unseen)
    if (met.at(-1) === wanted.at(-1)) break
    await page.keyboard.press('Tab')
  }
  expect(met).toEqual(wanted)
  expect(unseen).toEqual([])
  await body.evaluate((element) => {
    for (const one of element.querySelectorAll<HTMLElement>('[data-control]')) delete one.dataset['control']
  })
}
