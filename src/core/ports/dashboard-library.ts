import type { Result } from '../kernel/result'

/** A user-made dashboard on the BI host, as it appears in the list (specification, section 3). */
export interface SavedDashboard {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  /** Milliseconds since the epoch; null when unknown. */
  readonly createdAt: number | null
  readonly modifiedAt: number | null
  /** In display order. Absent when the host does not list tabs or the dashboard has none. */
  readonly tabs?: readonly DashboardTab[]
}

export interface DashboardTab {
  readonly id: string
  readonly label: string
}

/** A chart of a dashboard that can be searched for and added to another dashboard. */
export interface LibraryChart {
  readonly dashboardId: string
  readonly chartId: string
  readonly title: string
}

/** All charts of one dashboard. */
export interface DashboardCharts {
  readonly dashboardId: string
  readonly charts: readonly LibraryChart[]
}

/** The value of a chart that is a single number: a headline figure, or the newest day of a chart with one line. */
export interface ChartNumber extends Pick<LibraryChart, 'dashboardId' | 'chartId'> {
  readonly value: number
  /** `percent`: 4.5 means 4.5 %. `amount`: a change in it may be shown as a percentage. Absent when the vendor gives no unit. */
  readonly unit?: 'percent' | 'amount'
}

/** A dashboard and all its contents at one point in time. */
export interface DashboardSnapshot {
  readonly id: string
  /** Opaque vendor format, readable only by that vendor's library. Equal strings mean equal dashboards. */
  readonly content: string
}

export interface Listing {
  readonly dashboards: readonly SavedDashboard[]
  /** Number of rows that could not be parsed and were left out. */
  readonly dropped: number
  /** False when the host has, or may have, more dashboards than it returned. */
  readonly complete: boolean
  /** The host lists only this user's dashboards, so the core does not filter by `author`. */
  readonly own?: true
}

/**
 * `text` is for the journal: the specification's wording with the status and the start of the body. `outcome` says whether the host
 * may have carried out the request. After `unknown`, read the state before sending the request again.
 */
export interface LibraryFailure {
  readonly kind:
    | 'library-refused'
    | 'library-unavailable'
    | 'library-unreachable'
    | 'library-timeout'
    | 'library-malformed'
    | 'library-token'
    /** Not among the library's `capabilities`. No request was sent. */
    | 'library-not-supported'
  readonly status: number | null
  readonly text: string
  readonly outcome: 'not-done' | 'unknown'
}

/** What a vendor's library supports besides listing. The portal does not offer the rest, and calls to it send no request. */
export interface LibraryCapabilities {
  readonly create: boolean
  readonly remove: boolean
  readonly rename: boolean
  readonly copy: boolean
  /** Changes a dashboard's description. */
  readonly describe: boolean
  /** Lists the charts of dashboards, and adds charts of other dashboards to the user's own. */
  readonly charts: boolean
  /** Reads the value of charts that are a single number. */
  readonly numbers: boolean
  /** Removes charts from the user's own dashboard, and restores a snapshot of it. */
  readonly restore: boolean
  /** The list contains every dashboard. If false, every `Listing` is incomplete and reading it again does not help. */
  readonly completeListing: boolean
}

/** The BI host's dashboards, for the user whose BI token is in use. The adapter does not retry. */
export interface DashboardLibrary {
  readonly capabilities: LibraryCapabilities
  /** All dashboards that the host shows this user. The core filters them by owner unless the listing says `own`. */
  list(): Promise<Result<Listing, LibraryFailure>>
  /** Creates an empty dashboard and returns its id. `name` is trimmed and not empty. */
  create(name: string): Promise<Result<{ readonly id: string }, LibraryFailure>>
  /** `name` is trimmed and not empty. */
  rename(id: string, name: string): Promise<Result<void, LibraryFailure>>
  /** Sets the description: at most 2,000 characters, empty to remove it. */
  describe(id: string, description: string): Promise<Result<void, LibraryFailure>>
  /** Copies the dashboard with all its contents under `name` and returns the copy's id. The original may be another user's, if readable. */
  copy(id: string, name: string): Promise<Result<{ readonly id: string }, LibraryFailure>>
  remove(id: string): Promise<Result<void, LibraryFailure>>
  /** In the order of `dashboardIds` and under those ids. Unreadable dashboards are left out. Fails only when no call was answered. */
  charts(dashboardIds: readonly string[]): Promise<Result<readonly DashboardCharts[], LibraryFailure>>
  /** Appends the charts after the dashboard's existing ones, all or none. */
  addCharts(
    id: string,
    charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
  ): Promise<Result<void, LibraryFailure>>
  /** From any readable dashboard. Leaves out charts that are not a single number or cannot be read. Fails when none can be read. */
  numbers(
    charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
  ): Promise<Result<readonly ChartNumber[], LibraryFailure>>
  /** Removes only these charts. A chart that is already gone is not a failure. */
  removeCharts(id: string, chartIds: readonly string[]): Promise<Result<void, LibraryFailure>>
  snapshot(id: string): Promise<Result<DashboardSnapshot, LibraryFailure>>
  /** Overwrites the dashboard with the snapshot unconditionally. The caller checks for later changes first. */
  restore(snapshot: DashboardSnapshot): Promise<Result<void, LibraryFailure>>
}
