import type { Provider as LibraryProvider } from 'oidc-provider'

// Imports the modules behind the package's main module, which only adds a warning on Node 20 and on every Node that is not an LTS release
// yet. The Node 22 features that the library needs exist in 20.19, and are tested here.
export * as errors from 'oidc-provider/lib/helpers/errors.js'
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
export { Provider } from 'oidc-provider/lib/provider.js'

/** Context of a middleware in front of the provider's own routes. */
export type RequestContext = Parameters<Parameters<LibraryProvider['use']>[0]>[0]
