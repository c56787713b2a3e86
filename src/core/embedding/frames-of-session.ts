import type { Ports } from '../ports'
import type { SessionStore } from '../session/session-store'
import { sessionKey } from '../session/session-key'

/**
 * A frame goes on with the BI token of the person it was made for, and shows what it has loaded for them. So when somebody else is
 * here, or nobody any more, every frame is taken down at once and made anew with the present person's token. Returns the way to stop.
 */
export function framesOfSession(
  { dashboardSurface }: Pick<Ports, 'dashboardSurface'>,
  session: Pick<SessionStore, 'state' | 'watch'>,
): () => void {
  let own = sessionKey(session.state())
  return session.watch((state) => {
    const key = sessionKey(state)
    if (key === own) return
    own = key
    dashboardSurface.reset()
  })
}
