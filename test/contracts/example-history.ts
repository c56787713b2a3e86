import { readPacts } from '../../contracts/gate/contract-report'
import { identityProfile } from '../../contracts/interactions/identity'
import { hashOf, type VerificationRecord } from '../../contracts/gate/history'

/** A history in which everything is verified, except as given. */
export function history(red: readonly string[] = []): readonly VerificationRecord[] {
  return [...readPacts(), identityProfile].map(({ provider, interactions }) => ({
    provider: provider.name,
    environment: 'staging',
    startedAt: '2026-11-20T08:00:00.000Z',
    milliseconds: 1_200,
    problem: null,
    browser: [],
    interactions: interactions.map((one) => ({
      description: one.description,
      hash: hashOf(one),
      outcome: red.includes(one.description) ? ('failed' as const) : ('verified' as const),
      reasons: [],
      milliseconds: 20,
    })),
  }))
}
