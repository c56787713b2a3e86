import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { consumerName, parsePact, type Pact } from '../interactions/pact-file'
import {
  publishPact,
  publishedPact,
  recordVerdict,
  recordVersion,
  versionShape,
  type Build,
  deployedIn,
  environmentsOf,
  hasPassed,
  portalVersions,
  type PortalVersion,
} from './versions'
import { pactHashOf, hashOf } from './history'

export const nameSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,80}$/))
const versionSchema = v.pipe(v.string(), v.regex(versionShape))
export const buildSchema = v.object({ name: nameSchema, version: versionSchema })
export const branchSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const publicationSchema = v.object({
  pacticipantName: v.literal(consumerName),
  pacticipantVersionNumber: versionSchema,
  branch: v.nullish(branchSchema),
  contracts: v.array(
    v.object({
      providerName: nameSchema,
      content: v.pipe(
        v.string(),
        v.transform((text) => parsePact(Buffer.from(text, 'base64').toString())),
      ),
    }),
  ),
})

/** Selects versions of the portal to verify a provider against. Strict, so that an unknown selector is an error rather than selecting nothing. */
const selectorSchema = v.strictObject({
  mainBranch: v.optional(v.literal(true)),
  matchingBranch: v.optional(v.literal(true)),
  branch: v.optional(v.string()),
  latest: v.optional(v.literal(true)),
  deployed: v.optional(v.literal(true)),
  deployedOrReleased: v.optional(v.literal(true)),
  environment: v.optional(v.string()),
  consumer: v.optional(v.string()),
})

type Selector = v.InferOutput<typeof selectorSchema>

interface Query {
  readonly consumerVersionSelectors: readonly Selector[]
  readonly includePendingStatus: boolean
  /** A day. */
  readonly includeWipPactsSince: string | null
  readonly providerVersionBranch: string | null
}

interface PactToVerify {
  readonly version: string
  readonly reason: string
  /** Whether it may fail, because no version of the provider's branch has passed it yet. */
  readonly pending: boolean
  readonly wip: boolean
}

/** Branches that count as the main one. */
const mainBranches: readonly (string | null)[] = ['main', 'master']

/** The pacts to verify a provider against, without duplicates; work in progress last. */
function pactsForVerification(folder: string, provider: string, query: Query): readonly PactToVerify[] {
  const branch = query.providerVersionBranch
  const all = portalVersions(folder).filter(({ providers }) => providers.includes(provider))
  const selectors: readonly Selector[] =
    query.consumerVersionSelectors.length > 0 ? query.consumerVersionSelectors : [{ latest: true }]
  const selected = selectors
    .filter(({ consumer }) => consumer === undefined || consumer === consumerName)
    .flatMap((selector) =>
      chosen(folder, all, selector, branch).map(({ version }) => ({
        version,
        reason: reasonOf(selector),
        wip: false,
      })),
    )
  const since = query.includeWipPactsSince
  const recent = all.filter(({ publishedAt }) => since !== null && publishedAt >= since)
  const inProgress = query.includePendingStatus
    ? headsOf(recent).map(({ version }) => ({ version, reason: 'work in progress', wip: true }))
    : []
  const seen = new Set<string>()
  return [...selected, ...inProgress].flatMap((one) => {
    const pact = publishedPact(folder, provider, one.version)
    if (pact === null) return []
    const content = pactHashOf(pact.interactions.map(hashOf))
    if (seen.has(content)) return []
    const pending = query.includePendingStatus && !hasPassed(folder, pact, branch)
    // A pact that has passed is not work in progress.
    if (one.wip && !pending) return []
    seen.add(content)
    return [{ ...one, pending }]
  })
}

/** The latest version of each branch. */
function headsOf(versions: readonly PortalVersion[]): readonly PortalVersion[] {
  return [
    ...new Map(
      versions.filter(({ branch }) => branch !== null).map((one) => [one.branch, one] as const),
    ).values(),
  ]
}

function chosen(
  folder: string,
  all: readonly PortalVersion[],
  selector: Selector,
  providerBranch: string | null,
): readonly PortalVersion[] {
  if (selector.mainBranch) return all.filter(({ branch }) => mainBranches.includes(branch)).slice(-1)
  const branch = selector.matchingBranch ? providerBranch : selector.branch
  if (branch !== undefined) return all.filter((one) => branch !== null && one.branch === branch).slice(-1)
  if (selector.deployed || selector.deployedOrReleased || selector.environment !== undefined) {
    const environments = environmentsOf(folder).filter(
      (name) => selector.environment === undefined || name === selector.environment,
    )
    const running = new Set(environments.map((name) => deployedIn(folder, name)?.[consumerName]))
    return all.filter(({ version }) => running.has(version))
  }
  return selector.latest ? all.slice(-1) : all
}

function reasonOf(selector: Selector): string {
  if (selector.mainBranch) return 'latest of the main branch'
  if (selector.matchingBranch) return 'latest of the same branch'
  if (selector.branch !== undefined) return `latest of branch ${selector.branch}`
  if (selector.environment !== undefined) return `deployed in ${selector.environment}`
  return selector.deployed || selector.deployedOrReleased ? 'deployed' : 'latest'
}

/** Notice before a verification: why the pact was selected, and whether it may fail. */
function inWords({ version, reason, pending }: PactToVerify): string {
  const failing = pending ? ' It has not passed yet on this branch and may fail.' : ''
  return `${consumerName} ${version} (${reason}).${failing}`
}

const verificationQuery = v.object({
  consumerVersionSelectors: v.optional(v.array(selectorSchema), []),
  includePendingStatus: v.optional(v.boolean(), false),
  includeWipPactsSince: v.optional(v.nullable(v.pipe(v.string(), v.isoDate())), null),
  providerVersionBranch: v.optional(v.nullable(branchSchema), null),
})

const outcomeSchema = v.object({
  description: v.string(),
  outcome: v.picklist(['verified', 'failed', 'pending', 'not-run']),
  reasons: v.optional(v.array(v.string()), []),
})

const resultSchema = v.object({
  success: v.boolean(),
  providerApplicationVersion: versionSchema,
  /** Result of each interaction. Only our own verifier sends it. */
  testResults: v.optional(v.array(v.unknown()), []),
})

/** Answered with 404. */
export class Absent extends Error {}

export const base = (request: FastifyRequest): string => `${request.protocol}://${request.host}`
export const versionPath = ({ name, version }: Build): string => `/pacticipants/${name}/versions/${version}`

const pactPath = (provider: string, version: string): string =>
  `/pacts/provider/${provider}/consumer/${consumerName}/version/${version}`

/** Routes to publish pacts, select them for verification, and publish the results. */
export function addPacts(app: FastifyInstance, folder: string): void {
  app.post('/contracts/publish', (request, reply) => publish(folder, request, reply))
  const verifiable = (request: FastifyRequest) => {
    const { provider } = v.parse(v.object({ provider: nameSchema }), request.params)
    const query = v.parse(verificationQuery, request.body ?? {})
    const pacts = pactsForVerification(folder, provider, query).map((found) => ({
      shortDescription: found.reason,
      verificationProperties: {
        ...(query.includePendingStatus && { pending: found.pending }),
        ...(found.wip && { wip: true }),
        notices: [{ when: 'before_verification', text: inWords(found) }],
      },
      _links: {
        self: {
          href: `${base(request)}${pactPath(provider, found.version)}`,
          name: `Pact between ${consumerName} (${found.version}) and ${provider}`,
        },
      },
    }))
    return { _embedded: { pacts }, _links: { self: { href: `${base(request)}${request.url}` } } }
  }
  app.get('/pacts/provider/:provider/for-verification', verifiable)
  app.post('/pacts/provider/:provider/for-verification', verifiable)
  app.get(pactPath(':provider', ':version'), (request) => {
    const { pact, version } = pactOf(folder, request)
    const at = base(request)
    const provider = pact.provider.name
    const self = `${at}${pactPath(provider, version)}`
    return {
      ...pact,
      _links: {
        self: { href: self },
        'pb:provider': { href: `${at}/pacticipants/${provider}`, name: provider },
        'pb:consumer': { href: `${at}/pacticipants/${consumerName}`, name: consumerName },
        'pb:consumer-version': {
          href: `${at}${versionPath({ name: consumerName, version })}`,
          name: version,
        },
        'pb:publish-verification-results': { href: `${self}/verification-results` },
      },
    }
  })
  app.post(`${pactPath(':provider', ':version')}/verification-results`, (request, reply) => {
    const { pact, version } = pactOf(folder, request)
    const result = v.parse(resultSchema, request.body)
    record(folder, pact, version, result)
    void reply.code(201).send({ success: result.success, _links: { self: { href: request.url } } })
  })
}

function pactOf(folder: string, request: FastifyRequest): { readonly pact: Pact; readonly version: string } {
  const { provider, version } = v.parse(
    v.object({ provider: nameSchema, version: versionSchema }),
    request.params,
  )
  const pact = publishedPact(folder, provider, version)
  if (pact === null) throw new Absent(`${consumerName} ${version} has published no pact with ${provider}.`)
  return { pact, version }
}

function record(
  folder: string,
  pact: Pact,
  consumerVersion: string,
  { success, providerApplicationVersion: version, testResults }: v.InferOutput<typeof resultSchema>,
): void {
  const provider = pact.provider.name
  const rows = testResults.flatMap((row) => (v.is(outcomeSchema, row) ? [v.parse(outcomeSchema, row)] : []))
  const known = new Set(pact.interactions.map(({ description }) => description))
  if (!rows.some(({ description }) => known.has(description))) {
    recordVerdict(folder, pact, { name: provider, version }, success)
    return
  }
  const verified = rows.map((row) => ({
    ...row,
    obligation: 'must' as const,
    states: [],
    method: '',
    path: '',
    milliseconds: 0,
  }))
  const verification = {
    provider,
    interactions: verified.filter(({ description }) => known.has(description)),
    browser: verified.filter(({ description }) => !known.has(description)),
  }
  recordVersion(folder, pact, verification, { version, consumerVersion })
}

function publish(folder: string, request: FastifyRequest, reply: FastifyReply): void {
  const { pacticipantVersionNumber: version, branch, contracts } = v.parse(publicationSchema, request.body)
  const changed = contracts.find(({ providerName, content }) => {
    const before = publishedPact(folder, providerName, version)
    // The metadata name the tool that has written the file, as the sorting of members does.
    return before !== null && !isDeepStrictEqual(before.interactions, content.interactions)
  })
  if (changed !== undefined) {
    const text = `${consumerName} ${version} has published another pact with ${changed.providerName}; a pact that changed needs a version of its own.`
    void reply.code(409).send({ notices: [{ type: 'error', text }], errors: { contracts: [text] } })
    return
  }
  const at = base(request)
  for (const { content } of contracts) publishPact(folder, content, { version, branch: branch ?? null })
  const build = { name: consumerName, version }
  const link = (href: string, name: string) => ({ href: `${at}${href}`, name, title: name })
  const notices = contracts.map(({ providerName }) => ({
    type: 'success',
    text: `The pact of ${consumerName} ${version} with ${providerName} is published.`,
  }))
  void reply.send({
    logs: [],
    notices,
    _embedded: { pacticipant: { name: consumerName }, version: { number: version } },
    _links: {
      'pb:pacticipant': link(`/pacticipants/${consumerName}`, consumerName),
      'pb:pacticipant-version': link(versionPath(build), version),
      'pb:contracts': contracts.map(({ providerName }) =>
        link(pactPath(providerName, version), providerName),
      ),
      'pb:pacticipant-version-tags': [],
    },
  })
}
