import { storedFlagsKey } from '../kernel/flag-table'
import type { Ports } from '../ports'
import type { FlagPerson, FlagStatus, FlagUserContext } from '../ports/flag-source'
import { sessionKey } from '../session/session-key'
import type { SessionStore } from '../session/session-store'
import type { User } from '../ports/identity-provider'

interface FlagSurroundings {
  /** The preview secret was given in this tab. */
  readonly hasBypassAccess: boolean
  readonly userAgent: string
  readonly timestamp: string
}

/** Maximum length of user- or browser-supplied text, in characters: services limit the body, and the vendor's cache key contains it. */
const maxTextLength = 256

/** The member order matters: the vendor's cache key is the serialized context. */
export function flagUserContext(user: User | undefined, surroundings: FlagSurroundings): FlagUserContext {
  const { hasBypassAccess, timestamp } = surroundings
  const custom = { hasBypassAccess, userAgent: surroundings.userAgent.slice(0, maxTextLength), timestamp }
  if (user === undefined) return { kind: 'user', key: 'anonymous', anonymous: true, custom }
  const email = nonEmpty(user.email)
  const name = nonEmpty(user.name)?.slice(0, maxTextLength)
  return {
    kind: 'user',
    key: email ?? nonEmpty(user.subject) ?? 'anonymous',
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    anonymous: false,
    custom,
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

/** Stored per browser, shared by all its users: a day, as milliseconds since the epoch. */
const timestampKey = 'assay.flags.since'

const dayMs = 86_400_000
const maxAgeMs = 30 * dayMs

/**
 * The timestamp of the user context. The vendor's cache is keyed by the whole context, so a new timestamp at each start would always miss
 * it. It is therefore the day of this browser's first request, renewed after 30 days. If storage is blocked, it is today.
 */
export function flagTimestamp({ clock, keyValueStore }: Pick<Ports, 'clock' | 'keyValueStore'>): string {
  const today = Math.floor(clock.now() / dayMs) * dayMs
  const stored = keyValueStore.read(timestampKey)
  const since = stored.ok && stored.value !== null ? Number(stored.value) : Number.NaN
  if (Number.isInteger(since) && since <= today && since > today - maxAgeMs)
    return new Date(since).toISOString()
  keyValueStore.write(timestampKey, String(today))
  return new Date(today).toISOString()
}

/**
 * How long flags wait for sign-in status before they start, in milliseconds. Starting as an anonymous user and identifying a moment later
 * would miss the vendor's cache.
 */
const sessionWaitMs = 1_000

export interface FlagFollower {
  /** Settles with the first status: live, cached or failed. */
  readonly start: () => Promise<FlagStatus>
  /** Identifies the user again after a change on this page that flags may depend on. */
  readonly identifyAgain: () => void
}

/** Loads flags for the current user, and identifies the new user whenever the session changes. */
export function flagsOfSession(
  needs: Pick<Ports, 'clock' | 'flagSource' | 'keyValueStore'>,
  session: SessionStore,
  facts: {
    readonly userAgent: string
    readonly flagService: string
    readonly hasBypassAccess: () => boolean
  },
): FlagFollower {
  const { clock, flagSource } = needs
  const timestamp = flagTimestamp(needs)
  let identified: FlagPerson | undefined
  const person = (): FlagPerson => ({
    session: sessionKey(session.state()),
    context: flagUserContext(session.state().user, {
      timestamp,
      userAgent: facts.userAgent,
      hasBypassAccess: facts.hasBypassAccess(),
    }),
  })
  async function begin(): Promise<FlagStatus> {
    await waitForSession(clock, session)
    const storedFlagsMark = markStoredFlags(needs, facts.flagService)
    identified = person()
    const first = flagSource.start(identified)
    session.watch((state) => {
      const next = person()
      if (state.isLoading || next.session === identified?.session) return
      storedFlagsMark.forget()
      identified = next
      void flagSource.identify(next)
    })
    return first
  }
  let begun: Promise<FlagStatus> | undefined
  return {
    start: () => (begun ??= begin()),
    identifyAgain() {
      if (identified === undefined) return
      identified = person()
      void flagSource.identify(identified)
    },
  }
}

function waitForSession(clock: Ports['clock'], session: SessionStore): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(sessionWaitMs, resolve)
    void session.started.then(() => {
      cancel()
      resolve()
    })
  })
}

/** Keeps `storedFlagsKey` in sync: set once live values of `service` have arrived, removed when the user changes. */
function markStoredFlags(
  { flagSource, keyValueStore }: Pick<Ports, 'flagSource' | 'keyValueStore'>,
  service: string,
): { readonly forget: () => void } {
  let marked = false
  flagSource.subscribe(() => {
    if (marked || flagSource.status().kind !== 'live') return
    marked = true
    keyValueStore.write(storedFlagsKey, service)
  })
  return {
    forget() {
      marked = false
      keyValueStore.remove(storedFlagsKey)
    },
  }
}
