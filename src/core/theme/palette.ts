import type { Theme } from './theme'

/** Text colors of search tokens. Each has a 15 % tint of its color as background and a 30 % border (specification, section 9). */
export const searchTokenColors: Readonly<Record<Theme, Readonly<Record<SearchTokenKind, string>>>> = {
  dark: {
    measure: '#3ccb9b',
    attribute: '#7fabf8',
    date: '#c0a3fb',
    formula: '#ff9a5f',
    set: '#c9a184',
    parameter: '#9db2c4',
    other: '#b0b8c1',
  },
  light: {
    measure: '#086b51',
    attribute: '#2459b8',
    date: '#6a45d1',
    formula: '#b83c0a',
    set: '#7a4a2b',
    parameter: '#47607a',
    other: '#4b5563',
  },
}

export type SearchTokenKind = 'measure' | 'attribute' | 'date' | 'formula' | 'set' | 'parameter' | 'other'

/**
 * Every color of the portal, by purpose. Comments mark the specification's colors (section 9); the others are accessible additions.
 * `styles/_palette.scss` repeats them as custom properties, and a test compares the two.
 */
export interface Palette {
  readonly page: string
  readonly card: string
  readonly sidebar: string
  readonly dialogHead: string
  /** Background of chips, range switches and similar parts. Tooltips have the inverse: `text`. */
  readonly raised: string
  readonly hover: string
  readonly active: string
  /** Border of cards and dialogs. */
  readonly line: string
  /** Fainter lines inside them. */
  readonly hairline: string
  /** Border of form fields and outlined buttons. As a non-text mark it has a contrast of at least 3:1. */
  readonly field: string
  readonly text: string
  readonly muted: string
  /** Only on page, card or sidebar. The contrast is too low on hover and active fills. */
  readonly dim: string
  /** Links, focus, the badge: orange with enough contrast for text. */
  readonly accent: string
  /** The marker and other non-text marks in orange. */
  readonly accentMark: string
  /** Background of the primary action; `onFill` is the text on it. */
  readonly fill: string
  readonly fillHover: string
  readonly onFill: string
  readonly danger: string
  readonly success: string
  readonly chatInput: string
  readonly skeleton: string
}

export const palette: Readonly<Record<Theme, Palette>> = {
  dark: {
    page: '#191f26', // dark primary
    card: '#20262e',
    sidebar: '#181c22',
    dialogHead: '#181c22', // dialog header
    raised: '#2e3238', // dark secondary
    hover: '#262c34',
    active: '#2a3039',
    line: '#363a42', // dark tertiary
    hairline: '#2b3038',
    field: '#737c88',
    text: '#f3f4f6',
    muted: '#b0b8c1', // muted text
    dim: '#8b949e',
    accent: '#ff7a2f', // accent orange
    accentMark: '#ff7a2f',
    fill: '#ff7a2f',
    fillHover: '#ff6b35', // secondary orange
    onFill: '#191f26',
    danger: '#f87171',
    success: '#3ccb9b',
    chatInput: '#363a40', // chat input
    skeleton: '#262c34',
  },
  light: {
    page: '#f9fafb', // light background
    card: '#ffffff',
    sidebar: '#ffffff',
    dialogHead: '#f9fafb',
    raised: '#f3f4f6',
    hover: '#f3f4f6',
    active: '#eff1f4',
    line: '#e3e6ea',
    hairline: '#e3e6ea',
    field: '#858d99',
    text: '#1f2937', // light text
    muted: '#4b5563',
    dim: '#6b7280', // light muted text
    accent: '#c2410c',
    accentMark: '#f2641a',
    fill: '#c2410c',
    fillHover: '#a3360a',
    onFill: '#ffffff',
    danger: '#b91c1c',
    success: '#086b51',
    chatInput: '#f3f4f6',
    skeleton: '#eceef2',
  },
}
