export type Theme = 'light' | 'dark'

/** localStorage key, fixed by the specification. The inline script of index.html repeats it (tested). */
export const themeKey = 'theme'
const defaultTheme: Theme = 'dark'

/** Invalid stored values read as the default theme. */
export function readTheme(stored: string | null): Theme {
  return stored === 'light' || stored === 'dark' ? stored : defaultTheme
}

export function otherTheme(theme: Theme): Theme {
  return theme === 'dark' ? 'light' : 'dark'
}
