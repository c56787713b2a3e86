import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizes, timings } from '../../../src/core/kernel/limits'
import { isSameNumber } from '../../../src/core/kernel/numbers'

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

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0)

test('a sum is the same in whatever order a database adds it', () => {
  const amounts = fc.array(fc.double({ min: 0, max: 1e15, noNaN: true }), { maxLength: 50 })
  fc.assert(
    fc.property(amounts, (values) => {
      expect(isSameNumber(sum(values), sum(values.toReversed()))).toBe(true)
    }),
  )
  expect(isSameNumber(0.1 + 0.2, 0.3)).toBe(true)
  // Beyond 2⁵², a sum of fractions is a whole number.
  expect(isSameNumber(5e15, 5e15 + 1)).toBe(true)
})

test('whole numbers are the same only if they are equal, and others from nine digits on', () => {
  const counts = fc.integer({ min: -1e12, max: 1e12 })
  fc.assert(fc.property(counts, (count) => !isSameNumber(count, count - 1)))
  expect(isSameNumber(1.2345678, 1.2345679)).toBe(false)
  expect(isSameNumber(0, 1e-300)).toBe(false)
  expect(isSameNumber(1, -1)).toBe(false)
})

test('the table of times has all of the specification’s', () => {
  expect([timings.sidebarHoverCollapse, timings.flagFallback]).toEqual([150, 5_000])
  expect([timings.refreshFrameReload, timings.refreshContainerReshow]).toEqual([100, 50])
  expect(timings.savedDashboardMinHeightInterval).toBe(500)
  expect([timings.embedRenderDelay, timings.biFrameLoaded, timings.otherFrameLoaded]).toEqual([100, 500, 200])
  expect(timings.crossOriginFallback).toBe(3_000)
  expect([timings.restyleAfterContent, timings.restyleAfterLoad]).toEqual([100, 200])
})
