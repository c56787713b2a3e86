import type {
  AppViewConfig,
  CustomActionsPosition,
  CustomActionTarget,
  CustomisationsInterface,
  EmbedConfig,
  LiveboardViewConfig,
  SearchViewConfig,
  SpotterEmbedViewConfig,
} from '@thoughtspot/visual-embed-sdk'
import type { ViewRequest } from '../../../core/ports/dashboard-surface'
import type { ViewAppearance } from '../../../core/ports/view-appearance'
import { actionOptions, type ActionOptions } from './actions'
import { customizations, type FrameAssets } from './customizations'
import { builderAction, researchAction, starAction } from './frame-messages'
import {
  isBoard,
  type BoardRoute,
  type BuilderRoute,
  type ConversationRoute,
  type FrameRoute,
} from '../../_shared/embedded-frame/routes'
import { framePath } from './paths'
import type * as Sdk from './thoughtspot-sdk'

/** What the conversation view shows beside the conversation: set for an installation, not by the page. */
export type ConversationSettings = Readonly<
  Required<
    Pick<
      SpotterEmbedViewConfig,
      | 'disableSourceSelection'
      | 'hideSourceSelection'
      | 'dataPanelV2'
      | 'showSpotterLimitations'
      | 'hideSampleQuestions'
    >
  >
>

type CustomAction = NonNullable<LiveboardViewConfig['customActions']>[number]

/** The options that may change while a frame is on screen. */
export interface StyleOptions extends ActionOptions {
  /** The portal's entries in the menus of charts. Visitors see none: the list of visible actions is empty for them. */
  readonly customActions: CustomAction[]
  readonly customizations: CustomisationsInterface
  /** The BI application reads them before its first request, so that its first paint has the right background. */
  readonly additionalFlags: Readonly<Record<string, string | boolean>>
}

export function styleOptions(
  { view, appearance }: Pick<ViewRequest, 'view' | 'appearance'>,
  assets: FrameAssets,
): StyleOptions {
  return {
    customizations: customizations(appearance, assets),
    customActions: customActionsOf(view, appearance),
    ...actionOptions(appearance.actions, { chart: appearance.chartFeatures }),
    additionalFlags: { theme: appearance.mode },
  }
}

/** The SDK's start options: its own token checks, its tracking, and everything that it would write into the page are off. */
export const startOptions = (
  { AuthType, LogLevel }: Pick<typeof Sdk, 'AuthType' | 'LogLevel'>,
  thoughtSpotHost: string,
  getAuthToken: () => Promise<string>,
): EmbedConfig => ({
  thoughtSpotHost,
  authType: AuthType.TrustedAuthTokenCookieless,
  getAuthToken,
  autoLogin: true,
  disableTokenVerification: true,
  disableSDKTracking: true,
  suppressErrorAlerts: true,
  disableLoginFailurePage: true,
  loginFailedMessage: '',
  logLevel: LogLevel.SILENT,
})

/**
 * The configuration of a new frame. The vendor has a component for boards, for its search page, for the assistant and its answers, and
 * for any page of its application by path.
 */
export type FrameConfiguration =
  | { readonly kind: 'board'; readonly view: LiveboardViewConfig }
  | { readonly kind: 'builder'; readonly view: SearchViewConfig }
  | { readonly kind: 'conversation'; readonly view: SpotterEmbedViewConfig }
  | { readonly kind: 'answer'; readonly view: SpotterEmbedViewConfig; readonly path: string }
  | { readonly kind: 'page'; readonly view: AppViewConfig }

/** Allows everything that the vendor's application does, and links that open a tab, but not navigation of the portal's own tab. */
const sandbox =
  'allow-same-origin allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

/** The embed options of the specification (section 9), in the form that the present SDK reads. */
export function frameOptions(
  request: ViewRequest,
  route: FrameRoute,
  given: FrameAssets & {
    readonly minimumHeight: number | undefined
    readonly conversation: ConversationSettings
    readonly usesHostEventsV2: boolean
  },
): FrameConfiguration {
  const { minimumHeight } = given
  const common = {
    dataPanelV2: true,
    ...(given.usesHostEventsV2 ? { useHostEventsV2: true } : {}),
    frameParams: {
      title: request.title,
      allow: 'clipboard-write; fullscreen',
      sandbox,
      referrerpolicy: 'strict-origin',
      ...(isBoard(route) && route.chartId !== null && minimumHeight !== undefined
        ? { height: minimumHeight }
        : {}),
    } as LiveboardViewConfig['frameParams'],
    ...styleOptions(request, given),
  }
  if ('builder' in route) {
    const additionalFlags = { ...common.additionalFlags, ...pinnedFlags(route) }
    return {
      kind: 'builder',
      view: { ...builderOptions(route), ...common, additionalFlags } as SearchViewConfig,
    }
  }
  if ('answer' in route)
    return { kind: 'answer', view: common as SpotterEmbedViewConfig, path: framePath(route) }
  if ('conversation' in route)
    return {
      kind: 'conversation',
      view: { ...common, ...given.conversation, ...conversationOptions(route) } as SpotterEmbedViewConfig,
    }
  if (route.editing) return { kind: 'page', view: { ...editorOptions(route), ...common } as AppViewConfig }
  return { kind: 'board', view: { ...boardOptions(route, minimumHeight), ...common } as LiveboardViewConfig }
}

function conversationOptions({ conversation }: ConversationRoute): SpotterEmbedViewConfig {
  const { sourceId: worksheetId, question } = conversation
  return {
    worksheetId,
    ...(question === null ? {} : { searchOptions: { searchQuery: question } }),
    enableStopAnswerGenerationEmbed: true,
  }
}

function customActionsOf(view: ViewRequest['view'], appearance: ViewAppearance): CustomAction[] {
  const inMenu = (
    action: Pick<CustomAction, 'id' | 'name'>,
    target: `${CustomActionTarget}`,
  ): CustomAction => ({
    ...action,
    position: 'MENU' as CustomActionsPosition,
    target: target as CustomActionTarget,
  })
  if (view.kind === 'answer' || view.kind === 'conversation') return [inMenu(builderAction, 'SPOTTER')]
  if (view.kind !== 'dashboard') return []
  const research = appearance.chartFeatures && appearance.deepResearch
  return [
    ...(research ? [inMenu(researchAction, 'VIZ')] : []),
    inMenu(builderAction, 'VIZ'),
    // A chart that is shown alone is a favorite already.
    ...(view.chartId === undefined ? [inMenu(starAction, 'VIZ')] : []),
  ]
}

/** Which board, and which part of it. */
export function boardTarget(
  route: BoardRoute,
): Pick<LiveboardViewConfig, 'liveboardId' | 'vizId' | 'activeTabId' | 'personalizedViewId'> {
  return {
    liveboardId: route.dashboardId,
    ...(route.chartId === null ? {} : { vizId: route.chartId }),
    ...(route.tabId === null ? {} : { activeTabId: route.tabId }),
    ...(route.viewId === undefined ? {} : { personalizedViewId: route.viewId }),
  }
}

function boardOptions(route: BoardRoute, minimumHeight: number | undefined): LiveboardViewConfig {
  return {
    ...boardTarget(route),
    // A chart that is shown alone fills its container.
    ...(route.chartId === null
      ? { fullHeight: true, lazyLoadingForFullHeight: true, lazyLoadingMargin: '0px' }
      : { fullHeight: false }),
    ...(minimumHeight === undefined ? {} : { minimumHeight }),
    isLiveboardCompactHeaderEnabled: true,
    preventLiveboardFilterRemoval: false,
    // The SDK documents `true` as the default: the vendor's own assistant would open beside the dashboard.
    spotterChatConfig: { openSpotterOnLiveboardByDefault: false },
    // The SDK's own preview loader writes HTML from the server into the page (engineering decision 20).
    showPreviewLoader: false,
  }
}

/** Which pinned chart is to be edited in place. The SDK writes flags into the address without encoding them. */
function pinnedFlags({ builder: { pinned } }: BuilderRoute): Readonly<Record<string, string>> {
  if (pinned === null) return {}
  return {
    pinnedLiveboard: pinned.dashboardId,
    pinnedViz: pinned.chartId,
    pinnedTitle: encodeURIComponent(pinned.title),
  }
}

/** The whole application, on the page that edits a board, without its own navigation. */
function editorOptions(route: BoardRoute): AppViewConfig {
  return {
    path: framePath(route),
    showPrimaryNavbar: false,
    fullHeight: true,
    lazyLoadingForFullHeight: true,
    lazyLoadingMargin: '0px',
    isLiveboardCompactHeaderEnabled: true,
  }
}

/** The vendor's search page has no full height: it fills its container. */
function builderOptions({ builder }: BuilderRoute): SearchViewConfig {
  const { sourceId, question, answerId } = builder
  return {
    ...(answerId === null ? {} : { answerId }),
    ...(sourceId === null ? {} : { dataSource: sourceId }),
    ...(question === null ? {} : { searchOptions: { searchTokenString: question, executeSearch: true } }),
    // Both: with the SDK's default for the second, the first has no effect.
    collapseSearchBarInitially: false,
    collapseSearchBar: false,
  }
}
