import { useStore } from 'zustand'
import { useApp } from './use-app'

/** In place of an invitation to log in: the provider has not said who is here. Null where it has. */
export function useUnanswered(): { readonly text: string; readonly retry: () => void } | null {
  const { stores, useCases } = useApp()
  const unanswered = useStore(stores.auth, ({ notice }) => notice === 'unanswered')
  if (!unanswered) return null
  return {
    text: 'The login service isn’t responding, so we can’t check who you are. Try again in a moment.',
    retry: () => void useCases.restartSession(),
  }
}
