import { auth0WorkerAddress } from '../adapters/identity-provider/auth0/worker-address'

/**
 * Scripts that may be started by address: a vendor's worker, served from the portal's own origin, since the content security policy
 * allows no `blob:`. Trusted Types let nothing else through.
 */
export const trustedScriptAddresses: readonly string[] = [auth0WorkerAddress]

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: {
      readonly createHTML: (text: string) => string | null
      readonly createScriptURL: (text: string) => string | null
      readonly createScript: () => null
    },
  ): unknown
}

/**
 * The portal's one Trusted Types policy. The only HTML it lets through is none at all, which is how the BI SDK empties its
 * container; the only script addresses are the given ones. Made before any vendor code runs. Browsers without Trusted Types
 * enforce nothing and need nothing.
 */
export function installTrustedTypes(page: Window, scriptAddresses: readonly string[]): void {
  const factory = (page as Window & { readonly trustedTypes?: PolicyFactory }).trustedTypes
  const allowed = new Set(
    scriptAddresses.flatMap((address) => [address, new URL(address, page.location.origin).href]),
  )
  factory?.createPolicy('default', {
    createHTML: (text) => (text === '' ? '' : null),
    createScriptURL: (text) => (allowed.has(text) ? text : null),
    createScript: () => null,
  })
}
