import type { Fields } from './read'

/**
 * The flags of a frame address (`?a=1&hideAction=["share"]`). Values arrive unencoded except for what the browser
 * escapes; arrays, objects and booleans are JSON, numbers stay text. `base64UrlEncodedFlags` holds a whole query string.
 */
export function parseFlags(search: string): Fields {
  const pairs = flagPairs(search)
  const flags: Record<string, unknown> = {}
  for (const [key, value] of pairs) {
    if (key !== '__proto__') flags[key] = parseFlagValue(value)
  }
  return flags
}

/** Every pair in order, repeated keys included (runtime filters repeat `val1`). */
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

function decode(text: string): string {
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
