import type { Ports } from '../ports'
import { sidebarKey } from './sidebar'

export type RememberSidebar = (choice: 'expanded' | 'collapsed') => Promise<void>

/** Keeps the choice for the next start. Blocked storage costs only that. */
export function rememberSidebar(needs: Pick<Ports, 'keyValueStore' | 'journal'>): RememberSidebar {
  return (choice) => {
    const written = needs.keyValueStore.write(sidebarKey, choice)
    if (!written.ok)
      needs.journal.record({
        level: 'info',
        where: 'sidebar',
        text: `Sidebar choice not kept: ${written.failure.kind}`,
      })
    return Promise.resolve()
  }
}
