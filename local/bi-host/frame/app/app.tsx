import { render } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { noCustomisations } from '../protocol/customizations'
import type AnswerPage from '../assistant/answer-page'
import type ConversationPage from '../assistant/conversation-page'
import type * as BuilderModule from '../builder/builder-app'
import type { Frame } from '../protocol/frame'
import type { AnswerRoute, BuilderRoute, ConversationRoute, EditRoute } from '../protocol/routes'
import { takeVisibleArea } from '../protocol/handlers'
import { rangeOf } from '../protocol/runtime'
import { createTheme, type Theme } from '../theme/apply-theme'
import { colorsOf, createColorBook } from '../../rendering/theme/series-colors'
import { showFocused, watchPaper, useHeight } from './page'
import { AppPage, isAppPage } from './app-page'
import { BoardPage } from '../board/board-page'
import { createBoardStore, type BoardStore } from '../host/board-store'
import { createControls, announceChanges } from './board-controls'
import { createDrawQueue } from '../parts/draw-queue'
import { createLoadBoard, type LoadBoard } from '../host/load-board'
import { PageMessage, BoardSkeleton } from '../parts/page-message'
import { createPersonalViews } from '../host/personal-views'
import { LookContext, UiContext, useStore, useUi, type Look } from '../parts/context'
import type { EditPage } from '../edit/edit-page'

/** Draws whatever the frame's route asks for, into `root`, for as long as the page lives. */
export function mountBoard(root: HTMLElement, frame: Frame, load: LoadBoard = createLoadBoard(frame)): void {
  const theme = createTheme(document, frame.state.get().options.themeHint, noCustomisations)
  const restyle = (): void => {
    const { phase, customisations, options } = frame.state.get()
    if (phase !== 'ready') return
    theme.apply(customisations)
    theme.load(options.iconSprite, options.stringIDsUrl)
  }
  restyle()
  frame.state.subscribe(restyle)
  showFocused(document)
  watchPaper(window, (onPaper) => theme.print(onPaper))
  const board = createBoardStore(load)
  const views = createPersonalViews(frame, board)
  frame.attachBoard(createControls(board, frame, views))
  const takeRuntime = (): void => {
    const { runtimeFilters, parameters } = frame.state.get()
    board.setRuntimeFilters(runtimeFilters)
    board.setFirstRange(rangeOf(parameters))
  }
  frame.state.subscribe(takeRuntime)
  takeRuntime()
  announceChanges(frame, board)
  const queue = createDrawQueue()
  render(
    <UiContext.Provider value={{ frame, theme, board, views, queue }}>
      <App load={load} />
    </UiContext.Provider>,
    root,
  )
}

function App({ load }: { readonly load: LoadBoard }) {
  const { frame, theme, board } = useUi()
  const content = useRef<HTMLElement>(null)
  const route = useStore(frame.state, (state) => state.route)
  const phase = useStore(frame.state, (state) => state.phase)
  const fullHeight = useStore(frame.state, (state) => state.options.fullHeight)
  const reloads = useStore(frame.state, (state) => state.reloads)
  const look = useBoardLook(theme, board)
  useHeight(content, frame, fullHeight)

  useEffect(() => {
    if (reloads > 0) board.reload()
  }, [reloads, board])

  useEffect(() => {
    // Answered only where the frame is as tall as its content; elsewhere nobody listens.
    if (phase !== 'ready' || !fullHeight) return
    void frame.port.ask('requestVisibleEmbedCoordinates', {}, 5000).then(
      (area) => takeVisibleArea(area, frame.state),
      () => undefined,
    )
  }, [phase, fullHeight, frame])

  return (
    <LookContext.Provider value={look}>
      <main
        ref={content}
        class={route.kind === 'builder' ? 'builder-page' : `board ${fullHeight ? 'full-height' : ''}`}
      >
        {page()}
      </main>
    </LookContext.Provider>
  )

  function page() {
    if (phase === 'unanswered') {
      return (
        <PageMessage
          sign="broken"
          title="The page around this dashboard did not answer"
          text="Reload the page; if it happens again, tell whoever runs it."
        />
      )
    }
    if (route.kind === 'board')
      return phase === 'ready' ? <BoardPage route={route} /> : <BoardSkeleton single={false} />
    if (route.kind === 'builder') return phase === 'ready' ? <LazyBuilder route={route} /> : null
    if (route.kind === 'edit')
      return phase === 'ready' ? <LazyEdit route={route} load={load} /> : <BoardSkeleton single={false} />
    if (route.kind === 'answer')
      return phase === 'ready' ? <LazyAnswer route={route} /> : <BoardSkeleton single />
    if (route.kind === 'conversation') return phase === 'ready' ? <LazyConversation route={route} /> : null
    if (route.kind === 'none') return null
    if (route.kind === 'other' && isAppPage(route.path))
      return phase === 'ready' ? <AppPage path={route.path} /> : null
    return (
      <PageMessage
        sign="missing"
        title="Not available in this build"
        text="The local BI host shows dashboards. This page of the analytics product is not part of it."
      />
    )
  }
}

/** The chart builder has a chunk of its own, fetched when somebody comes to it. */
function LazyBuilder({ route }: { readonly route: BuilderRoute }) {
  const [module, setModule] = useState<typeof BuilderModule | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    import('../builder/builder-app').then(setModule, () => setModule('failed'))
  }, [attempt])
  if (module === 'failed')
    return (
      <PageMessage
        sign="broken"
        title="The chart builder could not be loaded"
        text="A part of it has not arrived."
        action={{ label: 'Try again', run: () => setAttempt(attempt + 1) }}
      />
    )
  return module === null ? null : <module.BuilderApp key={route.path} route={route} />
}

/** In a chunk of its own: boards do without it. */
function LazyAnswer({ route }: { readonly route: AnswerRoute }) {
  const [Page, setPage] = useState<typeof AnswerPage | null>(null)
  useEffect(() => {
    void import('../assistant/answer-page').then((module) => setPage(() => module.default))
  }, [])
  return Page === null ? <BoardSkeleton single /> : <Page key={route.path} route={route} />
}

function LazyConversation({ route }: { readonly route: ConversationRoute }) {
  const [Page, setPage] = useState<typeof ConversationPage | null>(null)
  useEffect(() => {
    void import('../assistant/conversation-page').then((module) => setPage(() => module.default))
  }, [])
  return Page === null ? null : <Page key={route.path} route={route} />
}

/** Words and colours; the colours of names stay as they are while a board is on screen. */
function useBoardLook(theme: Theme, board: BoardStore): Look {
  const { palette, words, symbols, onPaper } = useStore(theme.state, (state) => state)
  const reply = useStore(board.state, (state) => state.reply)
  const [book] = useState(createColorBook)
  const slots = useMemo(() => book.slotsOf(reply), [book, reply])
  return useMemo(
    () => ({ palette, words, symbols, color: colorsOf(slots, palette), onPaper }),
    [palette, words, symbols, onPaper, slots],
  )
}

/** The page opened by itself: it has no session of its own and says so. */
export function mountStandalone(root: HTMLElement): void {
  createTheme(document, null, noCustomisations).apply(noCustomisations)
  render(
    <div class="board">
      <PageMessage
        sign="locked"
        title="Open this dashboard in the portal"
        text="This page is shown inside the portal, which signs you in. Opened by itself it has nothing to show."
      />
    </div>,
    root,
  )
}

/** The edit page and the grid library, which nobody else downloads. */
function LazyEdit({ route, load }: { readonly route: EditRoute; readonly load: LoadBoard }) {
  const [Page, setPage] = useState<typeof EditPage | null>(null)
  const [asked, setAsked] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    setFailed(false)
    import('../edit/edit-page').then(
      (module) => setPage(() => module.EditPage),
      () => setFailed(true),
    )
  }, [asked])
  if (Page !== null) return <Page key={route.path} route={route} load={load} />
  if (!failed) return <BoardSkeleton single={false} />
  return (
    <PageMessage
      sign="broken"
      title="The editor could not be loaded"
      text="A part of this page has not arrived. Your dashboard is safe."
      action={{ label: 'Try again', run: () => setAsked(asked + 1) }}
    />
  )
}
