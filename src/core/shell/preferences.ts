import type { Ports } from '../ports'
import { themeKey, type Theme } from '../theme/theme'
import { sidebarKey } from './sidebar'

/** Whether single keys are shortcuts: each person's choice, stored in this browser. On unless switched off. */
const singleKeysKey = 'assay.single-keys'

/** The dashboard that something was put on last. */
const lastDashboardKey = 'assay.last-dashboard'

/** Choices of this browser, stored for the next start. Blocked storage costs only that. */
export interface Preferences {
  readonly chooseTheme: (theme: Theme) => Promise<void>
  readonly rememberSidebar: (choice: 'expanded' | 'collapsed') => Promise<void>
  readonly singleKeys: () => Promise<boolean>
  readonly chooseSingleKeys: (on: boolean) => Promise<void>
  /** Null where nothing was stored; it may be somebody else's, or gone. */
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
