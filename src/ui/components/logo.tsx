import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/**
 * The logo of this theme, wide or the symbol alone. `all`: the other three as well, out of sight, so that neither a theme change nor a
 * hover asks for anything; they come with the deferred UI, behind the first data of a page's dashboard.
 */
export function Logo({ wide, all }: { readonly wide: boolean; readonly all: boolean }): ReactNode {
  const { branding, stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const { logos, productName } = branding
  const shown = logos[`${wide ? 'wide' : 'symbol'}${theme === 'dark' ? 'Dark' : 'Light'}`]
  return [...new Set(all ? Object.values(logos) : [shown])].map((address) => (
    <img key={address} src={address} alt={productName} height={28} hidden={address !== shown} />
  ))
}
