import { firstTabLabel, tileGrid } from '../../wire/tile-grid'
import type { Store } from '../protocol/store'
import {
  type EditorState,
  labelTaken,
  tabAdded,
  tabMoved,
  tabRemoved,
  tabRenamed,
  tileMoved,
  type Pages,
  type Rehome,
} from './pages'

/** What a person does to the tabs of a dashboard that they arrange. */
export interface TabEditing {
  showTab(id: string): void
  /** Why it cannot be called that, in a sentence; null when it is done. */
  addTab(label: string): string | null
  renameTab(id: string, label: string): string | null
  moveTab(id: string, by: -1 | 1): void
  removeTab(id: string, rehome: Rehome): void
  moveTile(id: string, tab: string): void
}

export function tabEditing({
  state,
  change,
  newId,
}: {
  readonly state: Store<EditorState>
  readonly change: (next: Pages, text: string, more?: Partial<EditorState>) => void
  readonly newId: () => string
}): TabEditing {
  /** Why a tab cannot be called that. */
  function objection(label: string, except?: string): string | null {
    if (label.trim() === '') return 'A tab needs a name.'
    if (label.trim().length > tileGrid.longestLabel)
      return `A name has at most ${tileGrid.longestLabel} characters.`
    if (labelTaken(state.get().tabs, label, except)) return 'A tab with this name already exists.'
    return null
  }

  return {
    showTab(tab) {
      const shown = state.get().tabs.find(({ id }) => id === tab)
      if (shown !== undefined) state.set({ tab })
    },
    addTab(label) {
      const { tabs, tiles } = state.get()
      if (tabs.length >= tileGrid.mostTabs) return `A dashboard holds at most ${tileGrid.mostTabs} tabs.`
      const why = objection(label)
      if (why !== null) return why
      const made = { id: newId(), label: label.trim() }
      const stay = { id: newId(), label: firstTabLabel(made.label) }
      change(tabAdded({ tabs, tiles }, made, stay), `The tab ${made.label} was added.`, { tab: made.id })
      return null
    },
    renameTab(id, label) {
      const why = objection(label, id)
      if (why === null)
        change(tabRenamed(state.get(), id, label.trim()), `The tab is called ${label.trim()} now.`)
      return why
    },
    moveTab(id, by) {
      const next = tabMoved(state.get(), id, by)
      const at = next.tabs.findIndex((tab) => tab.id === id)
      change(next, `${next.tabs[at]?.label ?? ''}: tab ${at + 1} of ${next.tabs.length}.`)
    },
    removeTab(id, rehome) {
      const label = state.get().tabs.find((tab) => tab.id === id)?.label
      if (label === undefined) return
      change(tabRemoved(state.get(), id, rehome), `The tab ${label} was removed.`, { removed: null })
    },
    moveTile(id, to) {
      const { tabs, tiles } = state.get()
      const tile = tiles.find((one) => one.id === id)
      const target = tabs.find((tab) => tab.id === to)
      if (tile === undefined || target === undefined) return
      change(tileMoved({ tabs, tiles }, tile, to), `${tile.title} is on the tab ${target.label} now.`)
    },
  }
}
