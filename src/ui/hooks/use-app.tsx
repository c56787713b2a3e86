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
  /** What the BI vendor has: pages, menus and shortcuts offer no more. */
  readonly offers: readonly Offer[]
  /** A stored BI host override is in force: the page says so. */
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

/** The one way for a component to get at the portal. */
export function useApp(): App {
  const app = use(AppContext)
  if (app === null)
    throw new Error('useApp needs an <AppProvider>; in a test use renderWithApp from test/support')
  return app
}
