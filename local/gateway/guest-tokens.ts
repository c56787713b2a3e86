import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { Problem } from './problems'
import type { RowRule } from './rules'

/** Superset has no way to take a token back: this is how long one outlives a log-out. */
const lifetimeSeconds = 300
/** Superset's server reads headers up to 8 kB unless told otherwise. */
const charactersMost = 8192

export interface GuestToken {
  readonly token: string
  readonly expiresAt: Date
}

/** Signs what opens embedded dashboards, as Superset would itself; needs no answer of its. */
export function createGuestTokens(options: { readonly secret: string; readonly audience: string }) {
  const key = new TextEncoder().encode(options.secret)
  /** @throws Problem `too-many-dashboards` */
  return async (
    userName: string,
    dashboards: readonly string[],
    rows: readonly RowRule[],
  ): Promise<GuestToken> => {
    const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds
    // Without `iat`: Superset refuses one that its own clock has not reached.
    const token = await new SignJWT({
      user: { username: userName },
      resources: dashboards.map((id) => ({ type: 'dashboard', id })),
      rls_rules: rows,
      type: 'guest',
      aud: options.audience,
      exp: expires,
      // Whoever was refused one and asks again within the second is given another.
      jti: randomUUID(),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
    if (token.length >= charactersMost)
      throw new Problem('too-many-dashboards', 'Ask for fewer dashboards of one’s own at once.')
    return { token, expiresAt: new Date(expires * 1000) }
  }
}
