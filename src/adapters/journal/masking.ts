/** Text that starts like a JSON web token, even if a length limit has cut it. */
const webToken = /\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*/g
/** Three dot-separated base64url parts: a signed token that starts differently. */
const threeParts = /\b[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\b/g
/** Long enough to be an opaque token; see `looksRandom`. */
const longRun = /[A-Za-z0-9_+~=-]{32,}/g
const credential = /\b(Bearer|Basic)\s+\S+/gi
/** Includes `@` as encoded in addresses, JSON and HTML, and hosts without a dot. */
const email = /(?:"[^"@]*"|[^\s@<>"'/?&=]+)(?:@|%40|\\u0040|&#64;)[^\s@<>"'/?&]+/gi

/** Maximum text of an entry. Bodies are cut before they get here; this is the last safeguard. */
const maximumLength = 700
/** Only this much of a text is searched. */
const searchedLength = 4_000

/** The text in a form that may be logged: without tokens, e-mail addresses and long bodies. */
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

/** Whether a run mixes digits, upper and lower case, like base64, or is all hexadecimal. Words, flag names and UUIDs are neither. */
function looksRandom(run: string): boolean {
  return /^[\da-f]+$/i.test(run) || (/[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run))
}
