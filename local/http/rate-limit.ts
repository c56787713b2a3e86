interface Bucket {
  tokens: number
  at: number
}

/** Callers beyond this are forgotten, those first that have been quiet longest: memory is bounded whoever asks. */
const bucketsMost = 20_000

/**
 * A token bucket per caller: `perMinute` on average, a quarter of it at once.
 * @returns takes one: 0, or the seconds until there is one again
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
    if (buckets.size >= bucketsMost)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at: time })
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1000))
  }
}
