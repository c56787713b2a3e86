import { chooseHosts, type HostChoice } from '../core/embedding/hosts'
import type { ShellConfiguration } from './configuration-values'
import { storedFlagsKey } from '../core/kernel/flag-table'

/** Whether this browser holds flags of whoever is here; somebody who comes back from signing in may have none yet. */
export function hasStoredFlags(page: Window, startAddress: string): boolean {
  if (new URL(startAddress).searchParams.has('code')) return false
  try {
    return page.localStorage.getItem(storedFlagsKey) !== null
  } catch {
    return false
  }
}

/** The hosts of this page, by its name and the stored override. */
export function pageHosts(
  configuration: ShellConfiguration,
  page: Pick<Window, 'location'>,
  stored: string | null,
): HostChoice | null {
  return chooseHosts({
    pageHostname: page.location.hostname,
    ...configuration.hosts,
    override: stored === null ? null : { key: overrideKey(configuration), text: stored },
  })
}

/** Whether this page is of this machine: only there may it stand on the embedded stack. */
export function onThisMachine({ hostname }: Pick<Location, 'hostname'>): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.startsWith('127.') ||
    hostname === '[::1]'
  )
}

/** `thoughtspotHost`, `supersetHost`: an override for one vendor is none for another. */
const overrideKey = ({ bi }: ShellConfiguration): string => `${bi.adapter}Host`

/** The override, or null; blocked storage is no override. */
export function storedOverride(configuration: ShellConfiguration, page: Window): string | null {
  try {
    return page.localStorage.getItem(overrideKey(configuration))
  } catch {
    return null
  }
}
