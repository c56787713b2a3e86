import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Auth0Client } from '@auth0/auth0-spa-js'
import { initialize } from 'launchdarkly-js-client-sdk'
import { AuthType, init, LiveboardEmbed } from '@thoughtspot/visual-embed-sdk/react'
import { Link, Route, Switch } from 'wouter'
import type { PageSettings } from '../bench-pages'

declare const pageSettings: PageSettings

/**
 * A typical portal on the same SDKs: sign-in, flags and a menu, all imported statically, started one after the other as the SDKs'
 * getting-started guides do, with a new frame for each page.
 */
const { biHost, tokenHost, identity, flags, boards } = pageSettings

const client = new Auth0Client({
  domain: identity.domain,
  clientId: identity.clientId,
  authorizationParams: {
    audience: identity.audience,
    scope: 'openid profile email offline_access',
    redirect_uri: window.location.origin,
  },
  useRefreshTokens: true,
  useRefreshTokensFallback: true,
})

async function tokenOf(signedIn: boolean): Promise<string> {
  const reply = signedIn
    ? await fetch(`${tokenHost}/api/token-authenticated`, {
        headers: { authorization: `Bearer ${await client.getTokenSilently()}` },
      })
    : await fetch(`${tokenHost}/api/token`)
  return reply.text()
}

function Board({ name, id }: { readonly name: string; readonly id: string }): ReactNode {
  return createElement(
    'main',
    null,
    createElement('h1', null, name),
    createElement(LiveboardEmbed, {
      key: id,
      liveboardId: id,
      fullHeight: true,
      lazyLoadingForFullHeight: true,
    }),
  )
}

function Portal({ email }: { readonly email: string | undefined }): ReactNode {
  return createElement(
    'div',
    null,
    createElement(
      'nav',
      null,
      boards.map(({ name, path }) => createElement(Link, { key: path, href: path }, name)),
      email === undefined
        ? createElement('button', { onClick: () => void client.loginWithRedirect() }, 'Log in')
        : createElement('button', { onClick: () => void client.logout() }, 'Log out'),
    ),
    createElement(
      Switch,
      null,
      boards.map(({ name, path, id }) =>
        createElement(Route, { key: path, path }, createElement(Board, { name, id })),
      ),
    ),
  )
}

async function start(): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  if (query.has('code') && query.has('state')) {
    await client.handleRedirectCallback()
    window.history.replaceState(null, '', '/')
  } else await client.checkSession()
  const user = await client.getUser()
  const person = { kind: 'user', ...(user?.sub === undefined ? { anonymous: true } : { key: user.sub }) }
  const served = initialize(flags.clientId, person, {
    baseUrl: flags.host,
    streamUrl: flags.streamHost,
    eventsUrl: flags.host,
    sendEvents: false,
    fetchGoals: false,
    diagnosticOptOut: true,
    useReport: true,
    sendLDHeaders: false,
  })
  await served.waitForInitialization(5)
  init({
    thoughtSpotHost: biHost,
    authType: AuthType.TrustedAuthTokenCookieless,
    getAuthToken: () => tokenOf(user !== undefined),
    disableTokenVerification: true,
    disableSDKTracking: true,
  })
  createRoot(document.querySelector('#root') ?? document.body).render(
    createElement(Portal, { email: user?.email }),
  )
}

void start()
