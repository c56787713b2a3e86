/** A validated path of this portal: one leading slash, no host, no backslash, no control character. Only this module creates it. */
export type PortalPath = string & { readonly __brand: 'PortalPath' }

/** In characters. A shared question of 1,000 characters has up to 9,000 as a percent-encoded address. */
const maxLength = 16_000

/** C0 controls, DEL and the backslash, which browsers read as a slash. */
function hasForbiddenCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || code === 0x7f || character === '\\') return true
  }
  return false
}

/**
 * Checked when a path enters the sign-in transaction and again when it comes back: one leading slash, no second one (that would be
 * another host), no backslash, no control character, no dot segments, not longer than the limit.
 */
function isPortalPath(text: string): text is PortalPath {
  if (!text.startsWith('/') || text.startsWith('//') || text.length > maxLength) return false
  if (hasForbiddenCharacter(text)) return false
  const path = text.split(/[?#]/, 1)[0] ?? ''
  return !path.includes('//') && path.split('/').every((part) => part !== '.' && part !== '..')
}

/** The text as a path, or null when it is not a path of this portal. */
export function portalPath(text: string): PortalPath | null {
  return isPortalPath(text) ? text : null
}

/** For paths that are constants in the source. @throws TypeError when the text is not a path of this portal */
export function knownPath(text: string): PortalPath {
  if (!isPortalPath(text)) throw new TypeError(`"${text}" is no path of the portal.`)
  return text
}

export const homePath = knownPath('/home')
