import { createContext, use, type ReactNode } from 'react'
import type { Branding, Catalogue } from '../../core/catalogue/catalogue'
import type { Offer } from '../../core/ports'
import type { UseCases } from '../../core/use-cases'
import type { Stores } from '../../state/stores'

export interface App {
  readonly useCases: UseCases
  readonly stores: Stores
  readonly catalogue: Catalogue
  readonly branding: Branding
  /** What the BI vendor offers: pages, menus and shortcuts offer no more. */
  readonly offers: readonly Offer[]
  /** The stored BI host override in effect, which the page shows; null for none. */
  readonly testHost: string | null
}

const AppContext = createContext<App | null>(null)

export function AppProvider({
  app,
  children,
}: {
  readonly app: App
  readonly children: ReactNode
}): ReactNode {
  return <AppContext value={app}>{children}</AppContext>
}

/** A component's only access to use cases, stores and configuration. */
export function useApp(): App {
  const app = use(AppContext)
  if (app === null)
    throw new Error('useApp needs an <AppProvider>; in a test use renderWithApp from test/support')
  return app
}
