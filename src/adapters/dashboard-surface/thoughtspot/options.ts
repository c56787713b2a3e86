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

/** What the conversation view shows beside the conversation: the installation's choice, not the page's. */
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

/** What may change while a frame is on screen. */
export interface StyleOptions extends ActionOptions {
  /** What the portal adds to the menus of charts. Hidden with everything else where only an empty list of actions is visible: for visitors. */
  readonly customActions: CustomAction[]
  readonly customizations: CustomisationsInterface
  /** Read by the BI application before it has asked for anything, so that its first frame has the right ground. */
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

/** What the SDK is started with: its own checks of tokens, its tracking, and whatever it would write into the page are off. */
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

/** What a frame is made with: the vendor has a kind for boards, for its search page, for the assistant and its answers, and for any page of its application by its path. */
export type FrameConfiguration =
  | { readonly kind: 'board'; readonly view: LiveboardViewConfig }
  | { readonly kind: 'builder'; readonly view: SearchViewConfig }
  | { readonly kind: 'conversation'; readonly view: SpotterEmbedViewConfig }
  | { readonly kind: 'answer'; readonly view: SpotterEmbedViewConfig; readonly path: string }
  | { readonly kind: 'page'; readonly view: AppViewConfig }

/** All that the vendor's application does, and a link in it that opens a tab; not to take the portal's own tab elsewhere. */
const sandbox =
  'allow-same-origin allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

/** The embed options of the specification (section 9) as the SDK of today reads them. */
export function frameOptions(
  request: ViewRequest,
  route: FrameRoute,
  given: FrameAssets & {
    readonly minimumHeight: number | undefined
    readonly conversation: ConversationSettings
    readonly secondHostEvents: boolean
  },
): FrameConfiguration {
  const { minimumHeight } = given
  const common = {
    dataPanelV2: true,
    ...(given.secondHostEvents ? { useHostEventsV2: true } : {}),
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
    // A chart that stands alone has been starred already.
    ...(view.chartId === undefined ? [inMenu(starAction, 'VIZ')] : []),
  ]
}

/** Which board, and what of it. */
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
    // A tile that stands alone fills the place that the page gives it.
    ...(route.chartId === null
      ? { fullHeight: true, lazyLoadingForFullHeight: true, lazyLoadingMargin: '0px' }
      : { fullHeight: false }),
    ...(minimumHeight === undefined ? {} : { minimumHeight }),
    isLiveboardCompactHeaderEnabled: true,
    preventLiveboardFilterRemoval: false,
    // The SDK's own preview loader writes HTML from the server into the page (engineering decision 20).
    showPreviewLoader: false,
  }
}

/** Which pinned chart is to be changed where it is. The SDK writes flags into the address as they are. */
function pinnedFlags({ builder: { pinned } }: BuilderRoute): Readonly<Record<string, string>> {
  if (pinned === null) return {}
  return {
    pinnedLiveboard: pinned.dashboardId,
    pinnedViz: pinned.chartId,
    pinnedTitle: encodeURIComponent(pinned.title),
  }
}

/** The whole application on the page where a board is edited, without its own navigation. */
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

/** The vendor's search page has no full height: it fills the place that the page gives it. */
function builderOptions({ builder }: BuilderRoute): SearchViewConfig {
  const { sourceId, question, answerId } = builder
  return {
    ...(answerId === null ? {} : { answerId }),
    ...(sourceId === null ? {} : { dataSource: sourceId }),
    ...(question === null ? {} : { searchOptions: { searchTokenString: question, executeSearch: true } }),
    collapseSearchBarInitially: false,
  }
}
