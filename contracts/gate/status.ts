import type { Pact, PactInteraction } from '../interactions/pact-file'
import { hashOf, type VerificationRecord } from './history'

/** Status of an interaction in one environment. Only `verified`, `pending` and `may-not-run` may be deployed. */
export interface VerificationStatus {
  readonly kind: 'verified' | 'pending' | 'may-not-run' | 'failed' | 'not-run' | 'changed' | 'never'
  readonly environment: string | null
  /** ISO 8601; null if it was never verified. */
  readonly at: string | null
  readonly reasons: readonly string[]
}

/** A status for each environment in which the provider was verified; `never` if there is none. */
export function statusesOf(
  interaction: PactInteraction,
  records: readonly VerificationRecord[],
): readonly VerificationStatus[] {
  if (records.length === 0) return [{ kind: 'never', environment: null, at: null, reasons: [] }]
  return records.map((record): VerificationStatus => {
    const { environment, startedAt: at, problem } = record
    const found = record.interactions.find(({ description }) => description === interaction.description)
    if (found === undefined) return { kind: 'never', environment, at: null, reasons: [] }
    if (found.hash !== hashOf(interaction)) return { kind: 'changed', environment, at, reasons: [] }
    const reasons = problem === null ? found.reasons : [problem]
    return {
      kind: problem === null ? kindOf(found.outcome, interaction) : 'failed',
      environment,
      at,
      reasons,
    }
  })
}

/** The recorded outcome, adjusted to whether the interaction is pending now, which may have changed since. */
function kindOf(
  outcome: VerificationRecord['interactions'][number]['outcome'],
  { pending, comments }: PactInteraction,
): VerificationStatus['kind'] {
  if (outcome === 'not-run' && comments.obligation === 'may-not-run') return 'may-not-run'
  if (outcome === 'failed' || outcome === 'pending') return pending ? 'pending' : 'failed'
  return outcome
}

const good: readonly VerificationStatus['kind'][] = ['verified', 'pending', 'may-not-run']

/** Worst first. Of several statuses, the first is shown. */
const order: readonly VerificationStatus['kind'][] = [
  'failed',
  'changed',
  'never',
  'not-run',
  'pending',
  'may-not-run',
  'verified',
]

export function worst(kinds: readonly VerificationStatus['kind'][]): VerificationStatus['kind'] {
  return order.find((kind) => kinds.includes(kind)) ?? 'never'
}

const words: Readonly<Record<VerificationStatus['kind'], string>> = {
  verified: 'verified',
  pending: 'failed, and is pending',
  failed: 'failed',
  'may-not-run': 'was not run, and need not be',
  'not-run': 'was not run',
  changed: 'has changed since it was verified',
  never: 'was never verified',
}

/** Reasons against a deployment, a sentence for each interaction and environment; empty if it may be deployed. */
export function objections(
  pacts: readonly Pact[],
  history: readonly VerificationRecord[],
): readonly string[] {
  return pacts.flatMap(({ provider, interactions }) => {
    const records = history.filter((record) => record.provider === provider.name)
    if (records.length === 0) return [`${provider.name}: was never verified`]
    if (interactions.length === 0) return [`${provider.name}: its pact has no interactions`]
    const inBrowser = records.flatMap(({ environment, browser }) =>
      browser.map((row) => `${provider.name} in ${environment}: ${row}`),
    )
    const inPact = interactions.flatMap((interaction) =>
      statusesOf(interaction, records)
        .filter(({ kind }) => !good.includes(kind))
        .filter(({ kind }) => !(interaction.pending && kind === 'never'))
        .map(
          ({ kind, environment, reasons }) =>
            `${provider.name} in ${environment ?? 'any environment'}: "${interaction.description}" ${words[kind]}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}`,
        ),
    )
    return [...inPact, ...inBrowser]
  })
}
