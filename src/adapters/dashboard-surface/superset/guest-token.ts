/** A guest token is renewed this long before its end; Superset allows no leeway after it. */
const early = 30_000
/** Never sooner than this after the last one: the token service may give the same one again. */
const least = 5_000
/** Of one that does not say when it ends. */
const unknown = 240_000

/** How long to wait, in ms, before another token is wanted in place of this one. */
export function renewalDelay(token: string, now: number): number {
  const ends = endOf(token)
  return ends === null ? unknown : Math.max(least, ends - early - now)
}

/** When a JSON Web Token says that it ends, milliseconds since the epoch. */
function endOf(token: string): number | null {
  try {
    const [, claims = ''] = token.split('.')
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
