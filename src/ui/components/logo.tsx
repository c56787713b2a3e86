import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'
import ownFile from '../public/open-data/logo/logo-wide-light.svg?raw'

/** Paths of the portal's own logos, the configuration's defaults. The page draws these itself, in the colors of either theme. */
const own = /^\/open-data\/logo\/(?:logo-wide|symbol)-/

/**
 * The current theme's logo, wide or as a symbol. `all` also renders an operator's other three logos, hidden, so that no theme change or
 * hover has to load one; they come with the deferred UI, after the first data of the page's dashboard.
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

/** The file's shapes, drawn in the page's colors; the symbol's view box leaves out the word. The portal may not set markup. */
const shapes = [...ownFile.matchAll(/<path ([^>]*)\/>/g)].map(([, attributes = '']) =>
  Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
)

function OwnLogo({ wide, name }: { readonly wide: boolean; readonly name: string }): ReactNode {
  return (
    <svg viewBox={wide ? '0 0 112 32' : '0 0 32 32'} height={28} role="img" aria-label={name}>
      {shapes.map((shape) => (
        <path key={shape['d']} {...shape} />
      ))}
    </svg>
  )
}
