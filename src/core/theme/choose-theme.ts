import type { Ports } from '../ports'
import { themeKey, type Theme } from './theme'

export type ChooseTheme = (theme: Theme) => Promise<void>

/** Keeps the choice for the next start. Blocked storage costs only that. */
export function chooseTheme(needs: Pick<Ports, 'keyValueStore' | 'journal'>): ChooseTheme {
  return (theme) => {
    const written = needs.keyValueStore.write(themeKey, theme)
    if (!written.ok)
      needs.journal.record({ level: 'info', where: 'theme', text: `Theme not kept: ${written.failure.kind}` })
    return Promise.resolve()
  }
}
