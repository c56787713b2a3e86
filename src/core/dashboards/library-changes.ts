import type { Ports } from '../ports'
import { sessionKey } from '../session/session-key'
import type { SessionKeeper } from '../session/session-keeper'

/** Word between the tabs of one person that the saved dashboards are others now. */
export interface LibraryNews {
  /** To this person's other tabs; to nobody without a session. */
  tell(): void
  /** Calls back whenever another tab of the same person has told. Returns the way to stop. */
  hear(listener: () => void): () => void
}

export function libraryNews(
  { siblingTabs }: Pick<Ports, 'siblingTabs'>,
  session: Pick<SessionKeeper, 'state'>,
): LibraryNews {
  return {
    tell() {
      const state = session.state()
      if (state.isAuthenticated) siblingTabs.post({ kind: 'library-changed', session: sessionKey(state) })
    },
    hear: (listener) =>
      siblingTabs.watch((message) => {
        const state = session.state()
        const own = state.isAuthenticated ? sessionKey(state) : null
        if (message.kind === 'library-changed' && message.session === own) listener()
      }),
  }
}
