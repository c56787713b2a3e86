import { useState, type ComponentType, type ReactNode } from 'react'
import type { StripLayout } from '../../../core/favorites/strip'
import { stripLayoutFor } from '../../../core/favorites/strip'
import type { Stores } from '../../../state/stores'
import { useApp } from '../../hooks/use-app'

/**
 * Between Home's title and its board: the strip of the user's favorites. Its size is settled before the first paint and holds while Home is
 * on screen, so that the board does not move when the session loads, whoever the user is.
 */
export function HomeStripSlot({
  Strip,
}: {
  /** Fills the slot once its file has loaded. */
  readonly Strip: ComponentType<{ readonly layout: StripLayout }> | null
}): ReactNode {
  const { stores } = useApp()
  const [layout] = useState(() => layoutNow(stores))
  if (!layout.links && layout.tiles === 0) return null
  return Strip === null ? <StripSkeleton layout={layout} /> : <Strip layout={layout} />
}

function layoutNow({ auth, favorites }: Stores): StripLayout {
  const state = favorites.getState()
  return auth.getState().isLoading ? state.remembered : stripLayoutFor(state)
}

/** The reserved space, still empty. */
export function StripSkeleton({ layout }: { readonly layout: StripLayout }): ReactNode {
  return (
    <div className="home-strip" aria-hidden="true">
      {layout.links && <div className="home-strip__line" />}
      {layout.tiles > 0 && (
        <div className="home-strip__tiles">
          {Array.from({ length: layout.tiles }, (_, index) => (
            <div className="home-strip__tile" key={index} />
          ))}
        </div>
      )}
    </div>
  )
}
