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

/** Whether less than this time, in ms, has passed since `at`. A clock that was set back does not extend it. */
export const isRecent = (at: number, now: number, milliseconds: number): boolean =>
  Math.abs(now - at) < milliseconds
