import type {
  AppEmbed,
  AppViewConfig,
  LiveboardEmbed,
  LiveboardViewConfig,
  MessagePayload,
  RuntimeFilter,
  SearchEmbed,
  SearchViewConfig,
  SpotterEmbed,
  SpotterEmbedViewConfig,
} from '@thoughtspot/visual-embed-sdk'
import type { PinOutcome, PinTarget } from '../../../core/ports/dashboard-surface'
import { isMessage, pinOutcome, pinRejection } from './frame-messages'
import { isBoard, isBuilder, type FrameFilter, type FrameRoute } from '../../_shared/embedded-frame/routes'
import { isDays, isFilter, isParameter, secondsOf, type RememberedParameter } from './filters'
import { framePath } from './paths'
import { boardTarget, type FrameConfiguration, type StyleOptions } from './options'
import type * as SdkModule from './thoughtspot-sdk'

export type ThoughtSpotSdk = typeof SdkModule

/** One SDK frame, with the few things the view needs of it. */
export interface SdkFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /**
   * Goes there inside the frame, in place of the present history entry: one Back is one page of the portal. False, and nothing has
   * happened, where the cluster cannot do that (`sendsFrames`): the older form of `Navigate` adds an entry.
   */
  navigate(route: FrameRoute, sendsFrames: boolean): boolean
  /** Sends the whole set of parameters with these styles, without a reload. `route`: where it is by now. */
  restyle(style: StyleOptions, route: FrameRoute): Promise<void>
  /** Filters as the frame told them, given back after a reload. */
  applyFilters(filters: readonly FrameFilter[]): void
  /** The reply to `GetFilters`; undefined from a frame that does not know it. */
  readFilters(): Promise<unknown>
  /** The same of `GetParameters`. */
  readParameters(): Promise<unknown>
  /** `vizId`: of the answer, in the assistant's views; a question of the builder has none. */
  pin(target: PinTarget, vizId: string | null): Promise<PinOutcome>
  destroy(): void
}

/** A message of a frame as it is read: its wire name, and what came with it. */
export interface ReceivedMessage {
  readonly type: string
  readonly data: unknown
  /** Of the answer that a custom action was pressed on: its definition (TML). Asks the BI host. */
  readonly definition?: (() => Promise<unknown>) | undefined
}

/** What the SDK adds to the message of a custom action. */
interface WithAnswerService {
  readonly answerService?: { getTML?(): Promise<unknown> }
}

/** Null for what is no message: the SDK hands on whatever a page has posted, and nothing in the place of some that it has dealt with itself. */
function received(
  payload: (Partial<MessagePayload> & WithAnswerService) | undefined,
): ReceivedMessage | null {
  const { type, data, answerService, ...beside } = payload ?? {}
  if (typeof type !== 'string') return null
  return {
    type,
    // Some of the vendor's messages have the id of a custom action beside the data.
    data: isMessage(type, 'customAction') ? { ...beside, ...(data as object | undefined) } : data,
    definition: answerService?.getTML === undefined ? undefined : async () => answerService.getTML?.(),
  }
}

/** Builds the frame and renders it into `host`. Every message of the frame goes to `onMessage`. */
export function openFrame(
  sdk: ThoughtSpotSdk,
  host: HTMLElement,
  configuration: FrameConfiguration,
  onMessage: (message: ReceivedMessage) => void,
): SdkFrame {
  const embed = newEmbed(sdk, host, configuration)
  // Which layer of the page is meant: the vendor's second framework of host events routes by it, the first takes no notice.
  // `Navigate` and `UpdateEmbedParams` are about the whole frame: the SDK gives them none either.
  const { Liveboard, Search, Spotter } = sdk.ContextType
  const { kind } = configuration
  const answerContext = kind === 'builder' ? Search : kind === 'board' ? Liveboard : Spotter
  embed.on(sdk.EmbedEvent.ALL, (payload) => {
    const message = received(payload)
    if (message !== null) onMessage(message)
  })
  // Its own errors have no type: what they tell stands in them, and not in `data`.
  embed.on(sdk.EmbedEvent.Error, (error) => {
    if (received(error) === null) onMessage({ type: sdk.EmbedEvent.Error, data: error })
  })
  // When the network is back the SDK loads every frame from its first address again, by two entries of the history, and unsaved work is
  // lost without a question. It has no option for that.
  Object.defineProperty(embed, 'subscribeToNetworkEvents', { value: () => undefined })
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)
  quietly(embed.render())
  /** Of the whole frame: a set of parameters without them would take them away. */
  let runtimeFilters: RuntimeFilter[] = []
  return {
    element: () => host.querySelector('iframe') ?? undefined,
    navigate(route, sendsFrames) {
      const { question = null, sourceId = null } = isBuilder(route) ? route.builder : {}
      if (question === null && sourceId === null) {
        if (!sendsFrames) return false
        embed.moveTo?.(route)
        quietly(embed.trigger(sdk.HostEvent.Navigate, { path: framePath(route), replace: true }))
        return true
      }
      const dataSources = sourceId === null ? [] : [sourceId]
      quietly(
        embed.trigger(
          sdk.HostEvent.Search,
          { searchQuery: question ?? '', dataSources, execute: true },
          Search,
        ),
      )
      return true
    },
    restyle(style, route) {
      embed.moveTo?.(route)
      return embed.restyle(() => (runtimeFilters.length === 0 ? style : { ...style, runtimeFilters }))
    },
    applyFilters(given) {
      const filters = given.filter(isFilter).filter(({ unsent }) => unsent !== true)
      const parameters = given.filter(isParameter).map(parameterSent)
      const days = given.filter(isDays).map((filter) => ({
        columnName: filter.dateColumn,
        operator: sdk.RuntimeFilterOp.BW_INC,
        values: [...secondsOf(filter)],
      }))
      // An empty list is an error to the SDK.
      if (filters.length > 0) quietly(embed.trigger(sdk.HostEvent.UpdateFilters, { filters }, Liveboard))
      if (days.length > 0) {
        runtimeFilters = days
        quietly(embed.trigger(sdk.HostEvent.UpdateRuntimeFilters, days, Liveboard))
      }
      if (parameters.length > 0) quietly(embed.trigger(sdk.HostEvent.UpdateParameters, parameters, Liveboard))
    },
    readFilters: () => embed.trigger(sdk.HostEvent.GetFilters, {}, Liveboard).catch(() => undefined),
    readParameters: () => embed.trigger(sdk.HostEvent.GetParameters, {}, Liveboard).catch(() => undefined),
    pin(target, vizId) {
      const payload = { newVizName: target.title, ...pinTo(target), ...(vizId === null ? {} : { vizId }) }
      return embed.trigger(sdk.HostEvent.Pin, payload, answerContext).then(pinOutcome, pinRejection)
    },
    destroy: () => embed.destroy(),
  }
}

/** Without a word on it the vendor hides what is set, for as long as the frame lives. */
const parameterSent = ({ parameter: name, value, applicability }: RememberedParameter) => ({
  name,
  value,
  isVisibleToUser: true,
  ...(applicability && { applicability }),
})

/** Where an answer is pinned, by the SDK's names. */
function pinTo(target: PinTarget): object {
  if ('newDashboardName' in target) return { newLiveboardName: target.newDashboardName }
  const { title: _title, dashboardId, ...tab } = target
  return { liveboardId: dashboardId, ...tab }
}

function newEmbed(
  sdk: ThoughtSpotSdk,
  host: HTMLElement,
  configuration: FrameConfiguration,
): (LiveboardEmbed | SearchEmbed | SpotterEmbed | AppEmbed) & Restylable {
  switch (configuration.kind) {
    case 'board':
      return new (styledLiveboard(sdk))(host, configuration.view)
    case 'builder':
      return new (styledSearch(sdk))(host, configuration.view)
    case 'conversation':
      return new (styledSpotter(sdk))(host, configuration.view)
    case 'answer':
      return new (styledAnswer(sdk, configuration.path))(host, configuration.view)
    case 'page':
      return new (styledApp(sdk))(host, configuration.view)
  }
}

interface Restylable {
  restyle(style: () => Restyling): Promise<void>
  /** Of a board: what else goes with each look, and with whatever it is told, is from now on about this one. */
  moveTo?(route: FrameRoute): void
}

type Restyling = StyleOptions & { readonly runtimeFilters?: RuntimeFilter[] }

/** The view configuration in another look: of the two action lists only the new one stays. */
function restyled<
  View extends LiveboardViewConfig | SearchViewConfig | SpotterEmbedViewConfig | AppViewConfig,
>(view: View, style: Restyling): View {
  const { visibleActions: _visible, hiddenActions: _hidden, ...rest } = view
  return { ...rest, ...style } as View
}

/** The SDK waits for a token as it builds the set: one that was built before a board was narrowed otherwise would take that back. */
async function upToDate(
  style: () => Restyling,
  build: (style: Restyling) => Promise<unknown>,
): Promise<unknown> {
  for (;;) {
    const now = style()
    const built = await build(now)
    if (style().runtimeFilters === now.runtimeFilters) return built
  }
}

/** The board itself, as it opens. */
const wholeBoard = { vizId: undefined, activeTabId: undefined, personalizedViewId: undefined } as const

/**
 * The SDK's own way to change a running frame is the full parameter set that it sends when a pre-rendered frame is shown. It is
 * built from the view configuration, which is protected: hence a subclass of each.
 */
function styledLiveboard(
  sdk: ThoughtSpotSdk,
): new (host: HTMLElement, configuration: LiveboardViewConfig) => LiveboardEmbed & Restylable {
  return class extends sdk.LiveboardEmbed implements Restylable {
    async restyle(style: () => Restyling): Promise<void> {
      const parameters = await upToDate(style, (now) => {
        this.viewConfig = restyled(this.viewConfig, now)
        return this.getUpdateEmbedParamsObject()
      })
      await this.trigger(sdk.HostEvent.UpdateEmbedParams, parameters)
    }
    moveTo(route: FrameRoute): void {
      if (isBoard(route)) Object.assign(this.viewConfig, { ...wholeBoard, ...boardTarget(route) })
    }
  }
}

function styledSearch(
  sdk: ThoughtSpotSdk,
): new (host: HTMLElement, configuration: SearchViewConfig) => SearchEmbed & Restylable {
  return class extends sdk.SearchEmbed implements Restylable {
    async restyle(style: () => Restyling): Promise<void> {
      const parameters = await upToDate(style, (now) => {
        this.viewConfig = restyled(this.viewConfig, now)
        return this.getUpdateEmbedParamsObject()
      })
      await this.trigger(sdk.HostEvent.UpdateEmbedParams, parameters)
    }
  }
}

function styledSpotter(
  sdk: ThoughtSpotSdk,
): new (host: HTMLElement, configuration: SpotterEmbedViewConfig) => SpotterEmbed & Restylable {
  return class extends sdk.SpotterEmbed implements Restylable {
    async restyle(style: () => Restyling): Promise<void> {
      const parameters = await upToDate(style, (now) => {
        this.viewConfig = restyled(this.viewConfig, now)
        return this.getUpdateEmbedParamsObject()
      })
      await this.trigger(sdk.HostEvent.UpdateEmbedParams, parameters)
    }
  }
}

/** The SDK's own component for an answer is not exported. It is the conversation's on another page, with one flag in place of those. */
function styledAnswer(sdk: ThoughtSpotSdk, path: string): ReturnType<typeof styledSpotter> {
  return class extends styledSpotter(sdk) {
    protected override getEmbedParamsObject(): Record<string, unknown> {
      return { ...this.getBaseQueryParams(), isSpotterAgentEmbed: true }
    }
    override getIframeSrc(): string {
      return super.getIframeSrc().replace(/#.*/, () => `#/${path}`)
    }
  }
}

function styledApp(
  sdk: ThoughtSpotSdk,
): new (host: HTMLElement, configuration: AppViewConfig) => AppEmbed & Restylable {
  return class extends sdk.AppEmbed implements Restylable {
    async restyle(style: () => Restyling): Promise<void> {
      const parameters = await upToDate(style, (now) => {
        this.viewConfig = restyled(this.viewConfig, now)
        return this.getUpdateEmbedParamsObject()
      })
      await this.trigger(sdk.HostEvent.UpdateEmbedParams, parameters)
    }
  }
}
