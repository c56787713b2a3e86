import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'
import ownFile from '../public/open-data/logo/logo-wide-light.svg?raw'

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

/** What the file draws, in the page's colors; of the symbol the word lies outside. Nothing here may be set as markup. */
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
