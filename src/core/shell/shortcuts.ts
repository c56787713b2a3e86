export type ShortcutAction =
  | 'search'
  | 'help'
  | 'home'
  | 'saved-dashboards'
  | 'data-weaver'
  | 'open-favorite'
  | 'favorite'
  | 'copy-link'
  | 'refresh'
  | 'theme'
  | 'sidebar'
  | 'create-dashboard'

export interface Shortcut {
  readonly action: ShortcutAction
  /** The action's name in the help sheet and the guide. */
  readonly label: string
  /**
   * Keys pressed in sequence. `Mod` is Ctrl, or Command on Apple devices. A key without a modifier is a single-key shortcut, which the user
   * can disable. `1–9` is any of these digits.
   */
  readonly keys: readonly string[]
  readonly group: 'Anywhere' | 'Go to' | 'This page'
}

/** All shortcuts: the only source for the handler, the help sheet and the guide. */
export const shortcuts: readonly Shortcut[] = [
  { action: 'search', label: 'Search', keys: ['Mod+K'], group: 'Anywhere' },
  { action: 'help', label: 'Keyboard shortcuts', keys: ['?'], group: 'Anywhere' },
  { action: 'theme', label: 'Toggle theme', keys: ['T'], group: 'Anywhere' },
  { action: 'sidebar', label: 'Collapse or expand the sidebar', keys: ['['], group: 'Anywhere' },
  { action: 'create-dashboard', label: 'Create a dashboard', keys: ['N'], group: 'Anywhere' },
  { action: 'home', label: 'Home', keys: ['G', 'H'], group: 'Go to' },
  { action: 'saved-dashboards', label: 'All dashboards', keys: ['G', 'D'], group: 'Go to' },
  { action: 'data-weaver', label: 'Data Weaver', keys: ['G', 'W'], group: 'Go to' },
  { action: 'open-favorite', label: 'Open a favorite', keys: ['1–9'], group: 'Go to' },
  { action: 'favorite', label: 'Add to or remove from favorites', keys: ['S'], group: 'This page' },
  { action: 'copy-link', label: 'Copy link', keys: ['C'], group: 'This page' },
  { action: 'refresh', label: 'Refresh data', keys: ['R'], group: 'This page' },
]

/** A key as the page received it. */
export interface Press {
  readonly key: string
  /** Ctrl, or Command on Apple devices. */
  readonly mod: boolean
  /** Any other modifier except Shift, which is part of the key itself (`?`). */
  readonly other: boolean
  readonly at: number
}

/** The keys of a multi-key shortcut pressed so far. */
export interface PendingKeys {
  readonly keys: readonly string[]
  readonly at: number
}

export const noPendingKeys: PendingKeys = { keys: [], at: 0 }

/** Maximum pause between the keys of one shortcut, in milliseconds. */
export const longestPause = 1_200

export interface PressStep {
  readonly begun: PendingKeys
  readonly action: ShortcutAction | null
}

const digit = /^[1-9]$/

/** Processes one key press: it completes an action, starts or continues one, or matches none. */
export function pressStep(
  begun: PendingKeys,
  press: Press,
  table: readonly Shortcut[] = shortcuts,
): PressStep {
  if (press.other) return { begun: noPendingKeys, action: null }
  const isDigit = !press.mod && digit.test(press.key)
  const name = isDigit ? '1–9' : press.key.length === 1 ? press.key.toUpperCase() : press.key
  const key = press.mod ? `Mod+${name}` : name
  const earlier = press.at - begun.at <= longestPause ? begun.keys : []
  for (const keys of earlier.length === 0 ? [[key]] : [[...earlier, key], [key]]) {
    const whole = table.find((one) => one.keys.join(' ') === keys.join(' '))
    if (whole !== undefined) return { begun: noPendingKeys, action: whole.action }
    const isPrefix = table.some((one) => one.keys.slice(0, keys.length).join(' ') === keys.join(' '))
    if (isPrefix) return { begun: { keys, at: press.at }, action: null }
  }
  return { begun: noPendingKeys, action: null }
}

/** Whether the user can disable the shortcut, because an accidental key press or speech input could trigger it. */
export function isSingleKey(shortcut: Shortcut): boolean {
  return shortcut.keys.every((key) => !key.startsWith('Mod+'))
}
