import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  initialSidebar,
  sidebarStep,
  type SidebarChoice,
  type SidebarEvent,
  type SidebarState,
} from '../core/shell/sidebar'
import { timings } from '../core/kernel/limits'
import type { UseCases } from '../core/use-cases'

export interface SidebarStoreState extends SidebarState {
  readonly dispatch: (event: SidebarEvent) => void
}
export type SidebarStore = StoreApi<SidebarStoreState>

/** Calls `action` once after `milliseconds`. The returned function cancels it. */
export type After = (milliseconds: number, action: () => void) => () => void

const afterTimeout: After = (milliseconds, action) => {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
}

export function createSidebarStore(
  useCases: Pick<UseCases, 'rememberSidebar'>,
  choice: SidebarChoice,
  after: After = afterTimeout,
): SidebarStore {
  let cancel: () => void = () => undefined
  return createStore<SidebarStoreState>((set, get) => {
    const dispatch = (event: SidebarEvent): void => {
      const { state, effects } = sidebarStep(get(), event)
      set(state)
      for (const effect of effects) {
        switch (effect.kind) {
          case 'start-collapse-delay':
            cancel()
            cancel = after(timings.sidebarHoverCollapse, () => dispatch({ kind: 'collapse-due' }))
            break
          case 'cancel-collapse-delay':
            cancel()
            break
          case 'remember':
            void useCases.rememberSidebar(effect.choice)
            break
        }
      }
    }
    return { ...initialSidebar(choice, true), dispatch }
  })
}
