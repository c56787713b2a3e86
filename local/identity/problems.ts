import type { KoaContextWithOIDC } from 'oidc-provider'
import { messagePage, problemInWords } from './message-page'
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
