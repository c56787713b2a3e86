import type { PersonalView } from '../../contract'
import type { Frame } from '../protocol/frame'
import { asList } from '../protocol/read'
import { viewPath, type BoardRoute } from '../protocol/routes'
import { createStore, type Store } from '../store'
import type { BoardStore } from './board-store'
import { callHost, type HostReply } from './host-call'

export interface ViewsState {
  /** Whose views these are; `null` before any were read. */
  readonly liveboardId: string | null
  readonly views: readonly PersonalView[]
}

/** Says what went wrong, in a sentence for the person; empty when nothing did. */
type Said = Promise<string>

/** A person's own views of the board on screen: kept by the host, shown by the address. */
export interface PersonalViews {
  readonly state: Store<ViewsState>
  /** Opens the board of a route, under the view that its address names. */
  enter(route: BoardRoute): Promise<void>
  read(): Said
  /** `null` is the board as it opens. */
  choose(viewId: string | null): void
  select(wanted: {
    readonly viewId?: string | undefined
    readonly viewName?: string | undefined
  }): Promise<void>
  /** What is on screen as a view of that name. */
  save(name: string): Said
  /** What is on screen in the place of what the view said. */
  update(viewId: string): Said
  remove(viewId: string): Said
}

const originalView = 'Original View'

export function createPersonalViews(
  frame: Frame,
  board: BoardStore,
  call: (operation: string, variables: object) => Promise<HostReply> = (operation, variables) =>
    callHost(frame, operation, variables),
): PersonalViews {
  const state = createStore<ViewsState>({ liveboardId: null, views: [] })
  let entered = 0
  let last: BoardRoute | null = null

  const boardId = (): string => board.state.get().place?.liveboardId ?? ''
  const known = (): readonly PersonalView[] =>
    state.get().liveboardId === boardId() ? state.get().views : []
  const find = (viewId: string): PersonalView | undefined => known().find(({ id }) => id === viewId)
  const about = (view: PersonalView | null): object => ({
    viewName: view?.name ?? originalView,
    viewId: view?.id ?? null,
    liveboardId: boardId(),
    isPublic: false,
  })

  async function load(liveboardId: string): Promise<string> {
    const reply = await call('ListPersonalisedViews', { liveboardId })
    if (!reply.ok) return reply.message
    state.set({ liveboardId, views: (asList(reply.data['views']) ?? []) as readonly PersonalView[] })
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

  async function keep(variables: object, event: string): Said {
    const { range, chosen } = board.state.get()
    const liveboardId = boardId()
    const reply = await call('SavePersonalisedView', { liveboardId, range, chosen, ...variables })
    if (!reply.ok) return reply.message
    const view = reply.data['view'] as PersonalView
    const others = known().filter(({ id }) => id !== view.id)
    state.set({
      liveboardId,
      views: [...others, view].toSorted((a, b) => a.name.localeCompare(b.name)),
    })
    board.setView(view.id)
    goTo(view.id)
    frame.port.post(event, about(view))
    return ''
  }

  const missing = (): void =>
    frame.port.post('Error', {
      errorType: 'API',
      code: 'PERSONALISED_VIEW_NOT_FOUND',
      message: 'There is no such view of this dashboard, or it is not yours.',
    })

  return {
    state,
    async enter(route) {
      const { liveboardId, tabId, vizId, viewId } = route
      const place = { liveboardId, tabId, vizId }
      entered += 1
      const turn = entered
      const renamed = last !== null && last.viewId !== viewId && samePlace(last, route)
      last = route
      if (viewId === undefined || viewId === board.viewOf(liveboardId)) {
        // Only the address has caught up with a view that is shown already.
        return renamed ? undefined : board.open(place)
      }
      await load(liveboardId)
      // The frame has been sent elsewhere while the views were on their way.
      if (turn !== entered) return undefined
      const { views, liveboardId: of } = state.get()
      const view = of === liveboardId ? views.find(({ id }) => id === viewId) : undefined
      board.open(place, view && { ...view, viewId })
      if (view === undefined) missing()
      return undefined
    },
    read: () => load(boardId()),
    choose,
    async select({ viewId, viewName }) {
      await load(boardId())
      const view = known().find(({ id, name }) => (viewId === undefined ? name === viewName : id === viewId))
      if (view === undefined) missing()
      else choose(view.id)
    },
    save: (name) => keep({ name }, 'savePersonalisedView'),
    update: (viewId) => keep({ id: viewId, name: find(viewId)?.name ?? '' }, 'updatePersonalisedView'),
    async remove(viewId) {
      const reply = await call('DeletePersonalisedViews', { liveboardId: boardId(), ids: [viewId] })
      if (!reply.ok) return reply.message
      state.set({ views: known().filter(({ id }) => id !== viewId) })
      frame.port.post('deletePersonalisedView', { views: [viewId], liveboardId: boardId() })
      if (board.viewOf(boardId()) === viewId) choose(null)
      return ''
    },
  }
}

const samePlace = (one: BoardRoute, other: BoardRoute): boolean =>
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
