import { lazy, Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../use-app'

const Strip = lazy(async () => ({ default: (await import('./strip')).Strip }))

/** What this person keeps, above the board of Home; nothing for somebody who keeps nothing. */
export function HomeStrip(): ReactNode {
  const { stores } = useApp()
  const some = useStore(stores.kept, ({ favourites, recents }) => favourites.length + recents.length > 0)
  return some ? (
    <Suspense fallback={null}>
      <Strip />
    </Suspense>
  ) : null
}
