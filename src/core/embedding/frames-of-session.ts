import type { Ports } from '../ports'
import type { SessionStore } from '../session/session-store'
import { sessionKey } from '../session/session-key'

/**
 * A frame keeps the BI token and the data of the user it was created for. When the user changes or signs out, every frame is destroyed at
 * once and recreated with the current user's token.
 */
export function framesOfSession(
  { dashboardSurface }: Pick<Ports, 'dashboardSurface'>,
  session: Pick<SessionStore, 'state' | 'watch'>,
): void {
  let currentKey = sessionKey(session.state())
  session.watch((state) => {
    const key = sessionKey(state)
    if (key === currentKey) return
    currentKey = key
    dashboardSurface.reset()
  })
}
