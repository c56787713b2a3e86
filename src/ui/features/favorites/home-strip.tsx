import { Suspense, useCallback, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StripLayout } from '../../../core/favorites/strip'
import { sessionKey } from '../../../core/session/session-key'
import { AreaBoundary } from '../../components/area-boundary'
import { part } from '../../components/part'
import { useApp } from '../../hooks/use-app'
import { StripSkeleton } from './home-strip-slot'

const Strip = part(async () => (await import('./strip')).Strip)

/** The user's favorites and recents, in the space that Home reserves for them. */
export function HomeStrip({ layout }: { readonly layout: StripLayout }): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const person = useStore(stores.auth, sessionKey)
  const Fallback = useCallback(() => <StripSkeleton layout={layout} />, [layout])
  if (loading) return <StripSkeleton layout={layout} />
  return (
    <AreaBoundary area="favorites" resetKey={person} Fallback={Fallback}>
      <Suspense fallback={<StripSkeleton layout={layout} />}>
        <Strip key={person} layout={layout} />
      </Suspense>
    </AreaBoundary>
  )
}
