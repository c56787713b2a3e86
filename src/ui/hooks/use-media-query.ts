import { useCallback, useSyncExternalStore } from 'react'

/** Wide enough for the sidebar; narrower pages have the bar with the menu. */
export const desktopQuery = '(min-width: 1024px)'
/** Wide enough for the expanded sidebar, unless the user has collapsed it. */
export const roomyQuery = '(min-width: 1280px)'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
