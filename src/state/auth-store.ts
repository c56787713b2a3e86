import { createStore, type StoreApi } from 'zustand/vanilla'
import { initialAuthState, type AuthState } from '../core/session/auth-state'

export type AuthStore = StoreApi<AuthState>

export function createAuthStore(): {
  readonly store: AuthStore
  readonly receive: (state: AuthState) => void
} {
  const store = createStore<AuthState>(() => initialAuthState)
  return { store, receive: (state) => store.setState(state, true) }
}
