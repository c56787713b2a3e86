import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Pact, PactInteraction } from '../interactions/pact-file'
import type { Verification } from '../verification/verify'

const recordSchema = v.object({
  provider: v.string(),
  environment: v.string(),
  /** ISO 8601. */
  startedAt: v.string(),
  milliseconds: v.number(),
  problem: v.nullable(v.string()),
  interactions: v.array(
    v.object({
      description: v.string(),
      /** Hash of the interaction at the time of verification. */
      hash: v.string(),
      outcome: v.picklist(['verified', 'failed', 'pending', 'not-run']),
      reasons: v.array(v.string()),
      milliseconds: v.number(),
    }),
  ),
  /** What a page of the portal could not do with the responses. */
  browser: v.optional(v.array(v.string()), []),
})

/** The last verification of one provider in one environment. */
export type VerificationRecord = v.InferOutput<typeof recordSchema>

/** Name of an environment in which a provider runs, e.g. `staging`. */
export const environmentShape = /^[a-z0-9][a-z0-9-]{0,40}$/

/** Hash of an interaction, independent of the order of members. Leaves out whether it is pending or must run, which is judged each time. */
export function hashOf(interaction: PactInteraction): string {
  const { pending: _, comments: __, ...agreed } = interaction
  return hashed(sorted(agreed))
}

/** Hash of a pact from the hashes of its interactions, in any order. */
export const pactHashOf = (hashes: readonly string[]): string => hashed(hashes.toSorted())

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

/** Saves a verification as its provider's last one in that environment, replacing the previous one. */
export function recordVerification(
  folder: string,
  { interactions }: Pick<Pact, 'interactions'>,
  environment: string,
  verification: Verification,
): void {
  const hashes = new Map(interactions.map((one) => [one.description, hashOf(one)]))
  const { provider, startedAt, milliseconds, problem = null } = verification
  const record: VerificationRecord = {
    provider,
    environment,
    startedAt,
    milliseconds,
    problem,
    interactions: verification.interactions.map(({ description, outcome, reasons, milliseconds: taken }) => ({
      description,
      hash: hashes.get(description) ?? '',
      outcome,
      reasons: [...reasons],
      milliseconds: taken,
    })),
    browser: verification.browser
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ description, reasons }) => `${description} (${reasons.join('; ')})`),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${provider}.${environment}.json`), `${JSON.stringify(record, null, 2)}\n`)
}

/** All last verifications, oldest first. @throws if a file is not a verification */
export function readHistory(folder: string): readonly VerificationRecord[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => v.parse(recordSchema, JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
}

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
