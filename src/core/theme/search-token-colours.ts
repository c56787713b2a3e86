import type { Theme } from './theme'

/** Search tokens, each on a 15 % tint of itself with a 30 % border (specification, section 9). */
export const searchTokenColours: Readonly<Record<Theme, Readonly<Record<SearchTokenKind, string>>>> = {
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
