/** Readers for untrusted values. Each returns a value of the requested shape, or that it is not one. */
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

/** A list of texts. Other items are dropped, and a single text is a list of one. */
export function asTexts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return asList(value)?.filter((item): item is string => typeof item === 'string')
}

export function asSwitch(value: unknown, otherwise = false): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return otherwise
}

/**
 * The flags of a frame address (`?a=1&hideAction=["share"]`). Values are unencoded except for what the browser escapes. Arrays, objects and
 * booleans are JSON, numbers stay text. `base64UrlEncodedFlags` holds a whole query string.
 */
export function parseFlags(search: string): Fields {
  const pairs = flagPairs(search)
  const flags: Record<string, unknown> = {}
  for (const [key, value] of pairs) {
    if (key !== '__proto__') flags[key] = parseFlagValue(value)
  }
  return flags
}

/** Every pair in order, including repeated keys (runtime filters repeat `val1`). */
export function flagPairs(search: string): readonly (readonly [string, string])[] {
  const pairs = splitPairs(search)
  const packed = pairs.find(([key]) => key === 'base64UrlEncodedFlags')
  return packed
    ? [...splitPairs(fromBase64Url(packed[1])), ...pairs.filter((pair) => pair !== packed)]
    : pairs
}

function splitPairs(search: string): (readonly [string, string])[] {
  return search
    .replace(/^[?#]/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
}

function parseFlagValue(text: string): unknown {
  if (!/^(true|false|null|\[|\{)/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Returned unchanged if it is not properly encoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function fromBase64Url(text: string): string {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
  } catch {
    return ''
  }
}
