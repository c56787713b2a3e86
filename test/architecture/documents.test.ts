import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './imports'

const read = (file: string): string => readFileSync(file, 'utf8')
const documents = ['README.md', ...filesBelow('docs', /\.md$/), ...filesBelow('contracts', /\.md$/)]

/** Targets of links and pictures that lie in the repository, without the part after `#`. */
function relativeLinks(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)[^)]*\)/g)].map(([, target = '']) => target)
  const named = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map(([, target = '']) => target)
  const tagged = [...prose.matchAll(/<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  )
  return [...inline, ...named, ...tagged]
    .filter((target) => !/^([a-z][a-z+.-]*:|#)/i.test(target))
    .map((target) => decodeURIComponent(target.split('#', 1)[0] ?? ''))
}

describe('links', () => {
  it.each(documents)('of %s lead somewhere', (document) => {
    const missing = relativeLinks(read(document)).filter(
      (target) => !existsSync(join(dirname(document), target)),
    )
    expect(missing).toEqual([])
  })

  it('are found in every form, and not in examples of code', () => {
    const text =
      '[a](b.md#c) ![d](<e.png> "f") <img src="g.png"> `[h](i.md)` [j](https://k) [l](#m)\n[n]: ./o.md\n```\n[p](q.md)\n```'
    expect(relativeLinks(text)).toEqual(['b.md', 'e.png', './o.md', 'g.png'])
  })
})

/** Files and folders of the repository that prose names in code marks: with the end of their path, folders from the top. */
function namedPaths(markdown: string): readonly string[] {
  return [...markdown.matchAll(/`([\w@./-]+)`/g)]
    .map(([, path = '']) => path.replace(/\/$/, ''))
    .filter((path) => /\.(ts|tsx|scss)$|^(src|local|test|contracts|docs)\//.test(path))
}

describe('paths', () => {
  const files = ['src', 'local', 'test', 'contracts', 'docs'].flatMap((folder) => filesBelow(folder, /./))
  const exists = (path: string): boolean =>
    existsSync(path) || files.some((file) => file.endsWith(`/${path}`))

  it.each(documents)('that %s names are there', (document) => {
    expect(namedPaths(read(document)).filter((path) => !exists(path))).toEqual([])
  })

  it('are told from other words, with and without a folder', () => {
    const text = '`a/b.ts` `c.tsx` `src/d/` `/home` `npm test` `text/plain` `src/adapters/<port>`'
    expect(namedPaths(text)).toEqual(['a/b.ts', 'c.tsx', 'src/d'])
    expect(['gone.ts', 'src/gone', 'board-store.ts'].filter((path) => !exists(path))).toEqual([
      'gone.ts',
      'src/gone',
    ])
  })
})

/** Names of tests in a file and of members of a suite; what a table puts into one may be anything. */
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

describe('facts that prose repeats', () => {
  it('every fault of the matrix has its row, and each test that a row names is there', () => {
    const page = read('docs/faults.md').split('\n')
    const rows = page.filter((line) => /^\| F\d/.test(line))
    expect(rows.map((row) => /F\d+/.exec(row)?.[0])).toEqual(
      Array.from({ length: 38 }, (_, at) => `F${at + 1}`),
    )
    const named = page.flatMap((row) => [...row.matchAll(/`([^`]+)`: “(.+?)”(?=<br>| *\|)/g)])
    expect(named.length).toBeGreaterThan(rows.length)
    // By its whole name, as a run prints it.
    const isThere = (file: string, title: string): boolean =>
      testTitles(read(`test/${file}`)).some((pattern) => pattern.test(title))
    expect(named.filter(([, file = '', title = '']) => !isThere(file, title)).map(([text]) => text)).toEqual(
      [],
    )
    expect(isThere('e2e/older-clusters.journey.ts', 'answers with an error page')).toBe(false)
    // A row without a test says so.
    expect(rows.filter((row) => !/“.+” *\|$|no test yet *\|$/.test(row))).toEqual([])
  })

  it('README names the Node version that package.json asks for', () => {
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
