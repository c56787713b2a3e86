interface Bucket {
  tokens: number
  at: number
}

/** Maximum number of callers, which bounds memory. Evicts the least recently active one. */
const maxBuckets = 20_000

/**
 * A token bucket for each caller: `perMinute` on average, a quarter of it at once.
 * @returns a function that takes one token and returns 0, or, if none is left, the retry delay in seconds
 */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()) {
  const capacity = Math.max(1, Math.ceil(perMinute / 4))
  const perMillisecond = perMinute / 60_000
  const buckets = new Map<string, Bucket>()
  return (caller: string): number => {
    const time = now()
    const bucket = buckets.get(caller) ?? { tokens: capacity, at: time }
    const tokens = Math.min(capacity, bucket.tokens + (time - bucket.at) * perMillisecond)
    buckets.delete(caller)
    if (buckets.size >= maxBuckets)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at: time })
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1000))
  }
}
