/** A code that the user can quote when asking for help; the journal has the same. */
export interface Reference {
  /** Like "7F3K-29A9", without letters and digits that look alike. */
  readonly code: string
  /** Time of day in UTC, "14:32:08 UTC". */
  readonly time: string
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

export function makeReference(): Reference {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map(
    (byte) => alphabet[byte % alphabet.length],
  )
  return {
    code: `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`,
    time: `${new Date().toISOString().slice(11, 19)} UTC`,
  }
}
