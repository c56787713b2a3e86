// For values that others have written: nothing is known about them.

type Members = Readonly<Record<string, unknown>>

/** Null when the text is null or not JSON. */
export function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

/** The value's members, or an empty record when it is not an object. */
export const record = (value: unknown): Members => (isRecord(value) ? value : {})
