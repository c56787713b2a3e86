import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callOf, operationsOf, providers, type RouteTable } from '../../contracts/interactions/operations'
import { consumerName, pactFolder, readPact } from '../../contracts/interactions/pact-file'
import { readImports, resolveImport } from './imports'

/** Calls by provider. */
type Calls = Readonly<Record<string, readonly string[]>>

const inCode: Calls = Object.fromEntries(
  providers.map(({ name, routes }) => [name, operationsOf(routes).map(({ call }) => call)]),
)

function inPacts(): Calls {
  const files = readdirSync(pactFolder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => {
      const { consumer, provider, interactions } = readPact(join(pactFolder, name))
      expect([consumer.name, name]).toEqual([consumerName, `${consumerName}-${provider.name}.json`])
      return [provider.name, interactions.map(callOf)]
    }),
  )
}

function differences(code: Calls, agreed: Calls): readonly string[] {
  const listed = (calls: Calls): readonly string[] => [
    ...new Set(Object.entries(calls).flatMap(([provider, own]) => own.map((one) => `${provider}: ${one}`))),
  ]
  const [ours, theirs] = [listed(code), listed(agreed)]
  return [
    ...ours.filter((call) => !theirs.includes(call)).map((only) => `only in code: ${only}`),
    ...theirs.filter((call) => !ours.includes(call)).map((only) => `only in a pact: ${only}`),
  ]
}

const exchange = 'src/adapters/_shared/http/exchange'

/** Folders of adapters that send requests themselves, with the route tables exported there: one for each version of an interface. */
async function speakers(): Promise<
  readonly { readonly folder: string; readonly tables: readonly RouteTable[] }[]
> {
  const imports = readImports('src/adapters')
  const speaking = [...imports].filter(([file, all]) =>
    all.some((one) => resolveImport(file, one.specifier) === exchange && !one.typeOnly),
  )
  const folders = [...new Set(speaking.map(([file]) => dirname(file)))]
  const tablesIn = async (file: string): Promise<readonly RouteTable[]> => {
    const module = (await import(/* @vite-ignore */ join(process.cwd(), file))) as Record<string, unknown>
    const names = Object.keys(module).filter((name) => /Routes(V\d)?$/.test(name))
    return names.map((name) => module[name] as RouteTable)
  }
  return Promise.all(
    folders.map(async (folder) => {
      const files = [...imports.keys()].filter((file) => dirname(file) === folder)
      return { folder, tables: (await Promise.all(files.map(tablesIn))).flat() }
    }),
  )
}

describe('operations and contracts', () => {
  test('every operation of an adapter is in a pact, and the other way round', () => {
    expect(differences(inCode, inPacts())).toEqual([])
  })

  test('every adapter that speaks HTTP has its route tables, and all of them are looked at', async () => {
    const found = await speakers()
    expect(found.filter(({ tables }) => tables.length === 0)).toEqual([])
    const tables = found.flatMap((one) => one.tables)
    expect(new Set(tables)).toEqual(new Set(providers.map(({ routes }) => routes)))
    expect(tables).toHaveLength(providers.length)
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
    const calls = operationsOf({ Ask: graph, Answer: graph, list: { method: 'GET', path: '/list' } })
    expect(calls.map(({ call }) => call)).toEqual(['POST /graph Ask', 'POST /graph Answer', 'GET /list'])
  })
})
