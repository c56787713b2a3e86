import { localAudience, localClientIds } from '../../local/http/addresses'
import { enterProvider, exampleVerifier } from './enter-provider'
import type { Visitor } from './visitor'

const clientId = localClientIds.auth0

/** This browser belongs to somebody who has signed in before, by requests alone. Gives the code that their sign-in ended in. */
async function hasSignedIn({ context, origins }: Visitor, email: string): Promise<string> {
  const { searchParams } = await enterProvider(context, origins, clientId, email, localAudience)
  // By this the SDK knows that it is worth asking.
  const trace = { name: `auth0.${clientId}.is.authenticated`, value: 'true' }
  await context.addCookies([{ ...trace, url: origins.portal }])
  return searchParams.get('code') ?? ''
}

/**
 * Opens an address of the portal as somebody who has been here before: signed in from the start, without the way through the
 * provider's pages. For journeys that are about what comes afterwards.
 */
export async function openSignedIn(visitor: Visitor, path: string, email: string): Promise<void> {
  await hasSignedIn(visitor, email)
  await visitor.page.goto(visitor.address(path))
  await visitor.page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

/** Signs in likewise, before there is a page, and gives a BI token of that person for calls beside it. */
export async function personalToken(visitor: Visitor, email: string): Promise<string> {
  const { context, origins } = visitor
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: await hasSignedIn(visitor, email),
    redirect_uri: origins.portal,
    code_verifier: exampleVerifier,
  }
  const answer = await context.request.post(`${origins.identity}/oauth/token`, { form })
  const { access_token: accessToken } = (await answer.json()) as { readonly access_token: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const token = await context.request.get(`${origins.services}/api/token-authenticated`, { headers })
  return token.text()
}
