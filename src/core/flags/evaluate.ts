import { defaultFlagValues, flagKeys, type FlagKey, type FlagValues } from '../kernel/flag-table'

/** Reads the table's flags from a vendor. A value that is absent, null or not a boolean becomes the default. */
export function readFlagValues(vendor: (key: FlagKey) => unknown): FlagValues {
  return fromTable((key) => {
    const given = vendor(key)
    return typeof given === 'boolean' ? given : defaultFlagValues[key]
  })
}

/**
 * The preview bypass: with the secret given and the bypass flag on, every boolean flag that evaluates to false counts as true.
 * Either condition alone changes nothing.
 */
export function withPreview(values: FlagValues, secretGiven: boolean): FlagValues {
  return previewActive(values, secretGiven) ? fromTable(() => true) : values
}

export function previewActive(values: FlagValues, secretGiven: boolean): boolean {
  return secretGiven && values['miu-query-params-bypass']
}

export function sameValues(one: FlagValues, other: FlagValues): boolean {
  return flagKeys.every((key) => one[key] === other[key])
}

function fromTable(value: (key: FlagKey) => boolean): FlagValues {
  return Object.fromEntries(flagKeys.map((key) => [key, value(key)])) as FlagValues
}
