import { createStore, type StoreApi } from 'zustand/vanilla'
import { defaultFlagValues, type FlagValues } from '../core/kernel/flag-table'
import type { FlagStatus } from '../core/ports/flag-source'

export interface FlagsState {
  readonly values: FlagValues
  readonly status: FlagStatus
  /** While true, the full-screen "Loading..." is shown. Ends with any value, cached ones too, or after the fallback timeout. */
  readonly gated: boolean
  /** The preview bypass is active. The page shows this and offers to leave it. */
  readonly preview: boolean
}
export type FlagsStore = StoreApi<FlagsState>

export interface FlagsSeeds {
  readonly afterFallback: (action: () => void) => void
  /** This browser has cached flags of the last visit, so the gate starts open instead of closing while they are read. */
  readonly cached: boolean
}

export function createFlagsStore({ afterFallback, cached }: FlagsSeeds): {
  readonly store: FlagsStore
  readonly receive: (values: FlagValues, status: FlagStatus, preview: boolean) => void
} {
  const store = createStore<FlagsState>(() => ({
    values: defaultFlagValues,
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
