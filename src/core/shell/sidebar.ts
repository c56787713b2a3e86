import type { Catalogue } from '../catalogue/catalogue'

/** The user's choice with the button. Null: none yet, so the page width decides. */
export type SidebarChoice = 'expanded' | 'collapsed' | null

/** Key of the stored choice; the inline script of index.html repeats it (tested). */
export const sidebarKey = 'assay.sidebar'

export interface SidebarState {
  readonly choice: SidebarChoice
  /** The page is wide enough for the sidebar to be expanded by default. */
  readonly roomy: boolean
  /** `open`: expanded while the pointer or the focus is in it. `closing`: it has left, and the delay is running. */
  readonly peek: 'none' | 'open' | 'closing'
  /** Only one folder is open at a time. */
  readonly openFolder: string | null
}

export type SidebarEvent =
  | { readonly kind: 'toggled' }
  | { readonly kind: 'entered' }
  | { readonly kind: 'left' }
  /** The delay that `left` started has ended. */
  | { readonly kind: 'collapse-due' }
  | { readonly kind: 'folder-pressed'; readonly folder: string }
  /** Another page is shown. `folder` contains it; null for a top-level page. */
  | { readonly kind: 'navigated'; readonly folder: string | null }
  | { readonly kind: 'width-changed'; readonly roomy: boolean }

export type SidebarEffect =
  | { readonly kind: 'start-collapse-delay' }
  | { readonly kind: 'cancel-collapse-delay' }
  | { readonly kind: 'remember'; readonly choice: 'expanded' | 'collapsed' }

export interface SidebarStep {
  readonly state: SidebarState
  readonly effects: readonly SidebarEffect[]
}

export function initialSidebar(choice: SidebarChoice, roomy: boolean): SidebarState {
  return { choice, roomy, peek: 'none', openFolder: null }
}

/** Invalid stored values read as null. */
export function readSidebarChoice(stored: string | null | undefined): SidebarChoice {
  return stored === 'expanded' || stored === 'collapsed' ? stored : null
}

/** Whether the sidebar is collapsed, disregarding a peek. */
export function isCollapsed(state: SidebarState): boolean {
  return state.choice === null ? !state.roomy : state.choice === 'collapsed'
}

/** Whether labels are visible. */
export function isExpanded(state: SidebarState): boolean {
  return !isCollapsed(state) || state.peek !== 'none'
}

/** Whether the sidebar is expanded as an overlay, without moving the page. */
export function isPeeking(state: SidebarState): boolean {
  return isCollapsed(state) && state.peek !== 'none'
}

/** A pure reducer for the sidebar (specification, section 2.7). */
export function sidebarStep(state: SidebarState, event: SidebarEvent): SidebarStep {
  switch (event.kind) {
    case 'toggled': {
      const choice = isCollapsed(state) ? 'expanded' : 'collapsed'
      // Collapsing takes effect even with the pointer inside. The sidebar peeks again only after the pointer has left and come back.
      return {
        state: { ...state, choice, peek: 'none' },
        effects: [{ kind: 'cancel-collapse-delay' }, { kind: 'remember', choice }],
      }
    }
    case 'entered':
      return isCollapsed(state)
        ? { state: { ...state, peek: 'open' }, effects: [{ kind: 'cancel-collapse-delay' }] }
        : unchanged(state)
    case 'left':
      return state.peek === 'open'
        ? { state: { ...state, peek: 'closing' }, effects: [{ kind: 'start-collapse-delay' }] }
        : unchanged(state)
    case 'collapse-due':
      return unchanged(state.peek === 'closing' ? { ...state, peek: 'none' } : state)
    case 'folder-pressed':
      return unchanged({ ...state, openFolder: state.openFolder === event.folder ? null : event.folder })
    case 'navigated':
      return unchanged(event.folder === null ? state : { ...state, openFolder: event.folder })
    case 'width-changed':
      return unchanged(
        event.roomy === state.roomy
          ? state
          : {
              ...state,
              roomy: event.roomy,
              peek: event.roomy && state.choice === null ? 'none' : state.peek,
            },
      )
  }
}

function unchanged(state: SidebarState): SidebarStep {
  return { state, effects: [] }
}

/** Id of the folder that contains the page; null for a top-level page or an unknown path. */
export function folderOfPath(catalogue: Catalogue, path: string): string | null {
  const dataset = catalogue.byPath(path)
  return (dataset && catalogue.folderOf(dataset)?.id) ?? null
}
