import { timings } from '../kernel/limits'
import type { Clock } from '../ports/clock'
import type { SiblingTabs, TabMessage } from '../ports/sibling-tabs'
import type { CachedToken } from './token-cache'
import { within } from '../kernel/waiting'

/** Shares one token between the tabs of a session: a tab announces its token, a tab without one requests it, rejections are broadcast. */
export interface TokenSharing {
  /** Requests a token only if a tab announces a usable one, so that a single tab never waits. Settles when one has arrived or none will. */
  ask(session: string): Promise<void>
  /** Announces this tab's token (null: none). Settles when the other tabs can see the announcement. */
  hold(cached: CachedToken | null): Promise<void>
  /** Sends the token to all tabs of its session. */
  offer(cached: CachedToken): void
  /** A newer token is needed: this one is not requested from other tabs. */
  markStale(value: string): void
  publishRejected(value: string): void
  dispose(): void
}

interface Hooks {
  /** The token that this tab can share with that session. */
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
  const staleFingerprints = new Set<string>()
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
        staleFingerprints.add(fingerprintOf(message.value))
        return hooks.rejected(message.value)
      case 'session-changed':
      case 'library-changed':
      case 'favorites-changed':
        // Not about tokens.
        return
    }
  })

  /** Requests a token from the other tabs. Settles when one of this session has arrived, or after the timeout. */
  async function requestToken(session: string): Promise<void> {
    let stop: () => void = () => undefined
    const arrival = new Promise<void>((resolve) => {
      const look = (): void => (hooks.toOffer(session) === null ? undefined : resolve())
      arrivals.add(look)
      stop = () => arrivals.delete(look)
    })
    siblingTabs.post({ kind: 'token-wanted', session })
    await within(clock, timings.siblingTokenTimeout, arrival, undefined)
    stop()
  }

  return {
    async ask(session) {
      const announcements = (await siblingTabs.announcements()).map(readAnnouncement)
      const isWorthAsking = announcements.some(
        (announced) =>
          announced?.session === session &&
          announced.renewAt > clock.now() &&
          !staleFingerprints.has(announced.mark),
      )
      if (isWorthAsking && hooks.toOffer(session) === null) await requestToken(session)
    },
    async hold(cached) {
      const before = withdraw
      withdraw = cached === null ? null : siblingTabs.announce(announcementOf(cached))
      const shown = withdraw
      // Announce the new token before withdrawing the old one, so that other tabs always see one.
      await shown
      if (before !== null) (await before)()
    },
    offer,
    markStale: (value) => void staleFingerprints.add(fingerprintOf(value)),
    publishRejected(value) {
      staleFingerprints.add(fingerprintOf(value))
      siblingTabs.post({ kind: 'token-rejected', value })
    },
    dispose() {
      unwatch()
      void withdraw?.then((withdrawAnnouncement) => withdrawAnnouncement())
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
  return JSON.stringify(['token', session, fingerprintOf(token.value), renewAt])
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

/** Identifies a token without revealing it: 32-bit FNV-1a. */
function fingerprintOf(value: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < value.length; index += 1) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16)
}
