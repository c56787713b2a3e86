import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { filesBelow, importsOf, onlyAtRunTime, resolveImport } from '../../test/architecture/imports'

/** A node of a parsed source file. */
export interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** Every node below this one, itself first. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (isNode(value)) {
    yield value
    for (const part of Object.values(value)) yield* nodesIn(part)
  }
}

export function nameOf(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? String(value['name']) : null
}

/** Names of members that are taken from a thing of this name: `stores.auth` and `const { auth } = stores` both name `auth`. */
export function membersOf(thing: string, program: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of nodesIn(program)) {
    if (node.type === 'MemberExpression' && nameOf(node['object']) === thing) {
      found.add(nameOf(node['property']) ?? '')
    }
    if (node.type === 'VariableDeclarator' && nameOf(node['init']) === thing) {
      for (const key of keysOf(node['id'])) found.add(key)
    }
  }
  return found
}

/** Keys of an object or of a destructuring, with the nodes that stand there. */
export function entriesOf(value: unknown): readonly (readonly [string, Node])[] {
  if (!isNode(value) || !Array.isArray(value['properties'])) return []
  return (value['properties'] as readonly Node[]).flatMap((property) => {
    const key = nameOf(property['key'])
    const at = property['value']
    return key !== null && isNode(at) ? [[key, at] as const] : []
  })
}

function keysOf(value: unknown): readonly string[] {
  return entriesOf(value).map(([key]) => key)
}

/** Identifiers below a node. */
export function identifiersIn(value: unknown): ReadonlySet<string> {
  const names = [...nodesIn(value)].map(nameOf).filter((name) => name !== null)
  return new Set(names)
}

export interface Source {
  readonly program: Node
  /** Files of the repository it imports, types too. */
  readonly imports: readonly string[]
  /** Files by the name they are imported under. */
  readonly names: ReadonlyMap<string, string>
}

/** The sources below `src`, parsed. */
export function readSources(): ReadonlyMap<string, Source> {
  const files = filesBelow('src', /\.tsx?$/)
  const known = new Set(files)
  const fileOf = (from: string, specifier: string): string | null => {
    const path = resolveImport(from, specifier)
    const tries = path === null ? [] : [`${path}.ts`, `${path}.tsx`, posix.join(path, 'index.ts')]
    return tries.find((one) => known.has(one)) ?? null
  }
  return new Map(
    files.map((file) => {
      const code = readFileSync(file, 'utf8')
      const program = parseSync(file, code).program as unknown as Node
      const imports = importsOf(file, code)
        .filter(({ specifier }) => specifier !== onlyAtRunTime)
        .flatMap(({ specifier }) => fileOf(file, specifier) ?? [])
      const names = new Map<string, string>()
      for (const node of nodesIn(program)) {
        if (node.type !== 'ImportDeclaration') continue
        const source = fileOf(file, String((node['source'] as Node)['value']))
        if (source === null) continue
        for (const one of node['specifiers'] as readonly Node[]) names.set(nameOf(one['local']) ?? '', source)
      }
      return [file, { program, imports, names }]
    }),
  )
}
