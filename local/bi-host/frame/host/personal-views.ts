import type { PersonalView } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { asList } from '../protocol/read'
import { viewPath, type BoardRoute } from '../protocol/routes'
import { createStore, type Store } from '../protocol/state'
import type { BoardStore } from './board-store'
import { callHost, type HostReply } from './calls'

export interface ViewsState {
  /** By board, as far as they were read. */
  readonly lists: ReadonlyMap<string, readonly PersonalView[]>
}

/** Says what went wrong, in a sentence for the person; empty when nothing did. */
type ProblemText = Promise<string>

/** A person's own views of the board on screen: kept by the host, shown by the address. */
export interface PersonalViews {
  readonly state: Store<ViewsState>
  /** Opens the board of a route, under the view that its address names. */
  enter(route: BoardRoute): Promise<void>
  read(): ProblemText
  /** `null` is the board as it opens. */
  choose(viewId: string | null): void
  select(wanted: {
    readonly viewId?: string | undefined
    readonly viewName?: string | undefined
  }): Promise<void>
  /** What is on screen as a view of that name. */
  save(name: string): ProblemText
  /** What is on screen in the place of what the view said. */
  update(viewId: string): ProblemText
  remove(viewId: string): ProblemText
}

const originalView = 'Original View'
const notRead = 'PERSONALISED_VIEWS_NOT_READ'

export function createPersonalViews(
  frame: Frame,
  board: BoardStore,
  call: (operation: string, variables: object) => Promise<HostReply> = (operation, variables) =>
    callHost(frame, operation, variables),
): PersonalViews {
  const state = createStore<ViewsState>({ lists: new Map() })
  let entered = 0
  let last: BoardRoute | null = null

  const boardId = (): string => board.state.get().location?.liveboardId ?? ''
  const find = (viewId: string, liveboardId = boardId()): PersonalView | undefined =>
    viewsOf(state.get(), liveboardId).find(({ id }) => id === viewId)
  const setList = (liveboardId: string, views: readonly PersonalView[]): void =>
    state.set({ lists: new Map([...state.get().lists, [liveboardId, views]]) })
  const about = (view: PersonalView | null, liveboardId = boardId()): object => ({
    viewName: view?.name ?? originalView,
    viewId: view?.id ?? null,
    liveboardId,
    isPublic: false,
  })

  async function load(liveboardId: string): Promise<string> {
    const reply = await call('ListPersonalisedViews', { liveboardId })
    if (!reply.ok) return reply.message
    setList(liveboardId, (asList(reply.data['views']) ?? []) as readonly PersonalView[])
    return ''
  }

  function goTo(viewId: string | null): void {
    const { route } = frame.state.get()
    if (route.kind !== 'board') return
    const path = viewPath(route, viewId)
    // Going to where one is would say again that the board is rendered.
    if (path !== route.path) frame.navigate(path, true)
  }

  function choose(viewId: string | null): void {
    const view = viewId === null ? null : (find(viewId) ?? null)
    if (view === null) board.reset()
    else board.show({ ...view, viewId: view.id })
    goTo(view?.id ?? null)
    frame.port.post('changePersonalisedView', about(view))
  }

  async function keep(variables: object, event: string): ProblemText {
    const { range, chosen } = board.state.get()
    const liveboardId = boardId()
    const reply = await call('SavePersonalisedView', { liveboardId, range, chosen, ...variables })
    if (!reply.ok) return reply.message
    const view = reply.data['view'] as PersonalView
    const others = viewsOf(state.get(), liveboardId).filter(({ id }) => id !== view.id)
    setList(
      liveboardId,
      [...others, view].toSorted((a, b) => a.name.localeCompare(b.name)),
    )
    // Another board may have come on screen meanwhile: this view is none of it.
    if (boardId() === liveboardId) {
      board.setView(view.id)
      goTo(view.id)
    }
    frame.port.post(event, about(view, liveboardId))
    return ''
  }

  const failed = (code: string, message: string): void =>
    frame.port.post('Error', { errorType: 'API', code, message })
  /** Says why a view cannot be shown: the views could not be read, or it is not among them. */
  const missing = (unread: string): void =>
    unread === ''
      ? failed('PERSONALISED_VIEW_NOT_FOUND', 'There is no such view of this dashboard, or it is not yours.')
      : failed(notRead, unread)

  return {
    state,
    async enter(route) {
      const { liveboardId, tabId, vizId, viewId } = route
      const location = { liveboardId, tabId, vizId }
      entered += 1
      const entry = entered
      const renamed = last !== null && last.viewId !== viewId && sameLocation(last, route)
      last = route
      if (viewId === undefined || viewId === board.viewOf(liveboardId)) {
        // Only the address has caught up with a view that is shown already.
        if (!renamed) board.open(location)
        const left = board.viewOf(liveboardId)
        // A board that comes back under its view by a plain link: the address says what is seen, and comes in here again.
        if (viewId === undefined && left !== null) return goTo(left)
        if (left === null || find(left, liveboardId) !== undefined) return undefined
        const unread = await load(liveboardId)
        if (unread !== '') failed(notRead, unread)
        // Deleted meanwhile, in another window: what is seen is no view any more.
        else if (entry === entered && board.viewOf(liveboardId) === left && find(left) === undefined) {
          board.setView(null)
          goTo(null)
        }
        return undefined
      }
      const unread = await load(liveboardId)
      // The frame has been sent elsewhere while the views were on their way.
      if (entry !== entered) return undefined
      const view = find(viewId, liveboardId)
      board.open(location, view && { ...view, viewId })
      if (view === undefined) missing(unread)
      return undefined
    },
    read: () => load(boardId()),
    choose,
    async select({ viewId, viewName }) {
      const liveboardId = boardId()
      const unread = await load(liveboardId)
      if (boardId() !== liveboardId) return
      const view = viewsOf(state.get(), liveboardId).find(({ id, name }) =>
        viewId === undefined ? name === viewName : id === viewId,
      )
      if (view === undefined) missing(unread)
      else choose(view.id)
    },
    save: (name) => keep({ name }, 'savePersonalisedView'),
    update: (viewId) => keep({ id: viewId, name: find(viewId)?.name ?? '' }, 'updatePersonalisedView'),
    async remove(viewId) {
      const liveboardId = boardId()
      const reply = await call('DeletePersonalisedViews', { liveboardId, ids: [viewId] })
      if (!reply.ok) return reply.message
      setList(
        liveboardId,
        viewsOf(state.get(), liveboardId).filter(({ id }) => id !== viewId),
      )
      frame.port.post('deletePersonalisedView', { views: [viewId], liveboardId })
      if (boardId() === liveboardId && board.viewOf(liveboardId) === viewId) choose(null)
      return ''
    },
  }
}

export const viewsOf = ({ lists }: ViewsState, liveboardId: string | undefined): readonly PersonalView[] =>
  lists.get(liveboardId ?? '') ?? none

const none: readonly PersonalView[] = []

const sameLocation = (one: BoardRoute, other: BoardRoute): boolean =>
  one.liveboardId === other.liveboardId && one.tabId === other.tabId && one.vizId === other.vizId

/** Whether the screen shows something else than the view says. */
export function differs(
  view: PersonalView,
  { range, chosen }: Pick<ReturnType<BoardStore['state']['get']>, 'range' | 'chosen'>,
): boolean {
  const plain = (choice: { readonly range: unknown; readonly chosen: object }): string =>
    JSON.stringify([choice.range, Object.entries(choice.chosen).toSorted(([a], [b]) => a.localeCompare(b))])
  return plain(view) !== plain({ range, chosen })
}
