import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { callOf, operationsOf, providers } from '../interactions/operations'
import { pactFolder, readPact, type Pact, type PactInteraction } from '../interactions/pact-file'
import type { VerificationRecord } from './history'
import { sampleCall } from './sample-call'
import { screensByPort } from '../cockpit/screens'
import { standingsOf, worst, type Standing } from './status'

/** What the cockpit shows; made from the pacts, the adapters' route tables, the sources and the ledger. */
export interface Cockpit {
  readonly kind: Standing['kind']
  readonly providers: readonly ProviderRow[]
}

export interface ProviderRow {
  readonly name: string
  readonly port: string
  readonly kind: Standing['kind']
  readonly pactFile: string
  readonly interactions: number
  /** Titles of the screens that cannot do without it. */
  readonly screens: readonly string[]
  /** Last verifications, one for each environment. */
  readonly runs: readonly Pick<VerificationRecord, 'environment' | 'startedAt' | 'milliseconds'>[]
  readonly operations: readonly OperationRow[]
}

export interface OperationRow {
  readonly name: string
  readonly call: string
  readonly kind: Standing['kind']
  readonly sample: string | null
  readonly interactions: readonly InteractionRow[]
}

export interface InteractionRow {
  readonly description: string
  readonly states: PactInteraction['providerStates']
  readonly status: number
  readonly standings: readonly Standing[]
}

/** Every committed pact. */
export function readPacts(): readonly Pact[] {
  return existsSync(pactFolder)
    ? readdirSync(pactFolder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => readPact(join(pactFolder, name)))
    : []
}

export function cockpitOf(
  pacts: readonly Pact[],
  ledger: readonly VerificationRecord[],
  screens = screensByPort(),
): Cockpit {
  const rows = providers.map(({ name, port, routes }): ProviderRow => {
    const pact = pacts.find((one) => one.provider.name === name)
    const records = ledger.filter(({ provider }) => provider === name)
    const operations = operationsOf(routes).map((operation): OperationRow => {
      const own = (pact?.interactions ?? []).filter((one) => callOf(one) === operation.call)
      // The plainest case first: what succeeds, in the order of the pact.
      const ordered = own.toSorted((a, b) => a.response.status - b.response.status)
      const interactions = ordered.map((one) => ({
        description: one.description,
        states: one.providerStates,
        status: one.response.status,
        standings: standingsOf(one, records),
      }))
      const [first] = ordered
      return {
        ...operation,
        kind: worst(interactions.flatMap(({ standings }) => standings.map(({ kind }) => kind))),
        sample: first === undefined ? null : sampleCall(first),
        interactions,
      }
    })
    return {
      name,
      port,
      kind: worst(operations.map(({ kind }) => kind)),
      pactFile: `assay-portal-${name}.json`,
      interactions: pact?.interactions.length ?? 0,
      screens: screens.get(port) ?? [],
      runs: records,
      operations,
    }
  })
  return { kind: worst(rows.map(({ kind }) => kind)), providers: rows }
}
