import { storedFlagsKey } from '../kernel/flag-table'
import type { Ports } from '../ports'
import type { FlagPerson, FlagStatus, FlagUserContext } from '../ports/flag-source'
import { sessionKey } from '../session/session-key'
import type { SessionStore } from '../session/session-store'
import type { User } from '../ports/identity-provider'

interface FlagSurroundings {
  /** The secret preview value was given in this tab. */
  readonly hasBypassAccess: boolean
  readonly userAgent: string
  readonly timestamp: string
}

/** What a person or a browser made up is cut to this many characters: services limit a body, and the vendor's cache is keyed by it. */
const longestText = 256

/** The order matters: the vendor's cache is keyed by the text of the whole context. */
export function flagUserContext(user: User | undefined, surroundings: FlagSurroundings): FlagUserContext {
  const { hasBypassAccess, timestamp } = surroundings
  const custom = { hasBypassAccess, userAgent: surroundings.userAgent.slice(0, longestText), timestamp }
  if (user === undefined) return { kind: 'user', key: 'anonymous', anonymous: true, custom }
  const email = nonEmpty(user.email)
  const name = nonEmpty(user.name)?.slice(0, longestText)
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

/** Kept for this browser, for nobody in particular: a day, as milliseconds since the epoch. */
const timestampKey = 'assay.flags.since'

const day = 86_400_000
const longest = 30 * day

/**
 * The timestamp of the user context. The vendor's cache is keyed by the whole context, so a new one at each start would leave it
 * cold: it is the day this browser first asked, and a new day after a month. Storage that is blocked makes it today.
 */
export function flagTimestamp({ clock, keyValueStore }: Pick<Ports, 'clock' | 'keyValueStore'>): string {
  const today = Math.floor(clock.now() / day) * day
  const stored = keyValueStore.read(timestampKey)
  const since = stored.ok && stored.value !== null ? Number(stored.value) : Number.NaN
  if (Number.isInteger(since) && since <= today && since > today - longest)
    return new Date(since).toISOString()
  keyValueStore.write(timestampKey, String(today))
  return new Date(today).toISOString()
}

/** Flags start with whoever is known by then: starting as nobody and identifying a moment later leaves the vendor's cache cold. */
const stillLoadingAfter = 1_000

export interface FlagFollower {
  /** Settles with the first status, when values are live, cached, or have failed. */
  readonly start: () => Promise<FlagStatus>
  /** Something about this page has changed that flags may depend on. */
  readonly askAgain: () => void
}

/** Flags for the person who is here: started for them, and identified anew whenever that changes. */
export function flagsOfSession(
  needs: Pick<Ports, 'clock' | 'flagSource' | 'keyValueStore'>,
  session: SessionStore,
  facts: { readonly userAgent: string; readonly hasBypassAccess: () => boolean },
): FlagFollower {
  const { clock, flagSource } = needs
  const timestamp = flagTimestamp(needs)
  let known: FlagPerson | undefined
  const person = (): FlagPerson => ({
    session: sessionKey(session.state()),
    context: flagUserContext(session.state().user, {
      timestamp,
      userAgent: facts.userAgent,
      hasBypassAccess: facts.hasBypassAccess(),
    }),
  })
  async function begin(): Promise<FlagStatus> {
    await knownSession(clock, session)
    const mark = markStoredFlags(needs)
    known = person()
    const first = flagSource.start(known)
    session.watch((state) => {
      const next = person()
      if (state.isLoading || next.session === known?.session) return
      mark.forget()
      known = next
      void flagSource.identify(next)
    })
    return first
  }
  let begun: Promise<FlagStatus> | undefined
  return {
    start: () => (begun ??= begin()),
    askAgain() {
      if (known === undefined) return
      known = person()
      void flagSource.identify(known)
    },
  }
}

function knownSession(clock: Ports['clock'], session: SessionStore): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(stillLoadingAfter, resolve)
    void session.started.then(() => {
      cancel()
      resolve()
    })
  })
}

/** Keeps the mark true to the flags: set once values have come, gone with the person they were for. */
function markStoredFlags({ flagSource, keyValueStore }: Pick<Ports, 'flagSource' | 'keyValueStore'>): {
  readonly forget: () => void
} {
  let marked = false
  flagSource.subscribe(() => {
    if (marked || flagSource.status().kind !== 'live') return
    marked = true
    keyValueStore.write(storedFlagsKey, 'yes')
  })
  return {
    forget() {
      marked = false
      keyValueStore.remove(storedFlagsKey)
    },
  }
}
