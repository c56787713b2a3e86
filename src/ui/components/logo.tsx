import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/**
 * The logo of this theme, wide or the symbol alone. The other three come once a dashboard stands, so that neither a theme change nor a
 * hover asks for anything; on a page without one they come when they are wanted.
 */
export function Logo({ wide }: { readonly wide: boolean }): ReactNode {
  const { branding, stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const settled = useStore(stores.board, ({ phase }) => /rendered|failed/.test(phase))
  const { logos, productName } = branding
  const shown = logos[`${wide ? 'wide' : 'symbol'}${theme === 'dark' ? 'Dark' : 'Light'}`]
  return [...new Set(settled ? Object.values(logos) : [shown])].map((address) => (
    <img key={address} src={address} alt={productName} height={28} hidden={address !== shown} />
  ))
}
