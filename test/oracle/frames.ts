import { answerHandle } from '../../src/adapters/_shared/thoughtspot/ids'
import {
  frameOptions,
  type FrameConfiguration,
} from '../../src/adapters/dashboard-surface/thoughtspot/options'
import type { FrameRoute } from '../../src/adapters/_shared/embedded-frame/routes'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { EmbeddedView } from '../../src/core/ports/dashboard-surface'

const pinned = { dashboardId: 'x', chartId: 'v', title: 'Supply' }
const answer = answerHandle({
  sessionId: 's',
  genNo: '1',
  acSessionId: 'a',
  acGenNo: '1',
  convId: 'c',
  messageId: 'm',
})
/** Every kind of frame, with all that a page may ask of it. */
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

/** What a frame is made with, for a person whose flags allow everything. */
export function optionsOf(view: EmbeddedView, route: FrameRoute): FrameConfiguration['view'] {
  const appearance = viewAppearance({
    theme: 'dark',
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'own',
  })
  const conversation = {
    disableSourceSelection: true,
    hideSourceSelection: true,
    dataPanelV2: true,
    showSpotterLimitations: true,
    hideSampleQuestions: true,
  }
  return frameOptions({ view, title: 'x', appearance }, route, {
    assetsOrigin: 'https://portal.example.com',
    minimumHeight: undefined,
    secondHostEvents: true,
    conversation,
  }).view
}

/** The names of all of them. */
export const usedOptions = (): readonly string[] => [
  ...new Set(frames.flatMap(([, view, route]) => Object.keys(optionsOf(view, route)))),
]
