/** Readers for values that come from outside. Each gives a value of the asked shape, or says that it is not one. */
export type Fields = Readonly<Record<string, unknown>>

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

/** A list of texts; other items are dropped. A single text is a list of one. */
export function asTexts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return asList(value)?.filter((item): item is string => typeof item === 'string')
}

export function asSwitch(value: unknown, otherwise = false): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return otherwise
}
