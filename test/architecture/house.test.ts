import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { circlesIn, graphOf, readImports, type Import } from './imports'

const house = new Map(['src', 'local', 'contracts', 'test'].flatMap((folder) => [...readImports(folder)]))
const graph = graphOf(house)

/** The reader of questions stays unchanged until its redesign replaces it. */
const exempt = (file: string): boolean => file.startsWith('local/bi-host/answers/read/')

/** Entry points: what a user, a build or the test runner names. */
const entries: readonly RegExp[] = [
  /^src\/main\.tsx$/,
  // Commands, and the pages that the benchmark builds.
  /^local\/cli\/(?:bench-pages\/)?[\w-]+\.(ts|cjs)$/,
  /vite\.config\.ts$/,
  // What its vite.config.ts bundles into one file.
  /^local\/gateway\/main\.ts$/,
  /^local\/bi-host\/frame\/main\.tsx?$/,
  /\.(test|journey|pact|provider)\.tsx?$/,
  // Named by path: sources of the build's icons, pages that a test builds, set-up files, providers in other languages.
  /^src\/ui\/.*\/plain-icon\.ts$/,
  /^test\/.*\/page\/[\w-]+\.(ts|js)$/,
  /^test\/.*(clean-page\.ts|support\/(?:\w+-)?stack\.ts|no-network\.cjs)$/,
  /^contracts\/.*\.(cjs|mjs)$/,
  /^local\/identity\/[\w-]+\.js$/,
  /^src\/ui\/public\//,
  // Types that a package lacks.
  /\.d\.ts$/,
]

/** Files that are no entry point and that no import reaches. */
function unreachable(among: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const imported = new Set([...among].flatMap(([file, targets]) => targets.filter((one) => one !== file)))
  return [...among.keys()].filter((file) => !imported.has(file) && !entries.some((entry) => entry.test(file)))
}

interface Helper {
  readonly name: string
  readonly body: string
}

/** Top-level functions with their normalized body, without white space, comments and semicolons. */
function helpersOf(file: string, code: string): readonly Helper[] {
  const { program, comments } = parseSync(file, code)
  const found: Helper[] = []
  const textOf = (start: number, end: number): string => {
    const bare = comments
      .filter((one) => one.start >= start && one.end <= end)
      .reduceRight(
        (text, one) => text.slice(0, one.start) + ' '.repeat(one.end - one.start) + text.slice(one.end),
        code,
      )
    return bare.slice(start, end).replaceAll(/[\s;]+/g, '')
  }
  let depth = 0
  const enter = (): void => void (depth += 1)
  const leave = (): void => void (depth -= 1)
  new Visitor({
    FunctionDeclaration(node) {
      if (depth === 0 && node.id && node.body) {
        found.push({
          name: node.id.name,
          body: textOf(node.params[0]?.start ?? node.body.start, node.body.end),
        })
      }
      enter()
    },
    'FunctionDeclaration:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    VariableDeclarator({ id, init }) {
      if (depth === 0 && id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') {
        found.push({ name: id.name, body: textOf(init.start, init.end) })
      }
    },
  }).visit(program)
  return found
}

/** Helpers with one name and one body in several files, as `name: files`. */
function secondHomes(sources: Iterable<readonly [file: string, code: string]>): readonly string[] {
  const homes = new Map<string, { readonly name: string; readonly files: Set<string> }>()
  for (const [file, code] of sources) {
    for (const { name, body } of helpersOf(file, code)) {
      const key = `${name} ${body}`
      const home = homes.get(key) ?? { name, files: new Set<string>() }
      homes.set(key, home)
      home.files.add(file)
    }
  }
  return [...homes.values()]
    .filter(({ files }) => files.size > 1)
    .map(({ name, files }) => `${name}: ${[...files].join(', ')}`)
}

const sourcesOf = (files: Iterable<string>): (readonly [string, string])[] =>
  [...files].map((file) => [file, readFileSync(file, 'utf8')] as const)

describe('the whole house', () => {
  it('has no import cycle of values or of types', () => {
    const live = new Map([...graph].filter(([file]) => !exempt(file)))
    expect(circlesIn(live)).toEqual([])
  })

  it('has no file without an importer', () => {
    expect(unreachable(graph)).toEqual([])
  })

  it('defines each helper once', () => {
    expect(secondHomes(sourcesOf(house.keys()))).toEqual([])
  })
})

describe('a planted violation is found', () => {
  const planted = (files: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> =>
    graphOf(
      new Map(
        Object.entries(files).map(([file, target]): [string, readonly Import[]] => [
          file,
          target === '' ? [] : [{ specifier: target, typeOnly: true }],
        ]),
      ),
    )

  it('a cycle of three, of types only', () => {
    const files = planted({
      'src/a.ts': './b',
      'src/b.tsx': './c/d',
      'src/c/d.ts': '../a',
      'src/e.ts': './a',
    })
    expect(circlesIn(files)).toEqual([['src/a.ts', 'src/b.tsx', 'src/c/d.ts']])
  })

  it('a file without an importer, and one that only imports itself', () => {
    const files = planted({ 'src/main.tsx': './b', 'src/b.ts': '', 'src/c.ts': './c', 'src/d.ts': './b' })
    expect(unreachable(files)).toEqual(['src/c.ts', 'src/d.ts'])
  })

  it('a duplicated helper, in any syntax', () => {
    const twice = secondHomes([
      ['src/a.ts', 'export function twice(n: number): number {\n  // why\n  return n * 2\n}'],
      ['src/b.ts', 'function twice(n: number): number { return n * 2; }\nconst half = (n: number) => n / 2'],
      ['src/c.ts', 'const twice = (n: number): number => n + n\nconst half = (n: number) => n / 2'],
    ])
    expect(twice).toEqual(['twice: src/a.ts, src/b.ts', 'half: src/b.ts, src/c.ts'])
  })

  it('but not a method or an inner function of the same name', () => {
    const code = 'export function outer() {\n  function inner() { return 1 }\n  return inner()\n}'
    expect(
      secondHomes([
        ['src/a.ts', code],
        ['src/b.ts', code.replace('outer', 'other')],
      ]),
    ).toEqual([])
  })
})
