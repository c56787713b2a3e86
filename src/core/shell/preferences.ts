import type { Ports } from '../ports'
import { themeKey, type Theme } from '../theme/theme'
import { sidebarKey } from './sidebar'

/** Whether single-key shortcuts are enabled, stored per browser. On by default. */
const singleKeysKey = 'assay.single-keys'

/** Id of the dashboard that a chart was last saved to. */
const lastDashboardKey = 'assay.last-dashboard'

/** Preferences stored in this browser. If storage is blocked, they last until the page closes. */
export interface Preferences {
  readonly chooseTheme: (theme: Theme) => Promise<void>
  readonly rememberSidebar: (choice: 'expanded' | 'collapsed') => Promise<void>
  readonly singleKeys: () => Promise<boolean>
  readonly chooseSingleKeys: (on: boolean) => Promise<void>
  /** Null when nothing is stored. The dashboard may belong to another user or be deleted. */
  readonly lastDashboard: () => Promise<string | null>
  readonly rememberDashboard: (id: string) => Promise<void>
}

export function preferences({
  keyValueStore,
  journal,
}: Pick<Ports, 'keyValueStore' | 'journal'>): Preferences {
  function keep(key: string, value: string, where: string, what: string): Promise<void> {
    const written = keyValueStore.write(key, value)
    if (!written.ok)
      journal.record({
        level: 'info',
        where,
        text: `${what} not stored: ${written.failure.kind}`,
        failure: written.failure,
      })
    return Promise.resolve()
  }
  return {
    chooseTheme: (theme) => keep(themeKey, theme, 'theme', 'Theme'),
    rememberSidebar: (choice) => keep(sidebarKey, choice, 'sidebar', 'Sidebar choice'),
    singleKeys() {
      const stored = keyValueStore.read(singleKeysKey)
      return Promise.resolve(!(stored.ok && stored.value === 'off'))
    },
    lastDashboard() {
      const stored = keyValueStore.read(lastDashboardKey)
      return Promise.resolve(stored.ok ? stored.value : null)
    },
    rememberDashboard: (id) => keep(lastDashboardKey, id, 'dashboard-library', 'Last dashboard'),
    chooseSingleKeys: (on) => keep(singleKeysKey, on ? 'on' : 'off', 'shortcuts', 'Choice of single keys'),
  }
}
