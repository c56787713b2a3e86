import * as v from 'valibot'
import { consumerName } from '../interactions/pact-file'
import { pactHashOf, hashOf } from './history'
import {
  deployedIn,
  environmentsOf,
  hasPassed,
  portalVersions,
  publishedPact,
  type PortalVersion,
} from './versions'

/** Which versions of the portal a provider is verified against; strict, so that a selector nobody knows selects nothing in silence. */
export const selectorSchema = v.strictObject({
  mainBranch: v.optional(v.literal(true)),
  matchingBranch: v.optional(v.literal(true)),
  branch: v.optional(v.string()),
  latest: v.optional(v.literal(true)),
  deployed: v.optional(v.literal(true)),
  deployedOrReleased: v.optional(v.literal(true)),
  environment: v.optional(v.string()),
  consumer: v.optional(v.string()),
})

export type Selector = v.InferOutput<typeof selectorSchema>

interface Query {
  readonly consumerVersionSelectors: readonly Selector[]
  readonly includePendingStatus: boolean
  /** A day. */
  readonly includeWipPactsSince: string | null
  readonly providerVersionBranch: string | null
}

export interface PactToVerify {
  readonly version: string
  readonly reason: string
  /** No version of the provider's branch has passed it yet, so that it may fail. */
  readonly pending: boolean
  readonly wip: boolean
}

/** Branches that count as the main one. */
const mainBranches: readonly (string | null)[] = ['main', 'master']

/** The pacts that a provider is to be verified against, each content once; work in progress last. */
export function pactsForVerification(
  folder: string,
  provider: string,
  query: Query,
): readonly PactToVerify[] {
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
    // What has passed is no work in progress.
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

/** Says before a verification why a pact is there, and whether it may fail. */
export function inWords({ version, reason, pending }: PactToVerify): string {
  const failing = pending ? ' It has not passed yet on this branch and may fail.' : ''
  return `${consumerName} ${version} (${reason}).${failing}`
}
