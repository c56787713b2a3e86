/** The part of `Clock` that waiting uses. */
interface Timer {
  after(milliseconds: number, action: () => void): () => void
}

export function pause(clock: Timer, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve))
}

/** The promise's value, or `late` when it has not settled within `milliseconds`. The promise itself is not canceled. */
export async function within<Value, Late>(
  clock: Timer,
  milliseconds: number,
  promise: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  let cancel: () => void = () => undefined
  const deadline = new Promise<Late>((resolve) => {
    cancel = clock.after(milliseconds, () => resolve(late))
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    cancel()
  }
}
