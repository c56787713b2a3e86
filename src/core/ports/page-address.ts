import type { PortalPath } from '../kernel/portal-path'

/** The browser's address bar. */
export interface PageAddress {
  /** Path, query and fragment as they are now. */
  current(): PortalPath
  /** Removes the query parameters of these names, or the whole query when `names` is omitted. The path stays. */
  clearQuery(names?: readonly string[]): void
  /** Navigates to a path of this portal, replacing the current history entry. */
  replace(path: PortalPath): void
  /**
   * Whether the user can come back after leaving the page. `true` at once while the browser is online. Otherwise a promise: false when
   * the portal's own host does not answer either.
   */
  isReachable(): true | Promise<boolean>
}
