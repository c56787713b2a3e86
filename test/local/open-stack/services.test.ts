import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { choiceOf } from '../../../local/cli/open-stack'
import { supersetOver, type Engine } from '../../../local/open-stack/engines/engine'
import { postgres } from '../../../local/open-stack/engines/postgres'
import { trino } from '../../../local/open-stack/engines/trino'
import { startOpenStack, type OpenService } from '../../../local/open-stack/services'
import { gatewayConfiguration } from '../../../local/open-stack/gateway'

/** An in-memory service that records its calls. */
function service(name: string, seen: string[], other: Partial<OpenService> = {}): OpenService {
  const step = (what: string) => async () => void seen.push(`${what} ${name}`)
  return {
    name,
    install: step('install'),
    prepare: step('prepare'),
    async start() {
      seen.push(`start ${name}`)
      return { name, origin: `http://${name}.test`, close: step('stop') }
    },
    ...other,
  }
}

const say = (): void => {}

describe('starting the open stack', () => {
  test('the last one is started when the others answer, and stopped first', async () => {
    const seen: string[] = []
    let answer = (): void => {}
    const slow = service('slow', seen, {
      start: () =>
        new Promise((resolve) => {
          answer = () => {
            seen.push('start slow')
            resolve({
              name: 'slow',
              origin: 'http://slow.test',
              close: async () => void seen.push('stop slow'),
            })
          }
        }),
    })
    const starting = startOpenStack([slow, service('portal', seen)], say)
    await expect.poll(() => seen).toContain('prepare portal')
    answer()
    const stack = await starting
    expect(seen.slice(-2)).toEqual(['start slow', 'start portal'])
    expect(stack.services.map(({ name }) => name)).toEqual(['slow', 'portal'])
    await stack.close()
    expect(seen.slice(-2)).toEqual(['stop portal', 'stop slow'])
  })

  test('missing prerequisites of all services are reported before anything is installed', async () => {
    const seen: string[] = []
    const lacks = (name: string) =>
      service(name, seen, { missing: async () => `${name} needs a program, and none was found.` })
    await expect(startOpenStack([lacks('one'), service('two', seen), lacks('three')], say)).rejects.toThrow(
      'one needs a program, and none was found.\nthree needs a program, and none was found.',
    )
    expect(seen).toEqual([])
  })

  test('started services are stopped when another fails, and the portal is not started', async () => {
    const seen: string[] = []
    const broken = service('broken', seen, { install: () => Promise.reject(new Error('no room')) })
    await expect(
      startOpenStack([broken, service('one', seen), service('portal', seen)], say),
    ).rejects.toThrow('no room')
    expect(seen).toContain('stop one')
    expect(seen).not.toContain('start portal')
  })
})

describe('Superset over another database', () => {
  const engine = (seen: string[]): Engine => ({
    ...service('engine', seen),
    address: () => Promise.resolve('engine://'),
    query: () => Promise.resolve([]),
  })

  test('has it up before its dashboards are imported, and stops before it', async () => {
    const seen: string[] = []
    const over = supersetOver(engine(seen), service('superset', seen))
    const stack = await startOpenStack([over, service('portal', [])], say)
    expect(stack.services.map(({ name }) => name)).toEqual(['superset', 'portal'])
    await stack.close()
    expect(seen).toEqual([
      'install engine',
      'install superset',
      'prepare engine',
      'start engine',
      'prepare superset',
      'start superset',
      'stop superset',
      'stop engine',
    ])
  })

  test('stops it when Superset cannot be prepared', async () => {
    const seen: string[] = []
    const prepare = (): Promise<void> => Promise.reject(new Error('no'))
    const over = supersetOver(engine(seen), service('superset', seen, { prepare }))
    await expect(startOpenStack([over, service('portal', [])], say)).rejects.toThrow('no')
    expect(seen.at(-1)).toBe('stop engine')
  })

  test('reports what either lacks', async () => {
    const lacks = (line: string) => ({ missing: () => Promise.resolve(line) })
    const both = supersetOver(
      { ...engine([]), ...lacks('No database.') },
      service('superset', [], lacks('No Python.')),
    )
    expect(await both.missing?.()).toBe('No database.\nNo Python.')
    expect(await supersetOver(engine([]), service('superset', [])).missing?.()).toBeNull()
  })
})

describe('what is asked for', () => {
  test('without options every service is real', () => {
    expect([...choiceOf([]).chosen]).toEqual(expect.arrayContaining(['superset', 'gateway']))
  })

  test('Superset brings its gateway, and the portal is always there', () => {
    expect([...choiceOf(['--only', 'superset']).chosen].sort()).toEqual(['gateway', 'superset'])
    expect([...choiceOf(['--only', 'superset,gateway,portal']).chosen].sort()).toEqual([
      'gateway',
      'superset',
    ])
  })

  test('the data lie in DuckDB, or in the database that is named', () => {
    expect(choiceOf(['--only', 'superset']).engine).toBeNull()
    expect(choiceOf(['--engine', 'duckdb']).engine).toBeNull()
    expect(choiceOf(['--engine', 'postgres', '--only', 'superset']).engine).toBe(postgres)
    expect(choiceOf(['--engine', 'trino']).engine).toBe(trino)
  })

  test.each([
    [['--only', 'nothing']],
    [['--only', '']],
    [['--only']],
    [['superset']],
    [['--some']],
    [['--engine', 'mysql']],
    [['--engine', 'toString']],
  ])('%j is answered with the usage', (parameters) => {
    expect(() => choiceOf(parameters)).toThrow(/Usage: npm run open-stack \[-- --only .*superset/)
  })
})

test.each([
  ['what a person names for the token service', ['ES256'], ['ES256']],
  ['RS256 where nobody names any', undefined, ['RS256']],
] as const)(
  'the gateway’s accepted signature algorithms depend on its issuer: %s',
  async (_, named, taken) => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-gateway-'))
    try {
      const issuer = 'https://login.example.com'
      const { identity } = await gatewayConfiguration({
        home: folder,
        folder,
        port: 0,
        portalOrigins: ['http://localhost:4300'],
        superset: 'http://127.0.0.1:4305',
        identity: { issuer, jwksUri: `${issuer}/keys`, audience: 'api', ...(named && { algorithms: named }) },
        environment: {},
      })
      expect(identity.algorithms).toEqual(taken)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
