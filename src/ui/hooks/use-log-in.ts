import { useLocation, useSearch } from 'wouter'
import { returnPath } from './routes'
import { useApp } from './use-app'

/** Starts sign-in, with `another` as a different user than the current one. It returns to this page. */
export function useLogIn(another = false): () => void {
  const { useCases } = useApp()
  const [path] = useLocation()
  const search = useSearch()
  return () => void useCases.signIn(returnPath(path, search, window.location.hash), another)
}
