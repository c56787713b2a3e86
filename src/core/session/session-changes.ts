import type { Ports } from '../ports'
import type { Session } from '../ports/identity-provider'
import type { TabMessage } from '../ports/sibling-tabs'
import { anonymousSession, keyOfSession } from './session-key'

/** How a tab reacts to another tab's announcement of the browser's session. */
export type SessionChange =
  | 'nothing'
  /** The user signed out: this tab forgets the session too. */
  | 'sign-out'
  /** Another user signed in: this tab forgets its session and starts over. */
  | 'start-over'

/** `own` and `announced` are session keys. `triedFor`: the session for which this tab already started over without success. */
export function sessionChange(own: string, announced: string, triedFor: string | null): SessionChange {
  if (announced === own) return 'nothing'
  if (announced === anonymousSession) return 'sign-out'
  return own === anonymousSession && announced === triedFor ? 'nothing' : 'start-over'
}

/** In tab storage, because starting over may reload the page. */
const triedKey = 'assay.started-over-for'

type Announced = Omit<Extract<TabMessage, { readonly kind: 'session-changed' }>, 'kind'>
type Needs = Pick<Ports, 'identityProvider' | 'journal' | 'siblingTabs' | 'tabStore'>

/**
 * Keeps all tabs of a browser on the same session. Announces a sign-in or sign-out in this tab, and follows one in another tab: forgets
 * this tab's session at once (with its tokens, frames and names), then lets `startOver` restore the current one. A loss that only
 * affects this tab, such as a refresh token, is not announced.
 */
export function followSessionChanges(needs: Needs, startOver: () => void): void {
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
    const isEnded = ended === true && step === 'sign-out'
    const signOutText = isEnded ? 'The session is over, another tab says' : 'Signed out in another tab'
    const text = step === 'sign-out' ? signOutText : 'Somebody signed in in another tab'
    journal.record({ level: 'info', where: 'session', text })
    // Set before `forget`, so that the change is not announced as this tab's own.
    own = anonymousSession
    identityProvider.forget(isEnded ? { code: 'login-required' } : undefined)
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

  siblingTabs.watch((message) => {
    if (message.kind === 'session-changed') follow(message)
  })
  identityProvider.watch(changed)
}

/** Whether the user logged out or the provider has no session; not when only this tab failed to renew its token. */
function isOverEverywhere(session: Session): boolean {
  if (session.kind !== 'signed-out') return false
  return session.problem === undefined || session.problem.code === 'login-required'
}
