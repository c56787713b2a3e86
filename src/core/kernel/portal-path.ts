/** A path of this portal: one leading slash, no host, no backslash, no control character. Made only by `portalPath`. */
export type PortalPath = string & { readonly __brand: 'PortalPath' }

/** C0 controls, DEL and the backslash, which browsers read as a slash. */
function hasForbiddenCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || code === 0x7f || character === '\\') return true
  }
  return false
}

/**
 * A path of this portal, or null. Checked on the way into the sign-in transaction and again on the way out: one leading slash,
 * no second one (that would be another host), no backslash, no control character, no dot segments, not absurdly long.
 */
export function portalPath(text: string): PortalPath | null {
  if (!text.startsWith('/') || text.startsWith('//') || text.length > 2_000) return null
  if (hasForbiddenCharacter(text)) return null
  const path = text.split(/[?#]/, 1)[0] ?? ''
  if (path.includes('//') || path.split('/').some((part) => part === '.' || part === '..')) return null
  return text as PortalPath
}

export const homePath = '/home' as PortalPath
