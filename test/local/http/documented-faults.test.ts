import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultPorts, portVariables } from '../../../local/http/addresses'
import { faultKinds, faultServices } from '../../../local/http/faults'
import { people, seededPassword } from '../../../local/identity/people'

const text = readFileSync('docs/local-stack.md', 'utf8')

test.each<readonly [string, readonly string[]]>([
  ['service', faultServices],
  ['kind of fault', faultKinds],
  ['seeded person', people.map(({ email }) => email)],
  ['port variable', Object.values(portVariables)],
  ['password', [seededPassword]],
])('docs/local-stack.md names every %s', (_name, names) => {
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('docs/local-stack.md names every default port', () => {
  expect(Object.values(defaultPorts).filter((port) => !text.includes(`:${port}\``))).toEqual([])
})
