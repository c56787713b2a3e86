import { flagKeys, flagTable, type FlagKey, type FlagValues } from '../kernel/flag-table'

/**
 * Reads the table's flags from a vendor. A value that is absent, null or of another type than the default becomes the default. Returns
 * `before` itself when nothing changed, so that readers can compare by reference.
 */
export function readFlagValues(vendor: (key: FlagKey) => unknown, before?: FlagValues): FlagValues {
  const next = fromTable((key) => {
    const given = vendor(key)
    const fallback = flagTable[key].default
    return typeof given === typeof fallback ? (given as FlagValues[FlagKey]) : fallback
  })
  return before !== undefined && sameValues(before, next) ? before : next
}

/** The values when none arrived within the fallback timeout (specification, section 4). */
export function timeoutFlagValues(): FlagValues {
  return fromTable((key) => flagTable[key].onTimeout ?? flagTable[key].default)
}

/**
 * The preview bypass: with the secret given and the bypass flag on, every boolean flag that evaluates to false counts as true.
 * Either condition alone changes nothing.
 */
export function withPreview(values: FlagValues, secretGiven: boolean): FlagValues {
  if (!previewActive(values, secretGiven)) return values
  return fromTable((key) => (typeof values[key] === 'boolean' ? true : values[key]))
}

export function previewActive(values: FlagValues, secretGiven: boolean): boolean {
  return secretGiven && values['miu-query-params-bypass']
}

export function sameValues(one: FlagValues, other: FlagValues): boolean {
  return flagKeys.every((key) => one[key] === other[key])
}

function fromTable(value: (key: FlagKey) => FlagValues[FlagKey]): FlagValues {
  return Object.fromEntries(flagKeys.map((key) => [key, value(key)])) as FlagValues
}
