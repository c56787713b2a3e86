/** What begins like a JSON web token, also where a length limit has cut it. */
const webToken = /\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*/g
/** Three dot-separated base64url parts: a signed token that begins otherwise. */
const threeParts = /\b[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\b/g
/** Long enough to be an opaque token; see `looksRandom`. */
const longRun = /[A-Za-z0-9_+~=-]{32,}/g
const credential = /\b(Bearer|Basic)\s+\S+/gi
/** Also as addresses, JSON and HTML write the sign, and of a host without a dot. */
const email = /(?:"[^"@]*"|[^\s@<>"'/?&=]+)(?:@|%40|\\u0040|&#64;)[^\s@<>"'/?&]+/gi

/** Longest text of an entry. Bodies are cut before they come here; this is the last fence. */
const maximumLength = 700
/** More than this is not even searched. */
const searchedLength = 4_000

/** What may be written down: no token, no e-mail address, no endless body. */
export function masked(text: string): string {
  const clean = text
    .slice(0, searchedLength)
    .replace(credential, '$1 …')
    .replace(webToken, '…token…')
    .replace(threeParts, '…token…')
    .replace(longRun, (run) => (looksRandom(run) ? '…token…' : run))
    .replace(email, '…@…')
  return clean.length > maximumLength ? `${clean.slice(0, maximumLength)}…` : clean
}

/** Digits, capitals and small letters mixed, as base64 has them, or nothing but hexadecimal digits; words, flag names and UUIDs are neither. */
function looksRandom(run: string): boolean {
  return /^[\da-f]+$/i.test(run) || (/[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run))
}
