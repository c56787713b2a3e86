import { Kind, parse, type SelectionSetNode } from 'graphql'
import { sdkDocuments } from './sdk'

/** The selection of an SDK operation; `null` is a field without subfields. */
export interface Fields {
  [name: string]: Fields | null
}

export interface Operation {
  readonly kind: string
  readonly root: string
  readonly arguments: readonly string[]
  readonly fields: Fields
}

function fieldsOf(set: SelectionSetNode | undefined, into: Fields = {}): Fields | null {
  if (set === undefined) return null
  for (const field of set.selections) {
    if (field.kind === Kind.INLINE_FRAGMENT) fieldsOf(field.selectionSet, into)
    else if (field.kind !== Kind.FIELD) throw new Error('Named fragments are not expected.')
    else if (field.name.value !== '__typename') into[field.name.value] = fieldsOf(field.selectionSet)
  }
  return into
}

/** A document as its operation, by name. */
export function operationOf(document: string): readonly [name: string, operation: Operation] {
  const [definition] = parse(document).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document holds no operation.')
  const [root] = definition.selectionSet.selections
  const fields = root?.kind === Kind.FIELD ? fieldsOf(root.selectionSet) : null
  if (root?.kind !== Kind.FIELD || fields === null) throw new Error('The document has no root.')
  return [
    definition.name?.value ?? '',
    {
      kind: definition.operation,
      root: root.name.value,
      arguments: (root.arguments ?? []).map(({ name }) => name.value),
      fields,
    },
  ]
}

/** Every path below a field with its kind: `responses.msgId leaf`. */
export function pathsOf(fields: Fields, above = ''): readonly string[] {
  return Object.entries(fields).flatMap(([name, below]) =>
    below === null
      ? [`${above}${name} leaf`]
      : [`${above}${name} object`, ...pathsOf(below, `${above}${name}.`)],
  )
}

/** Documents that a client of the SDK sends with its classes for conversations and answers. `addVizToLiveboard` is no GraphQL. */
export function sdkOperations(folder?: string): Readonly<Record<string, Operation>> {
  const files = [
    'nlsService/conversation-queries.ts',
    'answerService/answer-queries.ts',
    'sourceService.ts',
    'preview-service.ts',
  ]
  const documents = files.flatMap((file) => Object.entries(sdkDocuments(`utils/graphql/${file}`, folder)))
  return Object.fromEntries(
    documents
      .filter(([name, text]) => /^\s*(?:query|mutation)\b/.test(text) && name !== 'addVizToLiveboard')
      .map(([, text]) => operationOf(text)),
  )
}
