import type { PageMessage } from './page-messages'
import {
  isBoard,
  sameRoute,
  type BoardRoute,
  type FrameFilter,
  type FrameRoute,
} from '../../_shared/embedded-frame/routes'
import { isSelection, supersetVocabulary, tabIn, tabOut } from './address'
import {
  andThen,
  drawn,
  drew,
  initialFrame,
  located,
  nowListening,
  spoke,
  started,
  step,
  type FrameState,
  type FrameStep,
} from '../../_shared/embedded-frame/running-frame-step'

/** What the page script makes known, beside what every frame has. */
export interface SupersetFrameState extends FrameState {
  /** The tab that the dashboard opened on without being asked for one: it is where no tab is named. */
  readonly firstTab: string | null
  /** The last day that any of its charts speaks of. */
  readonly asOf: string | null
  /** Charts that were refused, and have not been asked for again since. */
  readonly chartsRefused: number
}

type State = SupersetFrameState
type Step = FrameStep<State>

export function initialSupersetFrame(
  target: FrameRoute,
  style: string,
  filters: readonly FrameFilter[],
): State {
  return {
    ...initialFrame(target, style, filters, supersetVocabulary),
    firstTab: null,
    asOf: null,
    chartsRefused: 0,
  }
}

/** The page script said something: what that makes of the frame, as one pure step. */
export function messageStep(state: State, message: PageMessage): Step {
  return message.assay === 'start' ? begun(state) : andThen(spoke(state), (now) => understood(now, message))
}

/** A document that it was sent to is no new beginning of the one before. */
function begun(state: State): Step {
  const filters = state.filters.filter((filter) => !isSelection(filter))
  // What was pressed in a chart has gone with the document: it is to say once more what it is narrowed to.
  const restored =
    filters.length < state.filters.length && state.restored === 'yes' ? ('overdue' as const) : state.restored
  const now = { ...state, filters, restored, firstTab: null, asOf: null, chartsRefused: 0 }
  if (!state.underWay) return andThen(andThen(started<State>(now), spoke), nowListening)
  return spoke({ ...now, starts: state.starts + 1, listening: true })
}

function understood(state: State, message: Exclude<PageMessage, { readonly assay: 'start' }>): Step {
  switch (message.assay) {
    case 'hydrated': {
      const route = boardOf(state)
      if (route === null) return step(state)
      const named = route.tabId === null ? null : (tabOf(message.tab, route) ?? route.tabId)
      const firstTab = route.tabId === null ? tabOf(message.tab, route) : null
      return located({ ...state, firstTab }, { ...route, tabId: named })
    }
    case 'tab': {
      const route = boardOf(state)
      if (route === null) return step(state)
      // Where no tab is named, its first one is.
      const tab = tabOut(message.tab)
      const isFirst = route.tabId === null && tab === state.firstTab
      const now = { ...route, tabId: isFirst ? null : tab }
      return sameRoute(state.here, now) ? step(state) : located(state, now)
    }
    case 'rendered':
      // None of its charts may be had: the dashboard cannot be shown. One whose charts failed, or that was there, stands, and each says
      // so itself.
      if (
        !state.rendered &&
        message.charts > 0 &&
        message.failed === message.charts &&
        state.chartsRefused >= message.failed
      )
        return step(state, { kind: 'refused' })
      return state.rendered ? step(state) : drawn(state)
    case 'data': {
      const { lastDay } = message
      if (lastDay === null || (state.asOf !== null && lastDay <= state.asOf)) return step(state)
      return drew({ ...state, asOf: lastDay }, { kind: 'data', asOf: lastDay, source: null })
    }
    case 'http': {
      // A token that is refused is another matter: the frame is given a new one.
      if (message.status !== 403 && message.status !== 404) return step(state)
      if (message.request === 'chart-data') return step({ ...state, chartsRefused: state.chartsRefused + 1 })
      return step(state, ...(message.request === 'dashboard' ? [{ kind: 'refused' } as const] : []))
    }
    case 'height':
      return step(state, { kind: 'print-height', pixels: message.pixels })
    case 'busy':
      return step({ ...state, chartsRefused: 0 })
  }
}

/** As it was asked for, where it is that one: links that were made before tabs had names of their own keep theirs. */
const tabOf = (tab: string | null, { tabId }: BoardRoute): string | null =>
  tab === null ? null : tabId !== null && tabIn(tabId) === tab ? tabId : tabOut(tab)

/** The board in the document that is there. */
function boardOf({ sent, here, underWay }: State): BoardRoute | null {
  const route = underWay ? sent : here
  return isBoard(route) ? route : null
}
