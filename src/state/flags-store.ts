import { createStore, type StoreApi } from 'zustand/vanilla'
import { defaultFlagValues, type FlagValues } from '../core/kernel/flag-table'
import type { FlagStatus } from '../core/ports/flag-source'

export interface FlagsState {
  readonly values: FlagValues
  readonly status: FlagStatus
  /** The full-screen "Loading..." stands while this is true; it opens on any value, on cached ones, or after the fallback time. */
  readonly gated: boolean
  /** The preview bypass is in force: the page says so and offers the way out. */
  readonly preview: boolean
}
export type FlagsStore = StoreApi<FlagsState>

export interface FlagsSeeds {
  readonly afterFallback: (action: () => void) => void
  /** This browser holds flags of the last visit: the gate does not close for the moment that reading them takes. */
  readonly cached: boolean
}

export function createFlagsStore({ afterFallback, cached }: FlagsSeeds): {
  readonly store: FlagsStore
  readonly receive: (values: FlagValues, status: FlagStatus, preview: boolean) => void
} {
  const store = createStore<FlagsState>(() => ({
    values: defaultFlagValues(),
    status: { kind: 'loading' },
    gated: !cached,
    preview: false,
  }))
  afterFallback(() => store.setState({ gated: false }))
  return {
    store,
    receive: (values, status, preview) =>
      store.setState((before) => ({
        values,
        status,
        preview,
        gated: before.gated && status.kind === 'loading',
      })),
  }
}
