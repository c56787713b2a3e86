import { isDeepStrictEqual } from 'node:util'
import { createHmac, randomUUID } from 'node:crypto'
import { httpPreferenceService } from '../../src/adapters/preference-service/http-preference-service'
import { httpTokenService } from '../../src/adapters/token-service/http-token-service'
import { preferenceStates, tokenServiceStates } from '../../local/provider-states/provider-states'
import { validAccessToken, exampleCredentials, refusedAccessToken } from '../interactions/contract'
import { providers } from '../interactions/operations'
import { browserChecks, startGateway, type BrowserRow, type Gateway } from './browser'
import { flagProvider, stateChanges, streamChecks, type StreamNeeds } from './stream'
import { readPact, type Pact, type PactInteraction } from '../interactions/pact-file'
import { startNativeVerifier, type NativeVerifier, type NativeOutcome } from './native'

interface Needs {
  /** URL of the proxy that replaces example credentials in requests to the provider. */
  readonly baseUrl: string
  readonly changeState: StreamNeeds['changeState']
}

/** By provider: the route named in the row, the rule, and the check. */
const rules: Readonly<
  Record<
    string,
    {
      readonly rule: string
      readonly route: string
      readonly problemOf: (needs: Needs) => Promise<string | null>
    }
  >
> = {
  'token-service': { rule: 'whose token', route: 'authenticated', problemOf: sharedToken },
  preferences: { rule: 'read back', route: 'write', problemOf: notReadBack },
}

/**
 * Checks across several calls: responses that each meet the pact but are inconsistent with each other. Uses the portal's own adapters,
 * with a credential that the provider accepts.
 */
async function acrossCalls(provider: string, needs: Needs): Promise<readonly BrowserRow[]> {
  const found = rules[provider]
  const route = providers.find(({ name }) => name === provider)?.routes[found?.route ?? '']
  if (found === undefined || route === undefined) return []
  const { method, path } = route
  const problem = await found.problemOf(needs)
  return [
    {
      description: `${found.rule}: ${method} ${path}`,
      method,
      path,
      passed: problem === null,
      reasons: problem === null ? [] : [problem],
    },
  ]
}

async function sharedToken({ baseUrl, changeState }: Needs): Promise<string | null> {
  const service = httpTokenService({ baseUrl })
  await changeState(tokenServiceStates.validAccessToken, 'setup')
  const [visitors, persons] = [await service.anonymousToken(), await service.personalToken(validAccessToken)]
  await changeState(tokenServiceStates.validAccessToken, 'teardown')
  // The pact covers missing responses.
  return visitors.ok && persons.ok && visitors.value.value === persons.value.value
    ? 'the signed-in person is given the token of nobody in particular'
    : null
}

/** Texts with unknown members and letters of several scripts, which the service must store without interpreting them. */
const texts = [
  {
    version: 1,
    favourites: [{ kind: 'dataset', key: 'etf' }],
    recents: [],
    later: { label: 'Übersicht 東京' },
  },
  { version: 1, favourites: [], recents: [{ kind: 'dataset', key: 'bitcoin' }] },
] as const

/** What a response that breaks the pact comes to. */
type Broken = (method: string, failure: { readonly kind: string; readonly status?: number }) => string | null

async function notReadBack({ baseUrl, changeState }: Needs): Promise<string | null> {
  const service = httpPreferenceService({ baseUrl })
  const state = preferenceStates.hasNone
  const change = await changeState(state, 'setup')
  if (typeof change === 'object') return null
  // With states its own row has failed already. Without them, no other row has this call.
  const broken: Broken = (method, { kind, status }) =>
    change === 'changed' ? null : `${method} is ${kind}${status === undefined ? '' : ` (${status})`}`
  const before = await service.read(validAccessToken)
  if (!before.ok) return broken('GET', before.failure)
  const [problem, version] = await writeAndRead(service, before.value.version, broken)
  // Without states this is a real account. One without preferences keeps the last text, because no call can delete it.
  if (before.value.text !== null) await service.write(validAccessToken, before.value.text, version)
  if (change === 'changed') await changeState(state, 'teardown')
  return problem
}

/** What is wrong, or null, and the final entity tag. Ends at a response that breaks the pact. */
async function writeAndRead(
  service: ReturnType<typeof httpPreferenceService>,
  first: string | null,
  broken: Broken,
): Promise<readonly [problem: string | null, version: string | null]> {
  let version = first
  for (const text of texts) {
    const before = version
    const written = await service.write(validAccessToken, JSON.stringify(text), before)
    if (!written.ok) {
      const isOld = before !== null && written.failure.kind === 'preferences-changed'
      return [
        isOld ? 'PUT with the ETag of the PUT before is answered with 412' : broken('PUT', written.failure),
        version,
      ]
    }
    ;({ version } = written.value)
    const read = await service.read(validAccessToken)
    if (!read.ok) return [broken('GET', read.failure), version]
    const found: unknown = read.value.text === null ? null : JSON.parse(read.value.text)
    if (!isDeepStrictEqual(found, text))
      return [`GET answers ${JSON.stringify(found)} after PUT of ${JSON.stringify(text)}`, version]
    if (before === null) continue
    const late = await service.write(validAccessToken, JSON.stringify(texts[0]), before)
    if (late.ok) return ['PUT with the ETag of what was there before was taken', late.value.version]
    if (late.failure.kind !== 'preferences-changed') return [broken('PUT', late.failure), version]
  }
  return [null, version]
}

export interface VerifyOptions {
  readonly pactFile: string
  /** URL of a running provider. */
  readonly baseUrl: string
  /** Endpoint for states; default `/_pact/state` at the provider, null if it has none. */
  readonly stateUrl?: string | null
  /** Credential that the provider accepts. Without one, interactions that need it are not run. */
  readonly token?: string
  /** Credentials with a defect. Interactions that need a missing one are not run. */
  readonly credentials?: Partial<Record<'forbidden' | 'expired' | 'foreignAudience', string>>
  /** Existing ids at a provider without states, by the names of the states' parameters. */
  readonly identifiers?: Readonly<Record<string, string>>
  /** The portal's origin, as a browser would send it; default that of the local portal. */
  readonly origin?: string
  /** The only origin on which the portal opens flag streams; default any that the service names. */
  readonly streamOrigin?: string
  /** Path that answers 2xx if the provider is healthy. Without one, any response counts. */
  readonly healthPath?: string
  /** A running verifier that is reused and kept running. Its output is then not part of the verification. */
  readonly native?: NativeVerifier
}

export interface VerifiedInteraction {
  readonly description: string
  /** `may-not-run`: a working service may be unable to enter the state. */
  readonly obligation: 'must' | 'may-not-run'
  readonly states: readonly string[]
  readonly method: string
  readonly path: string
  /** `pending`: it failed, but the pact allows that for now. */
  readonly outcome: 'verified' | 'failed' | 'pending' | 'not-run'
  /** Differences, or why it was not run. */
  readonly reasons: readonly string[]
  readonly milliseconds: number
}

export interface Verification {
  readonly provider: string
  readonly baseUrl: string
  /** Version of the portal that published the pact, if a broker reports it. */
  readonly consumerVersion?: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  /** `incomplete`: nothing failed, but something that every working service answers was not run. */
  readonly outcome: 'verified' | 'failed' | 'incomplete'
  /** The provider could not be verified at all; no interaction was run. */
  readonly problem?: string
  readonly interactions: readonly VerifiedInteraction[]
  /** Rows about what a page of the portal can do with the responses (CORS, redirects, character sets, caches), and about several calls together. */
  readonly browser: readonly VerifiedInteraction[]
  /** Full output of the native verifier. */
  readonly output: string
}

/** Verifies a running provider against a pact: health first, then every interaction in its state, in sequence. Never throws. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const startedAt = new Date()
  const pact = readPact(options.pactFile)
  const finish = (
    interactions: readonly VerifiedInteraction[],
    { browser = [], ...rest }: Partial<Verification>,
  ): Verification => ({
    provider: pact.provider.name,
    baseUrl: options.baseUrl,
    startedAt: startedAt.toISOString(),
    milliseconds: Date.now() - startedAt.getTime(),
    outcome: outcomeOf(interactions, browser),
    interactions,
    browser,
    output: '',
    ...rest,
  })
  const illness = await illnessOf(options)
  if (illness !== null) {
    const interactions = pact.interactions.map((interaction) => notRun(interaction, illness))
    return finish(interactions, { outcome: 'failed', problem: illness })
  }
  const credentials = credentialsOf(options)
  const hindrances = new Map(
    pact.interactions.map((one) => [one, hindranceOf(one, options, credentials)] as const),
  )
  const runnable = pact.interactions.filter((one) => hindrances.get(one) === null)
  const origin = options.origin ?? 'http://localhost:4300'
  const states = {
    stateUrl:
      options.stateUrl === undefined ? new URL('/_pact/state', options.baseUrl).href : options.stateUrl,
    verificationId: randomUUID(),
  }
  const gateway = await startGateway({
    ...states,
    baseUrl: options.baseUrl,
    credentials,
    identifiers: identifiersOf(pact, options),
    origin,
  })
  const native = options.native ?? startNativeVerifier()
  try {
    const results = await native.run({ ...pact, interactions: runnable }, gateway)
    const output = options.native === undefined ? await native.close() : ''
    const changeState = stateChanges(states)
    // These checks need a credential. They go first: without states, theirs may be the only successful responses to a call.
    const across =
      options.token === undefined
        ? []
        : await acrossCalls(pact.provider.name, { baseUrl: gateway.baseUrl, changeState })
    // Without targets of redirects and without pending interactions.
    const agreed = new Set(runnable.filter(({ pending }) => !pending).map(({ request }) => request.path))
    const observed = gateway.observed.filter(({ examplePath }) => agreed.has(examplePath))
    const provider = { baseUrl: options.baseUrl, origin }
    const rows = [
      ...(await browserChecks(observed, provider)),
      ...(pact.provider.name === flagProvider
        ? await streamChecks({ ...provider, streamOrigin: options.streamOrigin ?? null, changeState })
        : []),
      ...across,
    ]
    const browser = rows.map(({ passed, ...row }): VerifiedInteraction => {
      const outcome = passed ? 'verified' : 'failed'
      return { ...row, obligation: 'must', states: [], outcome, milliseconds: 0 }
    })
    const interactions = pact.interactions.map((interaction) => {
      const hindrance = hindrances.get(interaction) ?? null
      return hindrance === null
        ? judge(interaction, results?.get(interaction.description), gateway)
        : notRun(interaction, hindrance)
    })
    return finish(interactions, {
      browser,
      output,
      ...(results === null && { outcome: 'failed', problem: 'the native verifier gave no results' }),
    })
  } finally {
    await gateway.close()
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The claims of a JSON Web Token; empty for another kind of token. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}

/** The same claims with `alg: none`. A service that accepts it does not check signatures. */
function unsignedToken(token: string): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claimsOf(token))}.`
}

/** The same claims from an unknown issuer, correctly signed by it. */
function foreignIssuerToken(token: string): string {
  const claims = { ...claimsOf(token), iss: 'https://foreign-issuer.invalid/' }
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${createHmac('sha256', 'foreign').update(content).digest('base64url')}`
}

/**
 * The same token with the last byte of its signature changed; null for a token without a signature. A service that accepts it does not
 * check signatures.
 */
function forgedToken(token: string): string | null {
  const [header, claims, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length === 0) return null
  const last = bytes.length - 1
  bytes.writeUInt8(255 - bytes.readUInt8(last), last)
  return `${header}.${claims}.${bytes.toString('base64url')}`
}

/** Replacements for the example credentials. Three of them can be made from the valid one. */
function credentialsOf({ token, credentials = {} }: VerifyOptions): ReadonlyMap<string, string> {
  const given = {
    ...credentials,
    ...(token !== undefined && {
      valid: token,
      foreignIssuer: foreignIssuerToken(token),
      unsigned: unsignedToken(token),
    }),
  }
  const forged = token === undefined ? null : forgedToken(token)
  return new Map([
    ...Object.entries(given).map(
      ([name, real]) => [exampleCredentials[name as keyof typeof exampleCredentials], real] as const,
    ),
    // Without it the example is sent, which must be refused just as well.
    ...(forged === null ? [] : [[refusedAccessToken, forged] as const]),
  ])
}

/** Reasons with the command's option, by missing credential. */
const credentialOptions: Readonly<Record<keyof typeof exampleCredentials, string>> = {
  valid: 'it needs a token that the provider accepts (--token-env)',
  forbidden: 'it needs a token of an account that the provider refuses (--forbidden-token-env)',
  expired: 'it needs a token that has expired (--expired-token-env)',
  foreignAudience: 'it needs a token for another audience (--foreign-audience-token-env)',
  foreignIssuer: 'it is made from the token that the provider accepts (--token-env)',
  unsigned: 'it is made from the token that the provider accepts (--token-env)',
}

/** States without parameters that exclude each other: no account is in both, and a run itself ends one of them. */
const opposites: readonly string[] = [preferenceStates.hasSome, preferenceStates.hasNone]

/** Why an interaction cannot run; null if it can. */
function hindranceOf(
  { request, comments, providerStates }: PactInteraction,
  { stateUrl, identifiers = {} }: VerifyOptions,
  credentials: ReadonlyMap<string, string>,
): string | null {
  const sent = new Set(Object.values(request.headers).flat())
  const wanted = Object.entries(exampleCredentials).find(([, example]) => sent.has(`Bearer ${example}`))
  const [name] = wanted ?? []
  if (wanted !== undefined && !credentials.has(wanted[1]))
    return credentialOptions[name as keyof typeof exampleCredentials]
  if (stateUrl !== null) return null
  const isArranged = providerStates.some((state) => opposites.includes(state.name))
  if (isArranged || (comments.obligation === 'may-not-run' && name !== 'forbidden'))
    return 'it needs a state, and none are brought about (--no-states)'
  const missing = providerStates
    .flatMap(({ params }) => Object.keys(params))
    .filter((one) => !one.startsWith('absent') && !Object.hasOwn(identifiers, one))
  return missing.length === 0 ? null : `it needs ${missing.map((one) => `--id ${one}=…`).join(' and ')}`
}

/** Examples in the pact's states, and their replacements. */
function identifiersOf(pact: Pact, { identifiers = {} }: VerifyOptions): ReadonlyMap<string, string> {
  const examples = pact.interactions.flatMap(({ providerStates }) =>
    providerStates.flatMap(({ params }) => Object.entries(params)),
  )
  return new Map(
    examples.flatMap(([name, example]) => {
      const given = identifiers[name]
      return given === undefined || typeof example !== 'string' ? [] : [[example, given] as const]
    }),
  )
}

function outcomeOf(
  interactions: readonly VerifiedInteraction[],
  browser: readonly VerifiedInteraction[],
): Verification['outcome'] {
  if ([...interactions, ...browser].some(({ outcome }) => outcome === 'failed')) return 'failed'
  // A pact without interactions is incomplete.
  const missing = interactions.some(
    ({ outcome, obligation }) => outcome === 'not-run' && obligation === 'must',
  )
  return interactions.length === 0 || missing ? 'incomplete' : 'verified'
}

/** The verification of a pact that may fail as a whole: its failures become pending. */
export function asPending(verification: Verification): Verification {
  const mayFail = (row: VerifiedInteraction): VerifiedInteraction =>
    row.outcome === 'failed' ? { ...row, outcome: 'pending' } : row
  const interactions = verification.interactions.map(mayFail)
  const browser = verification.browser.map(mayFail)
  // A service that could not be reached is not pending.
  const outcome = verification.problem === undefined ? outcomeOf(interactions, browser) : 'failed'
  return { ...verification, interactions, browser, outcome }
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

function named({ description, providerStates, request, comments: { obligation } }: PactInteraction) {
  const states = providerStates.map(({ name }) => name)
  return { description, obligation, states, method: request.method, path: request.path }
}

/** Why the provider cannot be verified; null if it answers. Checked first, because otherwise every interaction would fail for unclear reasons. */
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
