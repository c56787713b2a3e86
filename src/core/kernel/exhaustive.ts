/** Reached only by a bug: a case of a closed union that nobody handled. */
export function exhaustive(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
