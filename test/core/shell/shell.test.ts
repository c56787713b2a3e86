import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { preferences } from '../../../src/core/shell/preferences'
import {
  sidebarKey,
  folderOfPath,
  initialSidebar,
  isCollapsed,
  isExpanded,
  isPeeking,
  readSidebarChoice,
  sidebarStep,
  type SidebarEvent,
  type SidebarState,
} from '../../../src/core/shell/sidebar'
import { themeKey } from '../../../src/core/theme/theme'
import {
  isSingleKey,
  longestPause,
  noPendingKeys,
  pressStep,
  shortcuts,
  type Press,
  type Shortcut,
  type ShortcutAction,
} from '../../../src/core/shell/shortcuts'
import { createCatalogue } from '../../../src/core/catalogue/catalogue'
import { catalogueConfiguration } from '../../support/catalogue'

/** Combinations that browsers reserve, or that users rely on in every page. */
const reserved: readonly string[] = words(
  'A C D F G H J L N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - = Enter Tab',
).map((key) => `Mod+${key}`)
/** Including Firefox's quick find, and keys for moving and typing. */
const reservedAlone: readonly string[] = words(
  "' / Space Tab Enter Escape Backspace Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight F1 F3 F5 F6 F7 F11 F12",
)

function words(text: string): readonly string[] {
  return text.split(' ')
}

/** Conflicts in a table: two shortcuts with each other, or one with the browser's. Empty if it works. */
function conflicts(table: readonly Shortcut[]): readonly string[] {
  return table.flatMap((one, at) => {
    const text = one.keys.join(' ')
    const taken = one.keys.filter((key) => reserved.includes(key) || reservedAlone.includes(key))
    const others = table.slice(at + 1).filter(({ keys }) => {
      const length = Math.min(keys.length, one.keys.length)
      // The shorter one would always run before the longer.
      return keys.slice(0, length).join(' ') === one.keys.slice(0, length).join(' ')
    })
    return [
      ...taken.map((key) => `${one.action}: ${key} belongs to the browser`),
      ...others.map((other) => `${text}: ${one.action} and ${other.action}`),
    ]
  })
}

describe('preferences', () => {
  test('the theme is stored under the key "theme"', async () => {
    const keyValueStore = memoryKeyValueStore()
    await preferences({ keyValueStore, journal: memoryJournal() }).chooseTheme('light')
    expect(themeKey).toBe('theme')
    expect(keyValueStore.read('theme')).toEqual({ ok: true, value: 'light' })
  })

  test('the sidebar keeps the user’s choice', async () => {
    const keyValueStore = memoryKeyValueStore()
    await preferences({ keyValueStore, journal: memoryJournal() }).rememberSidebar('collapsed')
    expect(keyValueStore.read(sidebarKey)).toEqual({ ok: true, value: 'collapsed' })
  })

  test('single keys are on until they are switched off, and stay off', async () => {
    const choice = preferences({ keyValueStore: memoryKeyValueStore(), journal: memoryJournal() })
    expect(await choice.singleKeys()).toBe(true)
    await choice.chooseSingleKeys(false)
    expect(await choice.singleKeys()).toBe(false)
    await choice.chooseSingleKeys(true)
    expect(await choice.singleKeys()).toBe(true)
  })

  describe('full storage costs persistence and nothing else', () => {
    test.each([
      ['theme', 'Theme not stored: store-full'],
      ['sidebar', 'Sidebar choice not stored: store-full'],
      ['shortcuts', 'Choice of single keys not stored: store-full'],
    ])('%s', async (where, text) => {
      const journal = memoryJournal()
      const choice = preferences({ keyValueStore: memoryKeyValueStore({ capacity: 0 }), journal })
      await choice.chooseTheme('light')
      await choice.rememberSidebar('collapsed')
      await choice.chooseSingleKeys(false)
      expect(journal.entries).toContainEqual({ level: 'info', where, text })
    })
  })
})

describe('shortcuts', () => {
  const key = (name: string, more: Partial<Press> = {}): Press => ({
    key: name,
    mod: false,
    other: false,
    at: 0,
    ...more,
  })

  function pressed(...presses: readonly Press[]): ShortcutAction | null {
    let begun = noPendingKeys
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
    ])('%j would be a conflict', (keys, problem) => {
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

    test('a pause ends a key sequence', () => {
      expect(pressed(key('g'), key('h', { at: longestPause }))).toBe('home')
      expect(pressed(key('g'), key('h', { at: longestPause + 1 }))).toBeNull()
    })

    test('every shortcut of the table can be triggered', () => {
      for (const { keys, action } of shortcuts) {
        const presses = keys.map((name) => key(name.replace('Mod+', ''), { mod: name.startsWith('Mod+') }))
        expect(pressed(...presses)).toBe(action)
      }
    })
  })
})

describe('sidebar', () => {
  const after = (state: SidebarState, ...events: readonly SidebarEvent[]): SidebarState =>
    events.reduce((before, event) => sidebarStep(before, event).state, state)
  const effectsOf = (state: SidebarState, event: SidebarEvent): readonly string[] =>
    sidebarStep(state, event).effects.map((effect) => effect.kind)

  const expanded = initialSidebar('expanded', true)
  const collapsed = initialSidebar('collapsed', true)

  describe('its resting width', () => {
    test('without a choice the page width decides', () => {
      expect(isCollapsed(initialSidebar(null, true))).toBe(false)
      expect(isCollapsed(initialSidebar(null, false))).toBe(true)
      expect(isCollapsed(after(initialSidebar(null, true), { kind: 'width-changed', roomy: false }))).toBe(
        true,
      )
    })

    test('a choice applies at any width', () => {
      expect(isCollapsed(after(expanded, { kind: 'width-changed', roomy: false }))).toBe(false)
      expect(isCollapsed(after(collapsed, { kind: 'width-changed', roomy: true }))).toBe(true)
    })

    test('the button toggles it and stores the choice', () => {
      const step = sidebarStep(expanded, { kind: 'toggled' })
      expect(isCollapsed(step.state)).toBe(true)
      expect(step.effects).toContainEqual({ kind: 'remember', choice: 'collapsed' })
      expect(isCollapsed(after(step.state, { kind: 'toggled' }))).toBe(false)
    })

    test.each([
      ['expanded', 'expanded'],
      ['collapsed', 'collapsed'],
      ['', null],
      ['<b>', null],
      [null, null],
      [undefined, null],
    ])('the stored text %j reads as %j', (stored, choice) => {
      expect(readSidebarChoice(stored)).toBe(choice)
    })
  })

  describe('hovering', () => {
    test('a collapsed sidebar expands over the page while the pointer is in it', () => {
      const peeking = after(collapsed, { kind: 'entered' })
      expect(isExpanded(peeking)).toBe(true)
      expect(isPeeking(peeking)).toBe(true)
      expect(isCollapsed(peeking)).toBe(true)
    })

    test('it collapses only when the delay after leaving has passed', () => {
      const left = after(collapsed, { kind: 'entered' }, { kind: 'left' })
      expect(isExpanded(left)).toBe(true)
      expect(isExpanded(after(left, { kind: 'collapse-due' }))).toBe(false)
    })

    test('leaving starts the delay, coming back cancels it', () => {
      const peeking = after(collapsed, { kind: 'entered' })
      expect(effectsOf(peeking, { kind: 'left' })).toEqual(['start-collapse-delay'])
      const left = after(peeking, { kind: 'left' })
      expect(effectsOf(left, { kind: 'entered' })).toEqual(['cancel-collapse-delay'])
      expect(isExpanded(after(left, { kind: 'entered' }, { kind: 'collapse-due' }))).toBe(true)
    })

    test('an expanded sidebar ignores the pointer', () => {
      expect(after(expanded, { kind: 'entered' }, { kind: 'left' }, { kind: 'collapse-due' })).toEqual(
        expanded,
      )
      expect(effectsOf(expanded, { kind: 'left' })).toEqual([])
    })

    test('Expand pressed during a peek keeps it expanded after the pointer leaves', () => {
      const state = after(
        collapsed,
        { kind: 'entered' },
        { kind: 'toggled' },
        { kind: 'left' },
        { kind: 'collapse-due' },
      )
      expect(isCollapsed(state)).toBe(false)
      expect(isPeeking(state)).toBe(false)
    })

    test('Collapse pressed under the pointer collapses at once', () => {
      expect(isExpanded(after(expanded, { kind: 'toggled' }))).toBe(false)
    })

    test('a page that becomes wide enough ends the peek without a flicker', () => {
      const state = after(
        initialSidebar(null, false),
        { kind: 'entered' },
        { kind: 'width-changed', roomy: true },
      )
      expect(isExpanded(state)).toBe(true)
      expect(isPeeking(state)).toBe(false)
    })
  })

  describe('folders', () => {
    test('only one is open at a time', () => {
      const state = after(
        expanded,
        { kind: 'folder-pressed', folder: 'defi' },
        { kind: 'folder-pressed', folder: 'on-chain' },
      )
      expect(state.openFolder).toBe('on-chain')
    })

    test('pressing the open one closes it', () => {
      const state = after(
        expanded,
        { kind: 'folder-pressed', folder: 'defi' },
        { kind: 'folder-pressed', folder: 'defi' },
      )
      expect(state.openFolder).toBeNull()
    })

    test('a deep link opens the folder of its page; a top-level page leaves folders unchanged', () => {
      const deep = after(expanded, { kind: 'navigated', folder: 'defi' })
      expect(deep.openFolder).toBe('defi')
      expect(after(deep, { kind: 'navigated', folder: null }).openFolder).toBe('defi')
    })

    test.each([
      ['/datasets/bitcoin', 'institutional-metrics'],
      ['/datasets/rwa', 'on-chain'],
      ['/datasets/stablecoins', null],
      ['/home', null],
      ['/nowhere', null],
    ])('%s is in %s', (path, folder) => {
      expect(folderOfPath(createCatalogue(catalogueConfiguration), path)).toBe(folder)
    })
  })
})
