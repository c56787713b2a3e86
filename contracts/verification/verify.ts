import { validAccessToken } from '../interactions/examples'
import { readPact, type PactInteraction } from '../interactions/pact-file'
import { startGateway, type Gateway } from './gateway'
import { startNativeVerifier, type NativeVerifier } from './native'
import type { NativeOutcome } from './native'

export interface VerifyOptions {
  readonly pactFile: string
  /** A running provider. */
  readonly baseUrl: string
  /** Default: `/_pact/state` at the provider. */
  readonly stateUrl?: string
  /** A credential the provider accepts. Without one, interactions that need one are not run. */
  readonly token?: string
  /** Path that answers 2xx when the provider is well. Without one, any answer at all will do. */
  readonly healthPath?: string
  /** One that runs already and goes on afterwards; its output is then not part of the verification. */
  readonly native?: NativeVerifier
}

export interface VerifiedInteraction {
  readonly description: string
  readonly states: readonly string[]
  readonly method: string
  readonly path: string
  /** `pending`: it failed, and the pact says that it may for now. */
  readonly outcome: 'verified' | 'failed' | 'pending' | 'not-run'
  /** What differed, or why it was not run. */
  readonly reasons: readonly string[]
  readonly milliseconds: number
}

export interface Verification {
  readonly provider: string
  readonly baseUrl: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  /** `incomplete`: nothing failed, but something was not run. */
  readonly outcome: 'verified' | 'failed' | 'incomplete'
  /** The provider could not be verified at all; no interaction was run. */
  readonly problem?: string
  readonly interactions: readonly VerifiedInteraction[]
  /** What the native verifier wrote, for whoever wants to read all of it. */
  readonly output: string
}

/** Holds a running provider to a pact: health first, then every interaction in its state, one after the other. Never throws. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const startedAt = new Date()
  const pact = readPact(options.pactFile)
  const finish = (
    interactions: readonly VerifiedInteraction[],
    rest: Partial<Verification>,
  ): Verification => ({
    provider: pact.provider.name,
    baseUrl: options.baseUrl,
    startedAt: startedAt.toISOString(),
    milliseconds: Date.now() - startedAt.getTime(),
    outcome: outcomeOf(interactions),
    interactions,
    output: '',
    ...rest,
  })
  const illness = await illnessOf(options)
  if (illness !== null) {
    const interactions = pact.interactions.map((interaction) => notRun(interaction, illness))
    return finish(interactions, { outcome: 'failed', problem: illness })
  }
  const needToken = options.token === undefined ? pact.interactions.filter(sendsCredential) : []
  const runnable = pact.interactions.filter((interaction) => !needToken.includes(interaction))
  const gateway = await startGateway({
    baseUrl: options.baseUrl,
    stateUrl: options.stateUrl ?? new URL('/_pact/state', options.baseUrl).href,
    ...(options.token !== undefined && { credential: { example: validAccessToken, real: options.token } }),
  })
  const native = options.native ?? startNativeVerifier()
  try {
    const results = await native.run({ ...pact, interactions: runnable }, gateway)
    const output = options.native === undefined ? await native.close() : ''
    const interactions = pact.interactions.map((interaction) =>
      needToken.includes(interaction)
        ? notRun(interaction, 'it needs a token that the provider accepts (--token-env)')
        : judge(interaction, results?.get(interaction.description), gateway),
    )
    return finish(interactions, {
      output,
      ...(results === null && { outcome: 'failed', problem: 'the native verifier gave no results' }),
    })
  } finally {
    await gateway.close()
  }
}

function outcomeOf(interactions: readonly VerifiedInteraction[]): Verification['outcome'] {
  if (interactions.some(({ outcome }) => outcome === 'failed')) return 'failed'
  // A pact without interactions has shown nothing.
  return interactions.length === 0 || interactions.some(({ outcome }) => outcome === 'not-run')
    ? 'incomplete'
    : 'verified'
}

function judge(
  interaction: PactInteraction,
  native: NativeOutcome | undefined,
  gateway: Gateway,
): VerifiedInteraction {
  const unsupported = interaction.providerStates.find(({ name }) => gateway.unsupported.has(name))
  if (unsupported !== undefined) {
    return notRun(interaction, `the provider says it cannot bring about "${unsupported.name}"`)
  }
  const stateProblems = gateway.problems.filter((problem) =>
    interaction.providerStates.some(({ name }) => problem.includes(`"${name}"`)),
  )
  const passed = native?.passed === true && stateProblems.length === 0
  return {
    ...named(interaction),
    outcome: passed ? 'verified' : interaction.pending ? 'pending' : 'failed',
    reasons: native === undefined ? ['there is no result'] : [...stateProblems, ...native.differences],
    milliseconds: native?.milliseconds ?? 0,
  }
}

function notRun(interaction: PactInteraction, reason: string): VerifiedInteraction {
  return { ...named(interaction), outcome: 'not-run', reasons: [reason], milliseconds: 0 }
}

function named({ description, providerStates, request }: PactInteraction) {
  const states = providerStates.map(({ name }) => name)
  return { description, states, method: request.method, path: request.path }
}

function sendsCredential({ request }: PactInteraction): boolean {
  return Object.values(request.headers).some((values) => values.includes(`Bearer ${validAccessToken}`))
}

/** Why the provider cannot be verified; null when it answers. Asked first, or every interaction would fail with a riddle. */
async function illnessOf({ baseUrl, healthPath }: VerifyOptions): Promise<string | null> {
  const address = healthPath === undefined ? baseUrl : new URL(healthPath, baseUrl).href
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    await reply.arrayBuffer()
    return healthPath === undefined || reply.ok ? null : `${address} answered ${reply.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `${address} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
