import type { Evaluation } from './evaluate'
import { evaluate } from './evaluate'
import type { FlagStore, VersionedFlag } from './flag-store'
import type { PersonContext } from './person-context'

/** One flag as LaunchDarkly's client-side SDKs read it. */
export interface LaunchDarklyFlag {
  readonly value: Evaluation['value']
  readonly variation: number
  readonly version: number
  readonly flagVersion: number
  readonly trackEvents: false
  readonly reason?:
    | { readonly kind: 'FALLTHROUGH' }
    | { readonly kind: 'RULE_MATCH'; readonly ruleIndex: number }
}

export function launchDarklyFlag(
  { flag, version }: VersionedFlag,
  context: PersonContext,
  withReasons: boolean,
): LaunchDarklyFlag {
  const { value, rule } = evaluate(flag, context)
  return {
    value,
    variation: rule === null ? 0 : rule + 1,
    version,
    flagVersion: version,
    trackEvents: false,
    ...(withReasons && {
      reason: rule === null ? { kind: 'FALLTHROUGH' } : { kind: 'RULE_MATCH', ruleIndex: rule },
    }),
  }
}

export function launchDarklyFlags(
  store: FlagStore,
  context: PersonContext,
  withReasons: boolean,
): Record<string, LaunchDarklyFlag> {
  return Object.fromEntries(
    [...store.flags()].map(([key, flag]) => [key, launchDarklyFlag(flag, context, withReasons)]),
  )
}
