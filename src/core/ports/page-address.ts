import type { PortalPath } from '../kernel/portal-path'

/** The browser's address bar. */
export interface PageAddress {
  /** Path, query and fragment as they are now. */
  current(): PortalPath
  /** Removes the query; the path stays. Without names, all of it. */
  clearQuery(names?: readonly string[]): void
  /** Goes to a path of this portal in place of the current history entry. */
  replace(path: PortalPath): void
  /** False, after a moment, where the browser knows of no network and the portal's own host does not answer: who leaves finds no way back. */
  isReachable(): true | Promise<boolean>
}
