import type { Provider as LibraryProvider } from 'oidc-provider'

// The parts, not the package's main module: all that one adds is a warning on every Node 20, and on every Node that is no LTS release
// yet. What the library needs of Node 22 is there in 20.19, and tested here.
export * as errors from 'oidc-provider/lib/helpers/errors.js'
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
export { Provider } from 'oidc-provider/lib/provider.js'

/** Context of a middleware in front of the provider's own routes. */
export type RequestContext = Parameters<Parameters<LibraryProvider['use']>[0]>[0]
