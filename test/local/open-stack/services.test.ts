import { describe, expect, test } from 'vitest'
import { chosenParts } from '../../../local/cli/open-stack'
import { startOpenStack, type OpenService } from '../../../local/open-stack/services'

/** A service in memory that writes down what is done with it. */
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

  test('what this machine lacks is told of all services, before anything is installed', async () => {
    const seen: string[] = []
    const lacks = (name: string) =>
      service(name, seen, { missing: async () => `${name} needs a program, and none was found.` })
    await expect(startOpenStack([lacks('one'), service('two', seen), lacks('three')], say)).rejects.toThrow(
      'one needs a program, and none was found.\nthree needs a program, and none was found.',
    )
    expect(seen).toEqual([])
  })

  test('what has been started is stopped when another fails, and the portal is not started', async () => {
    const seen: string[] = []
    const broken = service('broken', seen, { install: () => Promise.reject(new Error('no room')) })
    await expect(
      startOpenStack([broken, service('one', seen), service('portal', seen)], say),
    ).rejects.toThrow('no room')
    expect(seen).toContain('stop one')
    expect(seen).not.toContain('start portal')
  })
})

describe('what is asked for', () => {
  test('without a word everything is real', () => {
    expect([...chosenParts([])]).toEqual(expect.arrayContaining(['superset', 'gateway']))
  })

  test('Superset brings its gateway, and the portal is always there', () => {
    expect([...chosenParts(['--only', 'superset'])].sort()).toEqual(['gateway', 'superset'])
    expect([...chosenParts(['--only', 'superset,gateway,portal'])].sort()).toEqual(['gateway', 'superset'])
  })

  test.each([[['--only', 'nothing']], [['--only', '']], [['--only']], [['superset']], [['--some']]])(
    '%j is answered by what there is',
    (parameters) => {
      expect(() => chosenParts(parameters)).toThrow(/Usage: npm run open-stack \[-- --only .*superset/)
    },
  )
})
