import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { hashedPeople } from '../../../src/adapters/flag-source/hashed-people'
import { memoryFlagSource } from '../../../src/adapters/flag-source/memory/memory-flag-source'
import type { FlagPerson, FlagSource } from '../../../src/core/ports/flag-source'
import { flagPerson, namesTheAnalyst } from '../../conformance/flag-source/world'

afterEach(() => vi.unstubAllGlobals())

/** The users that a source behind the hash receives, as they would be sent. */
function asked() {
  const people: FlagPerson[] = []
  const source = memoryFlagSource()
  const noted: FlagSource = {
    ...source,
    async start(person) {
      people.push(person)
      return source.start(person)
    },
    async identify(person) {
      people.push(person)
      return source.identify(person)
    },
  }
  return { people, source: hashedPeople(noted) }
}

test('users are sent as hashes, stable and distinct; anonymous stays anonymous', async () => {
  const { people, source } = asked()
  const analyst = flagPerson('analyst')
  await source.start(flagPerson('nobody'))
  await Promise.all([
    source.identify(analyst),
    source.identify(flagPerson('trader')),
    source.identify(analyst),
  ])
  const [nobody, first, other, again] = people.map(({ context }) => context)
  expect(nobody).toEqual(flagPerson('nobody').context)
  const key = createHash('sha256').update(analyst.session).digest('hex')
  expect(first).toEqual({ kind: 'user', key, anonymous: false, custom: analyst.context.custom })
  expect(again).toEqual(first)
  expect(other?.key).not.toBe(key)
  expect(namesTheAnalyst(JSON.stringify([first, other]))).toBe(false)
})

test('a user who cannot be hashed is anonymous', async () => {
  vi.stubGlobal('crypto', {})
  const { people, source } = asked()
  await source.identify(flagPerson('analyst'))
  expect(people[0]?.context).toMatchObject({ key: 'anonymous', anonymous: true })
  expect(namesTheAnalyst(JSON.stringify(people[0]?.context))).toBe(false)
})
