import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EarlierAnswer } from '../core/research/earlier-answers'
import type { ResearchState } from '../core/research/research'
import type { ResearchConversation } from '../core/research/conversation'
import type { UseCases } from '../core/use-cases'

/** The Deep Research panel as the screen shows it. */
export interface ResearchPanelState {
  readonly conversations: ReadonlyMap<string, ResearchConversation>
  readonly earlierAnswers: readonly EarlierAnswer[]
  readonly open: boolean
  /** The panel was just opened, and focus has not been moved to its field yet. */
  readonly opening?: boolean
  /** The field's text: typed, or set by a link or a tile. */
  readonly draft: string
  /** The typed text that a link or a tile replaced. Restored once the replacement has been asked. */
  readonly typedBefore?: string
  /** Number of times the user refreshed the answers' charts. */
  readonly refreshes?: number
  readonly show: () => void
  readonly bring: (draft: string) => void
  readonly close: () => void
  readonly write: (draft: string) => void
  readonly ask: (sourceId: string, question: string) => void
  readonly stop: (sourceId: string, messageId: string) => void
  readonly repeat: (sourceId: string, messageId: string) => void
  readonly reopen: (id: string) => void
  readonly clear: (sourceId: string) => void
}
export type ResearchStore = StoreApi<ResearchPanelState>

type Needs = Pick<
  UseCases,
  'askResearch' | 'stopResearch' | 'repeatResearch' | 'reopenAnswer' | 'clearResearch'
>

export function createResearchStore(useCases: Needs): {
  readonly store: ResearchStore
  readonly receive: (state: ResearchState) => void
} {
  const store = createStore<ResearchPanelState>((set) => ({
    conversations: new Map(),
    earlierAnswers: [],
    open: false,
    draft: '',
    show: () => set({ open: true, opening: true }),
    bring: (draft) => set((before) => ({ draft, typedBefore: before.typedBefore || before.draft })),
    close: () => set({ open: false }),
    write: (draft) => set({ draft }),
    ask: (sourceId, question) => void useCases.askResearch(sourceId, question),
    stop: (sourceId, messageId) => void useCases.stopResearch(sourceId, messageId),
    repeat: (sourceId, messageId) => void useCases.repeatResearch(sourceId, messageId),
    reopen: (id) => void useCases.reopenAnswer(id),
    clear: (sourceId) => void useCases.clearResearch(sourceId),
  }))
  return {
    store,
    receive: (state) => store.setState(state),
  }
}
