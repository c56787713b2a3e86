import { Suspense, useCallback, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StripLayout } from '../../../core/favorites/strip'
import { sessionKey } from '../../../core/session/session-key'
import { AreaBoundary, type Crash } from '../../components/area-boundary'
import { part } from '../../components/part'
import { useApp } from '../../hooks/use-app'
import { useOnline } from '../../hooks/use-online'
import { StripSkeleton } from './home-strip-slot'

const Strip = part(async () => (await import('./strip')).Strip)

/** The user's favorites and recents, in the space that Home reserves for them. */
export function HomeStrip({ layout }: { readonly layout: StripLayout }): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const person = useStore(stores.auth, sessionKey)
  const Fallback = useCallback(
    ({ crash }: { readonly crash: Crash }) => <LostStrip layout={layout} crash={crash} />,
    [layout],
  )
  if (loading) return <StripSkeleton layout={layout} />
  return (
    <AreaBoundary area="favorites" resetKey={person} Fallback={Fallback}>
      <Suspense fallback={<StripSkeleton layout={layout} />}>
        <Strip key={person} layout={layout} />
      </Suspense>
    </AreaBoundary>
  )
}

const retryMs = 10_000
/** Retries on a timer during a visit. Later ones wait for the network. */
const timedRetries = 5
let retries = 0

/** The reserved space, while the strip's file is tried again. */
function LostStrip({ layout, crash }: { readonly layout: StripLayout; readonly crash: Crash }): ReactNode {
  const retry = crash.partMissing ? crash.reset : undefined
  useOnline(retry)
  useEffect(() => {
    if (retry === undefined || retries === timedRetries) return
    retries += 1
    const timer = setTimeout(retry, retryMs)
    return () => clearTimeout(timer)
  }, [retry])
  return <StripSkeleton layout={layout} />
}
