import type { Store, FrameState } from './state'
import {
  assistantHandlers,
  boardEvents,
  builderHandlers,
  type AssistantControls,
  type BoardControls,
  type BuilderControls,
} from './page-events'
import { createRefusalOf, pageOf, type Handlers, type HostEventHandler, type PageEvents } from './host-events'
import { asFields, asList, asNumber, asText, asTexts, type Fields } from './read'
import { tabPath } from './routes'
import {
  columnFilter,
  parseParameterList,
  parseRuntimeFilterList,
  rangeOf,
  withParameters,
  withRuntimeFilters,
  type RuntimeParameter,
} from './runtime'
/** Operations of the mounted liveboard editor. */
export interface EditorControls {
  /** Same as its button. */
  save(): void
}

export interface HandlerContext {
  readonly state: Store<FrameState>
  readonly navigate: (path: string, replace: boolean) => void
  readonly travel: (steps: number) => void
  readonly apply: (payload: Fields) => void
  readonly setUser: (guid: string) => void
  readonly board: () => Promise<BoardControls>
  readonly builder: () => Promise<BuilderControls>
  readonly assistant: () => Promise<AssistantControls>
  readonly editor: () => Promise<EditorControls>
  readonly ended: () => void
}

/** Host events and passthrough calls of the frame's current page, by wire name. */
export function createHandlers(context: HandlerContext): () => PageEvents {
  const { state } = context

  const { getTabs, getFilters, updateFilters } = boardReplies(context)
  const onBoard = boardEvents(context)
  const anywhere: Handlers = [
    ['Navigate', (data) => navigateTo(data, context)],
    ['updateEmbedParams', (data) => context.apply(asFields(data))],
    ['InfoSuccess', (data) => setUser(data, context)],
    ['visibleEmbedCoordinates', (data) => takeVisibleArea(data, state)],
    ['EmbedDestroyed', () => context.ended()],
    ['GetIframeUrl', frameUrl],
    ['GetPageContext', () => pageContext(state.get())],
    [
      'UpdateRuntimeFilters',
      (data) =>
        state.set({
          runtimeFilters: withRuntimeFilters(state.get().runtimeFilters, parseRuntimeFilterList(data)),
        }),
    ],
    ['UpdateParameters', (data) => updateParameters(parseParameterList(data), context)],
  ]
  const handlers = new Map<string, HostEventHandler>([
    ...anywhere,
    ['SetPinboardVisibleVizs', (data) => state.set({ visibleVizs: emptyIsAll(data) })],
    ['SetPinboardVisibleTabs', (data) => state.set({ visibleTabs: emptyIsAll(data) })],
    ['SetPinboardHiddenTabs', (data) => state.set({ hiddenTabs: asTexts(data) ?? [] })],
    ['getTabs', getTabs],
    ['getFilters', getFilters],
    ['updateFilters', updateFilters],
    ['filter', updateFilters],
    ['SetActiveTab', (data) => setActiveTab(data, context)],
    ['UpdateCrossFilter', (data) => updateCrossFilter(data, context)],
    ['refreshLiveboardBrowserCache', () => state.set({ reloads: state.get().reloads + 1 })],
    ...onBoard.handlers,
  ])
  const passthroughs = new Map<string, HostEventHandler>([
    ['getTabs', getTabs],
    ['getFilters', getFilters],
    ['updateFilters', updateFilters],
    ['getIframeUrl', frameUrl],
    ...onBoard.passthroughs,
  ])
  const alone = (own: ReturnType<typeof assistantHandlers>) => ({
    handlers: new Map([...anywhere, ...own.handlers]),
    passthroughs: new Map([['getIframeUrl', frameUrl] as const, ...own.passthroughs]),
  })
  const save: HostEventHandler = async () => (await context.editor()).save()
  const pages = {
    board: { handlers, passthroughs },
    builder: alone(builderHandlers(context)),
    assistant: alone(assistantHandlers(context.assistant)),
    edit: { handlers: new Map([...handlers, ['save', save]]), passthroughs },
  }
  const here = () => pageOf(state.get().route)
  const refusalOf = createRefusalOf(pages, here)
  return () => ({ ...pages[here()], refusalOf })
}

function boardReplies({ state, board }: HandlerContext) {
  async function getTabs(): Promise<unknown> {
    const tabs = (await board()).tabs()
    return {
      orderedTabIds: tabs.map((tab) => tab.id),
      numberOfTabs: tabs.length,
      Tabs: tabs.map((tab) => ({ id: tab.id, name: tab.label })),
    }
  }

  async function getFilters(): Promise<unknown> {
    const chips = (await board()).filters()
    return {
      liveboardFilters: chips.map(({ label, chosen }) => columnFilter(label, chosen)),
      runtimeFilters: state.get().runtimeFilters,
    }
  }

  async function updateFilters(data: unknown): Promise<unknown> {
    const fields = asFields(data)
    const given =
      asList(fields['filters']) ?? (fields['filter'] === undefined ? asList(data) : [fields['filter']]) ?? []
    const known = (await board()).updateFilters(parseRuntimeFilterList(given))
    return { updated: known }
  }

  return { getTabs, getFilters, updateFilters }
}

function updateParameters(given: readonly RuntimeParameter[], { state, board }: HandlerContext): void {
  state.set({ parameters: withParameters(state.get().parameters, given) })
  // Applies even if the user has chosen another range since the same event.
  const range = rangeOf(given)
  if (range !== null && state.get().route.kind === 'board')
    void board().then((controls) => controls.setRange(range))
}

/** The SDK's liveboard embed turns it into a `Navigate`. Other embeds send it as it is. */
function setActiveTab(data: unknown, { state, navigate }: HandlerContext): void {
  const tabId = asText(asFields(data)['tabId'])
  const { route } = state.get()
  if (tabId !== undefined && route.kind === 'board') navigate(tabPath(route, tabId), true)
}

const frameUrl: HostEventHandler = () => ({ iframeUrl: globalThis.location?.href ?? '' })

/** A path without leading slash, a number of history steps, or `{path, replace?}`. */
function navigateTo(data: unknown, context: HandlerContext): void {
  if (typeof data === 'number') return context.travel(data)
  const fields = asFields(data)
  const path = asText(data) ?? asText(fields['path'])
  if (path !== undefined) context.navigate(path, fields['replace'] === true)
}

function setUser(data: unknown, context: HandlerContext): void {
  const guid = asText(asFields(asFields(data)['info'])['userGUID'])
  if (guid !== undefined) context.setUser(guid)
}

export function takeVisibleArea(data: unknown, state: Store<FrameState>): void {
  const fields = asFields(data)
  const top = asNumber(fields['top'])
  const height = asNumber(fields['height'])
  if (top !== undefined && height !== undefined) state.set({ visibleArea: { top, height } })
}

function emptyIsAll(data: unknown): readonly string[] | null {
  const ids = asTexts(data)
  return ids === undefined || ids.length === 0 ? null : ids
}

async function updateCrossFilter(data: unknown, context: HandlerContext): Promise<void> {
  const fields = asFields(data)
  const conditions = (asList(fields['conditions']) ?? []).flatMap((item) => {
    const condition = asFields(item)
    const columnName = asText(condition['columnName'])
    const values = (asList(condition['values']) ?? []).map(String)
    return columnName === undefined ? [] : [{ columnName, values }]
  })
  const board = await context.board()
  board.crossFilter(asText(fields['vizId']) ?? '', conditions)
}

function pageContext({ route }: FrameState): unknown {
  const current =
    route.kind === 'board'
      ? {
          name: route.vizId === undefined ? 'liveboard' : 'liveboard-viz',
          type: 'liveboard',
          objectIds: {
            liveboardId: route.liveboardId,
            ...(route.tabId === undefined ? {} : { tabId: route.tabId }),
            ...(route.vizId === undefined ? {} : { vizId: route.vizId }),
          },
        }
      : { name: route.path === '' ? 'none' : route.path, type: 'other', objectIds: {} }
  return { stack: [current], currentContext: current }
}
