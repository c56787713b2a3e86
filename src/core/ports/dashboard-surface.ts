import type { FieldLabels, FieldName, Narrowing } from '../kernel/narrowing'
import type { ViewAppearance } from './view-appearance'

/** What an embedded view shows. Ids are the vendor's: the core passes them through, and the adapter validates their format. */
export type EmbeddedView =
  /** A whole dashboard, or one chart of it. */
  | {
      readonly kind: 'dashboard'
      readonly dashboardId: string
      readonly chartId?: string
      readonly tabId?: string
      /** A user's personal view of the board: a named set of range and filters. */
      readonly personalViewId?: string
      /**
       * Range and filters, where they differ from the board's defaults. A board that opens without it keeps the state it was left in. A
       * board that is already shown returns to its defaults when a new request omits it.
       */
      readonly narrowing?: Narrowing
    }
  /** The user's own board in edit mode (the specification's edit shape). */
  | { readonly kind: 'editor'; readonly dashboardId: string }
  /** The chart builder: empty, on a source, with a question in its search-bar syntax, or on a saved chart. */
  | {
      readonly kind: 'builder'
      readonly sourceId?: string
      readonly question?: string
      readonly answerId?: string
      /** The question comes from this pinned chart, which can be replaced in place. */
      readonly pinned?: PinnedChart
    }
  /** One answer, by the handle from `AssistantReply`. It never navigates: each answer has its own container. */
  | { readonly kind: 'answer'; readonly handle: string }
  /** The provider's full conversation view, about one source. */
  | { readonly kind: 'conversation'; readonly sourceId: string; readonly question?: string }

/** A chart that a user has starred, on any dashboard. */
export interface StarredTile {
  readonly kind: 'tile'
  readonly dashboardId: string
  readonly tabId: string | null
  readonly chartId: string
  readonly title: string
}

/** A chart on one of the user's own dashboards. */
export interface PinnedChart {
  readonly dashboardId: string
  readonly chartId: string
  readonly title: string
}

/** The purpose of a container on the page. */
export type ViewPurpose = 'board' | 'saved' | 'edit' | 'builder' | 'answer' | 'conversation' | 'tile'

export interface ViewRequest {
  readonly view: EmbeddedView
  /** Accessible name of the frame: "<dashboard> dashboard". */
  readonly title: string
  readonly appearance: ViewAppearance
  /** Shows the portal's own placeholder image until the data arrives. Only with a `chartId`. */
  readonly showPreviewLoader?: boolean
  /**
   * Views of one purpose with the same id share a frame that outlives their containers. It keeps running, moves into the next container
   * and navigates to the view requested there. If it already shows that view, it reloads the data.
   */
  readonly preRenderId?: string
}

/** Why there is no BI token, grouped by what the user can do about it. */
export type TokenTrouble =
  /** The session is lost: the user has to sign in again. */
  | 'sign-in-again'
  /** The user is known but has no access. */
  | 'no-access'
  /** The token service is busy, broken or unreachable. This may be temporary. */
  | 'not-answering'
  /** The identity provider, whose access token the token service needs, is unreachable. This may be temporary. */
  | 'identity-not-answering'
  /** The token service sent a reply that is not a token. */
  | 'not-understood'
  /** The BI host rejects the tokens it is given. */
  | 'not-accepted'

/**
 * What the BI host does while its frame is silent. `answers`: it replies, so most often its page may not be embedded here. `failing`: it
 * replies with a server error, or its page started and shows nothing.
 */
export type HostAnswer = 'answers' | 'failing' | 'unreachable'

export type SurfaceFailure =
  /** The id is malformed (specification, section 5). */
  | { readonly kind: 'dashboard-id-invalid' }
  /** A conversation needs a source (specification, section 5). */
  | { readonly kind: 'source-missing' }
  /** The view is not among the surface's `capabilities`. */
  | { readonly kind: 'not-supported' }
  /** The frame sent no message within the silent-frame timeout. `host`: result of a probe of the BI host; absent when it was not probed. */
  | { readonly kind: 'frame-silent'; readonly host?: HostAnswer }
  /** The vendor's SDK or its chunk could not be loaded, or it did not create a frame. */
  | { readonly kind: 'sdk-unavailable' }
  /** No BI token could be obtained. */
  | { readonly kind: 'token-unavailable'; readonly trouble: TokenTrouble }
  /** The BI host refused this view. */
  | { readonly kind: 'view-refused' }
  /** The portal's own content security policy blocked the frame, or its page navigated to another origin. */
  | { readonly kind: 'frame-blocked' }

/** A part of a view state that a vendor may not support. */
export type ViewPart = 'tab' | 'range' | FieldName

/** One value of a filter. */
export interface FilterValue {
  readonly field: FieldName
  readonly value: string
}

export interface ReportedNarrowing {
  readonly narrowing: Narrowing
  /** Names of vendor filters that match no field or range of the portal. A link cannot carry them. */
  readonly beyond: readonly string[]
  /** What the board calls its filters, where that is known: “Underlying” for the portal's asset. */
  readonly labels?: FieldLabels
}

export type SurfaceEvent =
  | { readonly kind: 'loading' }
  /** The board's content is on screen. */
  | { readonly kind: 'rendered' }
  | { readonly kind: 'failed'; readonly failure: SurfaceFailure }
  /** The frame navigated by itself, for example to another tab or a single chart. */
  | {
      readonly kind: 'navigated'
      readonly dashboardId: string
      readonly tabId: string | null
      readonly chartId: string | null
      /** The active personal view; absent for none. */
      readonly viewId?: string
    }
  /** The board's range and filters, sent once it has rendered and after every change by the user. */
  | ({ readonly kind: 'narrowed'; readonly dashboardId: string } & ReportedNarrowing)
  /** Requested parts that this board does not have. The rest of the request is applied. */
  | { readonly kind: 'not-restored'; readonly parts: readonly ViewPart[] }
  /** Requested filter values that the board did not apply in time although it has the filters. Most likely it has no such values. */
  | { readonly kind: 'not-filtered'; readonly values: readonly FilterValue[] }
  /** The last day (ISO) and the source of the board's data; null when the vendor does not send them. */
  | { readonly kind: 'data'; readonly asOf: string | null; readonly source: string | null }
  /** A saved dashboard was changed inside the view. */
  | {
      readonly kind: 'library-changed'
      readonly change: 'saved' | 'pinned' | 'renamed' | 'created'
      readonly dashboardId: string | null
      readonly name: string | null
      /** The tab that the chart was pinned to. */
      readonly tabId?: string | null
      /** The pinned chart, where the view sends its id. The id is unique on the dashboard. */
      readonly chartId?: string
      /** The chart replaced one that was pinned before. */
      readonly replaced?: true
      /** The saved chart, when the change is about one. */
      readonly answerId?: string | null
    }
  /** The user followed a link in the view to a page of the portal. `path` is unvalidated, as the view sent it. */
  | { readonly kind: 'page-asked'; readonly path: string }
  /** The view now has the requested appearance, after a change of appearance while it was shown. */
  | { readonly kind: 'restyled' }
  /** A dialog in the view has opened or closed. */
  | { readonly kind: 'dialog'; readonly open: boolean }
  /** Whether the view has unsaved changes that would be lost with it. */
  | { readonly kind: 'unsaved-work'; readonly unsaved: boolean }
  /** The user left the editor by saving or canceling. */
  | { readonly kind: 'edit-ended' }
  /** The user starred this tile in the view. */
  | { readonly kind: 'tile-starred'; readonly tile: StarredTile }
  | {
      readonly kind: 'action'
      readonly action: 'deep-research' | 'open-in-builder'
      readonly chartId: string | null
      /** The tile's question in search-bar syntax, where the view sends it. */
      readonly question?: string | null
      readonly title?: string | null
      /** The source of the question, in the form of `builder.sourceId`, where the view sends it. */
      readonly sourceId?: string | null
    }

/**
 * The name to save an answer under, and the user's own dashboard to save it on: an existing one, on an existing or new tab (the first tab
 * when neither is given), or a new one.
 */
export type PinTarget = { readonly title: string } & (
  | { readonly dashboardId: string; readonly tabId?: string; readonly newTabName?: string }
  | { readonly newDashboardName: string }
)

export type PinOutcome =
  /** Saved. `dashboardId` and `chartId` are null when the view does not send them. */
  | { readonly kind: 'pinned'; readonly dashboardId: string | null; readonly chartId: string | null }
  /** No answer is on screen. No request was sent. */
  | { readonly kind: 'not-shown' }
  /** The view refused; nothing was saved. `reason` is the view's own sentence, where it sends one. */
  | { readonly kind: 'refused'; readonly reason: string | null }
  /** The view sent no valid reply in time. The answer may or may not have been saved. */
  | { readonly kind: 'unknown' }

/** Shows embedded views in one container of the page, one at a time. It owns its frame; the page owns the container. */
export interface SurfaceView {
  /**
   * Shows the view, in the existing frame if possible, otherwise in a new one. The same view with another appearance is restyled without
   * a reload where the vendor supports that. An equal request is a no-op. Reports the outcome as an event and never throws.
   */
  show(request: ViewRequest): void
  /** Hides the view but keeps the frame warm. */
  hide(): void
  /** The specified refresh: blank, restore after 100 ms, hide, show after 50 ms, on the same tab and with the same filters. */
  refresh(): Promise<void>
  /** Retries after a failure, with a new frame. */
  retry(): void
  /** Saves the answer on screen to a dashboard. Sends one request, does not retry and never throws. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** Requests the range and filters from the frame; null when there is no board or no reply in time. */
  narrowing(): Promise<ReportedNarrowing | null>
  watch(listener: (event: SurfaceEvent) => void): () => void
  /**
   * Removes the view from the page. Waits one tick, so that show-dispose-show creates only one frame. A view with a pre-render id must
   * be disposed while its container is still in the document.
   */
  dispose(): void
}

/** What a vendor's surface supports. The portal does not offer the rest; a page opened by a link to it says that it is not available. */
export interface SurfaceCapabilities {
  /** Any other view fails as `not-supported`, without a frame. */
  readonly views: readonly EmbeddedView['kind'][]
  /** A single chart of a dashboard can be shown on its own. */
  readonly charts: boolean
  /** The answer on screen can be saved to a dashboard. */
  readonly pin: boolean
  /** A board opens with the requested range and filters, and reports the user's changes to them. */
  readonly narrowing: boolean
  /** The portal offers a date-range picker because the boards' own controls have named ranges only. */
  readonly dates: boolean
}

/**
 * Embeds BI views in the page. `Container` is a DOM element, opaque to the core. The signed-in user's BI token reaches a frame only
 * through this port.
 */
export interface DashboardSurface<Container = unknown> {
  readonly capabilities: SurfaceCapabilities
  /** Creates a view in this container. A frame is never reused for another purpose. */
  open(container: Container, options: { readonly purpose: ViewPurpose }): SurfaceView
  /** Preloads the vendor's SDK, without a token. */
  prepare(): void
  /** Call on sign-in and sign-out. Destroys every frame, warm ones too; open views are then shown again with the new user's token. */
  reset(): void
  dispose(): void
}
