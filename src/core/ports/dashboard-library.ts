import type { Result } from '../kernel/result'

/** A dashboard that somebody made on the BI host, as the list tells it (specification, section 3). */
export interface SavedDashboard {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  /** Milliseconds since the epoch; null when unknown. */
  readonly createdAt: number | null
  readonly modifiedAt: number | null
  /** In their order; absent where the host does not tell them, or there are none. */
  readonly tabs?: readonly DashboardTab[]
}

export interface DashboardTab {
  readonly id: string
  readonly label: string
}

/** A chart of a dashboard, as something that is found and put on another. */
export interface LibraryChart {
  readonly dashboardId: string
  readonly chartId: string
  readonly title: string
}

/** All charts of one dashboard; none where it is empty. */
export interface DashboardCharts {
  readonly dashboardId: string
  readonly charts: readonly LibraryChart[]
}

/** What a chart comes to that is one number: a headline, or the newest day of its only line. */
export interface ChartNumber extends Pick<LibraryChart, 'dashboardId' | 'chartId'> {
  readonly value: number
  /** `percent`: 4.5 is 4.5 %. `amount`: what it has changed by may be said in percent. Absent where the vendor does not say. */
  readonly unit?: 'percent' | 'amount'
}

/** A dashboard with all that is on it, as it was at one moment. */
export interface DashboardSnapshot {
  readonly id: string
  /** The vendor's own: only its library understands it. Equal texts are equal dashboards. */
  readonly content: string
}

export interface Listing {
  readonly dashboards: readonly SavedDashboard[]
  /** Rows that could not be read, and were left out. */
  readonly dropped: number
  /** False where the host has more than could be had, or may have. */
  readonly complete: boolean
  /** The host lists nobody else's: whose they are need not be judged by `author`. */
  readonly own?: true
}

/**
 * `text` is for the journal: the specification's words with the status and the start of the body. `outcome` says whether the host
 * may have done what was asked: after `unknown`, look before asking again.
 */
export interface LibraryFailure {
  readonly kind:
    | 'library-refused'
    | 'library-unavailable'
    | 'library-unreachable'
    | 'library-timeout'
    | 'library-malformed'
    | 'library-token'
    /** It is not among the library's `capabilities`: nothing was sent. */
    | 'library-not-supported'
  readonly status: number | null
  readonly text: string
  readonly outcome: 'not-done' | 'unknown'
}

/** What a vendor's library can beside listing. What it cannot is offered nowhere in the portal, and sends nothing. */
export interface LibraryCapabilities {
  readonly create: boolean
  readonly remove: boolean
  readonly rename: boolean
  readonly copy: boolean
  /** Gives one another description. */
  readonly describe: boolean
  /** Says which charts stand on a dashboard, and adds charts of others to one's own. */
  readonly charts: boolean
  /** Says what number a chart is. */
  readonly numbers: boolean
  /** Takes charts off one's own again, and gives it back as it was. */
  readonly restore: boolean
  /** The list has all there are. Else every `Listing` says that it is not complete, and reading it again does not help. */
  readonly completeListing: boolean
}

/** The BI host's collection of dashboards, for the person whose BI token is in use. Nothing is retried by itself. */
export interface DashboardLibrary {
  readonly capabilities: LibraryCapabilities
  /** All that the host shows this person; whose they are is judged by the core, and by the host. */
  list(): Promise<Result<Listing, LibraryFailure>>
  /** An empty dashboard of this name, which has been trimmed and is not empty. Answers its id. */
  create(name: string): Promise<Result<{ readonly id: string }, LibraryFailure>>
  /** Gives it another name, which has been trimmed and is not empty. */
  rename(id: string, name: string): Promise<Result<void, LibraryFailure>>
  /** At most 2,000 characters; empty for none. */
  describe(id: string, description: string): Promise<Result<void, LibraryFailure>>
  /** Another dashboard with all that is on this one, under a name of its own. Answers its id. One of somebody else that may be read is copied too. */
  copy(id: string, name: string): Promise<Result<{ readonly id: string }, LibraryFailure>>
  remove(id: string): Promise<Result<void, LibraryFailure>>
  /** Of these dashboards, in their order and by the ids they were asked for; one that cannot be read is left out, and a failure where no call was answered. */
  charts(dashboardIds: readonly string[]): Promise<Result<readonly DashboardCharts[], LibraryFailure>>
  /** Puts them behind what stands on the dashboard, all or none. */
  addCharts(
    id: string,
    charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
  ): Promise<Result<void, LibraryFailure>>
  /** Of these charts, on whatever dashboard that may be read; one that is no single number is left out, and one that cannot be read, unless none can. */
  numbers(
    charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
  ): Promise<Result<readonly ChartNumber[], LibraryFailure>>
  /** Takes them off the dashboard and leaves all else alone; what is not there any more is no failure. */
  removeCharts(id: string, chartIds: readonly string[]): Promise<Result<void, LibraryFailure>>
  snapshot(id: string): Promise<Result<DashboardSnapshot, LibraryFailure>>
  /** Makes the dashboard what it was, whatever it is by now: whoever cares looks first. */
  restore(snapshot: DashboardSnapshot): Promise<Result<void, LibraryFailure>>
}
