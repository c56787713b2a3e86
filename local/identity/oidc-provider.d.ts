/* The package has types for its main module only. These are for the modules that provider-library.ts imports. */

declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'
  export import AccessDenied = errors.AccessDenied
  export import CustomOIDCProviderError = errors.CustomOIDCProviderError
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export import base = interactionPolicy.base
  export import Check = interactionPolicy.Check
}
