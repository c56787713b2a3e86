import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/** Only for visitors, only on Home, and not before it is known that they are visitors. */
export function ContactSales(): ReactNode {
  const { branding, stores } = useApp()
  const visitor = useStore(stores.auth, (state) => !state.isLoading && !state.isAuthenticated)
  const [path] = useLocation()
  if (!visitor || path !== paths.home) return null
  return (
    <a className="control control--main" href={branding.contactUrl} target="_blank" rel="noopener">
      Contact Sales
    </a>
  )
}
