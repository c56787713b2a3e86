import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { KeepOutcome, KeepTarget, SurfaceEvent } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import {
  boardData,
  currentPath,
  filterOf,
  libraryChange,
  heightOnPaper,
  pageAsked,
  tileAction,
  starredTile,
  unsavedWork,
  type RememberedFilter,
} from './frame-messages'
import { blankAndRestore } from './frame-host'
import type { ThoughtSpotFrame } from './frame'
import type { StyleOptions } from './options'
import { framePath, isBoard, isBuilder, readBoardRoute, sameBoard, sameRoute, type FrameRoute } from './paths'
import type { Watchdog } from './watchdog'

export interface RunningFrameNeeds {
  readonly frame: ThoughtSpotFrame
  /** Where and how the frame was made. */
  readonly target: FrameRoute
  readonly style: StyleOptions
  /** What a frame before it, which was lost, had been narrowed to. */
  readonly filters: readonly RememberedFilter[]
  /** How it should look now; nothing while nothing is wanted. */
  readonly wantedStyle: () => StyleOptions | undefined
  readonly clock: Clock
  readonly journal: Journal
  readonly silence: Watchdog
  readonly emit: (event: SurfaceEvent) => void
  /** The frame says that it may not show anything. */
  readonly refused: () => void
}

export interface FramePlace {
  readonly route: FrameRoute
  readonly filters: readonly RememberedFilter[]
}

/** What belongs to one frame, from its making to its end: where it is, how it looks, what it says. */
export interface RunningFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /** Goes there, unless it is there or on its way, and looks as is wanted. `back`: it was out of sight until now. */
  follow(route: FrameRoute, back: boolean): void
  /** As `follow`, and what is there already is read anew: it may have been changed while nobody looked. */
  followAnew(route: FrameRoute, container: HTMLElement): void
  receive(type: string, data: unknown): void
  /** The specified refresh of this frame, in its container. */
  refresh(container: HTMLElement): Promise<void>
  /** Keeps the answer that is in it, once there is one. */
  keep(target: KeepTarget): Promise<KeepOutcome>
  /** Where it is, and what it is narrowed to. */
  place(): FramePlace
  end(): void
}

export function runningFrame(needs: RunningFrameNeeds): RunningFrame {
  const { frame, clock, journal, silence, emit } = needs
  /** Where the frame was last sent, and where it says it is. */
  let sent: FrameRoute = needs.target
  let here: FrameRoute = needs.target
  /** Sent once the frame has shown what it was sent to before: seven quick clicks are two loads. */
  let next: FrameRoute | undefined
  let listening = false
  let rendered = false
  let starts = 0
  let style = JSON.stringify(needs.style)
  let filters = needs.filters
  /** The document has begun anew and does not know of the filters yet. A board takes them once it is there, not before. */
  let filtersDue = true
  let cancelRestyle: (() => void) | undefined
  let saysWhatIsUnsaved = false
  const editing = isBoard(needs.target) && needs.target.editing === true

  function go(route: FrameRoute): void {
    emit({ kind: 'loading' })
    if (!listening || !rendered) {
      next = route
      return
    }
    next = undefined
    sent = route
    if (!isBoard(route)) {
      // Asked inside the page that is there; it says nothing when it is done.
      here = route
      frame.navigate(route)
      return emit({ kind: 'rendered' })
    }
    rendered = false
    filters = []
    filtersDue = false
    silence.heard()
    frame.navigate(route)
  }

  /** Sends the present style when the frame has not got it yet; an unchanged one is not sent. */
  function restyle(): void {
    const wanted = needs.wantedStyle()
    if (wanted === undefined || !listening) return
    const text = JSON.stringify(wanted)
    if (text === style) return
    style = text
    frame.restyle(wanted).catch(() => {
      style = ''
      journal.record({ level: 'warning', where: 'dashboard', text: 'The dashboard could not be restyled.' })
    })
  }

  function restyleSoon(): void {
    cancelRestyle?.()
    cancelRestyle = clock.after(timings.restyleAfterContent, restyle)
  }

  /** A second start is the frame's document beginning anew: Refresh, or the SDK's own reload when the network came back. */
  function started(): void {
    starts += 1
    listening = false
    if (starts === 1) return
    if (rendered) silence.heard()
    rendered = false
    filtersDue = true
    style = ''
    emit({ kind: 'loading' })
  }

  function nowListening(): void {
    listening = true
    if (!isBoard(here)) {
      // The builder keeps its own draft over a reload. None of these pages has an event that says "drawn": what listens is there.
      restyle()
      return shown()
    }
    if (starts > 1) {
      // The host need not remember: route and filters are ours to bring back (engineering decision 18).
      sent = here
      frame.navigate(here)
    }
    restyle()
  }

  function routeChanged(data: unknown): void {
    const route = readBoardRoute(currentPath(data))
    if (route === null) return
    here = route
    emit({ kind: 'navigated', ...route })
    restyleSoon()
  }

  function shown(): void {
    silence.stop()
    rendered = true
    if (next !== undefined && !sameRoute(next, here)) return go(next)
    next = undefined
    if (filtersDue && filters.length > 0) frame.applyFilters(filters)
    filtersDue = false
    // An editor that never says whether there is unsaved work may hold some.
    if (editing && !saysWhatIsUnsaved) emit({ kind: 'unsaved-work', unsaved: true })
    emit({ kind: 'rendered' })
    restyleSoon()
  }

  /** What the editor says beyond a board: that somebody is done in it. */
  function ended(type: string): boolean {
    return editing && (type === 'cancel' || type === 'save')
  }

  function keep(target: KeepTarget): Promise<KeepOutcome> {
    if (!rendered) return Promise.resolve({ kind: 'not-shown' })
    return new Promise((resolve) => {
      const cancel = clock.after(timings.keepAnswer, () => resolve({ kind: 'unknown' }))
      void frame.keep(target).then((outcome) => {
        cancel()
        resolve(outcome)
      })
    })
  }

  const settled = (): boolean => rendered && next === undefined

  /** The address of the page has caught up with the personal view that the board came back under by itself. */
  function caughtUp(route: FrameRoute): boolean {
    if (next !== undefined || !isBoard(sent) || !isBoard(route) || route.viewId === undefined) return false
    const there = isBoard(here) && sameBoard(here, route) && here.viewId === route.viewId
    return there && sameRoute({ ...sent, viewId: route.viewId }, route)
  }

  function follow(route: FrameRoute, back: boolean): void {
    // A tab that the person has pressed in the frame comes back as the address of the page: it is there already.
    if (settled() && sameRoute(here, route)) sent = route
    else if (caughtUp(route)) sent = route
    else if (!sameRoute(next ?? sent, route)) go(route)
    if (back && settled()) {
      // Warm all the while: whoever sees it again is told what is there.
      if (isBoard(here)) emit({ kind: 'navigated', ...here })
      emit({ kind: 'rendered' })
    } else if (back) silence.heard()
    restyle()
  }

  /** The specified refresh of the frame, in its container. */
  async function refresh(container: HTMLElement): Promise<void> {
    const element = frame.element()
    if (element === undefined) return
    rendered = false
    emit({ kind: 'loading' })
    silence.heard()
    const source = new URL(element.src)
    // The builder brings its chart back when it is told that this is no new beginning, the conversation goes on unless it is asked again.
    source.hash = `#/${framePath(asLeft(here))}${isBuilder(here) ? '?restore=true' : ''}`
    await blankAndRestore(clock, container, element, source.href)
  }

  return {
    element: frame.element,
    follow,
    refresh,
    followAnew(route, container) {
      if (!sameBoard(here, route)) return follow(route, true)
      here = route
      sent = route
      next = undefined
      void refresh(container)
    },
    receive(type, data) {
      // `init` and `load` are the SDK's own: an error page fires `load` too.
      if (type === 'init' || type === 'load') return
      if (!rendered) silence.heard()
      switch (type) {
        case 'appInit':
          return started()
        case 'EmbedListenerReady':
          return nowListening()
        case 'ROUTE_CHANGE':
          return routeChanged(data)
        case 'PinboardRendered':
          return shown()
        case 'data':
          emit({ kind: 'data', ...boardData(data) })
          return restyleSoon()
        case 'filterChanged':
          filters = filterOf(data, filters)
          return
        case 'ThoughtspotAuthFailure':
        case 'ThoughtspotAuthLogout':
        case 'noCookieAccess':
          return needs.refused()
        case 'Error':
          return journal.record({
            level: 'error',
            where: 'dashboard',
            text: 'The embedded view reported an error.',
          })
        default: {
          const change = libraryChange(type, data)
          if (change !== null) emit(change)
          const action = tileAction(type, data)
          if (action !== null) emit(action)
          const tile = !isBoard(here) ? null : starredTile(type, data, here)
          if (tile !== null) emit({ kind: 'tile-starred', tile })
          const onPaper = heightOnPaper(type, data)
          if (onPaper !== null) frame.element()?.style.setProperty('--on-paper', `${onPaper}px`)
          const unsaved = unsavedWork(type, data)
          if (unsaved !== null) {
            saysWhatIsUnsaved = true
            emit({ kind: 'unsaved-work', unsaved })
          }
          if (ended(type)) {
            emit({ kind: 'unsaved-work', unsaved: false })
            emit({ kind: 'edit-ended' })
          }
          const path = pageAsked(type, data)
          if (path !== null) emit({ kind: 'page-asked', path })
        }
      }
    },
    keep,
    place: () => ({ route: here, filters }),
    end() {
      cancelRestyle?.()
      frame.destroy()
    },
  }
}

const asLeft = (route: FrameRoute): FrameRoute =>
  'conversation' in route ? { conversation: { ...route.conversation, question: null } } : route
