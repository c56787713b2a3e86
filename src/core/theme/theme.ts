export type Theme = 'light' | 'dark'

/** Local-storage key, fixed by the specification; the inline script of index.html repeats it (tested). */
export const themeKey = 'theme'
const defaultTheme: Theme = 'dark'

/** Whatever is stored and is not a theme counts as nothing stored. */
export function readTheme(stored: string | null): Theme {
  return stored === 'light' || stored === 'dark' ? stored : defaultTheme
}

export function otherTheme(theme: Theme): Theme {
  return theme === 'dark' ? 'light' : 'dark'
}
