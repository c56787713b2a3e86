import { createStore, type Store, type FrameState } from './state'
import type { AssistantControls } from './assistant-events'
import { customizationsOf, noCustomizations } from './customizations'
import { answerHostEvent } from './host-events'
import type { BoardControls } from './board-events'
import { createHandlers, type EditorControls } from './handlers'
import type { ParentPort } from './parent-port'
import type { BuilderControls } from './builder-events'
import { asFields, asText, type Fields, parseFlags } from './read'
import { presentRelease, type Release } from './release'
import { parseRoute, sameRoute, type Route } from './routes'
import { runtimeFiltersOf, runtimeParametersOf } from './runtime'
import { createSession, type Session } from './session'
import { isFullSet, optionFields, readViewOptions } from './view-options'

/** The address bar of the frame. */
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
  readonly now?: () => number
  readonly later?: (run: () => void, milliseconds: number) => () => void
  /** How long one `appInit` waits for its answer (ms), and how often it is asked. */
  readonly initTimeout?: number
  readonly initAttempts?: number
}

export function createFrame(options: FrameOptions): Frame {
  const { port, address, release = presentRelease } = options
  const readRoute = (path: string): Route => parseRoute(release.path(path))
  const flags = release.flags(parseFlags(address.search))
  let optionSet: Fields = optionFields(flags)
  let userGUID: string | undefined
  let greeted = false
  let attached = false
  const announced = new Set<string>()
  const board = createMounted<BoardControls>()
  const builder = createMounted<BuilderControls>()
  const assistant = createMounted<AssistantControls>()
  const editor = createMounted<EditorControls>()

  const route = readRoute(address.hash())
  const viewOptions = readViewOptions(flags)
  const state = createStore<FrameState>({
    phase: isPrefetch(flags, route) ? 'silent' : 'waiting',
    route,
    options: viewOptions,
    customizations: noCustomizations,
    runtimeFilters: runtimeFiltersOf({}, address.search),
    parameters: runtimeParametersOf({}, address.search),
    visitor: false,
    visibleVizs: viewOptions.visibleVizs,
    visibleTabs: null,
    hiddenTabs: null,
    visibleArea: null,
    renderedAgain: 0,
    reloads: 0,
  })
  const session = createSession({
    ask: async (type) => asText(asFields(await port.ask(type, {}))['authToken']),
    now: options.now ?? Date.now,
    later: options.later ?? later,
    refused: () => port.post('ThoughtspotAuthFailure', {}),
  })

  function announceRoute(): void {
    const current = state.get().route
    if (current.kind !== 'none') port.post('ROUTE_CHANGE', { currentPath: current.path })
  }

  /** Takes an init payload, a full parameter set or a part of one; runtime filters and parameters may be in the address. */
  function apply(payload: Fields, complete: boolean, search = ''): void {
    const given = optionFields(release.flags(payload))
    optionSet = complete ? given : { ...optionSet, ...given }
    const next = readViewOptions(optionSet)
    const customizations = customizationsOf(payload)
    const parametersGiven = complete || 'runtimeParameterParams' in payload || 'runtimeParameters' in payload
    const filtersGiven = complete || 'runtimeFilterParams' in payload || 'runtimeFilters' in payload
    state.set({
      options: next,
      ...(customizations === null ? {} : { customizations }),
      ...(complete || 'pinboardVisibleVizs' in payload ? { visibleVizs: next.visibleVizs } : {}),
      ...(complete ? { visibleTabs: null, hiddenTabs: null } : {}),
      ...(filtersGiven ? { runtimeFilters: runtimeFiltersOf(payload, search) } : {}),
      ...(parametersGiven ? { parameters: runtimeParametersOf(payload, search) } : {}),
    })
    if ('embedExpiryInAuthToken' in payload)
      session.renewEarly(release.renewsEarly && payload['embedExpiryInAuthToken'] === true)
    const token = asText(payload['authToken'])
    if (token !== undefined) session.accept(token)
    if (complete) greet()
  }

  /** Once, as early as the parent has answered: without it a shown pre-render waits a second. */
  function greet(): void {
    if (greeted) return
    greeted = true
    port.post('EmbedListenerReady', {})
    void introduce()
    announceRoute()
    state.set({ phase: 'ready' })
    announceHandlers()
  }

  /** Says once of each host event that it is answered from now on: when the parent is known and somebody is there to answer. */
  function announceHandlers(): void {
    if (!greeted || !attached) return
    for (const type of handlersOf().handlers.keys()) {
      if (announced.has(type)) continue
      announced.add(type)
      port.post(`${type} Subscribed`, {})
    }
  }

  function learn(guid: string): void {
    userGUID = guid
    state.set({ visitor: guid === 'anonymous' })
  }

  /** Says who is signed in; the parent may have told it already, otherwise the host knows. */
  async function introduce(): Promise<void> {
    const known = userGUID ?? (await options.identify?.(session).catch(() => undefined))
    if (known !== undefined) learn(known)
    port.post('authInit', { isLoggedIn: true, ...(userGUID === undefined ? {} : { userGUID }) })
  }

  function go(text: string): void {
    const next = readRoute(text)
    const current = state.get()
    if (sameRoute(current.route, next)) {
      state.set({ renderedAgain: current.renderedAgain + 1 })
      return
    }
    state.set({ route: next })
    if (greeted) announceRoute()
  }

  function navigate(path: string, replace: boolean): void {
    const clean = `/${path.replace(/^#/, '').replace(/^\/+/, '')}`
    if (address.hash() !== `#${clean}`) {
      if (replace || state.get().options.replaceHistory) address.replace(clean)
      else address.push(clean)
    }
    go(clean)
  }

  const handlersOf = createHandlers({
    state,
    navigate,
    travel: (steps) => address.travel(steps),
    apply: (payload) => apply(payload, isFullSet(payload)),
    learnUser: learn,
    board: board.current,
    builder: builder.current,
    assistant: assistant.current,
    editor: editor.current,
    ended: () => session.end(),
  })

  const attaching =
    <Controls>({ take }: Mounted<Controls>) =>
    (controls: Controls): void => {
      take(controls)
      attached = true
      announceHandlers()
    }

  async function start(): Promise<void> {
    if (state.get().phase === 'silent') return
    const attempts = options.initAttempts ?? 3
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (greeted) return
      try {
        const payload = asFields(await port.ask('appInit', {}, options.initTimeout ?? 12_000))
        if (!greeted) {
          // Flags of the address stay the base of the view; the payload adds what travels only in it.
          const merged = { ...flags, ...payload }
          apply(merged, true, address.search)
        }
        return
      } catch {
        // Asked again below; a parameter set from the parent may have come meanwhile.
      }
    }
    if (!greeted) state.set({ phase: 'unanswered' })
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
    attachBoard: attaching(board),
    attachBuilder: attaching(builder),
    attachAssistant: attaching(assistant),
    attachEditor: attaching(editor),
  }
}

/** A prefetch opens the bare application: no route, none of the flags a view has. Nobody answers it. */
function isPrefetch(flags: Fields, route: Route): boolean {
  return route.kind === 'none' && !('sdkVersion' in flags) && !('isLiveboardEmbed' in flags)
}

function later(run: () => void, milliseconds: number): () => void {
  // A longer wait than the timer can hold would fire at once.
  const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}

/** What a page of the frame answers for while it is mounted. */
interface Mounted<Controls> {
  /** Who asks before there is one waits for the first. */
  readonly current: () => Promise<Controls>
  readonly take: (controls: Controls) => void
}

function createMounted<Controls>(): Mounted<Controls> {
  let taken: (controls: Controls) => void
  let current = new Promise<Controls>((resolve) => (taken = resolve))
  return {
    current: () => current,
    take(controls) {
      taken(controls)
      current = Promise.resolve(controls)
    },
  }
}
