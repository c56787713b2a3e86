import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { useApp } from '../../hooks/use-app'
import { usePortalCommands } from './portal-commands'
import { useShortcuts } from './use-shortcuts'

const fetchPalette = async () => import('./palette')
const Palette = lazy(async () => ({ default: (await fetchPalette()).Palette }))
const HelpSheet = lazy(async () => ({ default: (await import('./help-sheet')).HelpSheet }))

/** The palette, the sheet of shortcuts and the keys that open them. The first two are fetched when they are wanted. */
export function SearchOverlay(): ReactNode {
  const { stores } = useApp()
  const search = useStore(stores.dialogs, (state) => state.search)
  const help = useStore(stores.dialogs, (state) => state.help)
  const { closeSearch, closeHelp } = stores.dialogs.getState()
  usePortalCommands()
  useShortcuts()
  useFetchOnIntent()
  return (
    <>
      <OverlayBoundary area="search" open={search} close={closeSearch}>
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      </OverlayBoundary>
      <OverlayBoundary area="help" open={help} close={closeHelp}>
        <Suspense fallback={null}>
          <HelpSheet />
        </Suspense>
      </OverlayBoundary>
    </>
  )
}

/** A hand on Ctrl, or a pointer on the button, is there a moment before the palette has to be. */
function useFetchOnIntent(): void {
  useEffect(() => {
    const intent = (event: Event): void => {
      const key = event instanceof KeyboardEvent && ['Control', 'Meta'].includes(event.key)
      const near = event.target instanceof Element && event.target.closest('[data-opens="search"]') !== null
      if (!key && !near) return
      stop()
      void fetchPalette().catch(() => undefined)
    }
    const events = ['keydown', 'pointerover', 'focusin'] as const
    const stop = (): void => {
      for (const name of events) document.removeEventListener(name, intent)
    }
    for (const name of events) document.addEventListener(name, intent, { passive: true })
    return stop
  }, [])
}
