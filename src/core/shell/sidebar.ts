import type { Catalogue } from '../catalogue/catalogue'

/** What a person has chosen with the button. Null: nothing yet, so the width of the page decides. */
export type SidebarChoice = 'expanded' | 'collapsed' | null

/** Key of the stored choice; the inline script of index.html repeats it (tested). */
export const sidebarKey = 'assay.sidebar'

export interface SidebarState {
  readonly choice: SidebarChoice
  /** The page is wide enough for a sidebar that is expanded without having been asked to be. */
  readonly roomy: boolean
  /** `open`: expanded for as long as the pointer or the keyboard is in it. `closing`: it has left, the delay runs. */
  readonly peek: 'none' | 'open' | 'closing'
  /** Only one folder is open at a time. */
  readonly openFolder: string | null
}

export type SidebarEvent =
  | { readonly kind: 'toggled' }
  | { readonly kind: 'entered' }
  | { readonly kind: 'left' }
  /** The delay that `left` asked for has passed. */
  | { readonly kind: 'collapse-due' }
  | { readonly kind: 'folder-pressed'; readonly folder: string }
  /** Another page is shown; `folder` is the one it lies in, null for a top-level page. */
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

/** Whatever is stored and is not a choice counts as nothing stored. */
export function readSidebarChoice(stored: string | null | undefined): SidebarChoice {
  return stored === 'expanded' || stored === 'collapsed' ? stored : null
}

/** Collapsed as a resting state, whatever a hover does to it for the moment. */
export function isCollapsed(state: SidebarState): boolean {
  return state.choice === null ? !state.roomy : state.choice === 'collapsed'
}

/** Labels are to be seen. */
export function isExpanded(state: SidebarState): boolean {
  return !isCollapsed(state) || state.peek !== 'none'
}

/** Expanded over the page, which stays where it is. */
export function isPeeking(state: SidebarState): boolean {
  return isCollapsed(state) && state.peek !== 'none'
}

/** Behaviour of section 2.7 as one pure step. */
export function sidebarStep(state: SidebarState, event: SidebarEvent): SidebarStep {
  switch (event.kind) {
    case 'toggled': {
      const choice = isCollapsed(state) ? 'expanded' : 'collapsed'
      // Collapsing under the pointer shows at once what was asked for: it peeks again only after leaving and coming back.
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

/** The folder that a path's page lies in, null for a top-level page or an unknown path. */
export function folderOfPath(catalogue: Catalogue, path: string): string | null {
  const dataset = catalogue.byPath(path)
  return (dataset && catalogue.folderOf(dataset)?.id) ?? null
}
