import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import GithubSlugger from 'github-slugger'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './imports'
import { drawing, drawn, withPictures } from './pictures'
import { alwaysNeeded, variables } from '../../src/composition/configuration-table'
import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import { localValues } from '../../src/composition/local-values'

const read = (file: string): string => readFileSync(file, 'utf8')
const documents = ['README.md', ...filesBelow('docs', /\.md$/), ...filesBelow('contracts', /\.md$/)]

/** Targets of links and pictures inside the repository. */
function relativeLinks(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)[^)]*\)/g)].map(([, target = '']) => target)
  const named = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map(([, target = '']) => target)
  const tagged = [...prose.matchAll(/<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  )
  return [...inline, ...named, ...tagged]
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
    .map((target) => decodeURIComponent(target))
}

/** The anchors of a page's headings on GitHub. */
function anchorsOf(markdown: string): readonly string[] {
  const slugger = new GithubSlugger()
  const headings = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)
  return [...headings].map(([, heading = '']) =>
    slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  )
}

/** Whether the file, and in a page the heading, of a link in `document` exists. */
function resolves(document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  return (
    existsSync(file) &&
    (anchor === undefined || !file.endsWith('.md') || anchorsOf(read(file)).includes(anchor))
  )
}

describe('links', () => {
  it.each(documents)('of %s resolve', (document) => {
    expect(relativeLinks(read(document)).filter((target) => !resolves(document, target))).toEqual([])
  })

  it('are found in every form, and not in code examples', () => {
    const text =
      '[a](b.md#c) ![d](<e.png> "f") <img src="g.png"> `[h](i.md)` [j](https://k) [l](#m)\n[n]: ./o.md\n```\n[p](q.md)\n```'
    expect(relativeLinks(text)).toEqual(['b.md#c', 'e.png', '#m', './o.md', 'g.png'])
  })

  it('lead to a heading where they name one', () => {
    expect(anchorsOf('# A `b`\n\n```\n# no\n```\n\n## [C](d.md), e\n\n## A b')).toEqual([
      'a-b',
      'c-e',
      'a-b-1',
    ])
    expect(resolves('README.md', 'docs/faults.md#faults')).toBe(true)
    expect(resolves('docs/faults.md', '#faults')).toBe(true)
    expect(resolves('docs/faults.md', '#gone')).toBe(false)
    expect(resolves('README.md', 'docs/faults.md#gone')).toBe(false)
  })
})

/** Files and folders of the repository that prose names in code marks: files by the end of their path, folders from the root. */
function namedPaths(markdown: string): readonly string[] {
  return [...markdown.matchAll(/`([\w@./-]+)`/g)]
    .map(([, path = '']) => path.replace(/\/$/, ''))
    .filter((path) => /\.(ts|tsx|scss)$|^(src|local|test|contracts|docs)\//.test(path))
}

describe('paths', () => {
  const files = ['src', 'local', 'test', 'contracts', 'docs'].flatMap((folder) => filesBelow(folder, /./))
  const exists = (path: string): boolean =>
    existsSync(path) || files.some((file) => file.endsWith(`/${path}`))

  it.each(documents)('that %s names exist', (document) => {
    expect(namedPaths(read(document)).filter((path) => !exists(path))).toEqual([])
  })

  it('are distinguished from other words, with and without a folder', () => {
    const text = '`a/b.ts` `c.tsx` `src/d/` `/home` `npm test` `text/plain` `src/adapters/<port>`'
    expect(namedPaths(text)).toEqual(['a/b.ts', 'c.tsx', 'src/d'])
    expect(['gone.ts', 'src/gone', 'board-store.ts'].filter((path) => !exists(path))).toEqual([
      'gone.ts',
      'src/gone',
    ])
  })
})

/** Names of tests in a file and of members of a suite, as patterns: a placeholder matches any text. */
function testTitles(code: string): readonly RegExp[] {
  const calls = code.matchAll(/\(\s*(['"`])((?:(?!\1)[^\n])+)\1,/g)
  const members = code.matchAll(/^\s*(['"`])((?:(?!\1)[^\n])+)\1: async/gm)
  return [...calls, ...members].map(([, , title = '']) => {
    const parts = title
      .split(/\$\{.+?\}|%[sij]/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.+')}$`)
  })
}

describe('facts repeated in prose', () => {
  it('every fault of the matrix has its row, and each test that a row names exists', () => {
    const page = read('docs/faults.md').split('\n')
    const rows = page.filter((line) => /^\| F\d/.test(line))
    expect(rows.map((row) => /F\d+/.exec(row)?.[0])).toEqual(
      Array.from({ length: 38 }, (_, at) => `F${at + 1}`),
    )
    const named = page.flatMap((row) => [...row.matchAll(/`([^`]+)`: “(.+?)”(?=<br>| *\|)/g)])
    expect(named.length).toBeGreaterThan(rows.length)
    // By its full name, as a run prints it.
    const isThere = (file: string, title: string): boolean =>
      testTitles(read(`test/${file}`)).some((pattern) => pattern.test(title))
    expect(named.filter(([, file = '', title = '']) => !isThere(file, title)).map(([text]) => text)).toEqual(
      [],
    )
    expect(isThere('e2e/older-clusters.journey.ts', 'answers with an error page')).toBe(false)
    // A row without a test has to say so.
    expect(rows.filter((row) => !/“.+” *\|$|no test yet *\|$/.test(row))).toEqual([])
  })

  it('README names the Node version that package.json requires', () => {
    const { engines }: { engines: { node: string } } = JSON.parse(read('package.json'))
    const version = engines.node.replace('>=', '')
    expect(read('README.md')).toMatch(new RegExp(`Node(\\.js)? ${version.replaceAll('.', '\\.')}`))
  })

  it('README names only commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = documents.flatMap((document) => [
      ...read(document).matchAll(/\bnpm (?:run ([a-z:-]+)|(start|test)\b)/g),
    ])
    expect(named.length).toBeGreaterThan(0)
    expect(
      named.map(([, script, short]) => script ?? short ?? '').filter((name) => !(name in scripts)),
    ).toEqual([])
  })
})

const document = readFileSync('docs/architecture.md', 'utf8')

it('the diagrams of the architecture match the code; else run: npm run house', () => {
  const pictures = drawn()
  expect(document.match(/<!-- picture: /g)).toHaveLength(pictures.size)
  expect(withPictures(document, pictures)).toBe(document)
})

it('no folder of the portal, the stack or the contracts is missing in the diagram', () => {
  const house = /<!-- picture: house -->[\s\S]*?<!-- end of picture -->/.exec(document)?.[0] ?? ''
  const folders = ['src', 'local'].flatMap((root) =>
    readdirSync(root, { withFileTypes: true }).flatMap(({ name }) =>
      name.endsWith('.d.ts') ? [] : [`${root}/${name}`],
    ),
  )
  expect(folders.length).toBeGreaterThan(10)
  expect([...folders, 'contracts'].filter((folder) => !house.includes(`["${folder}"]`))).toEqual([])
})

it('an arrow stands for imports, and implied arrows are omitted', () => {
  const graph = new Map([
    ['a/top/x.ts', ['a/middle/y.ts', 'a/ground.ts']],
    ['a/middle/y.ts', ['a/middle/z.ts', 'a/ground.ts']],
    ['a/middle/z.ts', []],
    ['a/ground.ts', []],
    ['b/elsewhere.ts', ['a/top/x.ts']],
  ])
  expect(drawing(['a/top', 'a/middle', 'a/ground.ts'], graph).split('\n')).toEqual([
    'flowchart TD',
    '  a_top["top"]',
    '  a_middle["middle"]',
    '  a_ground_ts["ground.ts"]',
    '  a_top --> a_middle',
    '  a_middle --> a_ground_ts',
  ])
})

const example = readFileSync('.env.example', 'utf8')

/** `NAME=value` lines, commented out or not. */
const entries = [...example.matchAll(/^#?\s?(ASSAY_[A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
)
const ports = entries.filter(({ name }) => name.endsWith('_PORT'))
const settings = entries.filter(({ name }) => !name.endsWith('_PORT'))

/** Variables that some choice of vendors requires. */
function neededSomewhere(): ReadonlySet<string> {
  const lines = Object.values(adapterMap).flatMap(({ vendors }) => Object.values<AdapterLine>(vendors))
  return new Set<string>([...alwaysNeeded, ...lines.flatMap(({ needs }) => needs)])
}

it('.env.example names every variable of the portal once, and no other', () => {
  expect(variables.length).toBeGreaterThan(20)
  expect(settings.map(({ name }) => name).sort()).toEqual(variables.map(({ name }) => name).sort())
})

it('.env.example explains each variable', () => {
  const lines = example.split('\n')
  const unsaid = settings.filter(({ name }) => {
    const at = lines.findIndex((line) => line.replace(/^#\s?/, '').startsWith(`${name}=`))
    return !/^# \w.*[.]$/.test(lines[at - 1] ?? '')
  })
  expect(unsaid).toEqual([])
})

it('.env.example has the default of each variable on the embedded stack', () => {
  const fallbacks = Object.fromEntries(
    variables.map(({ name, fallback }) => [name, fallback ?? localValues[name] ?? '']),
  )
  expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual(fallbacks)
})

it('.env.example marks exactly the required variables as required', () => {
  const lines = example.split('\n')
  const documented = settings
    .filter(({ name }) =>
      lines[lines.findIndex((line) => line.startsWith(`${name}=`)) - 1]?.includes('Required'),
    )
    .map(({ name }) => name)
  expect(new Set(documented)).toEqual(neededSomewhere())
})

it('the table of the operations page lists every variable, and whether it is required', () => {
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

it('the minimal file on the operations page has what the first vendor of each port needs, and no more', () => {
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

it('.env.example names the ports of the embedded stack', async () => {
  const { defaultPorts, portVariables } = await import('../../local/http/addresses')
  const expected = Object.entries(portVariables).map(([part, name]) => ({
    name,
    value: String(Reflect.get(defaultPorts, part)),
  }))
  expect(ports).toEqual(expected)
})
