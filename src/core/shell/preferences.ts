import type { Ports } from '../ports'
import { themeKey, type Theme } from '../theme/theme'
import { sidebarKey } from './sidebar'

/** Whether single keys are shortcuts: each person's choice, stored in this browser. On unless switched off. */
const singleKeysKey = 'assay.single-keys'

/** Choices of this browser, stored for the next start. Blocked storage costs only that. */
export interface Preferences {
  readonly chooseTheme: (theme: Theme) => Promise<void>
  readonly rememberSidebar: (choice: 'expanded' | 'collapsed') => Promise<void>
  readonly singleKeys: () => Promise<boolean>
  readonly chooseSingleKeys: (on: boolean) => Promise<void>
}

export function preferences({
  keyValueStore,
  journal,
}: Pick<Ports, 'keyValueStore' | 'journal'>): Preferences {
  function keep(key: string, value: string, where: string, what: string): Promise<void> {
    const written = keyValueStore.write(key, value)
    if (!written.ok)
      journal.record({ level: 'info', where, text: `${what} not stored: ${written.failure.kind}` })
    return Promise.resolve()
  }
  return {
    chooseTheme: (theme) => keep(themeKey, theme, 'theme', 'Theme'),
    rememberSidebar: (choice) => keep(sidebarKey, choice, 'sidebar', 'Sidebar choice'),
    singleKeys() {
      const stored = keyValueStore.read(singleKeysKey)
      return Promise.resolve(!(stored.ok && stored.value === 'off'))
    },
    chooseSingleKeys: (on) => keep(singleKeysKey, on ? 'on' : 'off', 'shortcuts', 'Choice of single keys'),
  }
}
