import { page, html, type Html } from '../http/page'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { IdentitySettings } from './settings'

/** Answers with an error page. The status stays as it is. */
export function showProblem(
  settings: IdentitySettings,
  context: Pick<KoaContextWithOIDC, 'type' | 'body'>,
  code: string,
  description?: string,
): void {
  context.type = 'html'
  context.body = messagePage({
    product: settings.product,
    portal: settings.portalOrigins[0],
    ...problemInWords(code, description),
    detail: description === undefined ? code : `${code}: ${description}`,
  })
}

export interface Message {
  readonly product: string
  readonly title: string
  readonly sentence: string
  /** Origin of the portal, for the link back. */
  readonly portal: string
  /** Error code and description, for debugging. */
  readonly detail?: string
  /** Replaces the link back. */
  readonly action?: Html
  readonly scripts?: readonly string[]
}

/** A page with a sentence and one action: errors, sign-out, signed out. */
export function messagePage({ product, title, sentence, portal, detail, action, scripts }: Message): string {
  return page({
    title: `${title} · ${product}`,
    product,
    width: 'narrow',
    foot: 'Development identity provider. Runs on this machine only.',
    ...(scripts && { scripts }),
    body: html`<h1>${title}</h1>
      <p>${sentence}</p>
      ${action ?? html`<a class="button compact" href="${portal}">Back to ${product}</a>`}
      ${detail !== undefined && html`<p class="detail">${detail}</p>`}`,
  })
}

export interface Problem {
  readonly title: string
  readonly sentence: string
}

/** Explains the provider's error codes. The code itself is shown as a detail. */
function problemInWords(code: string, description: string | undefined): Problem {
  if (code === 'invalid_redirect_uri' || description?.includes('redirect_uri'))
    return {
      title: 'This address is not registered',
      sentence: 'The portal requested a redirect to an address that this provider does not know.',
    }
  if (description?.includes('interaction') || description?.includes('expired'))
    return {
      title: 'This sign-in has ended',
      sentence: 'It was finished, canceled or has expired. Start again from the portal.',
    }
  if (code === 'invalid_client')
    return {
      title: 'Unknown application',
      sentence: 'The portal sent a client id that this provider does not know.',
    }
  if (code === 'not_found')
    return { title: 'Page not found', sentence: 'The identity provider has no page at this address.' }
  if (code === 'server_error')
    return {
      title: 'Something went wrong',
      sentence: 'The identity provider had an internal error. Start again from the portal.',
    }
  return {
    title: 'The request was not understood',
    sentence: 'The identity provider could not process the portal’s request. Start again from the portal.',
  }
}
