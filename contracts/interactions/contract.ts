import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MatchersV3, PactV3, PactV4, SpecificationVersion } from '@pact-foundation/pact'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumerName, pactFileName, pactFolder, readPact } from './pact-file'

// Turns Pact's telemetry off. Consumer tests do not send it, but nothing in this process may.
process.env['PACT_DO_NOT_TRACK'] = 'true'

/** A header or form value: this exact text, or any text of this pattern, which is anchored at both ends. */
export type Expected =
  | string
  | { readonly example: string; readonly pattern: string }
  /** Value that the provider returned with the state under this name. */
  | { readonly example: string; readonly fromState: string }

export interface ContractRequest {
  readonly method: string
  readonly path: string
  /** Path template, if the provider returns a part of the path with the state: "/v1/things/${id}". Not for forms or texts. */
  readonly pathFromState?: string
  readonly headers?: Readonly<Record<string, Expected>>
  readonly query?: Readonly<Record<string, string>>
  /** Fields are all strings, as a form sends them. */
  readonly form?: Readonly<Record<string, Expected>>
  /** Compared exactly, except for matchers. */
  readonly json?: unknown
}

export interface ContractResponse {
  readonly status: number
  /** Statuses that the portal treats the same. */
  readonly orStatus?: readonly number[]
  readonly headers?: Readonly<Record<string, Expected>>
  readonly json?: unknown
  /** A text of this media type and pattern. */
  readonly text?: { readonly type: string; readonly example: string; readonly pattern: string }
}

export interface Interaction {
  /**
   * Provider state; see contracts/README.md. Without one, the interaction is the portal's own case (a fault, a page of a proxy). It tests
   * only the adapter and is in no pact.
   */
  readonly given?: string
  /** Parameters of the state. For a service without states they come from the command line, except for `absent…`. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Whether a working service may be unable to enter the state. The interaction is then not run. Otherwise every working service must meet it. */
  readonly mayNotRun?: boolean
  /** Whether the provider has not built it yet and may fail it. */
  readonly pending?: boolean
  readonly request: ContractRequest
  readonly response: ContractResponse
}

/** Adds one interaction, for which the adapter runs against Pact's mock server at `baseUrl`. Descriptions are unique within a provider. */
export type AddInteraction = (
  description: string,
  interaction: Interaction,
  drive: (baseUrl: string) => Promise<void>,
) => void

/** All interactions with one provider. */
export type Contract = (add: AddInteraction) => void

/**
 * Defines the tests of the contract with one provider. They run in random order, and the pact that they write must equal the committed
 * one byte for byte. `ASSAY_PACTS=write` replaces the committed one.
 */
export function contract(provider: string, define: Contract): void {
  describe.shuffle(`${consumerName} and ${provider}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-pacts-'))
    const all = new Map<string, Interaction>()
    const passed = new Set<string>()
    let begun = 0

    const add: AddInteraction = (description, interaction, drive) => {
      // Pact would silently replace the earlier one.
      if (all.has(description)) throw new Error(`two interactions are called "${description}"`)
      all.set(description, interaction)
      test(description, async () => {
        begun += 1
        await playInteraction({ provider, folder, description, interaction }, drive)
        passed.add(description)
      })
    }

    beforeAll(() => rmSync(join(folder, pactFileName(provider)), { force: true }))
    define(add)
    afterAll(() => {
      try {
        // Only if all tests ran and passed: some may be left out on purpose, and failures report themselves.
        if (begun === all.size && passed.size === begun) settle(provider, folder, all)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
}

function settle(provider: string, folder: string, all: ReadonlyMap<string, Interaction>): void {
  const fresh = join(folder, pactFileName(provider))
  const committed = join(pactFolder, pactFileName(provider))
  completePact(fresh, all)
  const written = readPact(fresh).interactions.map((interaction) => interaction.description)
  const agreed = [...all].filter(([, { given }]) => given !== undefined).map(([description]) => description)
  expect(written.toSorted()).toEqual(agreed.toSorted())
  if (process.env['ASSAY_PACTS'] === 'write') {
    mkdirSync(pactFolder, { recursive: true })
    copyFileSync(fresh, committed)
    return
  }
  const before = existsSync(committed) ? readFileSync(committed, 'utf8') : ''
  expect(readFileSync(fresh, 'utf8'), `${committed} is out of date: npm run contracts`).toBe(before)
}

interface Written {
  readonly interactions: (Record<string, unknown> & {
    readonly description: string
    readonly response: Record<string, unknown>
  })[]
}

/** A text that is not empty. */
export const something = (example: string) => MatchersV3.regex('^[\\s\\S]+$', example)

interface Rule {
  readonly matchers: readonly { readonly match: string }[]
}

/** For members of a body: a pattern alone would also match a number or an object with the same text. */
function alsoTyped(rules: Readonly<Record<string, Rule>>): Readonly<Record<string, Rule>> {
  return Object.fromEntries(
    Object.entries(rules).map(([path, rule]) => [
      path,
      path !== '$' && rule.matchers.every(({ match }) => match === 'regex')
        ? { ...rule, matchers: [{ match: 'type' }, ...rule.matchers] }
        : rule,
    ]),
  )
}

/** Adds what neither of Pact's two interfaces can write: whether an interaction is obligatory, whether it is pending, and alternative statuses. */
export function completePact(file: string, all: ReadonlyMap<string, Interaction>): void {
  const pact = JSON.parse(readFileSync(file, 'utf8')) as Written
  const interactions = pact.interactions.map((written) => {
    const { mayNotRun = false, pending = false, response } = all.get(written.description) ?? {}
    const { status, orStatus = [] } = response ?? {}
    const rules = written.response['matchingRules'] as { readonly body?: Readonly<Record<string, Rule>> }
    const matchingRules = {
      ...rules,
      ...(rules?.body && { body: alsoTyped(rules.body) }),
      // In the form into which Pact's own client rewrites it, so that this client publishes what is in the file.
      ...(orStatus.length > 0 && {
        status: {
          '': { combine: 'AND', matchers: [{ match: 'statusCode', status: [status, ...orStatus] }] },
        },
      }),
    }
    return {
      comments: { obligation: mayNotRun ? 'may-not-run' : 'must' },
      ...written,
      pending,
      response: {
        ...written.response,
        ...(Object.keys(matchingRules).length > 0 && { matchingRules }),
      },
    }
  })
  writeFileSync(file, `${JSON.stringify({ ...pact, interactions }, null, 2)}\n`)
}

interface Played {
  readonly provider: string
  readonly folder: string
  readonly description: string
  readonly interaction: Interaction
}

interface MockServer {
  readonly url: string
  readonly port: number
}

/** Runs an adapter against Pact's mock server, and writes the interaction into the folder if it matches. */
export async function playInteraction(
  { provider, folder, description, interaction }: Played,
  drive: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const { given = 'no provider brings this about', parameters, request, response } = interaction
  const dir = interaction.given === undefined ? join(folder, 'own') : folder
  const options = { consumer: consumerName, provider, dir, logLevel: 'error' } as const
  if (request.form === undefined && response.text === undefined) {
    const started = new PactV4(options)
      .addInteraction()
      .given(given, parameters)
      .uponReceiving(description)
      .withRequest(request.method, pathOf(request), (builder) => {
        builder.headers(templates(request.headers)).query(request.query ?? {})
        if (request.json !== undefined) builder.jsonBody(request.json)
      })
      .willRespondWith(response.status, (builder) => {
        builder.headers(templates(response.headers))
        if (response.json !== undefined) builder.jsonBody(response.json)
      })
    await started.executeTest(async (server) => {
      await drive(server.url)
      await untilRecorded(started, server)
    })
    return
  }
  // Texts and forms need the older interface, because the newer one checks only their media type. Both write V4 files.
  const pact = new PactV3({ ...options, spec: SpecificationVersion.SPECIFICATION_VERSION_V4 })
  pact
    .given(given, parameters)
    .uponReceiving(description)
    .withRequest({
      method: request.method,
      path: request.path,
      query: { ...request.query },
      headers: {
        ...templates(request.headers),
        ...(request.form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...bodyOf(request),
    })
    .willRespondWith({
      status: response.status,
      headers: {
        ...templates(response.headers),
        ...(response.text && { 'Content-Type': response.text.type }),
      },
      ...(response.text ? { body: response.text.example } : bodyOf(response)),
    })
  if (response.text !== undefined) {
    // Added separately, because a matcher in place of the body would be sent as JSON. Only method and path: headers would be written twice.
    const rules = [MatchersV3.regex(anchored(response.text.pattern), response.text.example)]
    pact.withResponseMatchingRules(
      { method: request.method, path: request.path },
      { body: { path: '$', rules } },
    )
  }
  await pact.executeTest(async (server) => {
    await drive(server.url)
    await untilRecorded(pact, server)
  })
}

const pathOf = ({ path, pathFromState }: ContractRequest): string | MatchersV3.Matcher<string> =>
  pathFromState === undefined ? path : MatchersV3.fromProviderState(pathFromState, path)

/**
 * Waits until the mock server has recorded a request, expected or not. It does so a moment after responding, and a fast adapter would
 * otherwise fail with a request that never came.
 */
async function untilRecorded(interaction: object, { port }: MockServer): Promise<void> {
  const { pact } = interaction as { readonly pact: MockServerState }
  const hasCome = (): boolean =>
    pact.mockServerMatchedSuccessfully(port) ||
    pact.mockServerMismatches(port).some(({ type }) => type !== 'missing-request')
  for (let look = 0; look < 400 && !hasCome(); look += 1) await wait(5)
}

interface MockServerState {
  mockServerMatchedSuccessfully(port: number): boolean
  mockServerMismatches(port: number): readonly { readonly type: string }[]
}

function bodyOf({ form, json }: { form?: ContractRequest['form']; json?: unknown }): { body?: unknown } {
  if (form !== undefined) return { body: templates(form) }
  return json === undefined ? {} : { body: json }
}

function templates(
  values: Readonly<Record<string, Expected>> = {},
): Record<string, string | MatchersV3.Matcher<string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, template(value)]))
}

function template(value: Expected): string | MatchersV3.Matcher<string> {
  if (typeof value === 'string') return value
  if ('pattern' in value) return MatchersV3.regex(anchored(value.pattern), value.example)
  return MatchersV3.fromProviderState(`\${${value.fromState}}`, value.example)
}

/** Requires both anchors, because some of Pact's implementations imply them and others do not. */
function anchored(pattern: string): string {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) {
    throw new Error(`the pattern ${pattern} must begin with ^ and end with $`)
  }
  return pattern
}

/**
 * Credentials in the contracts. They are made up, unsigned, useless and constant, so that pact files do not change between runs.
 * Verification replaces the valid one by a real access token, and the refused one by the same token with another signature.
 */
const header = 'eyJhbGciOiJub25lIiwidHlwIjoiZXhhbXBsZSJ9'

/** Represents the access token of a signed-in user. */
export const validAccessToken = `${header}.eyJleGFtcGxlIjoidmFsaWQifQ.none`
/** Represents a token without a valid signature. */
export const refusedAccessToken = `${header}.eyJleGFtcGxlIjoicmVmdXNlZCJ9.none`

const example = (of: string) =>
  `${header}.${Buffer.from(JSON.stringify({ example: of })).toString('base64url')}.none`

/** Credentials that verification replaces by real ones, by the name of their defect. */
export const exampleCredentials = {
  valid: validAccessToken,
  /** Valid, but of a user who is not allowed to do this. */
  forbidden: example('forbidden'),
  expired: example('expired'),
  /** Issued for another service. */
  foreignAudience: example('foreign-audience'),
  /** Signed by another issuer. */
  foreignIssuer: example('foreign-issuer'),
  /** The valid one with `"alg": "none"` and no signature. */
  unsigned: example('unsigned'),
} as const

/** Access tokens that a service must refuse with 401, with their names in interactions. */
export const refusedAccessTokens = [
  ['that is not valid', refusedAccessToken],
  ['that has expired', exampleCredentials.expired],
  ['for another audience', exampleCredentials.foreignAudience],
  ['of another issuer', exampleCredentials.foreignIssuer],
  ['that nobody signed', exampleCredentials.unsigned],
] as const
/** Represents a BI token, which is opaque to the portal. */
export const exampleBiToken = 'example-bi-token-0001'

/** Pattern of an access token in a header, in the regular expression syntax that all Pact implementations support. */
export const bearerPattern = '^Bearer [A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$'
/** Pattern of texts that the portal accepts as a BI token. */
export const biTokenPattern = '^[A-Za-z0-9._~+/=:-]{8,8192}$'

/** Page that a proxy or a sign-in wall returns in place of the response. */
export const signInPage = {
  type: 'text/html',
  example: '<!doctype html><p>Sign in</p>',
  pattern: '^<[\\s\\S]*>\\s*$',
}

/** A header in seconds or as a date. */
export const retryAfter = {
  example: '7',
  pattern: '^([0-9]+|[A-Z][a-z][a-z], [0-9A-Za-z: ]+ GMT)$',
}

/** Responses that a proxy may give in place of the service, and an error outside the contract. */
const answersInBetween = {
  unreachable: ['is sent elsewhere', { status: 302 }],
  malformed: ['is answered with a page', { status: 200, text: signInPage }],
  unavailable: ['meets a service that is out of order', { status: 503 }],
  refused: ['is refused', { status: 400 }],
} as const satisfies Readonly<Record<string, readonly [string, ContractResponse]>>

/** The portal's own cases of one call: how the adapter reports each of them. Their descriptions begin with `what`. */
export function inBetween(
  add: AddInteraction,
  what: string,
  request: ContractRequest,
  {
    failures,
    drive,
  }: {
    /** Failure kinds, such as `library-unreachable`, by cause. */
    readonly failures: Partial<Readonly<Record<keyof typeof answersInBetween, string>>>
    readonly drive: (baseUrl: string) => Promise<unknown>
  },
): void {
  for (const [how, kind] of Object.entries(failures)) {
    const [description, response] = answersInBetween[how as keyof typeof answersInBetween]
    add(`${what} that ${description}`, { request, response }, async (baseUrl) => {
      expect(await drive(baseUrl)).toMatchObject({ ok: false, failure: { kind } })
    })
  }
}
