import { lazy, Suspense, useCallback, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StripRoom } from '../../../core/favorites/strip'
import { sessionKey } from '../../../core/session/session-key'
import { AreaBoundary } from '../../components/area-boundary'
import { useApp } from '../../hooks/use-app'
import { StripShape } from './home-strip-slot'

const Strip = lazy(async () => ({ default: (await import('./strip')).Strip }))

/** What this person keeps, in the room that Home has for it. */
export function HomeStrip({ room }: { readonly room: StripRoom }): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const person = useStore(stores.auth, sessionKey)
  const Fallback = useCallback(() => <StripShape room={room} />, [room])
  if (loading) return <StripShape room={room} />
  return (
    <AreaBoundary area="favourites" resetKey={person} Fallback={Fallback}>
      <Suspense fallback={<StripShape room={room} />}>
        <Strip key={person} room={room} />
      </Suspense>
    </AreaBoundary>
  )
}
