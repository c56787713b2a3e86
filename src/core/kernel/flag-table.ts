/**
 * localStorage mark: this browser has cached flag values of its last user, from the flag service that it names. The start gate reads it
 * before anything else is loaded, because cached flags count as loaded (engineering decision 36).
 */
export const storedFlagsKey = 'assay.flags.kept'

/**
 * One row per flag, with its value where the service sends none, also when nothing arrives within the fallback timeout (specification,
 * section 4). Reading a flag without a row does not compile.
 */
const defaults = {
  /** Start gate: the full-screen "Loading..." stands while this flag loads. The portal renders whatever its value. */
  'miu-app-enabled': false,
  /** Allows the preview bypass for whoever opens the portal with the preview secret. */
  'miu-query-params-bypass': false,
  /** Reserved by the specification, as is the next: nothing reads them yet. */
  'new-feature': false,
  'UI-403': false,
  /** Drill-down, cross-filter, the assistant on a chart and chart interactions, for signed-in people. */
  'miu-chart-interactions-enabled': true,
  /** Deep Research: the panel, its button and the action on a tile. */
  'miu-deep-research-enabled': true,
}

export type FlagKey = keyof typeof defaults
export type FlagValues = Readonly<Record<FlagKey, boolean>>

export const flagKeys = Object.keys(defaults) as readonly FlagKey[]

export const defaultFlagValues: FlagValues = defaults

/** Who decides by which ISO day whether each flag is still needed. */
export const reviews: Readonly<Record<FlagKey, { readonly owner: string; readonly by: string }>> = {
  'miu-app-enabled': { owner: 'portal', by: '2027-06-30' },
  'miu-query-params-bypass': { owner: 'portal', by: '2027-06-30' },
  'new-feature': { owner: 'portal', by: '2027-06-30' },
  'UI-403': { owner: 'portal', by: '2027-06-30' },
  'miu-chart-interactions-enabled': { owner: 'embedding', by: '2027-06-30' },
  'miu-deep-research-enabled': { owner: 'research', by: '2027-06-30' },
}

/** Flags whose review date is before this ISO day, with their owners. While there is one, `npm test` fails and a build warns. */
export function overdueFlags(today: string): readonly string[] {
  return flagKeys.filter((key) => reviews[key].by < today).map((key) => `${key} (${reviews[key].owner})`)
}
