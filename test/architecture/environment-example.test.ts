import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alwaysNeeded, variables } from '../../src/composition/configuration-table'
import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import { localValues } from '../../src/composition/local-values'

const example = readFileSync('.env.example', 'utf8')

/** `NAME=value` lines, commented out or not. */
const entries = [...example.matchAll(/^#?\s?(ASSAY_[A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
)
const ports = entries.filter(({ name }) => name.endsWith('_PORT'))
const settings = entries.filter(({ name }) => !name.endsWith('_PORT'))

/** What some choice of vendors cannot do without. */
function neededSomewhere(): ReadonlySet<string> {
  const lines = Object.values(adapterMap).flatMap(({ vendors }) => Object.values<AdapterLine>(vendors))
  return new Set<string>([...alwaysNeeded, ...lines.flatMap(({ needs }) => needs)])
}

it('names every variable of the portal once, and no other', () => {
  expect(variables.length).toBeGreaterThan(20)
  expect(settings.map(({ name }) => name).sort()).toEqual(variables.map(({ name }) => name).sort())
})

it('says what each is for', () => {
  const lines = example.split('\n')
  const unsaid = settings.filter(({ name }) => {
    const at = lines.findIndex((line) => line.replace(/^#\s?/, '').startsWith(`${name}=`))
    return !/^# \w.*[.]$/.test(lines[at - 1] ?? '')
  })
  expect(unsaid).toEqual([])
})

it('gives each the value it has without being set on the embedded stack', () => {
  const fallbacks = Object.fromEntries(
    variables.map(({ name, fallback }) => [name, fallback ?? localValues[name] ?? '']),
  )
  expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual(fallbacks)
})

it('says of exactly what a deployment cannot leave out that it cannot', () => {
  const lines = example.split('\n')
  const documented = settings
    .filter(({ name }) =>
      lines[lines.findIndex((line) => line.startsWith(`${name}=`)) - 1]?.includes('Required'),
    )
    .map(({ name }) => name)
  expect(new Set(documented)).toEqual(neededSomewhere())
})

it('is in the table of the operations page, which says of each whether a deployment has to give it', () => {
  const rows = [
    ...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| ☐ +\| (`ASSAY_.*?) *\| (.*?) *\|/gm),
  ]
  const listed = rows.flatMap(([, names = '', given = '']) =>
    [...names.matchAll(/`(ASSAY_\w+)(…?)`/g)].map(([, name = '', more]) => ({
      matches: (one: string) => (more === '' ? one === name : one.startsWith(name)),
      required: given.startsWith('required'),
    })),
  )
  for (const { matches } of listed) expect(variables.some(({ name }) => matches(name))).toBe(true)
  const required = variables.filter(({ name }) => listed.find(({ matches }) => matches(name))?.required)
  expect(variables.filter(({ name }) => !listed.some(({ matches }) => matches(name)))).toEqual([])
  expect(new Set(required.map(({ name }) => name))).toEqual(neededSomewhere())
})

it('has on the operations page a least file that gives what the first choice of each vendor needs, and no more', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const [least = ''] = page.split('```').filter((block) => block.includes('ASSAY_WIRING=vendor\n'))
  const names = [...least.matchAll(/^(ASSAY_\w+)=/gm)].map(([, name = '']) => name)
  const first = Object.values(adapterMap).flatMap(({ vendors }) =>
    Object.values<AdapterLine>(vendors).slice(0, 1),
  )
  expect(names.toSorted()).toEqual(
    ['ASSAY_WIRING', ...alwaysNeeded, ...first.flatMap(({ needs }) => needs)].toSorted(),
  )
})

it('names the ports of the embedded stack', async () => {
  const { defaultPorts, portVariables } = await import('../../local/http/addresses')
  const expected = Object.entries(portVariables).map(([part, name]) => ({
    name,
    value: String(Reflect.get(defaultPorts, part)),
  }))
  expect(ports).toEqual(expected)
})
