// @vitest-environment happy-dom
import { AuthType, LiveboardEmbed, useInit } from '@thoughtspot/visual-embed-sdk/react'
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'

const configuration = {
  thoughtSpotHost: 'https://bi.example.com',
  authType: AuthType.TrustedAuthTokenCookieless,
  getAuthToken: () => Promise.resolve('token'),
  disableTokenVerification: true,
  disableSDKTracking: true,
}

/** As `host-event-parameterized` and `auth/cookieless` of the vendor's examples do it: the hook and the view in one component. */
function Example(): ReactNode {
  useInit(configuration)
  return createElement(LiveboardEmbed, { liveboardId: 'x' })
}

it('two of the vendor’s examples stop inside the SDK before there is a frame: the view asks for the host before the hook has given it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const drawn = act(async () => root.render(createElement(Example)))
  await expect(drawn).rejects.toThrow('Error parsing ThoughtSpot host.')
  expect(document.querySelector('iframe')).toBeNull()
  expect(host.innerHTML).toBe('')
})
