import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './imports'

/** First column of the table of retired words. */
const retired = new Set(
  (/## Retired words[\s\S]*/.exec(readFileSync('docs/glossary.md', 'utf8'))?.[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (Retired|-)/.test(line))
    .flatMap((line) => (line.split('|')[1] ?? '').split(','))
    .map((word) => word.trim()),
)

/** The reader of questions keeps its names until it is redesigned; its tests do not. */
const exempt = /^local\/bi-host\/answers\/read\//

/** `createTokenShelf` and `token-shelf` → create, token, shelf. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/**
 * Every name that a file declares: bindings, functions, types, their members and parameters, and string literals of types. Keys of objects
 * are left out, because they often belong to others or are stored.
 */
function namesIn(file: string, code: string): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(add)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    switch (node.type) {
      case 'Identifier':
        return void names.add((node as unknown as { readonly name: string }).name)
      case 'ObjectPattern':
        return add((node as unknown as { readonly properties: readonly unknown[] }).properties)
      case 'Property':
        return add((node as unknown as { readonly value: unknown }).value)
      case 'ArrayPattern':
        return add((node as unknown as { readonly elements: readonly unknown[] }).elements)
      case 'RestElement':
        return add((node as unknown as { readonly argument: unknown }).argument)
      case 'AssignmentPattern':
        return add((node as unknown as { readonly left: unknown }).left)
      default:
    }
  }
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: ({ id, params }) => add([id, ...params]),
    FunctionExpression: ({ id, params }) => add([id, ...params]),
    ArrowFunctionExpression: ({ params }) => add([...params]),
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key, params }) => add([key, ...params]),
    TSFunctionType: ({ params }) => add([...params]),
    TSLiteralType: ({ literal }) => {
      if ('value' in literal && typeof literal.value === 'string') names.add(literal.value)
    },
  }).visit(parseSync(file, code).program)
  return names
}

/** `file: name` for each name that uses a retired word. */
function retiredNames(file: string, code: string): readonly string[] {
  const isRetired = (name: string): boolean => wordsOf(name).some((word) => retired.has(word))
  const stem = basename(file).replace(/\..*$/, '')
  return [
    ...(isRetired(stem) ? [`${file}: its own name`] : []),
    ...[...namesIn(file, code)].filter(isRetired).map((name) => `${file}: ${name}`),
  ]
}

describe('retired words', () => {
  it('are listed in the glossary', () => {
    expect(retired.size).toBeGreaterThan(20)
    expect(retired).toContain('kept')
  })

  it('are in no name', () => {
    const files = ['src', 'local', 'contracts', 'test']
      .flatMap((folder) => filesBelow(folder, /\.(ts|tsx)$/))
      .filter((file) => !exempt.test(file))
    expect(files.flatMap((file) => retiredNames(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  it.each([
    ['a variable', 'const keptFlags = 1', 'keptFlags'],
    ['a function', 'function tellAll() {}', 'tellAll'],
    ['a parameter in a pattern', 'const a = ({ b: [place] }) => place', 'place'],
    ['a default', 'function a({ b: turn = 1 }) { return turn }', 'turn'],
    ['a type', 'interface TokenWish {}', 'TokenWish'],
    ['a member', 'interface A { readonly onPaper: boolean }', 'onPaper'],
    ['a kind', "interface A { readonly kind: 'kept-changed' }", 'kept-changed'],
  ])('are found in %s', (_where, code, name) => {
    expect(retiredNames('src/a.ts', code)).toEqual([`src/a.ts: ${name}`])
  })

  it('are found in a file name, and not inside another word', () => {
    expect(retiredNames('src/token-shelf.ts', '')).toEqual(['src/token-shelf.ts: its own name'])
    expect(retiredNames('src/a.ts', 'const placeholder = 1, returned = 2, aside = 3')).toEqual([])
  })
})

describe('words of a vendor', () => {
  const vendors = /thoughtspot|superset|auth0|launchdarkly|liveboard|pinboard|acSession|genNo|\btml\b/i

  it.each(['src/core', 'src/state', 'src/ui'])('are nowhere in %s', (folder) => {
    const files = filesBelow(folder, /\.(ts|tsx|scss)$/)
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => vendors.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})
