import { homePath, portalPath } from '../../core/kernel/portal-path'
import type { PageAddress } from '../../core/ports/page-address'
import { withoutParameters } from './query'

export interface MemoryPageAddress extends PageAddress {
  /** All addresses of the page, the present one last. */
  readonly visited: readonly string[]
}

/** `isReachable` is called each time. */
export function memoryPageAddress(start: string, isReachable = (): boolean => true): MemoryPageAddress {
  const visited = [start]
  const now = (): string => visited.at(-1) ?? homePath
  return {
    visited,
    current: () => portalPath(now()) ?? homePath,
    clearQuery(names) {
      const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(now()) ?? []
      visited.push(`${path}${withoutParameters(search, names)}${hash}`)
    },
    replace: (path) => void visited.push(path),
    isReachable: () => isReachable() || Promise.resolve(false),
  }
}
