import { describe, expect, it } from 'vitest'
import { otherTheme, readTheme } from '../../../src/core/theme/theme'

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
