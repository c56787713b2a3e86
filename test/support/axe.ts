import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { ElementHandle, Frame, Page } from 'playwright-core'

export interface AxeOptions {
  /** Selectors of the checked parts; absent means the whole document, with the rules for whole pages. */
  readonly parts?: readonly string[]
  /** Selectors of excluded parts. The content of a frame is a separate document, and is never checked from outside. */
  readonly without?: readonly string[]
  /** Only these rules. */
  readonly rules?: readonly string[]
  /** Disabled rules. */
  readonly exceptRules?: readonly string[]
}

/** The rules whose result another theme changes; the rest of a page is the same in both. */
export const colorRules = ['color-contrast']

let source: string | undefined

/** Axe is half a megabyte: a document loads it once, however often it is checked. */
async function giveAxe(document: Page | Frame): Promise<void> {
  if (await document.evaluate(() => 'axe' in window)) return
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await document.evaluate(source)
}

/** The violations that axe reports for this document as it is. */
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
 * The same, and then what the page's other theme changes. It sets the theme attribute itself: a dialog may cover the button, and a frame
 * need not follow.
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
