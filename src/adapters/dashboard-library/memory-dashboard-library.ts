import { fail, ok, type Result } from '../../core/kernel/result'
import type {
  DashboardLibrary,
  LibraryCapabilities,
  LibraryFailure,
  Listing,
  SavedDashboard,
} from '../../core/ports/dashboard-library'

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

const notSupported = fail<LibraryFailure>({
  kind: 'library-not-supported',
  status: null,
  text: 'not supported',
  outcome: 'not-done',
})

const everything: LibraryCapabilities = {
  create: true,
  remove: true,
  rename: true,
  copy: true,
  completeListing: true,
}

/** A BI host's collection in this process. */
export function memoryDashboardLibrary(options: {
  readonly author: string
  readonly now?: () => number
  /** All of them unless said. */
  readonly capabilities?: LibraryCapabilities
}): MemoryDashboardLibrary {
  const rows = new Map<string, SavedDashboard>()
  const calls: string[] = []
  const failures: { readonly failure: LibraryFailure; readonly done: boolean }[] = []
  const held: Promise<void>[] = []
  let most = Number.POSITIVE_INFINITY
  const now = options.now ?? Date.now
  const { capabilities = everything } = options
  const call = async (name: string): Promise<(typeof failures)[number] | undefined> => {
    calls.push(name)
    await held.shift()
    return failures.shift()
  }
  async function add(arrived: string, name: string): ReturnType<DashboardLibrary['create']> {
    const failing = await call(arrived)
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
  }
  async function refuseUnknown(words: string, arrived: string): Promise<Result<never, LibraryFailure>> {
    const failing = await call(arrived)
    const text = `${words} failed 404: no such dashboard`
    return fail(failing?.failure ?? { kind: 'library-refused', status: 404, text, outcome: 'not-done' })
  }
  return {
    capabilities,
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
      return failing === undefined ? ok(listing(rows, most, capabilities)) : fail(failing.failure)
    },
    create: async (name) => (capabilities.create ? add(`create ${name}`, name) : notSupported),
    async copy(id, name) {
      if (!capabilities.copy) return notSupported
      return rows.has(id) ? add(`copy ${id} ${name}`, name) : refuseUnknown('Copy', `copy ${id} ${name}`)
    },
    async rename(id, name) {
      if (!capabilities.rename) return notSupported
      const row = rows.get(id)
      if (row === undefined) return refuseUnknown('Rename', `rename ${id} ${name}`)
      const failing = await call(`rename ${id} ${name}`)
      if (failing === undefined || failing.done) rows.set(id, { ...row, name, modifiedAt: now() })
      return failing === undefined ? ok() : fail(failing.failure)
    },
    async remove(id) {
      if (!capabilities.remove) return notSupported
      if (!rows.has(id)) return refuseUnknown('Delete', `remove ${id}`)
      const failing = await call(`remove ${id}`)
      if (failing === undefined || failing.done) rows.delete(id)
      return failing === undefined ? ok() : fail(failing.failure)
    },
  }
}

function listing(
  rows: ReadonlyMap<string, SavedDashboard>,
  most: number,
  { completeListing }: LibraryCapabilities,
): Listing {
  const dashboards = [...rows.values()].slice(0, most)
  return { dashboards, dropped: 0, complete: completeListing && rows.size <= most }
}
