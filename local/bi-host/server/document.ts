/** What a document selects: field by field, `null` for a field without fields of its own. */
export type Selection = ReadonlyMap<string, Selection | null>

/** The fields there are, in the same form. */
export interface Fields {
  readonly [name: string]: Fields | null
}

export interface OperationDocument {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  readonly root: string
  readonly selection: Selection
}

/** Words the person who wrote the document can act on. */
export class DocumentProblem extends Error {
  override readonly name = 'DocumentProblem'
}

const mostTokens = 2_000

/**
 * Reads the one form of GraphQL document that the vendor's clients send: one operation with `$params`, one root field that gets them
 * as `request`, and plain fields below. @throws DocumentProblem
 */
export function readDocument(text: string): OperationDocument {
  const tokens = text.match(/[A-Za-z_]\w*|\S/g) ?? []
  if (tokens.length > mostTokens) throw new DocumentProblem('The document is too long.')
  let at = 0
  const next = (): string => tokens[at++] ?? 'the end'
  const expect = (...wanted: readonly string[]): void => {
    for (const token of wanted) {
      const found = next()
      if (found !== token) throw new DocumentProblem(`Syntax Error: Expected "${token}", found "${found}".`)
    }
  }
  const name = (): string => {
    const found = next()
    if (!/^[A-Za-z_]/.test(found)) throw new DocumentProblem(`Syntax Error: Expected Name, found "${found}".`)
    return found
  }
  function fields(): Selection {
    const found = new Map<string, Selection | null>()
    expect('{')
    while (tokens[at] !== '}') {
      const field = name()
      found.set(field, tokens[at] === '{' ? fields() : null)
    }
    expect('}')
    if (found.size === 0) throw new DocumentProblem('Syntax Error: Expected Name, found "}".')
    return found
  }

  const kind = next()
  if (kind !== 'query' && kind !== 'mutation') {
    throw new DocumentProblem(`Syntax Error: Unexpected "${kind}".`)
  }
  const operation = name()
  expect('(', '$', 'params', ':')
  name()
  if (tokens[at] === '!') at += 1
  expect(')', '{')
  const root = name()
  expect('(', 'request', ':', '$', 'params', ')')
  const selection = fields()
  expect('}', 'the end')
  return { kind, name: operation, root, selection }
}

/** @throws DocumentProblem for a field that is not there, or is asked for in the wrong way */
export function checkSelection(selection: Selection, known: Fields, path: string): void {
  for (const [field, below] of selection) {
    // Every object knows its type.
    if (field === '__typename' && below === null) continue
    const inner = Object.hasOwn(known, field) ? known[field] : undefined
    if (inner === undefined) throw new DocumentProblem(`Cannot query field "${field}" on "${path}".`)
    if ((inner === null) !== (below === null)) {
      const must = inner === null ? 'must not have' : 'must have'
      throw new DocumentProblem(`Field "${field}" of "${path}" ${must} a selection of subfields.`)
    }
    if (inner !== null && below !== null) checkSelection(below, inner, `${path}.${field}`)
  }
}

/** Of a value only what was asked for; what it does not have is null. */
export function selected(value: unknown, selection: Selection | null): unknown {
  if (selection === null || value === null || value === undefined) return value ?? null
  if (Array.isArray(value)) return value.map((one) => selected(one, selection))
  const row = value as Readonly<Record<string, unknown>>
  return Object.fromEntries([...selection].map(([field, below]) => [field, selected(row[field], below)]))
}
