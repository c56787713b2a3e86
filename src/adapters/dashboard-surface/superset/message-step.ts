import type { PageMessage } from './page-messages'
import {
  isBoard,
  sameRoute,
  type BoardRoute,
  type FrameFilter,
  type FrameRoute,
} from '../../_shared/embedded-frame/routes'
import { isSelection, supersetVocabulary, toSupersetTab, toPortalTab } from './address'
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

/** The state of a frame, with what only the page script reports. */
export interface SupersetFrameState extends FrameState {
  /** The tab that the dashboard opened on by default: a route without a tab means this one. */
  readonly firstTab: string | null
  /** The last day in the data of any of its charts. */
  readonly asOf: string | null
  /** Charts that were refused since charts were last requested. */
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

/** One pure step: how a message of the page script changes the frame. */
export function messageStep(state: State, message: PageMessage): Step {
  return message.assay === 'start'
    ? documentStarted(state)
    : andThen(spoke(state), (now) => handleMessage(now, message))
}

/** A document has started. After a navigation, that is not a restart of the previous document. */
function documentStarted(state: State): Step {
  const filters = state.filters.filter((filter) => !isSelection(filter))
  // A selection in a chart is lost with the document: the frame has to report its filters once more.
  const restored =
    filters.length < state.filters.length && state.restored === 'yes' ? ('overdue' as const) : state.restored
  const now = { ...state, filters, restored, firstTab: null, asOf: null, chartsRefused: 0 }
  if (!state.isNavigating) return andThen(andThen(started<State>(now), spoke), nowListening)
  return spoke({ ...now, starts: state.starts + 1, listening: true })
}

function handleMessage(state: State, message: Exclude<PageMessage, { readonly assay: 'start' }>): Step {
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
      // A route without a tab means the first one.
      const tab = toPortalTab(message.tab)
      const isFirst = route.tabId === null && tab === state.firstTab
      const now = { ...route, tabId: isFirst ? null : tab }
      return sameRoute(state.here, now) ? step(state) : located(state, now)
    }
    case 'rendered':
      // If every chart is refused, the dashboard cannot be shown. A dashboard stays if its charts failed for another reason, or if it had
      // rendered before: each chart then shows its own error.
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
      // A refused token (401) is handled elsewhere: the frame gets a new one.
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

/** The tab's id as requested, if it is the same tab: links from before tabs had names of their own keep their id. */
const tabOf = (tab: string | null, { tabId }: BoardRoute): string | null =>
  tab === null ? null : tabId !== null && toSupersetTab(tabId) === tab ? tabId : toPortalTab(tab)

/** The board of the present document. */
function boardOf({ sent, here, isNavigating }: State): BoardRoute | null {
  const route = isNavigating ? sent : here
  return isBoard(route) ? route : null
}
