import type { Narrowing } from '../../wire/answers'
import type { Customizations } from './customizations'
import type { Route } from './routes'
import { rangeOf, runtimeOperator, type RuntimeFilter, type RuntimeParameter } from './runtime'
import type { ViewOptions } from './view-options'

/** What the page around has said so far; the board draws from it. */
export interface FrameState {
  /** `waiting` until the parent has answered `appInit`; `unanswered` when it has not for a long time. */
  readonly phase: 'silent' | 'waiting' | 'ready' | 'unanswered'
  readonly route: Route
  readonly options: ViewOptions
  readonly customizations: Customizations
  readonly runtimeFilters: readonly RuntimeFilter[]
  readonly parameters: readonly RuntimeParameter[]
  /** Nobody in particular is looking: there is nothing of their own to keep. */
  readonly visitor: boolean
  readonly visibleVizs: readonly string[] | null
  readonly visibleTabs: readonly string[] | null
  readonly hiddenTabs: readonly string[] | null
  /** Part of the frame that the person sees, in frame coordinates, when the parent says so. */
  readonly visibleArea: { readonly top: number; readonly height: number } | null
  /** Raised when the same route was asked for again: nothing is fetched, the rendered events are repeated. */
  readonly renderedAgain: number
  /** Raised when the board's data must be asked for again. */
  readonly reloads: number
}

/** Runtime filters and parameters of this view, as a question to the host carries them; nothing when none is set. */
export function narrowingOf({
  runtimeFilters,
  parameters,
}: Pick<FrameState, 'runtimeFilters' | 'parameters'>): { readonly narrow?: Narrowing } {
  const filters = runtimeFilters.flatMap(({ columnName, operator, values }) => {
    const op = runtimeOperator(operator)
    return op === undefined || values.length === 0 ? [] : [{ column: columnName, op, values }]
  })
  const range = rangeOf(parameters)
  return filters.length === 0 && range === null
    ? {}
    : {
        narrow: { ...(filters.length === 0 ? {} : { filters }), ...(range === null ? {} : { range }) },
      }
}

/** A value that can be watched. Listeners hear of every change, in the order they came. */
export interface Store<State> {
  get(): State
  set(change: Partial<State>): void
  subscribe(listener: () => void): () => void
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      const keys = Object.keys(change) as (keyof State)[]
      if (keys.every((key) => Object.is(state[key], change[key]))) return
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
