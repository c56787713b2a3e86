import { render, type ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { noCustomizations } from '../protocol/view-options'
import type { Frame } from '../protocol/frame'
import type { Route } from '../protocol/routes'
import type { FrameState } from '../protocol/state'
import { takeVisibleArea } from '../protocol/handlers'
import { rangeOf } from '../protocol/runtime'
import { createTheme, type Theme } from '../theme/apply-theme'
import { colorsOf, createColorBook } from '../../rendering/theme/series-colors'
import { copyWhole, ignoreComposition, showFocused, watchPrint, useHeight } from './page'
import { showMeanings } from '../parts/floating'
import { BoardPage } from '../board/board-page'
import { createBoardStore, createLoadBoard, type BoardStore, type LoadBoard } from '../host/board-store'
import { createControls, announceChanges } from '../board/board-actions'
import { createDrawQueue } from '../parts/draw-queue'
import { PageMessage, BoardSkeleton } from '../parts/page-message'
import { createPersonalViews } from '../host/personal-views'
import { LookContext, UiContext, useStore, useUi, useLook, type Look } from '../parts/context'
import { createAnswerHost, dashboards } from '../host/calls'
import type { WordId } from '../theme/words'

/** Renders the frame's current route into `root`, for the lifetime of the page. */
export function mountBoard(root: HTMLElement, frame: Frame, load: LoadBoard = createLoadBoard(frame)): void {
  const theme = createTheme(document, frame.state.get().options.themeHint, noCustomizations)
  const board = createBoardStore(load)
  const queue = createDrawQueue()
  let drawn = false
  const restyle = (): void => {
    const { phase, route, customizations, options } = frame.state.get()
    if (phase !== 'ready') return
    theme.apply(customizations)
    // Use the built-in icons until the board's charts are drawn, so that no number waits for a custom sprite.
    theme.load(drawn || route.kind !== 'board' ? options.iconSprite : null, options.stringIDsUrl)
  }
  const stop = board.state.subscribe(() => {
    const { status } = board.state.get()
    if (status !== 'ready' && status !== 'problem') return
    stop()
    const withIcons = (): void => {
      drawn = true
      restyle()
    }
    // Wait another second, so that the embedding page removes its overlay first.
    queue.add(() => void setTimeout(withIcons, 1_000), Number.POSITIVE_INFINITY)
  })
  restyle()
  frame.state.subscribe(restyle)
  ignoreComposition(document)
  showFocused(document)
  showMeanings(document)
  copyWhole(document)
  watchPrint(window, (printing) => theme.print(printing))
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
    // Only relevant where the frame is as tall as its content. Other pages do not listen.
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
        <Page load={load} route={route} phase={phase} />
      </main>
    </LookContext.Provider>
  )
}

interface PageProps extends Pick<FrameState, 'route' | 'phase'> {
  readonly load: LoadBoard
}

function Page({ load, route, phase }: PageProps) {
  if (phase === 'unanswered')
    return (
      <PageMessage
        sign="broken"
        title="This dashboard could not start"
        text="Reload the page. If it happens again, contact support."
      />
    )
  if (route.kind === 'other' && !isAppPage(route.path))
    return (
      <PageMessage
        sign="missing"
        title="Not available in this build"
        text="This page is not part of the local BI host."
      />
    )
  const waiting = waitingFor(route)
  if (phase !== 'ready') return waiting
  const part = { key: route.kind, waiting }
  switch (route.kind) {
    case 'none':
      return null
    case 'board':
      return <BoardPage route={route} />
    case 'other':
      return <AppPage path={route.path} />
    case 'builder':
      return (
        <Lazy {...part} load={pages.builder} what="The chart builder">
          {({ BuilderApp }) => <BuilderApp key={route.path} route={route} />}
        </Lazy>
      )
    case 'edit':
      return (
        <Lazy {...part} load={pages.edit} what="The editor" then="Your dashboard is safe.">
          {({ EditPage }) => <EditPage key={route.path} route={route} load={load} />}
        </Lazy>
      )
    case 'answer':
      return (
        <Lazy {...part} load={pages.answer} what="The answer">
          {({ AnswerPage }) => <AnswerPage key={route.path} route={route} />}
        </Lazy>
      )
    case 'conversation':
      return (
        <Lazy {...part} load={pages.conversation} what="The conversation">
          {({ ConversationPage }) => <ConversationPage key={route.path} route={route} />}
        </Lazy>
      )
  }
}

function waitingFor({ kind }: Route) {
  if (kind === 'answer') return <BoardSkeleton single />
  return kind === 'board' || kind === 'edit' ? <BoardSkeleton single={false} /> : null
}

/** A page in a chunk of its own, loaded on first visit. Shows a placeholder while loading, and an error with retry if that fails. */
function Lazy<Page>({
  load,
  waiting,
  what,
  then = 'Try again.',
  children,
}: {
  readonly load: () => Promise<Page>
  readonly waiting: ComponentChildren
  readonly what: string
  /** What the user should know or do if it does not load. */
  readonly then?: string
  readonly children: (page: Page) => ComponentChildren
}) {
  const [page, setPage] = useState<{ readonly is: Page } | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setPage(null)
    load().then(
      (is) => setPage({ is }),
      () => setPage('failed'),
    )
  }, [load, attempt])
  if (page === null) return <>{waiting}</>
  if (page !== 'failed') return <>{children(page.is)}</>
  return (
    <PageMessage
      sign="broken"
      title={`${what} could not be loaded`}
      text={`Part of this page is missing. ${then}`}
      action={{ label: 'Try again', run: () => setAttempt(attempt + 1) }}
    />
  )
}

const pages = {
  builder: () => import('../builder/builder-app'),
  // Includes the grid library, which nothing else needs.
  edit: () => import('../edit/edit-page'),
  answer: () => import('../assistant/answer'),
  conversation: () => import('../assistant/conversation-page'),
}

/** Words and colors. Names keep their colors while a board is on screen. */
function useBoardLook(theme: Theme, board: BoardStore): Look {
  const { palette, words, symbols, printing } = useStore(theme.state, (state) => state)
  const reply = useStore(board.state, (state) => state.reply)
  const [book] = useState(createColorBook)
  const slots = useMemo(() => book.slotsOf(reply), [book, reply])
  return useMemo(
    () => ({ palette, words, symbols, color: colorsOf(slots, palette), printing }),
    [palette, words, symbols, printing, slots],
  )
}

/** Shown if the page is opened outside a portal, where it has no session. */
export function mountStandalone(root: HTMLElement): void {
  createTheme(document, null, noCustomizations).apply(noCustomizations)
  render(
    <div class="board">
      <PageMessage
        sign="locked"
        title="Open this dashboard in the portal"
        text="The portal logs you in. On its own this page has nothing to show."
      />
    </div>,
    root,
  )
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Target path inside the frame. */
  readonly path: string
}

interface ListPage {
  readonly title: string
  /** Set if the embedding page may replace the title. */
  readonly word?: WordId
  /** The entries. `null` if they could not be loaded. */
  readonly list: (frame: Frame) => Promise<readonly Entry[] | null>
  /** Shown for an empty list. */
  readonly none: string
}

const boards: ListPage['list'] = async (frame) =>
  (await dashboards(frame))?.map((board) => ({ ...board, path: `/pinboard/${board.id}` })) ?? null

const answers: ListPage['list'] = async (frame) => {
  const reply = await createAnswerHost(frame)('ListAnswers', {})
  // An anonymous visitor has no entries.
  if (!reply.ok) return reply.problem.kind === 'forbidden' ? [] : null
  return reply.value.answers.map(({ id, title, modified }) => ({
    id,
    name: title,
    description: `Changed on ${new Date(modified).toISOString().slice(0, 10)}`,
    path: `/saved-answer/${id}`,
  }))
}

const sources: ListPage['list'] = async (frame) => {
  const reply = await createAnswerHost(frame)('GetAnswerFields', {})
  if (!reply.ok) return null
  return reply.value.sources.map(({ id, label, description }) => ({
    id,
    name: label,
    description,
    path: `/answer?source=${encodeURIComponent(id)}`,
  }))
}

const nothing: ListPage['list'] = () => Promise.resolve([])

const home: ListPage = { title: 'Home', list: boards, none: 'You don’t have access to any dashboard yet.' }
const liveboards: ListPage = { ...home, title: 'Liveboards' }
const savedAnswers: ListPage = { title: 'Answers', list: answers, none: 'Charts that you save appear here.' }
const analyses: ListPage = {
  title: 'SpotIQ Analysis',
  word: 'viz.menu.spotiq.title',
  list: nothing,
  none: 'This host runs no analyses by itself.',
}
const alerts: ListPage = {
  title: 'Monitor',
  list: nothing,
  none: 'This host does not watch numbers or send alerts.',
}

/** Pages of the whole application, by the vendor's paths. */
const appPages: Readonly<Record<string, ListPage>> = {
  home,
  pinboards: liveboards,
  'home/liveboards': liveboards,
  answers: savedAnswers,
  'home/answers': savedAnswers,
  'data/tables': { title: 'Data', list: sources, none: 'You don’t have access to any data yet.' },
  'insights/results': analyses,
  'home/spotiq-analysis': analyses,
  'insights/monitor-alerts': alerts,
  'home/monitor-alerts': alerts,
  collections: { title: 'Collections', list: nothing, none: 'This host has no collections.' },
  'home/liveboard-schedules': {
    title: 'Schedules',
    list: nothing,
    none: 'This host sends nothing on a schedule.',
  },
}

const pageAt = (path: string): ListPage | undefined => {
  const name = path.replace(/^\/|\/?(?:\?.*)?$/g, '')
  return Object.hasOwn(appPages, name) ? appPages[name] : undefined
}

const isAppPage = (path: string): boolean => pageAt(path) !== undefined

/** A page of the whole application, as the vendor's app embed opens it: lists the user's items of one kind. */
function AppPage({ path }: { readonly path: string }) {
  const { frame } = useUi()
  const { words } = useLook()
  const page = pageAt(path) ?? home
  const title = page.word === undefined ? page.title : words(page.word)
  const [list, setList] = useState<readonly Entry[] | 'failed' | null>(null)
  useEffect(() => {
    let isUnmounted = false
    setList(null)
    void page.list(frame).then((found) => {
      if (!isUnmounted) setList(found ?? 'failed')
    })
    return () => {
      isUnmounted = true
    }
  }, [frame, page])

  if (list === 'failed')
    return (
      <PageMessage
        sign="broken"
        title="This page could not be loaded"
        text="The analytics service isn’t responding. Reload the page to try again."
      />
    )
  if (list?.length === 0) return <PageMessage sign="empty" title={title} text={page.none} />
  return (
    <section class="app-page" aria-busy={list === null}>
      <h1 class="liveboard-title">{title}</h1>
      <ul class="app-list">
        {(list ?? []).map(({ id, name, description, path: to }) => (
          <li key={id}>
            <a
              href={`#${to}`}
              onClick={(event) => {
                event.preventDefault()
                frame.navigate(to, false)
              }}
            >
              {name}
            </a>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
