import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { consumerName, pactFolder, readPact, type PactInteraction } from '../../contracts/pact-file'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot-rest-dashboard-library'
import { researchAssistantRoutes } from '../../src/adapters/research-assistant/thoughtspot-graphql-research-assistant'
import { tokenServiceRoutes } from '../../src/adapters/token-service/http-token-service'
import { filesBelow } from './imports'

interface Route {
  readonly method: string
  readonly path: string
}

/** Every route table of an adapter, by the provider whose contract it keeps: `tokenServiceRoutes` is `token-service`. */
const tables: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  'dashboard-library': dashboardLibraryRoutes,
  'research-assistant': researchAssistantRoutes,
  'token-service': tokenServiceRoutes,
}

/** Providers whose pact has not landed yet; an entry goes when it does. */
const awaited: readonly string[] = ['research-assistant']

/** Adapters that speak HTTP under somebody else's contract, and whose. */
const foreignContracts: Readonly<Record<string, string>> = {
  'ofrep-client.ts': 'OFREP, a published standard',
}

const adapters = filesBelow('src/adapters', /\.ts$/).map((file) => ({
  file,
  source: readFileSync(file, 'utf8'),
}))
const exportedTable = /^export const (\w+)Routes\b/m

function providerOf(table: string): string {
  return table.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Operations of a table. Where several share an address, as in GraphQL, each goes by its name too. */
function operationsOf(table: Readonly<Record<string, Route>>): readonly string[] {
  const routes = Object.entries(table)
  return routes.map(([name, { method, path }]) => {
    const sharers = routes.filter(([, other]) => other.method === method && other.path === path)
    return sharers.length > 1 ? `${method} ${path} ${name}` : `${method} ${path}`
  })
}

function operationIn({ request }: PactInteraction): string {
  const body = request['body'] as { readonly content?: { readonly operationName?: unknown } } | undefined
  const name = body?.content?.operationName
  return `${request.method} ${request.path}${typeof name === 'string' ? ` ${name}` : ''}`
}

/** Operations by provider. */
type Operations = Readonly<Record<string, readonly string[]>>

const inCode: Operations = Object.fromEntries(
  Object.entries(tables).map(([provider, table]) => [provider, operationsOf(table)]),
)

function inPacts(): Operations {
  const files = readdirSync(pactFolder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => {
      const { consumer, provider, interactions } = readPact(join(pactFolder, name))
      expect([consumer.name, name]).toEqual([consumerName, `${consumerName}-${provider.name}.json`])
      return [provider.name, interactions.map(operationIn)]
    }),
  )
}

function differences(code: Operations, agreed: Operations): readonly string[] {
  const listed = (operations: Operations): readonly string[] => [
    ...new Set(
      Object.entries(operations).flatMap(([provider, own]) => own.map((one) => `${provider}: ${one}`)),
    ),
  ]
  const [ours, theirs] = [listed(code), listed(agreed)]
  return [
    ...ours.filter((operation) => !theirs.includes(operation)).map((only) => `only in code: ${only}`),
    ...theirs.filter((operation) => !ours.includes(operation)).map((only) => `only in a pact: ${only}`),
  ]
}

describe('operations and contracts', () => {
  test('every operation of an adapter is in a pact, and the other way round', () => {
    const agreed = inPacts()
    const landed = Object.entries(inCode).filter(([provider]) => !awaited.includes(provider))
    expect(differences(Object.fromEntries(landed), agreed)).toEqual([])
    expect(Object.keys(agreed).filter((provider) => awaited.includes(provider))).toEqual([])
  })

  test('every route table of an adapter is looked at', () => {
    const found = adapters.flatMap(({ source }) => exportedTable.exec(source)?.[1] ?? []).map(providerOf)
    expect(found.toSorted()).toEqual(Object.keys(tables).toSorted())
  })

  test('every adapter that speaks HTTP has a route table, or says whose contract it keeps', () => {
    const without = adapters.filter(
      ({ source }) => source.includes("from '../http/exchange'") && !exportedTable.test(source),
    )
    expect(without.map(({ file }) => basename(file)).toSorted()).toEqual(
      Object.keys(foreignContracts).toSorted(),
    )
  })

  test('an operation that only the code has, or only a pact, is found', () => {
    const agreed = { 'token-service': ['GET /api/token', 'GET /api/old'] }
    expect(differences({ 'token-service': ['GET /api/token', 'GET /api/tokens'] }, agreed)).toEqual([
      'only in code: token-service: GET /api/tokens',
      'only in a pact: token-service: GET /api/old',
    ])
    expect(differences({ elsewhere: ['GET /api/token'] }, agreed)).toHaveLength(3)
  })

  test('operations that share an address are told apart', () => {
    const graph = { method: 'POST', path: '/graph' }
    expect(operationsOf({ Ask: graph, Answer: graph, list: { method: 'GET', path: '/list' } })).toEqual([
      'POST /graph Ask',
      'POST /graph Answer',
      'GET /list',
    ])
  })
})
