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
