/** Reached only through a bug: an unhandled case of a closed union. */
export function exhaustive(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
/** An expected outcome as a value. Failures that a screen can report are returned as `ok: false`; bugs throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export function ok(): Result<void, never>
export function ok<Value>(value: Value): Result<Value, never>
export function ok<Value>(value?: Value): Result<Value | undefined, never> {
  return { ok: true, value }
}

export function fail<const Failure>(failure: Failure): Result<never, Failure> {
  return { ok: false, failure }
}
