import { readFileSync } from 'node:fs'
import { describe, expect, test, it } from 'vitest'
import { palette, type Palette } from '../../../src/core/theme/palette'
import { type Theme, otherTheme, readTheme } from '../../../src/core/theme/theme'

type Pair = readonly [foreground: keyof Palette, background: keyof Palette]

/** Text colors and their backgrounds: at least 4.5 to 1 in both themes. */
const textPairs: readonly Pair[] = [
  ...(['page', 'card', 'sidebar', 'dialogHead', 'raised', 'hover', 'active', 'chatInput'] as const).flatMap(
    (background): Pair[] => [
      ['text', background],
      ['muted', background],
    ],
  ),
  ...(['page', 'card', 'sidebar'] as const).flatMap((background): Pair[] => [
    ['dim', background],
    ['accent', background],
    ['danger', background],
    ['success', background],
  ]),
  ['onFill', 'fill'],
  ['onFill', 'fillHover'],
  // A tooltip inverts the page's colors.
  ['page', 'text'],
]

/** Colors of marks and borders that only have to be distinguishable: at least 3 to 1. */
const markPairs: readonly Pair[] = [
  ...(['page', 'card', 'sidebar'] as const).flatMap((background): Pair[] => [
    ['accentMark', background],
    ['field', background],
    ['fill', background],
  ]),
  ['accent', 'active'],
]

describe('palette', () => {
  const themes: readonly Theme[] = ['dark', 'light']
  const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

  /** WCAG 2 relative luminance of "#rrggbb". */
  function luminance(color: string): number {
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    const [red = 0, green = 0, blue = 0] = channels.map((value) =>
      value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  function contrast(one: string, other: string): number {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  test.each([
    ['dark', '#191f26 #2e3238 #363a42 #ff7a2f #ff6b35 #b0b8c1 #181c22 #363a40'],
    ['light', '#f9fafb #1f2937 #6b7280'],
  ] as const)('the %s theme has the specified colors %s', (theme, specified) => {
    expect(Object.values({ ...palette[theme] })).toEqual(expect.arrayContaining(specified.split(' ')))
  })

  test('the contrast measure: black on white is 21, the brand orange on white is too low for text', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#ff7a2f', '#ffffff')).toBeLessThan(3)
  })

  describe.each(themes)('%s', (theme) => {
    test.each(textPairs)('%s on %s is readable', (foreground, background) => {
      expect(contrast(palette[theme][foreground], palette[theme][background])).toBeGreaterThanOrEqual(4.5)
    })

    test.each(markPairs)('%s on %s is distinguishable', (foreground, background) => {
      expect(contrast(palette[theme][foreground], palette[theme][background])).toBeGreaterThanOrEqual(3)
    })
  })

  describe('copies of the palette match it', () => {
    const blocks = (css: string, lightBegins = "[data-theme='light']"): readonly [string, string] => {
      const [before = '', after = ''] = css.split(lightBegins)
      return [before, after.slice(0, after.indexOf('}'))]
    }
    const properties = (css: string): Record<string, string> =>
      Object.fromEntries(
        [...css.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
          name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
      )

    test('the style sheet has every color of both themes and no other', () => {
      const [dark, light] = blocks(file('src/ui/styles/_palette.scss'), '@mixin light')
      expect(properties(dark)).toEqual(palette.dark)
      expect(properties(light)).toEqual(palette.light)
    })

    test('the pages beside the portal use colors of the palette, by its names', () => {
      const [dark, light] = blocks(file('src/ui/public/open-data/pages.css'))
      expect(Object.keys(properties(dark)).length).toBeGreaterThan(8)
      expect(palette.dark).toMatchObject(properties(dark))
      expect(palette.light).toMatchObject(properties(light))
    })

    test('the first frame uses colors of the palette', () => {
      const html = file('index.html')
      const style = html.slice(html.indexOf('<style>'), html.indexOf('</style>'))
      const [dark, light] = blocks(style)
      const used = (css: string): readonly string[] =>
        [...css.matchAll(/#[0-9a-f]{6}/g)].map(([color]) => color)
      expect(used(dark)).toContain(palette.dark.page)
      expect(used(light)).toContain(palette.light.page)
      expect(Object.values(palette.dark)).toEqual(expect.arrayContaining([...used(dark)]))
      expect(Object.values(palette.light)).toEqual(expect.arrayContaining([...used(light)]))
    })
  })
})

describe('theme', () => {
  describe('the theme', () => {
    it.each([
      ['light', 'light'],
      ['dark', 'dark'],
      [null, 'dark'],
      ['', 'dark'],
      ['Light', 'dark'],
    ] as const)('stored as %j is %s', (stored, theme) => {
      expect(readTheme(stored)).toBe(theme)
    })

    it('flips', () => {
      expect([otherTheme('dark'), otherTheme('light')]).toEqual(['light', 'dark'])
    })
  })
})
