import { GraphQLError, Kind, parse, type SelectionSetNode } from 'graphql'
import * as v from 'valibot'
import type { BiBearer } from '../wire/bi-token'
import { Refusal } from '../warehouse/problem'
import { bearerOf } from './access'
import { ownerOf } from './answer-tiles'
import type { Host } from './host'
import type { Operation } from './routes/boards'

export type VendorOperation =
  | 'CreateConversation'
  | 'SendMessage'
  | 'GetUnAggregatedAnswerSession'
  | 'RemoveColumns'
  | 'AddColumns'
  | 'AddUpdateFilter'
  | 'GetAnswer'
  | 'GetTableWithHeadlineData'
  | 'GetSQLQuery'
  | 'UpdateDisplayMode'
  | 'GetUnsavedAnswerTML'
  | 'GetSourceDetail'
  | 'GetEurekaVizSnapshots'

/** The operations that the vendor's own SDK sends, with every field. An oracle test compares them with the SDK's documents. */
const vendorOperations = `
  fragment session on _ { sessionId genNo acSession { sessionId genNo } }
  fragment stateKey on _ { transactionId generationNumber }
  fragment references on _ { guid displayName }
  fragment column on _ { id name referencedColumns { ...references } }
  fragment phrase on _ { isCompletePhrase numTokens phraseType startIndex }
  fragment token on _ { token dataType typeEnum guid tokenMetadata { name } }
  fragment change on _ { phrase { ...phrase } tokens { ...token } }
  fragment formula on _ { name expression }
  fragment table on _ { created description guid indexVersion modified name }
  mutation CreateConversation { ConvAssist__createConversation(request: $request) {
    convId
    initialCtx {
      type tsAnsCtx { sessionId genNo stateKey { ...stateKey } worksheet { worksheetId worksheetName } }
    }
  } }
  query SendMessage { ConvAssist__sendMessage(request: $request) {
    responses {
      timestamp msgId
      data {
        asstRespData {
          tool asstRespText
          nlsAnsData {
            sageQuerySuggestions {
              sageQueryTokens {
                additions { ...change } phrases { ...phrase } removals { ...change } tokens { ...token }
              }
              llmReasoning { assumptions clarifications interpretation } tokens tmlTokens worksheetId
              description title cached sqlQuery sessionId genNo formulaInfo { ...formula } tmlPhrases
              ambiguousPhrases {
                alternativePhrases { phraseType token { ...token } } ambiguityType token { ...token }
              }
              ambiguousTokens {
                alternativeTokens {
                  token dataType typeEnum guid
                  tokenMetadata {
                    name deprecatedTableGuid deprecatedTableName isFormula rootTables { ...table }
                    schemaTableUserDefinedName table { ...table }
                  }
                }
                ambiguityType token { ...token }
              }
              stateKey { ...stateKey }
              subQueries {
                tokens
                cohortConfig {
                  anchorColumnId cohortAnswerGuid cohortGroupingType cohortGuid cohortType
                  combineNonGroupValues description groupExcludedQueryValues hideExcludedQueryValues
                  isEditable name nullOutputValue returnColumnId
                }
                formulas { ...formula }
              }
              visualizationSuggestion {
                chartType displayMode axisConfigs { category color hidden size sort x y }
                usersVizIntentApplied customChartConfigs { dimensions { columns key } key }
                customChartGuid
              }
              tableData { columnDataLite { columnId columnDataType dataValue columnName } } warningType
            }
            debugInfo {
              fewShotExamples { chartType id mappingId nlQuery nlQueryConcepts sageQuery scope sql tml }
            }
          }
        }
        errorData { tool errCode errTxt toolErrCode }
      }
      type
    }
    prevCtx { genNo sessionId }
  } }
  mutation GetUnAggregatedAnswerSession { Answer__getUnaggregatedAnswer(session: $session, columns: $columns) {
    id { ...session } answer { visualizations { columns { column { ...column } } } }
  } }
  mutation RemoveColumns { Answer__removeColumns(session: $session, logicalColumnIds: $logicalColumnIds, columnIds: $columnIds) {
    id { ...session }
  } }
  mutation AddColumns { Answer__addColumn(session: $session, columns: $columns) { id { ...session } } }
  mutation AddUpdateFilter { Answer__addUpdateFilter(session: $session, params: $params) {
    id { ...session }
  } }
  query GetAnswer { getAnswer(session: $session) {
    id { ...session }
    answer {
      id name description displayMode sources { header { ...references } }
      filterGroups {
        columnInfo { name referencedColumns { ...references } }
        filters { filterContent { filterType negate value { key } } }
      }
      metadata { author authorId createdAt isDiscoverable isHidden modifiedAt }
      visualizations { id columns { column { ...column } } }
    }
  } }
  query GetTableWithHeadlineData { getAnswer(session: $session) {
    id { ...session }
    answer { id visualizations { id columns { column { id name type aggregationType dataType } } data } }
  } }
  mutation GetSQLQuery { Answer__getQuery(session: $session) { sql } }
  mutation UpdateDisplayMode { Answer__updateProperties(session: $session, displayMode: $displayMode) {
    id { ...session } answer { id displayMode suggestedDisplayMode }
  } }
  mutation GetUnsavedAnswerTML { UnsavedAnswer_getTML(session: $session, exportDependencies: $exportDependencies, formatType: $formatType, exportPermissions: $exportPermissions, exportFqn: $exportFqn) {
    zipFile object { edoc name type }
  } }
  query GetSourceDetail { getSourceDetailById(ids: $ids, type: $type) {
    id name description authorName authorDisplayName isExternal type created modified
    columns {
      id name author authorDisplayName description dataType type modified ownerName owner dataRecency
      sources { tableId tableName columnId columnName } synonyms cohortAnswerId
    }
    relationships destinationRelationships dataSourceId
  } }
  query GetEurekaVizSnapshots { getEurekaVizSnapshot(id: $id, reportBookId: $reportBookId, reportBookType: $reportBookType, version: $version) {
    id vizContent snapshotType createdMs
  } }
`

/** The fields a document selects. A field without subfields maps to `null`. */
type Selection = ReadonlyMap<string, Selection | null>

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
