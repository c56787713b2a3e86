import type { ViewAppearance } from '../ports/view-appearance'
import type { Theme } from '../theme/theme'
import { actionRule } from './actions'

const defaultWatermarkExclusions: readonly string[] = ['kpi', 'table', 'pivot']

export interface AppearanceInput {
  readonly theme: Theme
  /** False until sign-in status is known, so full features are off until then. */
  readonly signedIn: boolean
  readonly interactionsFlag: boolean
  readonly deepResearchFlag: boolean
  /** `assistant`: gets the rules of the user's own views, without the "Deep Research" action, which the view itself provides. */
  readonly view: 'curated' | 'own' | 'assistant'
}

export function viewAppearance(facts: AppearanceInput): ViewAppearance {
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
