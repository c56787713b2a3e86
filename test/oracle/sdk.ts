import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { Kind, parse, type SelectionSetNode } from 'graphql'

export const installedSdk = 'node_modules/@thoughtspot/visual-embed-sdk'

/** The vendor's SDK as installed, or the release that `npm run oracle -- --sdk <version>` has downloaded. */
const chosenSdk = process.env['ASSAY_ORACLE_SDK'] ?? installedSdk

/** One of the SDK's own source files, which its package ships. */
export const sdkSource = (file: string, folder = chosenSdk): string =>
  readFileSync(join(folder, 'src', file), 'utf8')

/** The GraphQL documents that a source file of the SDK declares, by the name of their constant. */
function sdkDocuments(file: string, folder = chosenSdk): Readonly<Record<string, string>> {
  const constants = [...sdkSource(file, folder).matchAll(/(?:export )?const (\w+) = `([^`]*)`/g)].map(
    ([, name = '', text = '']) => [name, text] as const,
  )
  const whole = (text: string): string =>
    text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => constants.find(([one]) => one === name)?.[1] ?? '')
  return Object.fromEntries(constants.map(([name, text]) => [name, whole(text)]))
}

/** Wire ids of one of the SDK's enumerations, by member. */
export function sdkEnum(
  name: 'Action' | 'EmbedEvent' | 'HostEvent' | 'Param',
  folder = chosenSdk,
): Readonly<Record<string, string>> {
  const members: [string, string][] = []
  new Visitor({
    TSEnumDeclaration({ id, body }) {
      if (id.name !== name) return
      for (const member of body.members) {
        if (member.id.type !== 'Identifier' || member.initializer?.type !== 'Literal') continue
        members.push([member.id.name, String(member.initializer.value)])
      }
    },
  }).visit(parseSync('types.ts', sdkSource('types.ts', folder)).program)
  return Object.fromEntries(members)
}

/** Names of the style variables in the SDK's type. */
export const sdkVariables = (folder = chosenSdk): readonly string[] =>
  [...sdkSource('css-variables.ts', folder).matchAll(/'(--ts-var-[\w-]+)'\?/g)].map(([, name = '']) => name)

/** The selection of an SDK operation; `null` is a field without subfields. */
export interface Fields {
  [name: string]: Fields | null
}

interface Operation {
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
