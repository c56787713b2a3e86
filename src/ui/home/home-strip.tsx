import { lazy, Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StripRoom } from '../../core/favourites/strip'
import { sessionKey } from '../../core/session/session-key'
import { useApp } from '../use-app'
import { StripShape } from './home-room'

const Strip = lazy(async () => ({ default: (await import('./strip')).Strip }))

/** What this person keeps, in the room that Home has for it. */
export function HomeStrip({ room }: { readonly room: StripRoom }): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const person = useStore(stores.auth, sessionKey)
  if (loading) return <StripShape room={room} />
  return (
    <Suspense fallback={<StripShape room={room} />}>
      <Strip key={person} room={room} />
    </Suspense>
  )
}
