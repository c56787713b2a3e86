import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthType, init, LiveboardEmbed } from '@thoughtspot/visual-embed-sdk/react'
import type { PageSettings } from '../bench-pages'

declare const pageSettings: PageSettings

/**
 * The baseline page that the portal is compared with: React, the SDK's own component, one `fetch` for the token. Do not change these
 * options to make the portal's ratio look better.
 */
const { biHost, tokenHost, boards } = pageSettings

let token: Promise<string> | undefined
init({
  thoughtSpotHost: biHost,
  authType: AuthType.TrustedAuthTokenCookieless,
  getAuthToken: () => (token ??= fetch(`${tokenHost}/api/token`).then((reply) => reply.text())),
  disableTokenVerification: true,
  disableSDKTracking: true,
})
createRoot(document.querySelector('#root') ?? document.body).render([
  createElement('h1', { key: 'title' }, 'Home'),
  createElement(LiveboardEmbed, {
    key: 'dashboard',
    liveboardId: boards[0]?.id ?? '',
    fullHeight: true,
    lazyLoadingForFullHeight: true,
  }),
])
