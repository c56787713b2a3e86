import { useEffect, useLayoutEffect } from 'react'
import { readTheme, themeKey, type Theme } from '../../core/theme/theme'

/** Puts the theme on the document, where the style sheet and the browser's own parts read it. */
export function useThemeOnPage(theme: Theme, follow: (theme: Theme) => void): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.dataset['theme'] = theme
    const ground = getComputedStyle(page).getPropertyValue('--sidebar').trim()
    if (ground !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
  }, [theme])

  // Another tab of this portal has chosen.
  useEffect(() => {
    const heard = (event: StorageEvent): void => {
      if (event.key === themeKey) follow(readTheme(event.newValue))
    }
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }, [follow])
}
