import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/** The portal's own logos, as the fallbacks of the configuration name them: the page draws them itself, in the colors of either theme. */
const own = /^\/open-data\/logo\/(?:logo-wide|symbol)-/

/**
 * The logo of this theme, wide or the symbol alone. `all`: of a logo by its address the other three as well, out of sight, so that neither
 * a theme change nor a hover asks for anything; they come with the deferred UI, behind the first data of a page's dashboard.
 */
export function Logo({ wide, all }: { readonly wide: boolean; readonly all: boolean }): ReactNode {
  const { branding, stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const { logos, productName } = branding
  const shown = logos[`${wide ? 'wide' : 'symbol'}${theme === 'dark' ? 'Dark' : 'Light'}`]
  const drawn = [...new Set(all ? [shown, ...Object.values(logos)] : [shown])]
  return drawn.map((address) =>
    own.test(address) ? (
      address === shown && <OwnLogo key="own" wide={wide} name={productName} />
    ) : (
      <img key={address} src={address} alt={productName} height={28} hidden={address !== shown} />
    ),
  )
}

function OwnLogo({ wide, name }: { readonly wide: boolean; readonly name: string }): ReactNode {
  return (
    <svg viewBox={wide ? '0 0 112 32' : '0 0 32 32'} height={28} role="img" aria-label={name}>
      <path fill="var(--start-mark)" d="M7.2 1.5h17.6l5.7 5.7v17.6l-5.7 5.7H7.2l-5.7-5.7V7.2z" />
      <path fill="var(--start-mark-ink)" d="M7.3 24.5h4.4L21.3 7.5h-4.4zM15.6 24.5H20l4.8-8.5h-4.4z" />
      {wide && (
        <path
          fill="var(--text)"
          transform="translate(45.7 23.91)scale(.12755)"
          d="M59-140h25l51 140h-23l-9-26h-63l-9 26h-23zm-11 92h47l-24-63zm126 50q-8-1-16-3-7-3-13-8-5-4-8-11l18-7q1 2 5 5 3 2 7 4 4 1 9 1 4 0 8-1 4-1 7-4 2-3 2-6 0-5-3-7-2-2-7-4-4-1-8-2-10-2-18-6-8-4-13-10-5-6-5-15 0-10 5-17 5-7 14-11 8-3 18-3 12 0 22 5 10 5 15 14l-17 10q-1-3-4-5-3-3-7-4-3-2-7-2-5 0-10 1-4 2-6 4-3 3-3 7 0 5 3 7 3 2 8 3 5 1 9 3 9 3 17 7 8 4 13 10 4 6 4 14 0 10-5 17-6 7-15 11-9 4-19 3zm83 0q-8-1-15-3-8-3-13-8-6-4-9-11l18-7q2 2 5 5 3 2 7 4 5 1 9 1 5 0 9-1 4-1 6-4 3-3 3-6 0-5-3-7-3-2-7-4-5-1-9-2-10-2-18-6-8-4-13-10-5-6-5-15 0-10 6-17 5-7 13-11 9-3 18-3 12 0 22 5 10 5 16 14l-17 10q-2-3-5-5-3-3-6-4-4-2-8-2-5 0-9 1-4 2-7 4-2 3-2 7 0 5 3 7 3 2 7 3 5 1 10 3 9 3 16 7 8 4 13 10 5 6 5 14 0 10-6 17-6 7-15 11-9 4-19 3zm130-102h21v100h-21l-1-14q-5 7-12 12-7 5-17 5-11 0-21-5-10-4-17-11-8-8-12-17-4-10-4-21 0-11 4-20 4-10 11-17 7-7 17-11 9-4 20-4 11 0 19 5 8 5 13 12zm-31 82q9 0 15-4 7-5 10-12 4-7 4-16 0-9-4-16-3-7-10-12-6-4-15-4-8 0-15 4-7 5-12 12-4 7-4 16 0 9 5 16 4 7 11 12 7 4 15 4zm133-82h23l-55 150h-23l18-50-36-100h24l23 70z"
        />
      )}
    </svg>
  )
}
