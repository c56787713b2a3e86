import type { FieldName, Narrowing } from '../kernel/narrowing'
import type { ViewAppearance } from './view-appearance'

/** What an embedded view shows. Ids are the vendor's own: the core passes them on, and the adapter judges their shape. */
export type EmbeddedView =
  /** A whole dashboard, or one chart of it. */
  | {
      readonly kind: 'dashboard'
      readonly dashboardId: string
      readonly chartId?: string
      readonly tabId?: string
      /** A person's own view of the board: range and filters under a name. */
      readonly personalViewId?: string
      /**
       * Range and filters, as far as they differ from the board's own. A board that opens without is as it was left; one that is there
       * and is asked for none any more goes back to its own.
       */
      readonly narrowing?: Narrowing
    }
  /** One's own board with everything on it to be arranged (the specification's edit shape). */
  | { readonly kind: 'editor'; readonly dashboardId: string }
  /** The chart builder: empty, on a source, with a question in the words of its search bar, or on a saved chart. */
  | {
      readonly kind: 'builder'
      readonly sourceId?: string
      readonly question?: string
      readonly answerId?: string
      /** The question comes from this pinned chart, which can be replaced where it is. */
      readonly pinned?: PinnedChart
    }
  /** One answer, by the handle that the assistant gave with it. It never navigates: each answer has a container of its own. */
  | { readonly kind: 'answer'; readonly handle: string }
  /** The provider's whole conversation view, about one source. */
  | { readonly kind: 'conversation'; readonly sourceId: string; readonly question?: string }

/** One visualisation that a person has starred, wherever it stands. */
export interface StarredTile {
  readonly kind: 'tile'
  readonly dashboardId: string
  readonly tabId: string | null
  readonly chartId: string
  readonly title: string
}

/** A chart on one of a person's own dashboards. */
export interface PinnedChart {
  readonly dashboardId: string
  readonly chartId: string
  readonly title: string
}

/** What a container on the page shows views for. */
export type ViewPurpose = 'board' | 'saved' | 'edit' | 'builder' | 'answer' | 'conversation' | 'tile'

export interface ViewRequest {
  readonly view: EmbeddedView
  /** Accessible name of the frame: "<dashboard> dashboard". */
  readonly title: string
  readonly appearance: ViewAppearance
  /** A picture of our own that stands until the data is there; only with a `chartId`. */
  readonly showPreviewLoader?: boolean
  /**
   * Views of one purpose with the same id share a frame that outlives their containers: rendered once, it goes on in the next container and
   * is sent to what is wanted there. What it shows already is read anew.
   */
  readonly preRenderId?: string
}

/** Why no BI token could be had, as far as it matters to a person: by what they can do about it. */
export type TokenTrouble =
  /** Nobody knows any more who they are: they sign in again. */
  | 'sign-in-again'
  /** It is known who they are, and the answer is no. */
  | 'no-access'
  /** The token service is busy, broken or out of reach: it may pass. */
  | 'not-answering'
  /** The same of the identity provider, whose word the token service wants. */
  | 'identity-not-answering'
  /** There was an answer, and it was no token. */
  | 'not-understood'
  /** There is a token, and the BI host will have none. */
  | 'not-accepted'

/** `answers` while the page in the frame is silent: most often it may not be embedded here. `failing`: by an error of its own, or its page began and shows nothing. */
export type HostAnswer = 'answers' | 'failing' | 'unreachable'

export type SurfaceFailure =
  /** No dashboard can have this id (specification, section 5). */
  | { readonly kind: 'dashboard-id-invalid' }
  /** A conversation needs a source (specification, section 5). */
  | { readonly kind: 'source-missing' }
  /** The vendor has no such view: it is not among the surface's `capabilities`. */
  | { readonly kind: 'not-supported' }
  /** The frame said nothing for the silent-frame time. `host`: what the BI host answered beside it; absent where nobody asked. */
  | { readonly kind: 'frame-silent'; readonly host?: HostAnswer }
  /** The vendor's SDK or its chunk could not be loaded, or refused to make a frame. */
  | { readonly kind: 'sdk-unavailable' }
  /** No BI token could be had. */
  | { readonly kind: 'token-unavailable'; readonly trouble: TokenTrouble }
  /** The BI host refused this view. */
  | { readonly kind: 'view-refused' }
  /** Our own policy blocked the frame, or its page left for another origin. */
  | { readonly kind: 'frame-blocked' }

/** A part of a view that a vendor may not know. */
export type ViewPart = 'tab' | 'range' | FieldName

/** One value of a filter. */
export interface FilterValue {
  readonly field: FieldName
  readonly value: string
}

export interface ReportedNarrowing {
  readonly narrowing: Narrowing
  /** Names of what it is narrowed by that is no field or range of the portal's: no link holds it. */
  readonly beyond: readonly string[]
}

export type SurfaceEvent =
  | { readonly kind: 'loading' }
  /** The board's content is there. */
  | { readonly kind: 'rendered' }
  | { readonly kind: 'failed'; readonly failure: SurfaceFailure }
  /** The frame navigated by itself: another tab, one visualisation. */
  | {
      readonly kind: 'navigated'
      readonly dashboardId: string
      readonly tabId: string | null
      readonly chartId: string | null
      /** The personal view that it is under; absent for none. */
      readonly viewId?: string
    }
  /** What it is narrowed to, said once it is there and whenever somebody changes it. */
  | ({ readonly kind: 'narrowed'; readonly dashboardId: string } & ReportedNarrowing)
  /** What was asked for and the vendor does not have on this board: all the rest of it is shown. */
  | { readonly kind: 'not-restored'; readonly parts: readonly ViewPart[] }
  /** What was asked for is not what the board shows, although it has the filters and had its time: it has no such values, most likely. */
  | { readonly kind: 'not-filtered'; readonly values: readonly FilterValue[] }
  /** What the board says about its data: last day and source; null when the vendor does not say. */
  | { readonly kind: 'data'; readonly asOf: string | null; readonly source: string | null }
  /** A saved dashboard was changed inside the view. */
  | {
      readonly kind: 'library-changed'
      readonly change: 'saved' | 'pinned' | 'renamed' | 'created'
      readonly dashboardId: string | null
      readonly name: string | null
      /** The tab that something was pinned to. */
      readonly tabId?: string | null
      /** The chart that was pinned, where the view tells it: nothing else stands by that id on the dashboard. */
      readonly chartId?: string
      /** It stands in place of a chart that was pinned before. */
      readonly replaced?: true
      /** The chart, where the change was about one. */
      readonly answerId?: string | null
    }
  /** A link in the view leads to a page of the portal; the path is as the view says it. */
  | { readonly kind: 'page-asked'; readonly path: string }
  /** It has the look that was asked for last, where that came after it was there. */
  | { readonly kind: 'restyled' }
  /** A dialog of the view has opened, or closed. */
  | { readonly kind: 'dialog'; readonly open: boolean }
  /** The view holds work that would be lost with it, or holds none any more. */
  | { readonly kind: 'unsaved-work'; readonly unsaved: boolean }
  /** The person is done in the editor: saved, or given up. */
  | { readonly kind: 'edit-ended' }
  /** A person wants this tile among their favorites. */
  | { readonly kind: 'tile-starred'; readonly tile: StarredTile }
  | {
      readonly kind: 'action'
      readonly action: 'deep-research' | 'open-in-builder'
      readonly chartId: string | null
      /** The question that the tile answers, in the words of the search bar, where the view tells it. */
      readonly question?: string | null
      readonly title?: string | null
      /** What the question is about, as `builder.sourceId` takes it, where the view tells it. */
      readonly sourceId?: string | null
    }

/**
 * Under what name an answer is to be saved, and on which dashboard of the person's own: one that is there, on one of its tabs or a new
 * one (its first without either), or a new one.
 */
export type PinTarget = { readonly title: string } & (
  | { readonly dashboardId: string; readonly tabId?: string; readonly newTabName?: string }
  | { readonly newDashboardName: string }
)

export type PinOutcome =
  /** It is there; `dashboardId` and `chartId` are null where the view does not say which. */
  | { readonly kind: 'pinned'; readonly dashboardId: string | null; readonly chartId: string | null }
  /** No answer is on screen: nothing was asked. */
  | { readonly kind: 'not-shown' }
  /** The view said no: it is not there. `reason` is a sentence of the view's own, where it gives one. */
  | { readonly kind: 'refused'; readonly reason: string | null }
  /** The view said nothing in time, or nothing that can be understood: it may be there or not. */
  | { readonly kind: 'unknown' }

/** One container on the page that shows embedded views, one at a time. It owns its frame; the page owns the container. */
export interface SurfaceView {
  /**
   * Shows the view: in the frame that is there when it can, else in a new one. The same view with another appearance is restyled
   * without a reload where the vendor can do that; an equal request does nothing. Ends in an event, never in an exception.
   */
  show(request: ViewRequest): void
  /** Takes what is shown out of sight but keeps the frame warm. */
  hide(): void
  /** The specified refresh: blank, restore after 100 ms; hide, show after 50 ms; back on the same tab and filters. */
  refresh(): Promise<void>
  /** Tries again after a failure, with a new frame. */
  retry(): void
  /** Puts the answer that is on screen on a dashboard. One call, never repeated by itself, and never an exception. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** What the board on screen is narrowed to, asked of its frame; null where there is none, or it does not say in time. */
  narrowing(): Promise<ReportedNarrowing | null>
  watch(listener: (event: SurfaceEvent) => void): () => void
  /**
   * Takes the view off the page. Waits one tick, so that show-dispose-show makes one frame. A view with a pre-render id has to be
   * disposed while its container is still in the document.
   */
  dispose(): void
}

/** What a vendor's surface can. What it cannot is offered nowhere in the portal, and a link to it says so. */
export interface SurfaceCapabilities {
  /** Any other fails as `not-supported`, without a frame. */
  readonly views: readonly EmbeddedView['kind'][]
  /** One chart of a dashboard can be shown by itself. */
  readonly charts: boolean
  /** What is on screen can be put on a dashboard. */
  readonly pin: boolean
  /** A board opens narrowed as is asked, and says what somebody narrows it to. */
  readonly narrowing: boolean
  /** The portal lets people choose two days, because the boards' own controls know named ranges alone. */
  readonly dates: boolean
}

/**
 * Puts embedded BI views into the page. `Container` is the edge's own type (an element); the core never looks inside.
 * The signed-in person's BI token reaches a frame through this port and nowhere else.
 */
export interface DashboardSurface<Container = unknown> {
  readonly capabilities: SurfaceCapabilities
  /** Shows views in this container, for this purpose: frames of one purpose are never used for another. */
  open(container: Container, options: { readonly purpose: ViewPurpose }): SurfaceView
  /** Loads the vendor's SDK ahead of need, without a token. */
  prepare(): void
  /** Somebody signed in or out: every frame is taken down, warm ones too; containers show again with the new person's token. */
  reset(): void
  dispose(): void
}
