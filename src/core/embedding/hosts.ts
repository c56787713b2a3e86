/** An address taken apart at the edge (the core has no `URL`). `port` is empty for the scheme's own. */
export interface AddressParts {
  readonly protocol: string
  readonly hostname: string
  readonly port: string
  /** Path, query and fragment; "/" or empty for a bare origin. */
  readonly rest: string
  readonly credentials: boolean
}

export interface HostChoiceInput {
  readonly pageHostname: string
  readonly production: { readonly tokenHost: string; readonly biHost: string }
  readonly staging: { readonly tokenHost: string; readonly biHost: string } | null
  /** The stored override, null when there is none; `parts` is null when it could not be parsed. */
  readonly override: {
    /** What it is stored under: named after the vendor. */
    readonly key: string
    readonly text: string
    readonly parts: AddressParts | null
  } | null
  /** Origins a BI frame may ever have. The content-security policy is made from the same list. */
  readonly allowedBiOrigins: readonly string[]
}

export interface HostChoice {
  readonly staging: boolean
  readonly tokenHost: string
  readonly biHost: string
  /** True when the stored override is in force; the page shows a "test host" badge. */
  readonly overridden: boolean
  /** One sentence for the journal when an override was ignored. */
  readonly warning: string | null
}

export function originOf(parts: AddressParts): string {
  return `${parts.protocol}//${parts.hostname}${parts.port === '' ? '' : `:${parts.port}`}`
}

/**
 * Which token host and BI host this page talks to. A page hostname that contains "staging" selects the staging pair. A stored
 * override counts only if it is a bare origin on the allow-list; anything else is ignored with one warning. Null on a staging page
 * without a staging pair: it must not work on what people use.
 */
export function chooseHosts(input: HostChoiceInput): HostChoice | null {
  const staging = input.pageHostname.toLowerCase().includes('staging')
  const hosts = staging ? input.staging : input.production
  if (hosts === null) return null
  const chosen = {
    staging,
    tokenHost: hosts.tokenHost,
    biHost: hosts.biHost,
    overridden: false,
    warning: null,
  }
  if (input.override === null || input.override.text === '') return chosen
  const { key, parts } = input.override
  const ignored = (why: string): HostChoice => ({
    ...chosen,
    warning: `The stored ${key} is ignored: ${why}.`,
  })
  if (parts === null) return ignored('it is not an address')
  if (parts.protocol !== 'https:' && parts.protocol !== 'http:')
    return ignored('it is neither https nor http')
  if (parts.credentials) return ignored('it carries credentials')
  if (parts.rest !== '' && parts.rest !== '/') return ignored('it has a path, a query or a fragment')
  const origin = originOf(parts)
  if (!input.allowedBiOrigins.includes(origin)) return ignored('its origin is not on the allow-list')
  return { ...chosen, biHost: origin, overridden: origin !== hosts.biHost }
}
