/** Something a person can quote when they ask for help; the journal has the same code. */
export interface Reference {
  /** Like "7F3K-20A9": no letters that are read as digits. */
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
