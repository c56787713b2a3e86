import { screen, within } from '@testing-library/react'
import type { AnswerSuggestion } from '../../src/core/ports/research-assistant'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type WithAppOptions } from './render-with-app'

/** The assistant's answer in these tests, with these figures. */
export function suggestion(values: readonly number[]): AnswerSuggestion {
  return {
    tokens: ['supply', 'chain', 'last 90 days'],
    query: 'supply, by chain, last 90 days',
    sourceId: 'worksheet-1',
    title: 'Supply by chain',
    description: 'Ethereum has $183B of it.',
    cached: false,
    sqlQuery: 'SELECT 1',
    warningType: null,
    formulas: [],
    reasoning: {
      assumptions: ['Supply of all coins.'],
      clarifications: [],
      interpretation: 'Supply by chain.',
    },
    ambiguities: [{ phrase: 'supply', candidates: ['supply', 'net issuance'] }],
    subQueries: [],
    visualization: null,
    table: [
      { id: 'chain', name: 'Chain', dataType: 'VARCHAR', values: ['Ethereum', 'Tron'] },
      { id: 'supply', name: 'Supply', dataType: 'DOUBLE', values },
    ],
  }
}

export const question = 'supply by chain'
export const answers = new Map([[question, suggestion([183, 83])]])
/** The panel beside Stablecoins, opened by a signed-in user. */
export const openResearch = async (options: WithAppOptions = {}) => {
  const app = await renderWithApp(<Portal />, {
    path: '/datasets/stablecoins',
    signedIn: true,
    answers,
    ...options,
  })
  const control = await screen.findByRole('button', { name: 'Deep Research' })
  await app.user.click(control)
  const panel = await screen.findByRole('complementary', { name: 'Deep Research' })
  const ask = async (text: string): Promise<void> => {
    await app.user.type(within(panel).getByRole('textbox', { name: 'Your question' }), `${text}{Enter}`)
  }
  return { ...app, control, panel: within(panel), ask }
}
