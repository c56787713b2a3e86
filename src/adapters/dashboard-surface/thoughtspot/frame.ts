import type {
  AppEmbed,
  AppViewConfig,
  LiveboardEmbed,
  MessagePayload,
  RuntimeFilter,
  SearchEmbed,
  SpotterEmbed,
} from '@thoughtspot/visual-embed-sdk'
import type { PinOutcome, PinTarget } from '../../../core/ports/dashboard-surface'
import { isMessage, pinOutcome, pinRejection } from './frame-messages'
import type { ClusterTime } from '../../_shared/thoughtspot/cluster-time'
import { isBoard, isBuilder, type FrameFilter, type FrameRoute } from '../../_shared/embedded-frame/routes'
import {
  isDays,
  isFilter,
  isParameter,
  secondsOf,
  type RememberedDays,
  type RememberedParameter,
} from './filters'
import { framePath } from './paths'
import { boardTarget, type FrameConfiguration, type StyleOptions } from './options'
import type * as SdkModule from './thoughtspot-sdk'

export type ThoughtSpotSdk = typeof SdkModule

/** One SDK frame, with the few operations that a view needs. */
export interface SdkFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /**
   * Navigates inside the frame and replaces the present history entry: one Back is one page of the portal. False, without side effects,
   * if the cluster cannot do that (`canNavigate`): the older form of `Navigate` adds an entry.
   */
  navigate(route: FrameRoute, canNavigate: boolean): boolean
  /** Sends the whole set of parameters with these styles, without a reload. `route`: where the frame is now. */
  restyle(style: StyleOptions, route: FrameRoute): Promise<void>
  /** Restores filters after a reload, in the form in which the frame reported them. */
  applyFilters(filters: readonly FrameFilter[]): void
  /** The reply to `GetFilters`; undefined from a frame that does not know this event. */
  readFilters(): Promise<unknown>
  /** The reply to `GetParameters`, likewise. */
  readParameters(): Promise<unknown>
  /** `vizId`: that of the answer in the assistant's views; null in the builder. */
  pin(target: PinTarget, vizId: string | null): Promise<PinOutcome>
  destroy(): void
}

/** A message of a frame: its wire name and its data. */
export interface ReceivedMessage {
  readonly type: string
  readonly data: unknown
  /** For a custom action on an answer: requests the answer's definition (TML) from the BI host. */
  readonly definition?: (() => Promise<unknown>) | undefined
}

/** What the SDK adds to the message of a custom action. */
interface WithAnswerService {
  readonly answerService?: { getTML?(): Promise<unknown> }
}

/** Null for anything but a message: the SDK passes on whatever a page posts, and undefined for some messages that it has handled itself. */
function readMessage(
  payload: (Partial<MessagePayload> & WithAnswerService) | undefined,
): ReceivedMessage | null {
  const { type, data, answerService, ...rest } = payload ?? {}
  if (typeof type !== 'string') return null
  return {
    type,
    // In some of the vendor's messages the id of a custom action is beside the data.
    data: isMessage(type, 'customAction') ? { ...rest, ...(data as object | undefined) } : data,
    definition: answerService?.getTML === undefined ? undefined : async () => answerService.getTML?.(),
  }
}

/** Creates the frame and renders it into `host`. `onMessage` gets every message of the frame. */
export function openFrame(
  sdk: ThoughtSpotSdk,
  host: HTMLElement,
  configuration: FrameConfiguration,
  onMessage: (message: ReceivedMessage) => void,
  time: ClusterTime,
): SdkFrame {
  const embed = newEmbed(sdk, host, configuration)
  // The layer of the page that an event is for: the vendor's second framework of host events routes by it, the first ignores it.
  // `Navigate` and `UpdateEmbedParams` concern the whole frame: the SDK gives them no context either.
  const { Liveboard, Search, Spotter } = sdk.ContextType
  const { kind } = configuration
  const answerContext = kind === 'builder' ? Search : kind === 'board' ? Liveboard : Spotter
  const savedAnswer = followSavedAnswer(configuration)
  embed.on(sdk.EmbedEvent.ALL, (payload) => {
    const message = readMessage(payload)
    if (message === null) return
    savedAnswer.onMessage(message)
    onMessage(message)
  })
  // The SDK's own errors have no type: their content is in the payload itself, not in `data`.
  embed.on(sdk.EmbedEvent.Error, (error) => {
    if (readMessage(error) === null) onMessage({ type: sdk.EmbedEvent.Error, data: error })
  })
  // When the network is back, the SDK reloads every frame from its first address, adds two history entries, and discards unsaved work
  // without asking. It has no option to turn that off.
  Object.defineProperty(embed, 'subscribeToNetworkEvents', { value: () => undefined })
  const ignoreFailure = (work: Promise<unknown>): void => void work.catch(() => undefined)
  ignoreFailure(embed.render())
  /** The runtime filters of the whole frame: a set of parameters without them would remove them. */
  let runtimeFilters: RuntimeFilter[] = []
  return {
    element: () => host.querySelector('iframe') ?? undefined,
    navigate(route, canNavigate) {
      const { question = null, sourceId = null, answerId = null } = isBuilder(route) ? route.builder : {}
      if (answerId !== null || (question === null && sourceId === null)) {
        if (!canNavigate) return false
        embed.moveTo?.(route)
        savedAnswer.onRoute(answerId)
        ignoreFailure(embed.trigger(sdk.HostEvent.Navigate, { path: framePath(route), replace: true }))
        return true
      }
      // `Search` "updates the existing query": that of the saved chart, which a save would then overwrite.
      if (savedAnswer.isOpen()) return false
      savedAnswer.onRoute(null)
      const dataSources = sourceId === null ? [] : [sourceId]
      const asked = { searchQuery: question ?? '', dataSources, execute: true }
      ignoreFailure(embed.trigger(sdk.HostEvent.Search, asked, Search))
      return true
    },
    restyle(style, route) {
      embed.moveTo?.(route)
      return embed.restyle(() => (runtimeFilters.length === 0 ? style : { ...style, runtimeFilters }))
    },
    applyFilters(given) {
      const filters = given.filter(isFilter).filter(({ unsent }) => unsent !== true)
      const parameters = given.filter(isParameter).map(parameterSent)
      const days = given.filter(isDays).map((filter) => daysSent(sdk, filter, time))
      // First, because they reset the board to its original state (the SDK's own description of this event).
      if (days.length > 0) {
        runtimeFilters = days
        ignoreFailure(embed.trigger(sdk.HostEvent.UpdateRuntimeFilters, days, Liveboard))
      }
      // The SDK treats an empty list as an error.
      if (filters.length > 0)
        ignoreFailure(embed.trigger(sdk.HostEvent.UpdateFilters, { filters }, Liveboard))
      if (parameters.length > 0)
        ignoreFailure(embed.trigger(sdk.HostEvent.UpdateParameters, parameters, Liveboard))
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

const daysSent = (sdk: ThoughtSpotSdk, filter: RememberedDays, time: ClusterTime): RuntimeFilter => ({
  columnName: filter.dateColumn,
  operator: sdk.RuntimeFilterOp.BW_INC,
  values: [...secondsOf(filter, time)],
})

/** Whether the page in the frame holds a saved chart: one that it was opened with, or whose work the user has saved. */
function followSavedAnswer(configuration: FrameConfiguration) {
  let answerId = configuration.kind === 'builder' ? (configuration.view.answerId ?? null) : null
  let isSaved = false
  return {
    isOpen: () => isSaved || answerId !== null,
    onRoute(next: string | null): void {
      answerId = next
      isSaved = false
    },
    onMessage({ type }: ReceivedMessage): void {
      // A document that reloads begins at the route.
      if (type === 'appInit') isSaved = false
      if (isMessage(type, 'save')) isSaved = true
    },
  }
}

/** Without `isVisibleToUser` the vendor hides the parameter for as long as the frame lives. */
const parameterSent = ({ parameter: name, value, applicability }: RememberedParameter) => ({
  name,
  value,
  isVisibleToUser: true,
  ...(applicability && { applicability }),
})

/** The target of a pin, in the SDK's names. */
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
      return new (restylable(sdk, movableLiveboard(sdk)))(host, configuration.view)
    case 'builder':
      return new (restylable(sdk, sdk.SearchEmbed))(host, configuration.view)
    case 'conversation':
      return new (restylable(sdk, sdk.SpotterEmbed))(host, configuration.view)
    case 'answer':
      return new (restylable(sdk, answerEmbed(sdk, configuration.path)))(host, configuration.view)
    case 'page':
      return new (restylable(sdk, sdk.AppEmbed))(host, configuration.view)
  }
}

interface Restylable {
  restyle(style: () => Restyling): Promise<void>
  /** Boards only: every later set of parameters is about this route. */
  moveTo?(route: FrameRoute): void
}

type Restyling = StyleOptions & { readonly runtimeFilters?: RuntimeFilter[] }

/** The view configuration in another look. Of the two action lists only the new one remains. */
function restyled(view: AppViewConfig, style: Restyling): AppViewConfig {
  const { visibleActions: _visible, hiddenActions: _hidden, ...rest } = view
  return { ...rest, ...style }
}

/** The SDK waits for a token while it builds the set. A set with runtime filters from before that would undo a change to them. */
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

/** The whole board, in its default view. */
const wholeBoard = { vizId: undefined, activeTabId: undefined, personalizedViewId: undefined } as const

/**
 * The SDK's own way to change a running frame is the full parameter set that it sends when it shows a pre-rendered frame. The SDK builds
 * it from the view configuration, which is protected: hence a subclass of each component, typed as one of them.
 */
function restylable<Embed, View>(
  sdk: ThoughtSpotSdk,
  Component: new (host: HTMLElement, configuration: View) => Embed,
): new (host: HTMLElement, configuration: View) => Embed & Restylable {
  class Restyled extends (Component as unknown as typeof sdk.AppEmbed) implements Restylable {
    async restyle(style: () => Restyling): Promise<void> {
      const parameters = await upToDate(style, (now) => {
        this.viewConfig = restyled(this.viewConfig, now)
        return this.getUpdateEmbedParamsObject()
      })
      await this.trigger(sdk.HostEvent.UpdateEmbedParams, parameters)
    }
  }
  return Restyled as unknown as new (host: HTMLElement, configuration: View) => Embed & Restylable
}

function movableLiveboard(sdk: ThoughtSpotSdk) {
  return class extends sdk.LiveboardEmbed {
    moveTo(route: FrameRoute): void {
      if (isBoard(route)) Object.assign(this.viewConfig, { ...wholeBoard, ...boardTarget(route) })
    }
  }
}

/** The SDK does not export its component for an answer. It is the conversation's, on another page, with one flag in place of its own. */
function answerEmbed(sdk: ThoughtSpotSdk, path: string) {
  return class extends sdk.SpotterEmbed {
    protected override getEmbedParamsObject(): Record<string, unknown> {
      return { ...this.getBaseQueryParams(), isSpotterAgentEmbed: true }
    }
    override getIframeSrc(): string {
      return super.getIframeSrc().replace(/#.*/, () => `#/${path}`)
    }
  }
}
