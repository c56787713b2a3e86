import type { KoaContextWithOIDC } from 'oidc-provider'
import { html } from '../http/page'
import { clientOf, identityPaths, signOutPath, type IdentitySettings } from './settings'
import type { RequestContext } from './provider-library'
import { messagePage, showProblem } from './message-page'

/**
 * Auth0's sign-out: maps `returnTo` to the parameters of the provider's own end-session endpoint. Never redirects to an
 * unregistered URL.
 */
export async function auth0SignOut(
  settings: IdentitySettings,
  context: RequestContext,
  next: () => Promise<void>,
): Promise<void> {
  if (context.path === identityPaths.end_session && context.method === 'POST') {
    // The library accepts a form only with cookies that every site may send, so the form is read here and passed on as a query.
    let text = ''
    for await (const part of context.req.setEncoding('utf8')) text += String(part)
    context.method = 'GET'
    context.url = `${identityPaths.end_session}?${new URLSearchParams(text).toString()}`
    return next()
  }
  if (context.path !== signOutPath || context.method !== 'GET') return next()
  const clientId = queryOf(context, 'client_id')
  const returnTo = queryOf(context, 'returnTo')
  const client = settings.clientIds.includes(clientId ?? '') ? clientId : undefined
  const allowed = clientOf('', '', settings.portalOrigins).post_logout_redirect_uris ?? []
  const known = client === undefined ? returnTo === undefined : allowed.includes(returnTo ?? allowed[0] ?? '')
  if (!known || (clientId !== undefined && client === undefined)) {
    context.status = 400
    return showProblem(settings, context, 'invalid_request', 'the returnTo redirect_uri is not registered')
  }
  const query = new URLSearchParams()
  if (client !== undefined) {
    query.set('client_id', client)
    query.set('post_logout_redirect_uri', returnTo ?? allowed[0] ?? '')
  }
  context.url = `${identityPaths.end_session}?${query.toString()}`
  return next()
}

function queryOf(context: RequestContext, name: string): string | undefined {
  const value = context.query[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The provider's sign-out form. If the portal started the sign-out, the form submits itself at once, as with Auth0. From
 * a typed URL or a link on another page, the user must confirm.
 */
export function signOutSource(settings: IdentitySettings, context: KoaContextWithOIDC, form: string): void {
  const asked = context.oidc.client !== undefined
  context.type = 'html'
  context.body = messagePage({
    product: settings.product,
    portal: settings.portalOrigins[0],
    title: asked ? 'Signing out' : `Sign out of ${settings.product}?`,
    sentence: asked
      ? 'This takes a moment. If nothing happens, use the button.'
      : 'You will need your password to sign in again.',
    action: html`${{ markup: form }}<button
        class="button compact"
        id="sign-out"
        form="op.logoutForm"
        name="logout"
        value="yes"
      >
        Sign out
      </button>`,
    ...(asked && { scripts: ['/assets/submit-form.js'] }),
  })
}

export function signedOutSource(settings: IdentitySettings, context: KoaContextWithOIDC): void {
  context.type = 'html'
  context.body = messagePage({
    product: settings.product,
    portal: settings.portalOrigins[0],
    title: 'You are signed out',
    sentence: `This browser is signed out of ${settings.product}.`,
  })
}
