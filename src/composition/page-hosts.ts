import { chooseHosts, type HostChoice } from '../core/embedding/hosts'
import type { ShellConfiguration, Values } from './configuration-values'
import { storedFlagsKey } from '../core/kernel/flag-table'

/** What cached flags depend on besides the user and a service's secret headers: those of another service or environment are not read. */
export const flagService = (values: Values): string =>
  values('ASSAY_FLAGS') +
  values('ASSAY_FLAGS_PEOPLE') +
  values('ASSAY_FLAGS_HOST') +
  values('ASSAY_FLAGS_CLIENT_ID')

/** Whether this browser has cached flags of the current user. False on the return from a sign-in, when the user may be a new one. */
export const hasStoredFlags = (page: Window, startAddress: string, values: Values): boolean =>
  !new URL(startAddress).searchParams.has('code') && stored(page, storedFlagsKey) === flagService(values)

/** A stored text; null when there is none or storage is blocked. */
function stored(page: Window, key: string): string | null {
  try {
    return page.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The hosts for this page, selected by its hostname and the stored override. */
export function pageHosts(
  configuration: ShellConfiguration,
  page: Pick<Window, 'location'>,
  override: string | null,
): HostChoice | null {
  return chooseHosts({
    pageHostname: page.location.hostname,
    ...configuration.hosts,
    override: override === null ? null : { key: overrideKey(configuration), text: override },
  })
}

/** Whether the page is served from this machine. Only then may it use the embedded stack. */
export function isLocalPage({ hostname }: Pick<Location, 'hostname'>): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.startsWith('127.') ||
    hostname === '[::1]'
  )
}

/** One key per vendor (`thoughtspotHost`, `supersetHost`), so that an override never applies to another vendor. */
const overrideKey = ({ bi }: ShellConfiguration): string => `${bi.adapter}Host`

/** The stored override, if any. */
export const storedOverride = (configuration: ShellConfiguration, page: Window): string | null =>
  stored(page, overrideKey(configuration))
