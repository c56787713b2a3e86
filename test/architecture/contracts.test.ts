import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  callOf,
  operationsOf,
  providers,
  type Provider,
  type RouteTable,
} from '../../contracts/interactions/operations'
import { consumerName, pactFileName, pactFolder, readPact } from '../../contracts/interactions/pact-file'
import { readImports, resolveImport } from './imports'

/** Operations by provider. */
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

interface Table {
  readonly file: string
  readonly name: string
  readonly routes: RouteTable
}

/** Folders of adapters that send requests themselves, with their exported route tables: one per version of an interface. */
async function speakers(): Promise<Readonly<Record<string, readonly Table[]>>> {
  const imports = readImports('src/adapters')
  const speaking = [...imports].filter(([file, all]) =>
    all.some((one) => resolveImport(file, one.specifier) === exchange && !one.typeOnly),
  )
  const folders = [...new Set(speaking.map(([file]) => dirname(file)))]
  const tablesIn = async (file: string): Promise<readonly Table[]> => {
    const module = (await import(/* @vite-ignore */ join(process.cwd(), file))) as Record<string, unknown>
    const names = Object.keys(module).filter((name) => /Routes(V\d)?$/.test(name))
    return names.map((name) => ({ file, name, routes: module[name] as RouteTable }))
  }
  const found = folders.map(async (folder) => {
    const files = [...imports.keys()].filter((file) => dirname(file) === folder)
    return [folder, (await Promise.all(files.map(tablesIn))).flat()] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** Mismatches between the adapters and the list of providers: one sentence per folder, table and provider. */
function unnamed(
  found: Readonly<Record<string, readonly Table[]>>,
  named: readonly Pick<Provider, 'name' | 'routes'>[],
): readonly string[] {
  const tables = Object.values(found).flat()
  const list = '`providers` in contracts/interactions/operations.ts'
  return [
    ...Object.entries(found)
      .filter(([, own]) => own.length === 0)
      .map(([folder]) => `${folder} sends requests and exports no route table, as …Routes`),
    ...tables.flatMap(({ file, name, routes }) => {
      const by = named.filter((provider) => provider.routes === routes).map((provider) => provider.name)
      if (by.length === 0) return [`${file} has a route table that no provider names: add ${name} to ${list}`]
      return by.length === 1 ? [] : [`${name} of ${file} is named by several of ${list}: ${by.join(', ')}`]
    }),
    ...named.flatMap(({ name, routes }) => {
      const from = tables.filter((table) => table.routes === routes).map(({ file }) => file)
      if (from.length === 0)
        return [`"${name}" of ${list} has a route table that no folder which sends requests exports`]
      return from.length === 1 ? [] : [`the route table of "${name}" is exported by ${from.join(' and ')}`]
    }),
  ]
}

describe('operations and contracts', () => {
  test('every operation of an adapter is in a pact, and vice versa', () => {
    expect(differences(inCode, inPacts())).toEqual([])
  })

  test('every adapter that uses HTTP has its route tables, and all of them are checked', async () => {
    expect(unnamed(await speakers(), providers)).toEqual([])
  })

  test('a route table without a provider and one without an adapter are reported by name', () => {
    const folder = 'src/adapters/flag-source/novendor'
    const file = `${folder}/client.ts`
    const routes = { list: { method: 'GET', path: '/list' } }
    const found = { [folder]: [{ file, name: 'novendorRoutes', routes }] }
    const [one, other] = [
      { name: 'one', routes },
      { name: 'other', routes },
    ]
    expect(unnamed(found, [one])).toEqual([])
    expect(unnamed(found, [])).toEqual([
      `${file} has a route table that no provider names: add novendorRoutes to \`providers\` in contracts/interactions/operations.ts`,
    ])
    expect(unnamed({}, [one])).toEqual([
      '"one" of `providers` in contracts/interactions/operations.ts has a route table that no folder which sends requests exports',
    ])
    expect(unnamed(found, [one, other])).toEqual([expect.stringContaining('one, other')])
    expect(unnamed({ ...found, again: found[folder] ?? [] }, [one])).toEqual([
      `the route table of "one" is exported by ${file} and ${file}`,
    ])
    expect(unnamed({ [folder]: [] }, [])).toEqual([
      `${folder} sends requests and exports no route table, as …Routes`,
    ])
  })

  test('an operation that only the code or only a pact has is found', () => {
    const agreed = { 'token-service': ['GET /api/token', 'GET /api/old'] }
    expect(differences({ 'token-service': ['GET /api/token', 'GET /api/tokens'] }, agreed)).toEqual([
      'only in code: token-service: GET /api/tokens',
      'only in a pact: token-service: GET /api/old',
    ])
    expect(differences({ elsewhere: ['GET /api/token'] }, agreed)).toHaveLength(3)
  })

  test('the guide names each state that returns values, and each contract with one', () => {
    const guide = readFileSync('contracts/README.md', 'utf8')
    const quotedIn = (sentence: RegExp): readonly string[] =>
      [...(sentence.exec(guide)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).toSorted()
    const pacts = providers.map(({ name }) => readPact(join(pactFolder, pactFileName(name))))
    const returning = pacts.flatMap(({ provider, interactions }) =>
      interactions
        .filter(({ request }) => JSON.stringify(request).includes('"ProviderState"'))
        .flatMap(({ providerStates }) => providerStates.map(({ name }) => ({ name, in: provider.name }))),
    )
    const names = (of: 'name' | 'in') => [...new Set(returning.map((one) => one[of]))].toSorted()
    expect(quotedIn(/replace the examples in the request \((.*)\)/)).toEqual(names('name'))
    expect(quotedIn(/A state that returns values \((.*?)\)/)).toEqual(names('in'))
  })

  test('operations that share a path are distinguished', () => {
    const graph = { method: 'POST', path: '/graph' }
    const calls = operationsOf({ Ask: graph, Answer: graph, list: { method: 'GET', path: '/list' } })
    expect(calls.map(({ call }) => call)).toEqual(['POST /graph Ask', 'POST /graph Answer', 'GET /list'])
  })
})
