import type { Ports } from '../ports'
import type { FlagPerson, FlagStatus } from '../ports/flag-source'
import { sessionKey } from '../session/session-key'
import type { SessionKeeper } from '../session/session-keeper'
import { flagTimestamp } from './flag-timestamp'
import { markKeptFlags } from './kept-flags'
import { flagUserContext } from './user-context'

/** Flags start with whoever is known by then: starting as nobody and identifying a moment later leaves the vendor's cache cold. */
const patience = 1_000

export interface FlagFollower {
  /** Settles with the first status, when values are live, cached, or have failed. */
  readonly start: () => Promise<FlagStatus>
  /** Something about this page has changed that flags may depend on. */
  readonly askAgain: () => void
}

/** Flags for the person who is here: started for them, and identified anew whenever that changes. */
export function flagsOfSession(
  needs: Pick<Ports, 'clock' | 'flagSource' | 'keyValueStore'>,
  session: SessionKeeper,
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
    const mark = markKeptFlags(needs)
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

function knownSession(clock: Ports['clock'], session: SessionKeeper): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(patience, resolve)
    void session.started.then(() => {
      cancel()
      resolve()
    })
  })
}
