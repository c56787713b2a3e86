import { exhaustive } from '../../../core/kernel/exhaustive'
import type { ResearchFailure } from '../../../core/ports/research-assistant'

/** What a person reads instead of an answer. The assistant's own words are shown as it wrote them. */
export function researchFailureText(failure: ResearchFailure): string {
  switch (failure.kind) {
    case 'worksheet-not-found':
      return 'Worksheet not found. The portal is set up without the data that this conversation would be about.'
    case 'assistant-error':
    case 'assistant-rejected':
      return failure.text
    case 'assistant-refused':
      return 'The analytics service refused the question with the access you have now.'
    case 'assistant-unavailable':
      return 'The analytics service is busy or out of order. It may answer in a moment.'
    case 'assistant-unreachable':
      return 'The connection was lost before an answer came.'
    case 'assistant-timeout':
      return 'No answer came within a minute, so the page stopped waiting.'
    case 'assistant-malformed':
      return 'The analytics service answered in a way that this page does not understand.'
    case 'assistant-token':
      return 'You could not be signed in to the analytics service.'
    default:
      return exhaustive(failure)
  }
}

/** Beginnings for somebody who has not asked before, by the dataset's key. */
export const suggestedQuestions: Readonly<Record<string, readonly string[]>> = {
  home: [
    'market cap by asset last 90 days',
    'top 5 assets by price growth last 30 days',
    'ETF net flow by week',
  ],
  stablecoins: [
    'stablecoin supply by chain last 90 days',
    'net issuance by stablecoin last 30 days',
    'supply of USDC on Solana by month',
  ],
  globalCryptoMarket: ['volume by exchange last 30 days', 'open interest by asset last 90 days'],
  bitcoin: ['bitcoin price last year', 'bitcoin 30-day volatility last year'],
  ethereum: ['ether price last year', 'ethereum staked share by month'],
  etf: ['net flow by fund last 30 days', 'assets by sponsor', 'net flow by week this year'],
  lending: ['borrowed by protocol last 90 days', 'utilisation by asset', 'supplied by chain'],
  spotAnalytics: ['spot volume by exchange last 30 days', 'spot volume by asset last week'],
  derivatives: ['option open interest by expiry', 'option volume by exchange last 30 days'],
  futures: ['funding by asset last 90 days', 'open interest by exchange last 90 days'],
  staking: ['staking reward by network', 'staked value by network last year'],
  rwa: ['top 10 RWA products by growth this quarter', 'RWA value by chain last year'],
}
