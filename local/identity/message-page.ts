import { page, html, type Html } from '../http/page'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { IdentitySettings } from './settings'

/** Answers with a designed page; the status stays as it was set. */
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
  /** Where the portal is, for the way back. */
  readonly portal: string
  /** Machine words for whoever debugs: error code and description. */
  readonly detail?: string
  /** Stands in place of the way back. */
  readonly action?: Html
  readonly scripts?: readonly string[]
}

/** A plain sentence and one thing to do: problems, sign-out, signed out. */
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

/** Plain words for the provider's error codes; the code itself is shown as a detail. */
function problemInWords(code: string, description: string | undefined): Problem {
  if (code === 'invalid_redirect_uri' || description?.includes('redirect_uri'))
    return {
      title: 'This address is not registered',
      sentence: 'The portal asked to be answered at an address this provider does not know.',
    }
  if (description?.includes('interaction') || description?.includes('expired'))
    return {
      title: 'This sign-in has ended',
      sentence: 'It was finished, canceled or left for too long. Start again from the portal.',
    }
  if (code === 'invalid_client')
    return {
      title: 'Unknown application',
      sentence: 'The portal introduced itself with a client id this provider does not know.',
    }
  if (code === 'not_found')
    return { title: 'Page not found', sentence: 'The identity provider has no page at this address.' }
  if (code === 'server_error')
    return {
      title: 'Something went wrong',
      sentence: 'The identity provider could not finish. Start again from the portal.',
    }
  return {
    title: 'The request was not understood',
    sentence: 'The identity provider could not act on what the portal asked. Start again from the portal.',
  }
}
