import type * as OidcProvider from 'oidc-provider'

/** Context of a middleware in front of the provider's own routes. */
export type RequestContext = Parameters<Parameters<OidcProvider.Provider['use']>[0]>[0]

const unsupported = 'Unsupported runtime'

/** Loaded while this module is, because the runner of `npm run dev` imports nothing later. */
export const { Provider, errors, interactionPolicy } = await loadQuietly()

/**
 * On Node 20 the library warns on import that it wants Node 22. What it needs of it is there in 20.19 and tested
 * here, so that single line is left out and everything else passes.
 */
async function loadQuietly(): Promise<typeof OidcProvider> {
  const { warn } = console
  console.warn = (...parts: unknown[]) => {
    if (!String(parts[0]).includes(unsupported)) warn(...parts)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
