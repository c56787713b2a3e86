import { timings } from '../kernel/limits'
import type { Clock } from '../ports/clock'
import type { SiblingTabs, TabMessage } from '../ports/sibling-tabs'
import type { CachedToken } from './token-cache'
import { within } from '../kernel/waiting'

/** How tabs of one session use one token: who holds one announces it, who lacks one asks, a refused one is published to all. */
export interface TokenSharing {
  /** Asks only where a tab announces a token worth having, so that a tab by itself never waits. Settles when one came or none will. */
  ask(session: string): Promise<void>
  /** This tab holds this now (null: nothing). Settles when the other tabs can see that. */
  hold(cached: CachedToken | null): Promise<void>
  /** Hands the token to everybody of its session at once. */
  offer(cached: CachedToken): void
  /** A newer one is wanted: no tab is asked for this one. */
  markStale(value: string): void
  publishRejected(value: string): void
  dispose(): void
}

interface Hooks {
  /** What this tab would hand over to that session. */
  readonly toOffer: (session: string) => CachedToken | null
  readonly offered: (cached: CachedToken) => void
  readonly rejected: (value: string) => void
}

export function createTokenSharing(
  needs: { readonly clock: Clock; readonly siblingTabs: SiblingTabs },
  hooks: Hooks,
): TokenSharing {
  const { clock, siblingTabs } = needs
  const arrivals = new Set<() => void>()
  const unwantedMarks = new Set<string>()
  let withdraw: Promise<() => void> | null = null

  const offer = (cached: CachedToken): void => siblingTabs.post(offerOf(cached))
  const unwatch = siblingTabs.watch((message) => {
    switch (message.kind) {
      case 'token-wanted': {
        const cached = hooks.toOffer(message.session)
        if (cached !== null) offer(cached)
        return
      }
      case 'token-offered':
        hooks.offered(offeredToken(message))
        for (const arrived of arrivals) arrived()
        return
      case 'token-rejected':
        unwantedMarks.add(markOf(message.value))
        return hooks.rejected(message.value)
      case 'session-changed':
      case 'library-changed':
      case 'favorites-changed':
        // Not about tokens.
        return
    }
  })

  /** Asks the other tabs. Settles when a token of this session is here, or none came in time. */
  async function offered(session: string): Promise<void> {
    let stop: () => void = () => undefined
    const arrival = new Promise<void>((resolve) => {
      const look = (): void => (hooks.toOffer(session) === null ? undefined : resolve())
      arrivals.add(look)
      stop = () => arrivals.delete(look)
    })
    siblingTabs.post({ kind: 'token-wanted', session })
    await within(clock, timings.siblingAnswer, arrival, undefined)
    stop()
  }

  return {
    async ask(session) {
      const announcements = (await siblingTabs.announcements()).map(readAnnouncement)
      const isWorthAsking = announcements.some(
        (announced) =>
          announced?.session === session &&
          announced.renewAt > clock.now() &&
          !unwantedMarks.has(announced.mark),
      )
      if (isWorthAsking && hooks.toOffer(session) === null) await offered(session)
    },
    async hold(cached) {
      const before = withdraw
      withdraw = cached === null ? null : siblingTabs.announce(announcementOf(cached))
      const shown = withdraw
      // The new one is visible before the old one goes: at no moment does it look as if nobody had any.
      await shown
      if (before !== null) (await before)()
    },
    offer,
    markStale: (value) => void unwantedMarks.add(markOf(value)),
    publishRejected(value) {
      unwantedMarks.add(markOf(value))
      siblingTabs.post({ kind: 'token-rejected', value })
    },
    dispose() {
      unwatch()
      void withdraw?.then((take) => take())
      withdraw = null
    },
  }
}

type TokenOffer = Extract<TabMessage, { readonly kind: 'token-offered' }>

const offerOf = ({ session, token, renewAt, goodUntil }: CachedToken): TokenOffer => ({
  kind: 'token-offered',
  session,
  ...token,
  renewAt,
  goodUntil,
})

const offeredToken = ({
  session,
  value,
  serverTime,
  expiresAt,
  covers,
  renewAt,
  goodUntil,
}: TokenOffer): CachedToken => ({
  session,
  token: {
    value,
    serverTime,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(covers !== undefined && { covers }),
  },
  renewAt,
  goodUntil,
})

function announcementOf({ session, token, renewAt }: CachedToken): string {
  return JSON.stringify(['token', session, markOf(token.value), renewAt])
}

function readAnnouncement(
  text: string,
): { readonly session: string; readonly mark: string; readonly renewAt: number } | null {
  try {
    const [what, session, mark, renewAt] = JSON.parse(text) as readonly unknown[]
    if (what !== 'token' || typeof session !== 'string' || typeof mark !== 'string') return null
    return typeof renewAt === 'number' ? { session, mark, renewAt } : null
  } catch {
    return null
  }
}

/** Tells tokens apart without giving them away: 32 bits of FNV-1a. */
function markOf(value: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < value.length; index += 1) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16)
}
