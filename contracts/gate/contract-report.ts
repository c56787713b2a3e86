import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { callOf, operationsOf, providers } from '../interactions/operations'
import { pactFolder, readPact, type Pact, type PactInteraction } from '../interactions/pact-file'
import { statusesOf, worst, type VerificationRecord, type VerificationStatus } from './history'
import { identityProfile } from '../interactions/identity'

interface Body {
  readonly content?: unknown
}

/** The request of an interaction as a command line; `$BASE` is the provider's URL. */
function sampleCall({ request }: PactInteraction): string {
  const query = new URLSearchParams(
    Object.entries((request['query'] ?? {}) as Readonly<Record<string, readonly string[]>>).flatMap(
      ([name, values]) => values.map((value) => [name, value]),
    ),
  ).toString()
  const address = `"$BASE${request.path}${query === '' ? '' : `?${query}`}"`
  const method = request.method === 'GET' ? '' : `-X ${request.method} `
  const headers = Object.entries(request.headers).map(([name, values]) => {
    const value = name === 'Authorization' ? 'Bearer $TOKEN' : values.join(', ')
    return value.includes('$') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`
  })
  const content = (request['body'] as Body | undefined)?.content
  const text = typeof content === 'string' ? content : content === undefined ? null : oneLine(content)
  const data = text === null ? [] : [`--data ${quoted(text)}`]
  return [`curl ${method}${address}`, ...headers, ...data].join(' \\\n  ')
}

/** JSON with GraphQL documents on one line. */
function oneLine(content: unknown): string {
  return JSON.stringify(content, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : value,
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Content of the contract page, made from the pacts, the identity profile, the adapters' route tables and the last verifications. */
export interface ContractReport {
  readonly kind: VerificationStatus['kind']
  readonly providers: readonly ProviderRow[]
}

export interface ProviderRow {
  readonly name: string
  readonly port: string
  readonly kind: VerificationStatus['kind']
  /** Path of the contract in the repository. */
  readonly agreed: string
  readonly interactions: number
  readonly screens: readonly string[]
  /** Last verifications, one for each environment. */
  readonly runs: readonly Pick<VerificationRecord, 'environment' | 'startedAt' | 'milliseconds'>[]
  readonly operations: readonly OperationRow[]
}

export interface OperationRow {
  readonly name: string
  readonly call: string
  readonly kind: VerificationStatus['kind']
  readonly sample: string | null
  readonly interactions: readonly InteractionRow[]
}

export interface InteractionRow {
  readonly description: string
  readonly states: PactInteraction['providerStates']
  /** Status of the response; null if the row is not about a single response. */
  readonly httpStatus: number | null
  readonly statuses: readonly VerificationStatus[]
}

/** Every committed pact. */
export function readPacts(): readonly Pact[] {
  return existsSync(pactFolder)
    ? readdirSync(pactFolder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => readPact(join(pactFolder, name)))
    : []
}

export function contractReportOf(
  pacts: readonly Pact[],
  history: readonly VerificationRecord[],
): ContractReport {
  const rows = providers.map(({ name, port, routes, screens }): ProviderRow => {
    const pact = pacts.find((one) => one.provider.name === name)
    const records = history.filter(({ provider }) => provider === name)
    const operations = operationsOf(routes).map((operation): OperationRow => {
      const own = (pact?.interactions ?? []).filter((one) => callOf(one) === operation.call)
      // Successful responses first, in the order of the pact.
      const ordered = own.toSorted((a, b) => a.response.status - b.response.status)
      const interactions = ordered.map((one) => ({
        description: one.description,
        states: one.providerStates,
        httpStatus: one.response.status,
        statuses: statusesOf(one, records),
      }))
      const [first] = ordered
      return {
        ...operation,
        kind: worst(interactions.flatMap(({ statuses }) => statuses.map(({ kind }) => kind))),
        sample: first === undefined ? null : sampleCall(first),
        interactions,
      }
    })
    return {
      name,
      port,
      kind: worst(operations.map(({ kind }) => kind)),
      agreed: `contracts/pacts/assay-portal-${name}.json`,
      interactions: pact?.interactions.length ?? 0,
      screens,
      runs: records,
      operations,
    }
  })
  const all = [...rows, identityRow(history)]
  return { kind: worst(all.map(({ kind }) => kind)), providers: all }
}

/** Identity has no pact: the rows are the same for every issuer, and one run covers them all. */
function identityRow(history: readonly VerificationRecord[]): ProviderRow {
  const { name } = identityProfile.provider
  const runs = history.filter(({ provider }) => provider === name)
  const interactions = identityProfile.interactions.map((one) => ({
    description: one.description,
    states: one.providerStates,
    httpStatus: null,
    statuses: statusesOf(one, runs),
  }))
  const kind = worst(interactions.flatMap(({ statuses }) => statuses.map((status) => status.kind)))
  return {
    name,
    port: 'identityProvider',
    kind,
    agreed: 'contracts/interactions/identity.ts',
    interactions: interactions.length,
    screens: ['Sign-in, and every page for who is signed in'],
    runs,
    operations: [
      { name: 'OpenID Connect', call: 'authorization code with PKCE', kind, sample: null, interactions },
    ],
  }
}
