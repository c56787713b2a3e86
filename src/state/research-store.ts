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
  /** What stands in the field: typed, or brought by a link or a tile. */
  readonly draft: string
  readonly show: (draft?: string) => void
  readonly close: () => void
  readonly write: (draft: string) => void
  readonly ask: (worksheetId: string, question: string) => void
  readonly stop: (worksheetId: string, messageId: string) => void
  readonly repeat: (worksheetId: string, messageId: string) => void
  readonly reopen: (id: string) => void
  readonly clear: (worksheetId: string) => void
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
    show: (draft) => set(draft === undefined ? { open: true } : { open: true, draft }),
    close: () => set({ open: false }),
    write: (draft) => set({ draft }),
    ask: (worksheetId, question) => void useCases.askResearch(worksheetId, question),
    stop: (worksheetId, messageId) => void useCases.stopResearch(worksheetId, messageId),
    repeat: (worksheetId, messageId) => void useCases.repeatResearch(worksheetId, messageId),
    reopen: (id) => void useCases.reopenAnswer(id),
    clear: (worksheetId) => void useCases.clearResearch(worksheetId),
  }))
  return {
    store,
    receive: (state) => store.setState(state),
  }
}
