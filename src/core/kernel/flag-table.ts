/**
 * localStorage mark: this browser has cached flag values of its last user, from the flag service that it names. The start gate reads it
 * before anything else is loaded, because cached flags count as loaded (engineering decision 36).
 */
export const storedFlagsKey = 'assay.flags.kept'

/** Flags whose review date is before this ISO day. While there is one, `npm test` fails and a build warns. */
export function overdueFlags(today: string): readonly FlagKey[] {
  return flagKeys.filter((key) => flagTable[key].reviewBy < today)
}
/** One row per flag. Reading a flag without a row does not compile. */
interface FlagRow<Value extends boolean | string | number> {
  readonly default: Value
  /** Value when flags have not arrived within the fallback timeout; absent means the default. */
  readonly onTimeout?: Value
  readonly owner: string
  readonly changes: string
  /** ISO day by which the owner decides whether the flag is still needed. */
  readonly reviewBy: string
}

const row = <Value extends boolean | string | number>(flag: FlagRow<Value>): FlagRow<Value> => flag

export const flagTable = {
  'miu-app-enabled': row<boolean>({
    default: false,
    onTimeout: false,
    owner: 'portal',
    changes:
      'Start gate: the full-screen "Loading..." stands while this flag loads. The portal renders whatever its value.',
    reviewBy: '2027-06-30',
  }),
  'miu-query-params-bypass': row<boolean>({
    default: false,
    onTimeout: false,
    owner: 'portal',
    changes: 'Allows the preview bypass for whoever opens the portal with the preview secret.',
    reviewBy: '2027-06-30',
  }),
  'new-feature': row<boolean>({
    default: false,
    onTimeout: false,
    owner: 'portal',
    changes: 'Reserved by the specification; nothing reads it yet.',
    reviewBy: '2027-06-30',
  }),
  'UI-403': row<boolean>({
    default: false,
    onTimeout: false,
    owner: 'portal',
    changes: 'Reserved by the specification; nothing reads it yet.',
    reviewBy: '2027-06-30',
  }),
  'miu-chart-interactions-enabled': row<boolean>({
    default: true,
    owner: 'embedding',
    changes:
      'Drill-down, cross-filter, the assistant on a chart and chart interactions, for signed-in people.',
    reviewBy: '2027-06-30',
  }),
  'miu-deep-research-enabled': row<boolean>({
    default: true,
    owner: 'research',
    changes: 'Deep Research: the panel, its button and the action on a tile.',
    reviewBy: '2027-06-30',
  }),
} as const

export type FlagKey = keyof typeof flagTable
export type FlagValues = { readonly [Key in FlagKey]: (typeof flagTable)[Key]['default'] }

export const flagKeys = Object.keys(flagTable) as readonly FlagKey[]

export function defaultFlagValues(): FlagValues {
  return Object.fromEntries(flagKeys.map((key) => [key, flagTable[key].default])) as FlagValues
}
