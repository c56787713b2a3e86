import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** One reference of a file to another module. */
export interface Import {
  readonly specifier: string
  /** Erased when compiled: `import type`, `export type … from`, `import('…').Type`. */
  readonly typeOnly: boolean
}

/** Stands for a module whose name is computed. */
export const onlyAtRunTime = '(known only at run time)'

/** Every module that a source text names, in any syntax. @throws when the text does not parse. */
export function importsOf(file: string, code: string): readonly Import[] {
  const { program, errors } = parseSync(file, code)
  // The parser reports errors instead of throwing; a file that failed to parse must not count as a file without imports.
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message ?? ''}`)
  const found: Import[] = []
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const typed = specifiers.filter((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
      const typeOnly = importKind === 'type' || (specifiers.length > 0 && typed.length === specifiers.length)
      found.push({ specifier: source.value, typeOnly })
    },
    ExportNamedDeclaration({ source, exportKind }) {
      if (source) found.push({ specifier: source.value, typeOnly: exportKind === 'type' })
    },
    ExportAllDeclaration({ source, exportKind }) {
      found.push({ specifier: source.value, typeOnly: exportKind === 'type' })
    },
    ImportExpression({ source }) {
      const literal = source.type === 'Literal' && typeof source.value === 'string' ? source.value : null
      found.push({ specifier: literal ?? onlyAtRunTime, typeOnly: false })
    },
    TSImportType({ source }) {
      found.push({ specifier: source.value, typeOnly: true })
    },
    MemberExpression({ object, property }) {
      if (object.type === 'MetaProperty' && property.type === 'Identifier' && property.name === 'glob') {
        found.push({ specifier: onlyAtRunTime, typeOnly: false })
      }
    },
  }).visit(program)
  return found
}

/** Files below a folder of the repository by their path from the root, with forward slashes, sorted. */
export function filesBelow(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).split(sep).join('/'))
    .filter((file) => pattern.test(file) && !file.includes('node_modules/') && statSync(file).isFile())
    .sort()
}

/** All source files of a folder with their imports. */
export function readImports(folder: string): ReadonlyMap<string, readonly Import[]> {
  const sources = filesBelow(folder, /\.(ts|tsx|mts|js|jsx|mjs|cjs)$/)
  return new Map(sources.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]))
}

/** A relative specifier as a path from the root; `null` for a package or a built-in module. */
export function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('/')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null
}

/** `@scope/name/deep` → `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The repository files that each file imports, types included; packages and other kinds of files are left out. */
export function graphOf(
  files: ReadonlyMap<string, readonly Import[]>,
): ReadonlyMap<string, readonly string[]> {
  const fileOf = (path: string): string | undefined =>
    [path, `${path}.ts`, `${path}.tsx`, `${path}.mts`, `${path}.cjs`, `${path}.js`, `${path}/index.ts`].find(
      (one) => files.has(one),
    )
  return new Map(
    [...files].map(([file, imports]) => [
      file,
      [
        ...new Set(
          imports.flatMap(({ specifier }) => {
            const path = resolveImport(file, specifier.split('?', 1)[0] ?? '')
            return path === null ? [] : (fileOf(path) ?? [])
          }),
        ),
      ],
    ]),
  )
}

/** Import cycles, one group of files per cycle, sorted by name (Tarjan's strongly connected components). */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    lowest.set(file, own)
    open.push(file)
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target) || target === file) continue
      const reached = order.has(target)
        ? open.includes(target)
          ? order.get(target)
          : undefined
        : visit(target)
      lowest.set(file, Math.min(lowest.get(file) ?? own, reached ?? own))
    }
    const least = lowest.get(file) ?? own
    if (least === own) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) circles.push(group.sort())
    }
    return least
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles.sort((one, other) => (one[0] ?? '').localeCompare(other[0] ?? ''))
}
