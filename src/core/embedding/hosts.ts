export interface HostChoiceInput {
  readonly pageHostname: string
  readonly production: { readonly tokenHost: string; readonly biHost: string }
  readonly staging: { readonly tokenHost: string; readonly biHost: string } | null
  /** The stored override; null when there is none. */
  readonly override: {
    /** Its storage key, named after the vendor. */
    readonly key: string
    readonly text: string
  } | null
  /** All origins that a BI frame may have. The content security policy is built from the same list. */
  readonly allowedBiOrigins: readonly string[]
}

export interface HostChoice {
  readonly tokenHost: string
  readonly biHost: string
  /** True when the stored override is in effect. The page then shows a "test host" badge. */
  readonly overridden: boolean
  /** The key of a stored override that is ignored, for the journal. */
  readonly ignored: string | null
}

/**
 * Selects the token host and BI host of this page. A page hostname that contains "staging" selects the staging pair. A stored override
 * applies only if it equals an origin on the allow-list; any other is ignored. Null on a staging page without a staging
 * pair, because it must not use production.
 */
export function chooseHosts(input: HostChoiceInput): HostChoice | null {
  const staging = input.pageHostname.toLowerCase().includes('staging')
  const hosts = staging ? input.staging : input.production
  if (hosts === null) return null
  const chosen = {
    tokenHost: hosts.tokenHost,
    biHost: hosts.biHost,
    overridden: false,
    ignored: null,
  }
  if (input.override === null || input.override.text === '') return chosen
  const { key, text } = input.override
  const origin = text.replace(/\/$/, '')
  return input.allowedBiOrigins.includes(origin)
    ? { ...chosen, biHost: origin, overridden: origin !== hosts.biHost }
    : { ...chosen, ignored: key }
}
