import type { Narrowing } from '../../wire/answers'
import type { Customizations, ViewOptions } from './view-options'
import type { Route } from './routes'
import { rangeOf, runtimeOperator, type RuntimeFilter, type RuntimeParameter } from './runtime'

/** What the embedding page has sent so far. The board renders from it. */
export interface FrameState {
  /** `waiting` until the parent has answered `appInit`, `unanswered` after a long time without an answer. */
  readonly phase: 'silent' | 'waiting' | 'ready' | 'unanswered'
  readonly route: Route
  readonly options: ViewOptions
  readonly customizations: Customizations
  readonly runtimeFilters: readonly RuntimeFilter[]
  readonly parameters: readonly RuntimeParameter[]
  /** An anonymous visitor, who can store nothing. */
  readonly visitor: boolean
  readonly visibleVizs: readonly string[] | null
  readonly visibleTabs: readonly string[] | null
  readonly hiddenTabs: readonly string[] | null
  /** The visible part of the frame, in frame coordinates, if the parent sends it. */
  readonly visibleArea: { readonly top: number; readonly height: number } | null
  /** Incremented when the same route is requested again: nothing is fetched, but the rendered events are repeated. */
  readonly renderedAgain: number
  /** Incremented when the board's data must be requested again. */
  readonly reloads: number
}

/** Runtime filters and parameters of this view as members of a host request. Empty if there are none. */
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

/** An observable value. Listeners are called on every change, in the order they subscribed. */
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
