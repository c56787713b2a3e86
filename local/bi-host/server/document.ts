import { GraphQLError, Kind, parse, type SelectionSetNode } from 'graphql'
import { vendorOperations, type VendorOperation } from './vendor-operations'
import * as v from 'valibot'
import type { BiBearer } from '../wire/bi-token'
import { Refusal } from '../warehouse/problem'
import { bearerOf } from './access'
import { ownerOf } from './answer-tiles'
import type { Host } from './host'
import type { Operation } from './routes/boards'

/** The fields a document selects. A field without subfields maps to `null`. */
export type Selection = ReadonlyMap<string, Selection | null>

/** The available fields, in the same shape. */
interface Fields {
  readonly [name: string]: Fields | null
}

interface Described {
  readonly kind: string
  readonly root: string
  readonly arguments: readonly string[]
  readonly fields: Fields
}

const { definitions } = parse(vendorOperations, { noLocation: true })
const fragments = new Map(
  definitions.flatMap((one) =>
    one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
  ),
)

const fieldsOf = (set: SelectionSetNode | undefined): Fields =>
  Object.assign(
    {},
    ...(set?.selections ?? []).map((one) =>
      one.kind === Kind.FIELD
        ? { [one.name.value]: one.selectionSet ? fieldsOf(one.selectionSet) : null }
        : one.kind === Kind.FRAGMENT_SPREAD && fieldsOf(fragments.get(one.name.value)),
    ),
  )

export const describedOperations: ReadonlyMap<string, Described> = new Map(
  definitions.flatMap((one) => {
    const root = one.kind === Kind.OPERATION_DEFINITION ? one.selectionSet.selections[0] : undefined
    if (one.kind !== Kind.OPERATION_DEFINITION || root?.kind !== Kind.FIELD) return []
    const given = (root.arguments ?? []).map(({ name }) => name.value)
    const fields = fieldsOf(root.selectionSet)
    return [[one.name?.value ?? '', { kind: one.operation, root: root.name.value, arguments: given, fields }]]
  }),
)

function described(name: VendorOperation): Described {
  const operation = describedOperations.get(name)
  if (operation === undefined) throw new Error(`The vendor has no operation ${name}.`)
  return operation
}

/** The message is written for the author of the document, who can act on it. */
export class DocumentProblem extends Error {
  override readonly name = 'DocumentProblem'
}

export const rootOf = (name: VendorOperation): string => described(name).root

/** Parses the document of an operation. It may select only fields that the vendor's own document selects. @throws DocumentProblem */
export function selectionOf(name: VendorOperation, text: string): Selection {
  const { kind, root, arguments: given, fields } = described(name)
  const [definition, ...others] = parsed(text).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION || others.length > 0)
    throw new DocumentProblem('The document has to hold one operation and nothing else.')
  const [first, ...more] = definition.selectionSet.selections
  const called = `${definition.operation} ${definition.name?.value}`
  if (
    called !== `${kind} ${name}` ||
    first?.kind !== Kind.FIELD ||
    first.name.value !== root ||
    more.length > 0
  )
    throw new DocumentProblem(`The document is no ${kind} ${name} of ${root}.`)
  const unknown = (first.arguments ?? []).find((argument) => !given.includes(argument.name.value))
  if (unknown) throw new DocumentProblem(`Unknown argument "${unknown.name.value}" on field "${root}".`)
  return selected(first.selectionSet, fields, root) ?? new Map<string, Selection | null>()
}

function parsed(text: string) {
  try {
    return parse(text, { noLocation: true, maxTokens: 2_000 })
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentProblem(error.message)
    throw error
  }
}

/** @throws DocumentProblem for an unknown field, or one selected in the wrong way */
function selected(set: SelectionSetNode | undefined, known: Fields | null, path: string): Selection | null {
  if ((known === null) !== (set === undefined)) {
    const must = known === null ? 'must not have' : 'must have'
    throw new DocumentProblem(`Field "${path}" ${must} a selection of subfields.`)
  }
  if (set === undefined || known === null) return null
  const found = new Map<string, Selection | null>()
  for (const field of set.selections) {
    if (field.kind === Kind.FRAGMENT_SPREAD)
      throw new DocumentProblem(`Unknown fragment "${field.name.value}".`)
    // Where a selection has several object types, one type here has the fields of all the others.
    if (field.kind === Kind.INLINE_FRAGMENT) {
      for (const [name, below] of selected(field.selectionSet, known, path) ?? []) found.set(name, below)
      continue
    }
    const name = field.name.value
    // Every object has `__typename`.
    const inner = name === '__typename' ? null : Object.hasOwn(known, name) ? known[name] : undefined
    if (inner === undefined || field.alias) {
      throw new DocumentProblem(`Cannot query field "${field.alias?.value ?? name}" on "${path}".`)
    }
    found.set(name, selected(field.selectionSet, inner, `${path}.${name}`))
  }
  return found
}

/** Projects a value to the selected fields. Missing fields become null. */
export function pick(value: unknown, selection: Selection | null): unknown {
  if (selection === null || value === null || value === undefined) return value ?? null
  if (Array.isArray(value)) return value.map((one) => pick(one, selection))
  const row = value as Readonly<Record<string, unknown>>
  return Object.fromEntries([...selection].map(([field, below]) => [field, pick(row[field], below)]))
}

/** Context of a call: the host, the bearer, and the owner key of the bearer's sessions. */
export interface CallContext {
  readonly host: Host
  readonly bearer: BiBearer
  readonly owner: string
}

/** Handler of one of the SDK's operations. Resolves to the value of its root field. */
type Handler<Schema extends v.GenericSchema> = (
  given: v.InferOutput<Schema>,
  asked: CallContext,
) => Promise<unknown>

/** Replies with what the document selects. The host's own page sends no document and gets every field. */
export function documented<Schema extends v.GenericSchema>(
  name: VendorOperation,
  schema: Schema,
  run: Handler<Schema>,
): Operation {
  return async (host, request) => {
    const bearer = await bearerOf(request, host.tokens)
    const root = rootOf(name)
    try {
      const { body } = request
      const selection = v.is(v.object({ query: v.string() }), body) ? selectionOf(name, body.query) : null
      const value = await run(variablesOf(body, schema), { host, bearer, owner: ownerOf(bearer) })
      return { data: { [root]: pick(value, selection) } }
    } catch (error) {
      if (!(error instanceof DocumentProblem)) throw error
      return { data: null, errors: [{ message: error.message, path: [root] }] }
    }
  }
}

/** An id that this host issued. The longest is a session id: a container's id plus an answer's id. */
export const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(410))

/** How the SDK identifies an answer: session id and generation number. */
export const sessionSchema = v.object({
  sessionId: idSchema,
  genNo: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

export const idOf = (sessionId: string, genNo: number): object => ({
  sessionId,
  genNo,
  acSession: { sessionId, genNo },
})

/** Throws `bad-request`, naming the invalid variable. */
export function variablesOf<Schema extends v.GenericSchema>(
  body: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(v.object({ variables: schema }), body)
  if (result.success) return result.output.variables
  const [issue] = result.issues
  throw new Refusal('bad-request', `The call is not understood: ${v.getDotPath(issue) ?? 'body'}.`)
}
