import { createStore, type Store, type FrameState } from './state'
import type { AssistantControls, BoardControls, BuilderControls } from './page-events'
import {
  customizationsOf,
  noCustomizations,
  isFullSet,
  optionFields,
  readViewOptions,
  type ViewOptions,
} from './view-options'
import { answerHostEvent, createMounted } from './host-events'
import { createHandlers, type EditorControls } from './handlers'
import type { ParentPort } from './parent-port'
import { asFields, asText, type Fields, parseFlags } from './read'
import { presentRelease, type Release } from './release'
import { parseRoute, sameRoute, type Route } from './routes'
import { runtimeFiltersOf, runtimeParametersOf } from './runtime'
import { createSession, type Session } from './session'

export interface FrameAddress {
  readonly search: string
  hash(): string
  push(path: string): void
  replace(path: string): void
  travel(steps: number): void
}

export interface Frame {
  readonly state: Store<FrameState>
  readonly session: Session
  readonly port: ParentPort
  /** Answers a host event. `undefined` if the message is not from the embedding page. */
  receive(message: { source: unknown; origin: string; data: unknown }): Promise<unknown> | undefined
  start(): Promise<void>
  /** Navigates inside the frame. `replace` keeps one Back step per portal page. */
  navigate(path: string, replace: boolean): void
  /** The address was changed by the browser (Back, Forward, a typed hash). */
  addressChanged(): void
  attachBoard(controls: BoardControls): void
  attachBuilder(controls: BuilderControls): void
  attachAssistant(controls: AssistantControls): void
  attachEditor(controls: EditorControls): void
}

export interface FrameOptions {
  readonly port: ParentPort
  readonly address: FrameAddress
  /** Requests the user's GUID from the host if the parent has not sent it. */
  readonly identify?: (session: Session) => Promise<string | undefined>
  /** Absent: the current release. */
  readonly release?: Release
  /** Timeout of one `appInit` request (ms), and the number of attempts. */
  readonly initTimeout?: number
  readonly initAttempts?: number
}

export function createFrame(options: FrameOptions): Frame {
  const { port, address, release = presentRelease } = options
  const readRoute = (path: string): Route => parseRoute(release.path(path))
  const flags = release.flags(parseFlags(address.search))
  let optionSet: Fields = optionFields(flags)
  const state = createStore(initialState(flags, readRoute(address.hash()), address.search))
  const session = createSession({
    ask: async (type) => asText(asFields(await port.ask(type, {}))['authToken']),
    onRejected: () => port.post('ThoughtspotAuthFailure', {}),
  })
  const { announceRoute, go, navigate } = createNavigation({ port, address, state, readRoute })
  const identify = async () => options.identify?.(session).catch(() => undefined)
  const eventTypes = () => handlersOf().handlers.keys()
  const introduction = createIntroduction({ port, state, identify, announceRoute, eventTypes })
  const { greet, setUser, attached } = introduction
  const board = createMounted<BoardControls>(attached)
  const builder = createMounted<BuilderControls>(attached)
  const assistant = createMounted<AssistantControls>(attached)
  const editor = createMounted<EditorControls>(attached)

  function apply(parameters: Fields, complete: boolean, search = ''): void {
    const payload = release.flags(parameters)
    const given = optionFields(payload)
    optionSet = complete ? given : { ...optionSet, ...given }
    state.set(changeBy(payload, readViewOptions(optionSet), complete, search))
    if ('embedExpiryInAuthToken' in payload)
      session.renewEarly(release.renewsEarly && payload['embedExpiryInAuthToken'] === true)
    const token = asText(payload['authToken'])
    if (token !== undefined) session.accept(token)
    if (complete) greet()
  }

  const handlersOf = createHandlers({
    state,
    navigate,
    travel: (steps) => address.travel(steps),
    apply: (payload) => apply(payload, isFullSet(payload)),
    setUser,
    board: board.current,
    builder: builder.current,
    assistant: assistant.current,
    editor: editor.current,
    ended: () => session.end(),
  })

  async function start(): Promise<void> {
    if (state.get().phase === 'silent') return
    for (let attempts = options.initAttempts ?? 3; attempts > 0 && !isReady(state); attempts -= 1) {
      try {
        const payload = asFields(await port.ask('appInit', {}, options.initTimeout ?? 12_000))
        // Flags of the address are the base of the view. The payload adds what only it can carry.
        if (!isReady(state)) apply({ ...flags, ...payload }, true, address.search)
        return
      } catch {
        // Retried. A set of parameters may have arrived from the parent meanwhile.
      }
    }
    if (!isReady(state)) state.set({ phase: 'unanswered' })
  }

  return {
    state,
    session,
    port,
    receive(message) {
      if (!port.accepts(message)) return undefined
      const { type, data } = asFields(message.data)
      // Events that the imitated release does not have get no reply.
      if (!release.supports(asText(type) ?? '', data)) return undefined
      return answerHostEvent(message.data, handlersOf(), (name, details) => port.post(name, details))
    },
    start,
    navigate,
    addressChanged: () => go(address.hash()),
    attachBoard: board.take,
    attachBuilder: builder.take,
    attachAssistant: assistant.take,
    attachEditor: editor.take,
  }
}

/** The embedding page has sent what to show, and knows the frame. */
const isReady = (state: Store<FrameState>): boolean => state.get().phase === 'ready'

function initialState(flags: Fields, route: Route, search: string): FrameState {
  const options = readViewOptions(flags)
  return {
    phase: isPrefetch(flags, route) ? 'silent' : 'waiting',
    route,
    options,
    customizations: noCustomizations,
    runtimeFilters: runtimeFiltersOf({}, search),
    parameters: runtimeParametersOf({}, search),
    visitor: false,
    visibleVizs: options.visibleVizs,
    visibleTabs: null,
    hiddenTabs: null,
    visibleArea: null,
    renderedAgain: 0,
    reloads: 0,
  }
}

/** State changes of a payload: a complete set replaces all, a partial one what it names. The address may have filters and parameters. */
function changeBy(
  payload: Fields,
  options: ViewOptions,
  complete: boolean,
  search: string,
): Partial<FrameState> {
  const sets = (...names: readonly string[]) => complete || names.some((name) => name in payload)
  const customizations = customizationsOf(payload)
  return {
    options,
    ...(customizations !== null && { customizations }),
    ...(sets('pinboardVisibleVizs') && { visibleVizs: options.visibleVizs }),
    ...(complete && { visibleTabs: null, hiddenTabs: null }),
    ...(sets('runtimeFilterParams', 'runtimeFilters') && {
      runtimeFilters: runtimeFiltersOf(payload, search),
    }),
    ...(sets('runtimeParameterParams', 'runtimeParameters') && {
      parameters: runtimeParametersOf(payload, search),
    }),
  }
}

function createNavigation({
  port,
  address,
  state,
  readRoute,
}: Pick<FrameOptions, 'port' | 'address'> & {
  readonly state: Store<FrameState>
  readonly readRoute: (path: string) => Route
}) {
  function announceRoute(): void {
    const { route } = state.get()
    if (route.kind !== 'none') port.post('ROUTE_CHANGE', { currentPath: route.path })
  }

  function go(text: string): void {
    const route = readRoute(text)
    const current = state.get()
    if (sameRoute(current.route, route)) return state.set({ renderedAgain: current.renderedAgain + 1 })
    state.set({ route })
    if (isReady(state)) announceRoute()
  }

  function navigate(path: string, replace: boolean): void {
    const clean = `/${path.replace(/^#/, '').replace(/^\/+/, '')}`
    if (address.hash() !== `#${clean}`) {
      if (replace || state.get().options.replaceHistory) address.replace(clean)
      else address.push(clean)
    }
    go(clean)
  }

  return { announceRoute, go, navigate }
}

/** First messages to the embedding page: the frame is listening, who is signed in, the location, and the supported host events. */
function createIntroduction({
  port,
  state,
  identify,
  announceRoute,
  eventTypes,
}: {
  readonly port: ParentPort
  readonly state: Store<FrameState>
  readonly identify: () => Promise<string | undefined>
  readonly announceRoute: () => void
  readonly eventTypes: () => Iterable<string>
}) {
  let userGUID: string | undefined
  let mounted = false
  const announced = new Set<string>()

  /** Announces each supported host event once, when the parent is known and a page is mounted to answer it. */
  function announceHandlers(): void {
    if (!mounted || !isReady(state)) return
    for (const type of eventTypes()) {
      if (announced.has(type)) continue
      announced.add(type)
      port.post(`${type} Subscribed`, {})
    }
  }

  function setUser(guid: string): void {
    userGUID = guid
    state.set({ visitor: guid === 'anonymous' })
  }

  /** The parent may have sent the user. Otherwise ask the host. */
  async function introduce(): Promise<void> {
    const known = userGUID ?? (await identify())
    if (known !== undefined) setUser(known)
    port.post('authInit', { isLoggedIn: true, ...(userGUID !== undefined && { userGUID }) })
  }

  return {
    setUser,
    /** Once, right after the parent's answer: without it, a pre-rendered frame waits a second before it is shown. */
    greet: () => {
      if (isReady(state)) return
      port.post('EmbedListenerReady', {})
      void introduce()
      announceRoute()
      state.set({ phase: 'ready' })
      announceHandlers()
    },
    attached: () => {
      mounted = true
      announceHandlers()
    },
  }
}

/** A prefetch opens the bare application, without a route or a view's flags. Its messages get no answer. */
function isPrefetch(flags: Fields, route: Route): boolean {
  return route.kind === 'none' && !('sdkVersion' in flags) && !('isLiveboardEmbed' in flags)
}
