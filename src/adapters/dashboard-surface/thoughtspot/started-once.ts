interface Startable {
  /** Goes up when what has been started turns out not to work. */
  readonly failed: boolean
}

/**
 * Starts something for everybody who needs it. After a failure the first who asks begins anew, and all who wait for the failed one go
 * on with that: two starts side by side would leave the vendor's library with the wrong one.
 */
export function startedOnce<Value extends Startable>(start: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | undefined
  return async () => {
    const tried = started
    const before = await tried?.catch(() => undefined)
    if (started === undefined || (started === tried && before?.failed !== false)) started = start()
    return started
  }
}
