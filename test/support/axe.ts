import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { ElementHandle, Frame, Page } from 'playwright-core'

export interface AxeOptions {
  /** Selectors of the parts that are looked at; absent is the whole document, with the rules for whole pages. */
  readonly parts?: readonly string[]
  /** Selectors of parts that are left out. What stands in a frame is a document of its own, and never looked at from outside. */
  readonly without?: readonly string[]
  /** Only these rules. */
  readonly rules?: readonly string[]
  /** Rules that do not hold here. */
  readonly exceptRules?: readonly string[]
}

/** What another theme changes; all the rest of a page is the same in both. */
export const colorRules = ['color-contrast']

let source: string | undefined

/** Axe is half a megabyte: a document gets it once, however often it is looked at. */
async function giveAxe(document: Page | Frame): Promise<void> {
  if (await document.evaluate(() => 'axe' in window)) return
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await document.evaluate(source)
}

/** What axe objects to in this document as it is. */
export async function objections(
  document: Page | Frame,
  { parts = [], without = [], rules, exceptRules = [] }: AxeOptions = {},
): Promise<readonly string[]> {
  await giveAxe(document)
  const violations = await document.evaluate(
    async ({ context, options }) => {
      const { axe: inPage } = window as unknown as { readonly axe: typeof axe }
      const found = await inPage.run(context, options)
      return found.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`),
      }))
    },
    {
      context: { ...(parts.length > 0 && { include: [...parts] }), exclude: ['iframe', ...without] },
      options: {
        resultTypes: ['violations' as const],
        iframes: false,
        ...(rules !== undefined && { runOnly: { type: 'rule' as const, values: [...rules] } }),
        rules: Object.fromEntries(exceptRules.map((rule) => [rule, { enabled: false }])),
      },
    },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(', ')}`)
}

/**
 * The same, and then what the page's other theme changes. The theme's own attribute does it: a dialog may lie over the button, and a
 * frame need not follow.
 */
export async function objectionsInBothThemes(
  page: Page,
  options: AxeOptions = {},
  ofOther: AxeOptions = options,
): Promise<readonly string[]> {
  const found = await objections(page, options)
  const html = page.locator('html')
  const theme = await html.getAttribute('data-theme')
  const wear = (name: string | null): Promise<void> =>
    html.evaluate((element, to) => void (element.dataset['theme'] = to ?? ''), name)
  const other = theme === 'light' ? 'dark' : 'light'
  await wear(other)
  const colorObjections = await objections(page, { ...ofOther, rules: colorRules })
  await wear(theme)
  return [...found, ...colorObjections.map((text) => `${other}: ${text}`)]
}

/** The document of the BI application that this page shows. */
export async function biDocument(page: Page): Promise<Frame> {
  const element: ElementHandle | null = await page.locator('iframe[data-ts-iframe]:visible').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('The page shows no frame of the BI application.')
  return frame
}
