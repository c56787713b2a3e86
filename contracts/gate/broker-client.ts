import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { consumerName, pactFileName, pactFolder, parsePact, type Pact } from '../interactions/pact-file'
import type { Verification } from '../verification/verify'
import type { Build } from './versions'

const deadline = 15_000

const linkSchema = v.object({ href: v.string(), name: v.optional(v.string()) })
const halSchema = v.looseObject({ _links: v.record(v.string(), v.unknown()) })

type Hal = v.InferOutput<typeof halSchema>

/** A failure of a broker. The message is a sentence for the user. */
export class BrokerProblem extends Error {}

/** The broker does not have what was asked for (404). */
class Missing extends BrokerProblem {}

/** Sends a request to one broker, by a path or a link from it. `schema` validates the response, and `what` names it in error messages. */
type Ask = <Schema extends v.GenericSchema>(
  schema: Schema,
  what: string,
  href: string,
  sent?: { readonly method: 'POST' | 'PUT'; readonly body: object },
) => Promise<v.InferOutput<Schema>>

/** Requests have a timeout of 15 s, follow no redirects and send the credentials to no other origin. */
function connect(root: URL, authorization: string | null): Ask {
  const unreachable = (error: unknown): never => {
    throw new BrokerProblem(`The broker at ${root.href} ${silence(error)}.`)
  }
  return async (schema, what, href, sent) => {
    if (!URL.canParse(href, root)) throw new BrokerProblem(`The broker gave no address for ${what}.`)
    const target = new URL(href, root)
    if (target.origin !== root.origin)
      throw new BrokerProblem(`The broker leads to ${target.origin}, which gets no credentials.`)
    const reply = await fetch(target, {
      method: sent?.method ?? 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(deadline),
      headers: {
        accept: 'application/hal+json, application/json',
        ...(authorization !== null && { authorization }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: JSON.stringify(sent.body) }),
    }).catch(unreachable)
    const text = await reply.text().catch(unreachable)
    const Problem = reply.status === 404 ? Missing : BrokerProblem
    if (!reply.ok) throw new Problem(refusalOf(reply.status, text, target, authorization !== null))
    const read = v.safeParse(schema, json(text, target))
    if (!read.success)
      throw new BrokerProblem(`What the broker gave as ${what} is not what a Pact Broker gives.`)
    return read.output
  }
}

function linkOf(hal: Hal, name: string): string {
  const link = hal._links[name]
  if (!v.is(linkSchema, link))
    throw new BrokerProblem(`The broker has no link ${name}; is this the address of a Pact Broker?`)
  return link.href
}

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? encodeURIComponent(values[name] ?? '') : whole,
  )

function silence(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `gave no answer within ${deadline / 1000} s`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`
}

function json(text: string, { pathname }: URL): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new BrokerProblem(`The broker answered ${pathname} with something that is no JSON.`)
  }
}

function refusalOf(status: number, text: string, { pathname }: URL, hasCredentials: boolean): string {
  if (status === 401 || status === 403)
    return hasCredentials
      ? `The broker refused the credentials (${status}).`
      : `The broker wants credentials (${status}): set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.`
  if (status >= 300 && status < 400) return `The broker answered ${pathname} with a redirect (${status}).`
  return `The broker answered ${pathname} with ${status}${reasonIn(text)}.`
}

/** The reason in an error response, which the Pact Broker puts into one of three members. */
function reasonIn(text: string): string {
  const schema = v.object({
    error: v.optional(v.union([v.string(), v.object({ message: v.string() })])),
    errors: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.array(v.string()))])),
    notices: v.optional(v.array(v.object({ text: v.string() }))),
  })
  try {
    const { error, errors, notices } = v.parse(schema, JSON.parse(text))
    const words = notices?.map((one) => one.text) ??
      (errors && Object.values(errors).flat()) ?? [typeof error === 'string' ? error : (error?.message ?? '')]
    const reason = words.join('; ').replace(/\.$/, '')
    return reason === '' ? '' : `: ${reason}`
  } catch {
    return ''
  }
}

const environmentsSchema = v.object({
  _embedded: v.object({ environments: v.array(v.looseObject({ name: v.string() })) }),
})
/** A pact of any version of Pact's specification, or of messages. */
const contractSchema = v.looseObject({ ...halSchema.entries, consumer: v.object({ name: v.string() }) })
const matrixSchema = v.object({
  summary: v.object({ deployable: v.nullable(v.boolean()), reason: v.optional(v.string(), '') }),
  notices: v.optional(v.array(v.looseObject({ text: v.string() })), []),
})
const verifiableSchema = v.object({
  _embedded: v.object({
    pacts: v.array(
      v.object({
        verificationProperties: v.optional(
          v.object({
            pending: v.optional(v.boolean(), false),
            wip: v.optional(v.boolean(), false),
            notices: v.optional(v.array(v.looseObject({ when: v.string(), text: v.string() })), []),
          }),
          () => ({ pending: false, wip: false, notices: [] }),
        ),
        _links: v.object({ self: linkSchema }),
      }),
    ),
  }),
})

/** A pact for verification, as received from a broker. */
interface VerifiablePact {
  readonly pact: Pact
  /** Version of the portal that published it; null if the broker does not report it. */
  readonly consumerVersion: string | null
  /** Whether it may fail, because no version of the provider's branch has passed it yet. */
  readonly pending: boolean
  /** The broker's notices on why the pact was selected. */
  readonly notices: readonly string[]
  /** Saves the result for a version of the provider, and the version's branch. */
  readonly publishResult: (
    verification: Verification,
    about: { readonly version: string; readonly branch: string | null },
  ) => Promise<void>
}

/** Selection of pacts to verify, with the Pact Broker's own member names. */
interface VerifiableQuery {
  readonly consumerVersionSelectors: readonly object[]
  readonly includePendingStatus: boolean
  /** A day, such as 2026-11-01. */
  readonly includeWipPactsSince?: string
  readonly providerVersionBranch?: string
}

/** `Authorization` header from the variables of Pact's own clients: `PACT_BROKER_TOKEN`, or `PACT_BROKER_USERNAME` and `PACT_BROKER_PASSWORD`. */
export function brokerAuthorization(environment: NodeJS.ProcessEnv): string | null {
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: user, PACT_BROKER_PASSWORD: password } = environment
  if (token) return `Bearer ${token}`
  return user && password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null
}

/** Client for any Pact Broker: the one over the gate's history, or a team's own. All failures are thrown as BrokerProblem. */
export class Broker {
  readonly #root: URL
  readonly #ask: Ask

  constructor(address: string, authorization: string | null) {
    this.#root = new URL(address)
    this.#ask = connect(this.#root, authorization)
  }

  #index(): Promise<Hal> {
    return this.#ask(halSchema, 'its index', this.#root.href)
  }

  /** Publishes the pact files as they are, like Pact's own client: a parsed one has members more, and would be another pact to the broker. */
  async publish(pacts: readonly Pact[], version: string, branch: string | null): Promise<void> {
    const target = linkOf(await this.#index(), 'pb:publish-contracts')
    for (const pact of pacts) {
      const content = readFileSync(join(pactFolder, pactFileName(pact.provider.name)), 'base64')
      const contract = { consumerName, providerName: pact.provider.name, content }
      const body = {
        pacticipantName: consumerName,
        pacticipantVersionNumber: version,
        ...(branch !== null && { branch }),
        contracts: [{ ...contract, specification: 'pact', contentType: 'application/json' }],
      }
      await this.#ask(v.unknown(), 'what was published', target, { method: 'POST', body })
    }
  }

  /** Environment and version must exist: a typo would create one without a pact, which every build meets. */
  async recordDeployment(build: Build, environment: string): Promise<void> {
    const index = await this.#index()
    const names = await this.#environmentsIn(index)
    if (!names.includes(environment))
      throw new BrokerProblem(
        `The broker has no environment ${environment}; it has ${names.join(', ') || 'none'}. A new one is added by "contracts -- environment".`,
      )
    const { name: pacticipant, version } = build
    const what = `${pacticipant} ${version}`
    const target = filled(linkOf(index, 'pb:pacticipant-version'), { pacticipant, version })
    const { _links } = await this.#ask(halSchema, what, target).catch((error: unknown) => {
      if (!(error instanceof Missing)) throw error
      throw new BrokerProblem(
        `The broker has no version ${version} of ${pacticipant}; "contracts -- publish" adds one of the portal, and "verify-provider --provider-version" one of a provider.`,
      )
    })
    const links = _links['pb:record-deployment']
    const link = v.is(v.array(linkSchema), links) ? links.find(({ name }) => name === environment) : null
    if (!link) throw new BrokerProblem(`The broker takes no deployment of ${what} to ${environment}.`)
    await this.#ask(v.unknown(), 'the deployment', link.href, { method: 'POST', body: {} })
  }

  /** Creates an environment. One with that name stays as it is: a Pact Broker comes with `test` and `production`. */
  async createEnvironment(environment: string): Promise<void> {
    const index = await this.#index()
    if ((await this.#environmentsIn(index)).includes(environment)) return
    const body = { name: environment, displayName: environment, production: environment === 'production' }
    const target = linkOf(index, 'pb:environments')
    await this.#ask(v.unknown(), 'the environment', target, { method: 'POST', body })
  }

  async #environmentsIn(index: Hal): Promise<readonly string[]> {
    const target = linkOf(index, 'pb:environments')
    const { _embedded } = await this.#ask(environmentsSchema, 'its environments', target)
    return _embedded.environments.map(({ name }) => name)
  }

  /** The broker's reasons why the build must not be deployed there; empty if it may. */
  async objections(build: Build, environment: string): Promise<readonly string[]> {
    const query = new URLSearchParams({
      'q[][pacticipant]': build.name,
      'q[][version]': build.version,
      latestby: 'cvpv',
      environment,
    })
    const target = `${this.#root.href.replace(/\/$/, '')}/matrix?${query.toString()}`
    const { summary, notices } = await this.#ask(matrixSchema, 'its matrix', target)
    if (summary.deployable === true) return []
    const texts = notices.map(({ text }) => text).filter((text) => text !== '')
    return texts.length > 0 ? texts : [summary.reason || `${build.name} ${build.version}: not known yet`]
  }

  /** The portal's pacts with a provider. Those of its other consumers are for other verifiers; their names are `others`. */
  async pactsFor(
    provider: string,
    query: VerifiableQuery,
  ): Promise<{ readonly pacts: readonly VerifiablePact[]; readonly others: readonly string[] }> {
    const target = filled(linkOf(await this.#index(), 'pb:provider-pacts-for-verification'), { provider })
    const sent = { method: 'POST', body: query } as const
    const found = await this.#ask(verifiableSchema, `the pacts with ${provider}`, target, sent)
    const given = await Promise.all(
      found._embedded.pacts.map(async (one) => ({
        ...one,
        hal: await this.#ask(contractSchema, 'a pact', one._links.self.href),
      })),
    )
    const others = given.map(({ hal }) => hal.consumer.name).filter((name) => name !== consumerName)
    return {
      others: [...new Set(others)],
      pacts: given
        .filter(({ hal }) => hal.consumer.name === consumerName)
        .map(({ verificationProperties, hal }) => {
          const { pending, notices } = verificationProperties
          const consumer = hal._links['pb:consumer-version']
          return {
            pact: pactIn(hal),
            consumerVersion: v.is(linkSchema, consumer) ? (consumer.name ?? null) : null,
            pending,
            notices: notices.filter(({ when }) => when === 'before_verification').map(({ text }) => text),
            publishResult: (verification, about) => this.#publishResult(hal, verification, about),
          } satisfies VerifiablePact
        }),
    }
  }

  async #publishResult(
    pact: Hal,
    { outcome, interactions, browser }: Verification,
    { version, branch }: { readonly version: string; readonly branch: string | null },
  ): Promise<void> {
    const target = linkOf(pact, 'pb:publish-verification-results')
    if (branch !== null) {
      const provider = await this.#ask(halSchema, 'the provider', linkOf(pact, 'pb:provider'))
      const branchVersion = filled(linkOf(provider, 'pb:branch-version'), { branch, version })
      await this.#ask(v.unknown(), 'the branch', branchVersion, { method: 'PUT', body: {} })
    }
    const failed = browser.filter((row) => row.outcome === 'failed')
    const testResults = [...interactions, ...failed].map(({ description, outcome: ended, reasons }) => ({
      description,
      outcome: ended,
      reasons,
    }))
    const verifiedBy = { implementation: 'assay verify-provider' }
    const body = {
      success: outcome === 'verified',
      providerApplicationVersion: version,
      testResults,
      verifiedBy,
    }
    await this.#ask(v.unknown(), 'the result', target, { method: 'POST', body })
  }
}

function pactIn(hal: Hal): Pact {
  try {
    return parsePact(JSON.stringify(hal))
  } catch {
    throw new BrokerProblem('The broker gave a pact that is no pact of HTTP interactions (version 4).')
  }
}
