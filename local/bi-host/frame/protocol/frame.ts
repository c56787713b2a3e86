import { createStore, type Store, type FrameState } from './state'
import type { AssistantControls } from './assistant-events'
import { customizationsOf, noCustomizations } from './customizations'
import { answerHostEvent, createMounted } from './host-events'
import type { BoardControls } from './board-events'
import { createHandlers, type EditorControls } from './handlers'
import type { ParentPort } from './parent-port'
import type { BuilderControls } from './builder-events'
import { asFields, asText, type Fields, parseFlags } from './read'
import { presentRelease, type Release } from './release'
import { parseRoute, sameRoute, type Route } from './routes'
import { runtimeFiltersOf, runtimeParametersOf } from './runtime'
import { createSession, type Session } from './session'
import { isFullSet, optionFields, readViewOptions, type ViewOptions } from './view-options'

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
  /** Answers a host event; `undefined` when the message is not from the embedding page. */
  receive(message: { source: unknown; origin: string; data: unknown }): Promise<unknown> | undefined
  start(): Promise<void>
  /** Goes somewhere inside the frame; `replace` keeps one Back one portal page. */
  navigate(path: string, replace: boolean): void
  /** The address changed by itself (Back, Forward, a typed hash). */
  addressChanged(): void
  attachBoard(controls: BoardControls): void
  attachBuilder(controls: BuilderControls): void
  attachAssistant(controls: AssistantControls): void
  attachEditor(controls: EditorControls): void
}

export interface FrameOptions {
  readonly port: ParentPort
  readonly address: FrameAddress
  /** Asks the host for the person's GUID when the parent has not said it. */
  readonly identify?: (session: Session) => Promise<string | undefined>
  /** Absent: the present one. */
  readonly release?: Release
  /** How long one `appInit` waits for its answer (ms), and how often it is asked. */
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
    refused: () => port.post('ThoughtspotAuthFailure', {}),
  })
  const { announceRoute, go, navigate } = createNavigation({ port, address, state, readRoute })
  const identify = async () => options.identify?.(session).catch(() => undefined)
  const eventTypes = () => handlersOf().handlers.keys()
  const introduction = createIntroduction({ port, state, identify, announceRoute, eventTypes })
  const { greet, learnUser, attached } = introduction
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
    learnUser,
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
        // Flags of the address stay the base of the view; the payload adds what travels only in it.
        if (!isReady(state)) apply({ ...flags, ...payload }, true, address.search)
        return
      } catch {
        // Asked again; a parameter set from the parent may have come meanwhile.
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
      // What a release does not know it does not answer either.
      if (!release.knows(asText(type) ?? '', data)) return undefined
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

/** The embedding page has said what it wants to see, and knows the frame. */
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

/** What a payload changes: a complete set all of it, a part only what it names. Runtime filters and parameters may be in the address. */
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

/** What the embedding page hears first: that the frame listens, who is signed in, where it is, which host events it answers. */
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

  /** Says once of each host event that it is answered from now on: when the parent is known and somebody is there to answer. */
  function announceHandlers(): void {
    if (!mounted || !isReady(state)) return
    for (const type of eventTypes()) {
      if (announced.has(type)) continue
      announced.add(type)
      port.post(`${type} Subscribed`, {})
    }
  }

  function learnUser(guid: string): void {
    userGUID = guid
    state.set({ visitor: guid === 'anonymous' })
  }

  /** The parent may have said who is signed in; otherwise the host knows. */
  async function introduce(): Promise<void> {
    const known = userGUID ?? (await identify())
    if (known !== undefined) learnUser(known)
    port.post('authInit', { isLoggedIn: true, ...(userGUID !== undefined && { userGUID }) })
  }

  return {
    learnUser,
    /** Once, as early as the parent has answered: without it a shown pre-render waits a second. */
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

/** A prefetch opens the bare application: no route, none of the flags a view has. Nobody answers it. */
function isPrefetch(flags: Fields, route: Route): boolean {
  return route.kind === 'none' && !('sdkVersion' in flags) && !('isLiveboardEmbed' in flags)
}
