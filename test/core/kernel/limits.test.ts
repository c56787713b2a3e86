import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sizes } from '../../../src/core/kernel/limits'

const style = (name: string): string =>
  readFileSync(new URL(`../../../src/ui/styles/${name}.scss`, import.meta.url), 'utf8')

/** The text between the braces of the first rule with this name. */
function rule(name: string, selector: string): string {
  const [, after = ''] = style(name).split(`${selector} {`)
  return after.split('}')[0] ?? ''
}

test.each([
  ['_placeholder', '.page-picture', `filter: blur(${sizes.placeholderBlur}px);`],
  ['_placeholder', '.page-picture', `transform: scale(${sizes.placeholderScale});`],
  ['_page', '&--clamped', `-webkit-line-clamp: ${sizes.descriptionClampLines};`],
  ['_saved-dashboard', '.board--saved', `min-height: ${sizes.savedDashboardMinimumHeight}px;`],
])('%s draws %s as in the table of sizes: %s', (name, selector, declaration) => {
  expect(rule(name, selector)).toContain(declaration)
})
