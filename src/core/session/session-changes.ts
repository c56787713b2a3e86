import type { Ports } from '../ports'
import type { Session } from '../ports/identity-provider'
import type { TabMessage } from '../ports/sibling-tabs'
import { anonymousSession, keyOfSession } from './session-key'

/** What a tab does when another one says whose this browser is now. */
export type SessionChange =
  | 'nothing'
  /** Somebody left: this tab forgets them too. */
  | 'sign-out'
  /** Somebody is here whom this tab does not know: it forgets whom it knew and starts over. */
  | 'start-over'

/** The rule. `own` and `received` are session keys; `triedFor` is whom this tab has started over for without becoming theirs. */
export function sessionChange(own: string, announced: string, triedFor: string | null): SessionChange {
  if (announced === own) return 'nothing'
  if (announced === anonymousSession) return 'sign-out'
  return own === anonymousSession && announced === triedFor ? 'nothing' : 'start-over'
}

/** In the tab's own storage, because starting over may reload the page. */
const triedKey = 'assay.started-over-for'

type Announced = Omit<Extract<TabMessage, { readonly kind: 'session-changed' }>, 'kind'>
type Needs = Pick<Ports, 'identityProvider' | 'journal' | 'siblingTabs' | 'tabStore'>

/**
 * Keeps all tabs of a browser with the same person. Says so when somebody signs in or out here, and follows when they did elsewhere:
 * at once the session here is forgotten (and with it tokens, frames, names), then `startOver` finds out who is here now. What only
 * this tab has lost, such as a refresh token, is no change of session. Returns the way to stop.
 */
export function followSessionChanges(needs: Needs, startOver: () => void): () => void {
  const { identityProvider, journal, siblingTabs, tabStore } = needs
  let own: string | null = keyOfSession(identityProvider.session())
  let announcedTooEarly: Announced | null = null

  function follow(message: Announced): SessionChange {
    const { session: announced, ended } = message
    if (own === null) {
      announcedTooEarly = message
      return 'nothing'
    }
    const tried = tabStore.read(triedKey)
    const step = sessionChange(own, announced, tried.ok ? tried.value : null)
    if (announced === anonymousSession) tabStore.remove(triedKey)
    if (step === 'nothing') return step
    const over = ended === true && step === 'sign-out'
    const left = over ? 'The session is over, another tab says' : 'Signed out in another tab'
    const text = step === 'sign-out' ? left : 'Somebody signed in in another tab'
    journal.record({ level: 'info', where: 'session', text })
    // Before anything changes, so that it is not passed on as this tab's own doing.
    own = anonymousSession
    identityProvider.forget(over ? { code: 'login-required' } : undefined)
    if (step === 'start-over') {
      tabStore.write(triedKey, announced)
      startOver()
    }
    return step
  }

  function changed(session: Session): void {
    const key = keyOfSession(session)
    if (key === null || key === own) return
    const before = own
    own = key
    const early = announcedTooEarly
    announcedTooEarly = null
    if (early !== null && follow(early) !== 'nothing') return
    if (key !== anonymousSession) tabStore.remove(triedKey)
    if (key !== anonymousSession || (before !== null && isOverEverywhere(session))) {
      const ended = session.kind === 'signed-out' && session.problem !== undefined
      siblingTabs.post({ kind: 'session-changed', session: key, ...(ended && { ended }) })
    }
  }

  const unwatchTabs = siblingTabs.watch((message) => {
    if (message.kind === 'session-changed') follow(message)
  })
  const unwatchProvider = identityProvider.watch(changed)
  return () => {
    unwatchTabs()
    unwatchProvider()
  }
}

/** The person left, or the provider says that nobody is signed in; not a token that only this tab could not renew. */
function isOverEverywhere(session: Session): boolean {
  if (session.kind !== 'signed-out') return false
  return session.problem === undefined || session.problem.code === 'login-required'
}
