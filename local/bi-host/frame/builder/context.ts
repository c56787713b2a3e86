import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { AnswerQuery } from '../../wire/answers'
import { useStore } from '../parts/context'
import type { Catalog, BuilderState } from './builder-state'
import type { Builder } from './builder'

/** Dialogs and panels of the builder, one at a time. */
export type Opened =
  | { readonly kind: 'save' | 'pin' | 'charts' | 'fields' | 'settings' }
  | { readonly kind: 'formula'; readonly id: string | null; readonly expression?: string }

export interface BuilderUi {
  readonly builder: Builder
  readonly opened: Opened | null
  readonly open: (what: Opened | null) => void
  /** Announces text to screen readers only. */
  readonly announce: (text: string) => void
  /** Whether the embedding page shows this action (by wire id). */
  readonly shows: (actionId: string) => boolean
  /** Why the embedding page has disabled this action, in its words. Null if it is enabled. */
  readonly disabledReason: (actionId: string) => string | null
}

export const BuilderContext = createContext<BuilderUi | null>(null)

export function useBuilderUi(): BuilderUi {
  const ui = useContext(BuilderContext)
  if (!ui) throw new Error('This part stands outside the builder')
  return ui
}

export function useBuilderState<Part>(pick: (state: BuilderState) => Part): Part {
  return useStore(useBuilderUi().builder.state, pick)
}

/** Fields and query. For components that render only once the fields are loaded. */
export function useQuery(): { readonly catalog: Catalog; readonly query: AnswerQuery } {
  const catalog = useBuilderState((state) => state.catalog)
  const query = useBuilderState((state) => state.answer.query)
  if (!catalog) throw new Error('This part needs the fields')
  return { catalog, query }
}
