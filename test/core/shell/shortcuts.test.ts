import { describe, expect, test } from 'vitest'
import {
  conflicts,
  isSingleKey,
  longestPause,
  nothingBegun,
  pressStep,
  shortcuts,
  type Press,
  type Shortcut,
  type ShortcutAction,
} from '../../../src/core/shell/shortcuts'

const key = (name: string, more: Partial<Press> = {}): Press => ({
  key: name,
  mod: false,
  other: false,
  at: 0,
  ...more,
})

function pressed(...presses: readonly Press[]): ShortcutAction | null {
  let begun = nothingBegun
  let action: ShortcutAction | null = null
  for (const press of presses) ({ begun, action } = pressStep(begun, press))
  return action
}

describe('the table', () => {
  test('has no conflict, within itself or with the browser', () => {
    expect(conflicts(shortcuts)).toEqual([])
  })

  const planted = (keys: readonly string[], action: ShortcutAction = 'theme'): Shortcut => ({
    action,
    keys,
    label: 'Planted',
    group: 'Anywhere',
  })
  test.each([
    [['Mod+T'], 'theme: Mod+T belongs to the browser'],
    [['F5'], 'theme: F5 belongs to the browser'],
    [['G', 'Tab'], 'theme: Tab belongs to the browser'],
    [['Mod+K'], 'Mod+K: search and theme'],
    [['G'], 'G H: home and theme'],
    [['?', 'X'], '?: help and theme'],
  ])('%j would be one', (keys, problem) => {
    expect(conflicts([...shortcuts, planted(keys)])).toContain(problem)
  })

  test('only Search needs a modifier: all others can be switched off', () => {
    expect(shortcuts.filter((one) => !isSingleKey(one)).map(({ action }) => action)).toEqual(['search'])
  })
})

describe('keys', () => {
  test.each([
    ['Mod+K', [key('k', { mod: true })], 'search'],
    ['with Shift too', [key('K', { mod: true })], 'search'],
    ['?', [key('?')], 'help'],
    ['G then H', [key('g'), key('h')], 'home'],
    ['G then D', [key('g'), key('d')], 'saved-dashboards'],
    ['G then something else is that', [key('g'), key('t')], 'theme'],
    ['G twice, then H', [key('g'), key('g'), key('h')], 'home'],
    ['with another modifier: nothing', [key('k', { mod: true, other: true })], null],
    ['Mod with a single key: nothing', [key('t', { mod: true })], null],
    ['H alone: nothing', [key('h')], null],
  ] as const)('%s', (_name, presses, action) => {
    expect(pressed(...presses)).toBe(action)
  })

  test('a pause ends what was begun', () => {
    expect(pressed(key('g'), key('h', { at: longestPause }))).toBe('home')
    expect(pressed(key('g'), key('h', { at: longestPause + 1 }))).toBeNull()
  })

  test('every shortcut of the table can be reached', () => {
    for (const { keys, action } of shortcuts) {
      const presses = keys.map((name) => key(name.replace('Mod+', ''), { mod: name.startsWith('Mod+') }))
      expect(pressed(...presses)).toBe(action)
    }
  })
})
