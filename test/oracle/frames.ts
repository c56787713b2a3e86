import { clusterTime } from '../../src/adapters/_shared/thoughtspot/cluster-time'
import { answerHandle } from '../../src/adapters/_shared/thoughtspot/ids'
import { openFrame, type ThoughtSpotSdk } from '../../src/adapters/dashboard-surface/thoughtspot/frame'
import {
  frameOptions,
  styleOptions,
  startOptions,
  type FrameConfiguration,
} from '../../src/adapters/dashboard-surface/thoughtspot/options'
import type { FrameRoute } from '../../src/adapters/_shared/embedded-frame/routes'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { EmbeddedView } from '../../src/core/ports/dashboard-surface'
import { frameAssets } from '../support/frame-assets'

const pinned = { dashboardId: 'x', chartId: 'v', title: 'Supply & burn #1' }
const answer = answerHandle({
  sessionId: 's',
  genNo: '1',
  acSessionId: 'a',
  acGenNo: '1',
  convId: 'c',
  messageId: 'm',
})
/** Every kind of frame, with every option that a page may request. */
export const frames: readonly (readonly [string, EmbeddedView, FrameRoute])[] = [
  [
    'dashboard',
    { kind: 'dashboard', dashboardId: 'x' },
    { dashboardId: 'x', tabId: 't', chartId: null, viewId: 'w' },
  ],
  [
    'editor',
    { kind: 'editor', dashboardId: 'x' },
    { dashboardId: 'x', tabId: null, chartId: null, editing: true },
  ],
  [
    'builder',
    { kind: 'builder', pinned },
    { builder: { sourceId: 's', question: 'q', answerId: null, pinned } },
  ],
  [
    'conversation',
    { kind: 'conversation', sourceId: 'w' },
    { conversation: { sourceId: 'w', question: 'q' } },
  ],
  ['answer', { kind: 'answer', handle: answer }, { answer }],
]

const appearance = viewAppearance({
  theme: 'dark',
  signedIn: true,
  interactionsFlag: true,
  deepResearchFlag: true,
  view: 'own',
})

/** The options of a frame for a user whose flags allow everything. */
export function optionsOf(view: EmbeddedView, route: FrameRoute): FrameConfiguration['view'] {
  const conversation = {
    disableSourceSelection: true,
    hideSourceSelection: true,
    dataPanelV2: true,
    showSpotterLimitations: true,
    hideSampleQuestions: true,
  }
  return frameOptions({ view, title: 'x', appearance }, route, {
    ...frameAssets(),
    minimumHeight: undefined,
    usesHostEventsV2: true,
    conversation,
  }).view
}

/** All their names. */
export const usedOptions = (): readonly string[] => [
  ...new Set(frames.flatMap(([, view, route]) => Object.keys(optionsOf(view, route)))),
]

/** The options of the SDK's start. */
export const usedStartOptions = (): readonly string[] =>
  Object.keys(
    startOptions({ AuthType: {}, LogLevel: {} } as ThoughtSpotSdk, 'https://bi.example.com', () =>
      Promise.resolve(''),
    ),
  )

/** Members of `HostEvent` that the adapter takes from the SDK, whatever a page requests of a frame. */
export async function usedHostEvents(): Promise<readonly string[]> {
  const used = new Set<string>()
  class Embed {
    viewConfig: unknown = {}
    on(): void {}
    destroy(): void {}
    render = (): Promise<unknown> => Promise.resolve()
    trigger = (): Promise<unknown> => Promise.resolve()
    getUpdateEmbedParamsObject = (): Promise<unknown> => Promise.resolve()
  }
  const sdk = {
    HostEvent: new Proxy({}, { get: (_, name) => used.add(String(name)) && name }),
    EmbedEvent: {},
    ContextType: {},
    LiveboardEmbed: Embed,
    SearchEmbed: Embed,
    SpotterEmbed: Embed,
    AppEmbed: Embed,
    RuntimeFilterOp: {},
  } as unknown as ThoughtSpotSdk
  for (const [, view, route] of frames) {
    const configuration = { ...optionsOf(view, route) }
    for (const kind of ['board', 'builder', 'conversation', 'answer', 'page'] as const) {
      const frame = openFrame(
        sdk,
        {} as HTMLElement,
        { kind, view: configuration } as never,
        () => undefined,
        clusterTime('UTC'),
      )
      frame.navigate(route, true)
      frame.applyFilters([
        { column: 'Venue', oper: 'IN', values: ['Deribit'] },
        { parameter: 'Time range', value: '30D' },
        { dateColumn: 'Date', days: { from: '2026-01-01', to: '2026-03-31' } },
      ])
      await Promise.all([
        frame.readFilters(),
        frame.readParameters(),
        frame.pin({ title: 'x', newDashboardName: 'y' }, null),
      ])
      await frame.restyle(styleOptions({ view, appearance }, frameAssets()), route)
      frame.destroy()
    }
  }
  return [...used]
}
