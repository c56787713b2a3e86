import { fail, ok } from '../../core/kernel/result'
import type { DashboardLibrary, LibraryFailure, SavedDashboard } from '../../core/ports/dashboard-library'

export interface MemoryDashboardLibrary extends DashboardLibrary {
  /** Every call that arrived, in order. */
  readonly calls: readonly string[]
  /** Puts a row there as somebody else, or another tab, would. */
  put(dashboard: SavedDashboard): void
  /** The next call fails like this. `done`: the host did what was asked, and only its answer was lost. */
  failNext(failure: LibraryFailure, done?: 'done'): void
  /** The next call waits until what comes back is called. */
  holdNext(): () => void
  /** From now on the list ends after so many rows. */
  cut(most: number): void
}

/** A BI host's collection in this process. */
export function memoryDashboardLibrary(options: {
  readonly author: string
  readonly now?: () => number
}): MemoryDashboardLibrary {
  const rows = new Map<string, SavedDashboard>()
  const calls: string[] = []
  const failures: { readonly failure: LibraryFailure; readonly done: boolean }[] = []
  const held: Promise<void>[] = []
  let most = Number.POSITIVE_INFINITY
  const now = options.now ?? Date.now
  const call = async (name: string): Promise<(typeof failures)[number] | undefined> => {
    calls.push(name)
    await held.shift()
    return failures.shift()
  }
  return {
    calls,
    put: (dashboard) => void rows.set(dashboard.id, dashboard),
    failNext: (failure, done) => void failures.push({ failure, done: done === 'done' }),
    holdNext() {
      let go: () => void = () => undefined
      held.push(new Promise((resolve) => (go = resolve)))
      return () => go()
    },
    cut: (count) => void (most = count),
    async list() {
      const failing = await call('list')
      return failing === undefined
        ? ok({ dashboards: [...rows.values()].slice(0, most), dropped: 0, complete: rows.size <= most })
        : fail(failing.failure)
    },
    async create(name) {
      const failing = await call(`create ${name}`)
      if (failing !== undefined && !failing.done) return fail(failing.failure)
      const id = crypto.randomUUID()
      const at = now()
      rows.set(id, {
        id,
        name,
        description: 'Created from dashboard page',
        author: options.author,
        created: String(at),
        createdAt: at,
        modifiedAt: at,
      })
      return failing === undefined ? ok({ id }) : fail(failing.failure)
    },
    async remove(id) {
      const failing = await call(`remove ${id}`)
      if (failing !== undefined && !failing.done) return fail(failing.failure)
      if (!rows.delete(id)) {
        return fail({
          kind: 'library-refused',
          status: 404,
          text: 'Delete failed 404: no such dashboard',
          outcome: 'not-done',
        })
      }
      return failing === undefined ? ok() : fail(failing.failure)
    },
  }
}
