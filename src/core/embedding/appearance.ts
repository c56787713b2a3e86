import { actionRule, type ActionRule } from './actions'
import type { Theme } from '../theme/theme'

/** How a view looks and what it lets people do: the specification's embed theme configuration, plus the action rule. */
export interface ViewAppearance {
  readonly mode: Theme
  /** Kinds of visualisation that carry no watermark. */
  readonly watermarkExclusions: readonly string[]
  readonly interactivity: boolean
  readonly fullFeatures: boolean
  /** The assistant on a chart, drill-down, cross-filtering and chart interactions: only when both flags above are true. */
  readonly chartFeatures: boolean
  /** The "Deep Research" action of a tile. */
  readonly deepResearch: boolean
  readonly actions: ActionRule
}

export const defaultWatermarkExclusions: readonly string[] = ['kpi', 'table', 'pivot']

export interface AppearanceFacts {
  readonly theme: Theme
  /** False until sign-in is known: full features are off until then. */
  readonly signedIn: boolean
  readonly interactionsFlag: boolean
  readonly deepResearchFlag: boolean
  /** `assistant`: what the assistant shows is one's own, and asking it about that is what the view is for. */
  readonly view: 'curated' | 'own' | 'assistant'
}

export function viewAppearance(facts: AppearanceFacts): ViewAppearance {
  const chartFeatures = facts.interactionsFlag && facts.signedIn
  return {
    mode: facts.theme,
    watermarkExclusions: defaultWatermarkExclusions,
    interactivity: facts.interactionsFlag,
    fullFeatures: facts.signedIn,
    chartFeatures,
    deepResearch: chartFeatures && facts.deepResearchFlag && facts.view !== 'assistant',
    actions: actionRule(facts.view === 'curated' ? 'curated' : 'own', facts.signedIn),
  }
}
