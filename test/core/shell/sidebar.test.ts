import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../../../src/core/catalogue/catalogue'
import {
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
import { catalogueConfiguration } from '../../support/catalogue'

const after = (state: SidebarState, ...events: readonly SidebarEvent[]): SidebarState =>
  events.reduce((before, event) => sidebarStep(before, event).state, state)
const effectsOf = (state: SidebarState, event: SidebarEvent): readonly string[] =>
  sidebarStep(state, event).effects.map((effect) => effect.kind)

const expanded = initialSidebar('expanded', true)
const collapsed = initialSidebar('collapsed', true)

describe('how wide it rests', () => {
  test('without a choice the width of the page decides', () => {
    expect(isCollapsed(initialSidebar(null, true))).toBe(false)
    expect(isCollapsed(initialSidebar(null, false))).toBe(true)
    expect(isCollapsed(after(initialSidebar(null, true), { kind: 'width-changed', roomy: false }))).toBe(true)
  })

  test('a choice stands whatever the width', () => {
    expect(isCollapsed(after(expanded, { kind: 'width-changed', roomy: false }))).toBe(false)
    expect(isCollapsed(after(collapsed, { kind: 'width-changed', roomy: true }))).toBe(true)
  })

  test('the button turns it round and has the choice remembered', () => {
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

  test('leaving asks for the delay, coming back takes it away', () => {
    const peeking = after(collapsed, { kind: 'entered' })
    expect(effectsOf(peeking, { kind: 'left' })).toEqual(['start-collapse-delay'])
    const left = after(peeking, { kind: 'left' })
    expect(effectsOf(left, { kind: 'entered' })).toEqual(['cancel-collapse-delay'])
    expect(isExpanded(after(left, { kind: 'entered' }, { kind: 'collapse-due' }))).toBe(true)
  })

  test('an expanded sidebar does not care about pointers', () => {
    expect(after(expanded, { kind: 'entered' }, { kind: 'left' }, { kind: 'collapse-due' })).toEqual(expanded)
    expect(effectsOf(expanded, { kind: 'left' })).toEqual([])
  })

  test('Expand pressed during a peek keeps it expanded after the pointer has gone', () => {
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

  test('a page that becomes roomy ends the peek without a gap', () => {
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

  test('the page of a deep link has its folder opened; a top-level page leaves them as they are', () => {
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
  ])('%s lies in %s', (path, folder) => {
    expect(folderOfPath(createCatalogue(catalogueConfiguration), path)).toBe(folder)
  })
})
