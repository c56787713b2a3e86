import { fail, ok, type Result } from '../../core/kernel/result'
import type {
  ChartNumber,
  DashboardLibrary,
  LibraryCapabilities,
  LibraryChart,
  LibraryFailure,
  Listing,
  SavedDashboard,
} from '../../core/ports/dashboard-library'

export interface MemoryDashboardLibrary extends DashboardLibrary {
  /** Every call that arrived, in order. */
  readonly calls: readonly string[]
  /** Adds a row, as another user or another tab would. */
  put(dashboard: SavedDashboard): void
  /** Makes the next call fail with this. `done`: the host carried it out, and only its reply was lost. */
  failNext(failure: LibraryFailure, done?: 'done'): void
  /** Makes the next call wait until the returned function is called. */
  holdNext(): () => void
  /** Sets the charts of a dashboard, saved or curated. */
  putCharts(dashboardId: string, charts: readonly Omit<LibraryChart, 'dashboardId'>[]): void
  /** Makes a chart show this number. */
  putNumber(chart: ChartNumber): void
  /** Makes the list end after this many rows. */
  cut(maxRows: number): void
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
  describe: true,
  charts: true,
  numbers: true,
  restore: true,
  completeListing: true,
}

/** A BI host's collection in this process. */
export function memoryDashboardLibrary(options: {
  readonly author: string
  readonly now?: () => number
  /** Default: all. */
  readonly capabilities?: LibraryCapabilities
}): MemoryDashboardLibrary {
  const rows = new Map<string, SavedDashboard>()
  const calls: string[] = []
  const failures: Failing[] = []
  const held: Promise<void>[] = []
  let maxRows = Number.POSITIVE_INFINITY
  const numbers = new Map<string, ChartNumber>()
  const now = options.now ?? Date.now
  const { capabilities = everything } = options
  const call = async (name: string): Promise<Failing | undefined> => {
    calls.push(name)
    await held.shift()
    return failures.shift()
  }
  const { add, change, refuseUnknown } = memoryRows({ rows, call, now, author: options.author })
  const all = memoryCharts({ rows, call, refuseUnknown, now })
  const library = capabilities.charts
    ? all
    : { putCharts: () => undefined, charts: async () => notSupported, addCharts: async () => notSupported }
  const restoring = capabilities.restore
    ? all
    : {
        removeCharts: async () => notSupported,
        snapshot: async () => notSupported,
        restore: async () => notSupported,
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
    putNumber: (chart) => void numbers.set(`${chart.dashboardId} ${chart.chartId}`, chart),
    cut: (count) => void (maxRows = count),
    async list() {
      const failing = await call('list')
      return failing === undefined ? ok(listing(rows, maxRows, capabilities)) : fail(failing.failure)
    },
    create: async (name) => (capabilities.create ? add(`create ${name}`, name) : notSupported),
    async copy(id, name) {
      if (!capabilities.copy) return notSupported
      return rows.has(id) ? add(`copy ${id} ${name}`, name) : refuseUnknown('Copy', `copy ${id} ${name}`)
    },
    rename: async (id, name) =>
      capabilities.rename ? change('Rename', id, `rename ${id} ${name}`, { name }) : notSupported,
    describe: async (id, description) =>
      capabilities.describe
        ? change('Describe', id, `describe ${id} ${description}`, { description })
        : notSupported,
    ...library,
    ...restoring,
    async numbers(charts) {
      if (!capabilities.numbers) return notSupported
      const failing = await call(`numbers ${charts.map(({ chartId }) => chartId).join(' ')}`)
      const those = charts.flatMap(
        ({ dashboardId, chartId }) => numbers.get(`${dashboardId} ${chartId}`) ?? [],
      )
      return failing === undefined ? ok(those) : fail(failing.failure)
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

interface Failing {
  readonly failure: LibraryFailure
  readonly done: boolean
}

/** The operations that change the rows. */
function memoryRows({
  rows,
  call,
  now,
  author,
}: {
  readonly rows: Map<string, SavedDashboard>
  readonly call: (name: string) => Promise<Failing | undefined>
  readonly now: () => number
  readonly author: string
}) {
  async function add(arrived: string, name: string): ReturnType<DashboardLibrary['create']> {
    const failing = await call(arrived)
    if (failing !== undefined && !failing.done) return fail(failing.failure)
    const id = crypto.randomUUID()
    const at = now()
    rows.set(id, {
      id,
      name,
      description: 'Created from dashboard page',
      author,
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
  async function change(
    words: string,
    id: string,
    arrived: string,
    changes: Partial<SavedDashboard>,
  ): Promise<Result<void, LibraryFailure>> {
    const row = rows.get(id)
    if (row === undefined) return refuseUnknown(words, arrived)
    const failing = await call(arrived)
    if (failing === undefined || failing.done) rows.set(id, { ...row, ...changes, modifiedAt: now() })
    return failing === undefined ? ok() : fail(failing.failure)
  }
  return { add, change, refuseUnknown }
}

/** The charts of dashboards, with the operations that copy, remove and restore them. */
function memoryCharts({
  rows,
  call,
  refuseUnknown,
  now,
}: {
  readonly rows: Map<string, SavedDashboard>
  readonly call: (name: string) => Promise<Failing | undefined>
  readonly refuseUnknown: (words: string, arrived: string) => Promise<Result<never, LibraryFailure>>
  readonly now: () => number
}): Pick<
  MemoryDashboardLibrary,
  'putCharts' | 'charts' | 'addCharts' | 'removeCharts' | 'snapshot' | 'restore'
> {
  const charts = new Map<string, readonly Omit<LibraryChart, 'dashboardId'>[]>()
  const of = (id: string): readonly LibraryChart[] =>
    (charts.get(id) ?? []).map((chart) => ({ ...chart, dashboardId: id }))
  return {
    putCharts: (id, those) => void charts.set(id, those),
    async charts(ids) {
      const failing = await call(`charts ${ids.join(' ')}`)
      if (failing !== undefined) return fail(failing.failure)
      const known = ids.filter((id) => rows.has(id) || charts.has(id))
      return ok(known.map((dashboardId) => ({ dashboardId, charts: of(dashboardId) })))
    },
    async addCharts(id, added) {
      const row = rows.get(id)
      const found = added.flatMap(({ dashboardId, chartId }) =>
        of(dashboardId).filter((chart) => chart.chartId === chartId),
      )
      const arrived = `add charts ${id} ${added.map(({ chartId }) => chartId).join(' ')}`
      if (row === undefined || found.length < added.length) return refuseUnknown('Add charts', arrived)
      const failing = await call(arrived)
      if (failing === undefined || failing.done) {
        const own = of(id)
        const more = found.map(({ title }, at) => ({ chartId: `chart-${own.length + at + 1}`, title }))
        charts.set(id, [...own, ...more])
        rows.set(id, { ...row, modifiedAt: now() })
      }
      return failing === undefined ? ok() : fail(failing.failure)
    },
    async removeCharts(id, chartIds) {
      const row = rows.get(id)
      const arrived = `remove charts ${id} ${chartIds.join(' ')}`
      if (row === undefined) return refuseUnknown('Remove charts', arrived)
      const failing = await call(arrived)
      const left = of(id).filter(({ chartId }) => !chartIds.includes(chartId))
      if (left.length < of(id).length && (failing === undefined || failing.done)) {
        charts.set(id, left)
        rows.set(id, { ...row, modifiedAt: now() })
      }
      return failing === undefined ? ok() : fail(failing.failure)
    },
    async snapshot(id) {
      const row = rows.get(id)
      if (row === undefined) return refuseUnknown('Snapshot', `snapshot ${id}`)
      const failing = await call(`snapshot ${id}`)
      const { name, description } = row
      return failing === undefined
        ? ok({ id, content: JSON.stringify({ name, description, charts: charts.get(id) ?? [] }) })
        : fail(failing.failure)
    },
    async restore({ id, content }) {
      const row = rows.get(id)
      if (row === undefined) return refuseUnknown('Restore', `restore ${id}`)
      const failing = await call(`restore ${id}`)
      if (failing === undefined || failing.done) {
        const { charts: those, ...words } = JSON.parse(content)
        charts.set(id, those)
        rows.set(id, { ...row, ...words, modifiedAt: now() })
      }
      return failing === undefined ? ok() : fail(failing.failure)
    },
  }
}

function listing(
  rows: ReadonlyMap<string, SavedDashboard>,
  maxRows: number,
  { completeListing }: LibraryCapabilities,
): Listing {
  const dashboards = [...rows.values()].slice(0, maxRows)
  return { dashboards, dropped: 0, complete: completeListing && rows.size <= maxRows }
}
