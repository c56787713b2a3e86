import type { PersonalView } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { asList } from '../protocol/read'
import { viewPath, type BoardRoute } from '../protocol/routes'
import { createStore, type Store } from '../protocol/state'
import type { BoardStore } from './board-store'
import { callHost, type HostReply } from './calls'

export interface ViewsState {
  /** By board, for those already loaded. */
  readonly lists: ReadonlyMap<string, readonly PersonalView[]>
}

/** What went wrong, in a sentence for the user. Empty on success. */
type ProblemText = Promise<string>

/** The user's personal views of the board on screen. The host stores them, and the address selects one. */
export interface PersonalViews {
  readonly state: Store<ViewsState>
  /** Opens the board of a route, with the view in its address. */
  enter(route: BoardRoute): Promise<void>
  read(): ProblemText
  /** `null` is the board's default. */
  choose(viewId: string | null): void
  select(wanted: {
    readonly viewId?: string | undefined
    readonly viewName?: string | undefined
  }): Promise<void>
  save(name: string): ProblemText
  /** Replaces the view's choice with what is on screen. */
  update(viewId: string): ProblemText
  remove(viewId: string): ProblemText
}

type HostCall = (operation: string, variables: object) => Promise<HostReply>

export function createPersonalViews(
  frame: Frame,
  board: BoardStore,
  call: HostCall = (operation, variables) => callHost(frame, operation, variables),
): PersonalViews {
  const state = createStore<ViewsState>({ lists: new Map() })
  const boardId = (): string => board.state.get().location?.liveboardId ?? ''
  const find = (viewId: string, liveboardId = boardId()) =>
    viewsOf(state.get(), liveboardId).find(({ id }) => id === viewId)
  const setList = (liveboardId: string, views: readonly PersonalView[]): void =>
    state.set({ lists: new Map([...state.get().lists, [liveboardId, views]]) })

  async function load(liveboardId: string): ProblemText {
    const reply = await call('ListPersonalisedViews', { liveboardId })
    if (!reply.ok) return reply.message
    setList(liveboardId, (asList(reply.data['views']) ?? []) as readonly PersonalView[])
    return ''
  }

  function goTo(viewId: string | null): void {
    const { route } = frame.state.get()
    if (route.kind !== 'board') return
    const path = viewPath(route, viewId)
    // Navigating to the current path would send another rendered event.
    if (path !== route.path) frame.navigate(path, true)
  }

  function choose(viewId: string | null): void {
    const view = viewId === null ? null : (find(viewId) ?? null)
    if (view === null) board.reset()
    else board.show({ ...view, viewId: view.id })
    goTo(view?.id ?? null)
    frame.port.post('changePersonalisedView', aboutView(view, boardId()))
  }

  async function save(variables: object, event: string): ProblemText {
    const { range, chosen } = board.state.get()
    const liveboardId = boardId()
    const reply = await call('SavePersonalisedView', { liveboardId, range, chosen, ...variables })
    if (!reply.ok) return reply.message
    const view = reply.data['view'] as PersonalView
    setList(liveboardId, withView(viewsOf(state.get(), liveboardId), view))
    // The view belongs to another board if that is on screen by now.
    if (boardId() === liveboardId) {
      board.setView(view.id)
      goTo(view.id)
    }
    frame.port.post(event, aboutView(view, liveboardId))
    return ''
  }

  return {
    state,
    enter: createEntry({ board, load, find, goTo, report: (error) => frame.port.post('Error', error) }),
    read: () => load(boardId()),
    choose,
    async select({ viewId, viewName }) {
      const liveboardId = boardId()
      const unread = await load(liveboardId)
      if (boardId() !== liveboardId) return
      const own = viewsOf(state.get(), liveboardId)
      const view = own.find(({ id, name }) => (viewId === undefined ? name === viewName : id === viewId))
      if (view === undefined) frame.port.post('Error', missing(unread))
      else choose(view.id)
    },
    save: (name) => save({ name }, 'savePersonalisedView'),
    update: (viewId) => save({ id: viewId, name: find(viewId)?.name ?? '' }, 'updatePersonalisedView'),
    async remove(viewId) {
      const liveboardId = boardId()
      const reply = await call('DeletePersonalisedViews', { liveboardId, ids: [viewId] })
      if (!reply.ok) return reply.message
      const others = viewsOf(state.get(), liveboardId).filter(({ id }) => id !== viewId)
      setList(liveboardId, others)
      frame.port.post('deletePersonalisedView', { views: [viewId], liveboardId })
      if (boardId() === liveboardId && board.viewOf(liveboardId) === viewId) choose(null)
      return ''
    },
  }
}

/** Opens the board of a route, with the view in its address, else as it was left. The newest route wins. */
function createEntry({
  board,
  load,
  find,
  goTo,
  report,
}: {
  readonly board: BoardStore
  readonly load: (liveboardId: string) => ProblemText
  readonly find: (viewId: string, liveboardId: string) => PersonalView | undefined
  readonly goTo: (viewId: string | null) => void
  readonly report: (error: object) => void
}): PersonalViews['enter'] {
  let entry = { route: null as BoardRoute | null }

  async function enterAsLeft(route: BoardRoute, before: BoardRoute | null, left: string | null) {
    const { liveboardId, viewId } = route
    const own = entry
    // Only the address changed, to that of the view already shown.
    const renamed = before !== null && before.viewId !== viewId && sameLocation(before, route)
    if (!renamed) board.open(locationOf(route))
    // A plain link to a board that was left with a view: update the address, which calls this again.
    if (viewId === undefined && left !== null) return goTo(left)
    if (left === null || find(left, liveboardId) !== undefined) return
    const unread = await load(liveboardId)
    if (unread !== '') return report(missing(unread))
    // Deleted in another window: what is on screen is no longer a view.
    if (entry !== own || board.viewOf(liveboardId) !== left || find(left, liveboardId) !== undefined) return
    board.setView(null)
    goTo(null)
  }

  return async (route) => {
    const before = entry.route
    const own = (entry = { route })
    const { liveboardId, viewId } = route
    const left = board.viewOf(liveboardId)
    if (viewId === undefined || viewId === left) return enterAsLeft(route, before, left)
    const unread = await load(liveboardId)
    // The frame has navigated elsewhere while the views were loading.
    if (entry !== own) return
    const view = find(viewId, liveboardId)
    board.open(locationOf(route), view && { ...view, viewId })
    if (view === undefined) report(missing(unread))
  }
}

/** Why a view cannot be shown: the views could not be loaded, or it is not among them. */
const missing = (unread: string): object => ({
  errorType: 'API',
  ...(unread === ''
    ? {
        code: 'PERSONALISED_VIEW_NOT_FOUND',
        message: 'There is no such view of this dashboard, or it is not yours.',
      }
    : { code: 'PERSONALISED_VIEWS_NOT_READ', message: unread }),
})

const aboutView = (view: PersonalView | null, liveboardId: string): object => ({
  viewName: view?.name ?? 'Original View',
  viewId: view?.id ?? null,
  liveboardId,
  isPublic: false,
})

/** Sorted by name. Replaces a view with the same id. */
const withView = (views: readonly PersonalView[], view: PersonalView): readonly PersonalView[] =>
  [...views.filter(({ id }) => id !== view.id), view].toSorted((a, b) => a.name.localeCompare(b.name))

const locationOf = ({ liveboardId, tabId, vizId }: BoardRoute) => ({ liveboardId, tabId, vizId })

export const viewsOf = ({ lists }: ViewsState, liveboardId: string | undefined): readonly PersonalView[] =>
  lists.get(liveboardId ?? '') ?? none

const none: readonly PersonalView[] = []

const sameLocation = (one: BoardRoute, other: BoardRoute): boolean =>
  one.liveboardId === other.liveboardId && one.tabId === other.tabId && one.vizId === other.vizId

/** Whether the screen differs from the view. */
export function differs(
  view: PersonalView,
  { range, chosen }: Pick<ReturnType<BoardStore['state']['get']>, 'range' | 'chosen'>,
): boolean {
  const plain = (choice: { readonly range: unknown; readonly chosen: object }): string =>
    JSON.stringify([choice.range, Object.entries(choice.chosen).toSorted(([a], [b]) => a.localeCompare(b))])
  return plain(view) !== plain({ range, chosen })
}
