import { auth0WorkerAddress } from '../adapters/identity-provider/auth0/worker-address'

/**
 * Script URLs that the Trusted Types policy allows: a vendor's worker, served from the portal's own origin because the content security
 * policy allows no `blob:`.
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
 * Installs the portal's only Trusted Types policy. It allows the empty string as HTML, with which the BI SDK clears its container, and the
 * given script URLs. Call before any vendor code runs. A no-op in browsers without Trusted Types.
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
