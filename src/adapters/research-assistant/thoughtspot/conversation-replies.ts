import { parsed } from '../../../core/kernel/json'
import * as v from 'valibot'
import { clusterTime, type ClusterTime } from '../../_shared/thoughtspot/cluster-time'
import { answerHandle } from '../../_shared/thoughtspot/ids'
import type {
  AnswerColumn,
  AnswerSuggestion,
  AssistantReply,
  Conversation,
  ResearchFailure,
} from '../../../core/ports/research-assistant'
import { fail, ok, type Result } from '../../../core/kernel/result'

/** The documents come with the parsers of their replies: a chunk that is loaded with the first question. */
export { createConversationDocument, sendMessageDocument } from './conversation-documents'

/**
 * A reply must contain what the vendor's own SDK cannot do without: ids of conversation, message, session and generation. The rest is
 * optional, and its type is not guaranteed: if it is absent, null or of another type, the empty value replaces it and the answer stands.
 */
const anything = v.optional(v.unknown(), null)
const optional = <Schema extends v.GenericSchema>(schema: Schema, empty: v.InferOutput<Schema>) =>
  v.fallback(schema, empty)

/** The vendor marks columns and values: `[COL|sales]`, `[VAL|this year]`. The user sees only the text inside. */
const plain = (text: string): string => text.replaceAll(/\[(?:COL|VAL)\|([^\]]*)\]/g, '$1')

const text = v.optional(v.pipe(v.fallback(v.string(), ''), v.transform(plain)), '')
const maybeText = v.optional(
  v.pipe(
    v.fallback(v.nullable(v.string()), null),
    v.transform((value) => (value === '' ? null : value)),
  ),
  null,
)
/** The strings of a list. A single string counts as a list with an entry for each line. */
const texts = v.pipe(
  anything,
  v.transform((value) => {
    const list: readonly unknown[] = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? value.split('\n')
        : []
    return list
      .filter((one) => typeof one === 'string')
      .map(plain)
      .filter((one) => one.trim() !== '')
  }),
)
/** The valid rows of a list. A single row counts as a list of one. */
const rows = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    anything,
    v.transform((value): readonly v.InferOutput<Schema>[] => {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value]
      return list.flatMap((one) => {
        const row = v.safeParse(schema, one)
        return row.success ? [row.output] : []
      })
    }),
  )

/** A list of which the vendor's own SDK reads only the first entry. The other entries may be anything. */
const headOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list) => list.slice(0, 1)),
    v.array(schema),
  )

const createReply = v.object({ convId: v.pipe(v.string(), v.nonEmpty()) })

/** A word of the question, one or several tokens. */
const phrase = v.pipe(
  rows(v.object({ token: text })),
  v.transform((tokens) => tokens.map(({ token }) => token).join(' ')),
)
const ambiguousPhrase = v.pipe(
  v.object({ token: phrase, alternativePhrases: rows(v.object({ token: phrase })) }),
  v.transform((found) => ({
    phrase: found.token,
    candidates: found.alternativePhrases.map(({ token }) => token),
  })),
)
const ambiguousToken = v.pipe(
  v.object({ token: phrase, alternativeTokens: rows(v.object({ token: text })) }),
  v.transform((found) => ({
    phrase: found.token,
    candidates: found.alternativeTokens.map(({ token }) => token),
  })),
)

const suggestion = v.object({
  sessionId: v.pipe(v.string(), v.nonEmpty()),
  genNo: v.number(),
  stateKey: v.object({ transactionId: v.string(), generationNumber: v.number() }),
  tokens: texts,
  tmlTokens: optional(v.array(v.string()), []),
  worksheetId: maybeText,
  title: text,
  description: text,
  cached: optional(v.boolean(), false),
  sqlQuery: maybeText,
  warningType: maybeText,
  formulaInfo: rows(v.object({ name: text, expression: text })),
  llmReasoning: optional(
    v.nullable(v.object({ assumptions: texts, clarifications: texts, interpretation: text })),
    null,
  ),
  ambiguousPhrases: rows(ambiguousPhrase),
  ambiguousTokens: rows(ambiguousToken),
  subQueries: rows(
    v.object({
      tokens: texts,
      cohortConfig: optional(v.nullable(v.object({ name: maybeText })), null),
    }),
  ),
  visualizationSuggestion: optional(
    v.nullable(
      v.object({
        chartType: text,
        displayMode: text,
        axisConfigs: rows(v.object({ x: texts, y: texts, color: texts })),
        customChartConfigs: rows(v.object({ dimensions: rows(v.object({ columns: texts })) })),
      }),
    ),
    null,
  ),
  tableData: optional(
    v.nullable(
      v.object({
        columnDataLite: rows(
          v.object({
            columnId: v.string(),
            columnDataType: text,
            columnName: text,
            dataValue: anything,
          }),
        ),
      }),
    ),
    null,
  ),
})

const errorData = v.object({ tool: maybeText, errCode: maybeText, errTxt: maybeText, toolErrCode: maybeText })

const sendReply = v.object({
  responses: headOf(
    v.object({
      msgId: v.string(),
      data: v.object({
        asstRespData: v.nullish(
          v.object({
            nlsAnsData: v.nullish(
              v.object({ sageQuerySuggestions: v.nullish(headOf(suggestion), []) }),
              null,
            ),
          }),
          null,
        ),
        errorData: optional(v.nullable(errorData), null),
      }),
    }),
  ),
})

/** Names the path at which a reply differs from the contract, e.g. `responses.0.data`, never its content. */
function malformed(issues: readonly v.BaseIssue<unknown>[]): ResearchFailure {
  const first = issues[0]
  return { kind: 'assistant-malformed', path: first === undefined ? '' : (v.getDotPath(first) ?? '') }
}

export function readConversation(data: unknown, worksheetId: string): Result<Conversation, ResearchFailure> {
  const parsed = v.safeParse(createReply, data)
  return parsed.success
    ? ok({ id: parsed.output.convId, sourceId: worksheetId })
    : fail(malformed(parsed.issues))
}

/**
 * The first answer suggestion, or the error that the assistant sent instead. `drift`: called with the path of values in an unknown form,
 * which are left out. `timeZone`: the cluster's, for days and times that come in seconds.
 */
export function readReply(
  data: unknown,
  convId: string,
  drift?: (path: string) => unknown,
  timeZone = 'UTC',
): Result<AssistantReply, ResearchFailure> {
  const parsed = v.safeParse(sendReply, data)
  if (!parsed.success) return fail(malformed(parsed.issues))
  const response = parsed.output.responses[0]
  if (response === undefined) return fail({ kind: 'assistant-malformed', path: 'responses.0' })
  const error = response.data.errorData
  const found = response.data.asstRespData?.nlsAnsData?.sageQuerySuggestions[0]
  if (error !== null && (error.errTxt !== null || error.errCode !== null || found === undefined)) {
    return fail({
      kind: 'assistant-error',
      text: error.errTxt ?? 'The assistant could not answer.',
      code: error.toolErrCode ?? error.errCode,
      tool: error.tool,
    })
  }
  if (found === undefined)
    return fail({
      kind: 'assistant-malformed',
      path: 'responses.0.data.asstRespData.nlsAnsData.sageQuerySuggestions.0',
    })
  const { sessionId, genNo, stateKey } = found
  const handle = answerHandle({
    convId,
    messageId: response.msgId,
    sessionId,
    genNo: String(genNo),
    acSessionId: stateKey.transactionId,
    acGenNo: String(stateKey.generationNumber),
  })
  const time = clusterTime(timeZone)
  const table = (found.tableData?.columnDataLite ?? []).map((column) => tableColumn(column, time))
  if (table.some(({ isWhole }) => !isWhole)) drift?.('tableData.columnDataLite.*.dataValue')
  return ok({ handle, answer: { ...answerOf(found), table: table.map(({ column }) => column) } })
}

type Column = NonNullable<v.InferOutput<typeof suggestion>['tableData']>['columnDataLite'][number]

/**
 * The values of a column come as a list or as its JSON text, which the vendor's own application parses
 * (thoughtspot/ts-demo-builder, `src/Views/BodylessSpotter/Services/TS.ts`: `getCSVFromData`, `prettifyDateVal`).
 */
function tableColumn(
  { columnId, columnName, columnDataType, dataValue }: Column,
  time: ClusterTime,
): {
  readonly column: AnswerColumn
  /** False if the values, or some of them, have an unknown form. */
  readonly isWhole: boolean
} {
  // Text that is no list as JSON has an unknown form.
  const list = typeof dataValue === 'string' ? (parsed(dataValue) ?? undefined) : dataValue
  const isDate = /date/i.test(columnDataType)
  const cells = Array.isArray(list) ? list.map((cell: unknown) => cellOf(cell, isDate, time)) : []
  return {
    column: {
      id: columnId,
      name: columnName,
      dataType: columnDataType,
      values: cells.map((cell) => cell ?? null),
    },
    isWhole: (Array.isArray(list) || list === null) && !cells.includes(undefined),
  }
}

const secondsCell = v.object({ v: v.object({ s: v.number() }) })

/** Dates may come in seconds since the epoch: `{ v: { s } }`, or the number alone. Undefined for an unknown form. */
function cellOf(
  cell: unknown,
  isDate: boolean,
  time: ClusterTime,
): AnswerColumn['values'][number] | undefined {
  if (typeof cell === 'number') return isDate ? (time.isoOf(cell) ?? undefined) : cell
  if (typeof cell === 'string' || typeof cell === 'boolean' || cell === null) return cell
  const date = v.safeParse(secondsCell, cell)
  return date.success ? (time.isoOf(date.output.v.s) ?? undefined) : undefined
}

/** The part of the vendor's answer that the portal shows, in the port's terms. */
function answerOf(found: v.InferOutput<typeof suggestion>): Omit<AnswerSuggestion, 'table'> {
  const { llmReasoning, visualizationSuggestion, formulaInfo, ambiguousPhrases } = found
  const { tokens, tmlTokens, worksheetId, title, description, cached, sqlQuery, warningType } = found
  const { ambiguousTokens, subQueries } = found
  // A word that is ambiguous as a phrase is often listed as a token as well.
  const phrases = new Set(ambiguousPhrases.map(({ phrase: one }) => one))
  return {
    tokens,
    query: tmlTokens.join(' '),
    sourceId: worksheetId,
    title,
    description,
    cached,
    sqlQuery,
    warningType,
    formulas: formulaInfo,
    reasoning: llmReasoning ?? { assumptions: [], clarifications: [], interpretation: '' },
    ambiguities: [
      ...ambiguousPhrases,
      ...ambiguousTokens.filter(({ phrase: one }) => !phrases.has(one)),
    ].filter(({ phrase: one, candidates }) => one !== '' && candidates.length > 0),
    subQueries: subQueries.map(({ tokens, cohortConfig }) => ({ tokens, name: cohortConfig?.name ?? null })),
    visualization:
      visualizationSuggestion === null
        ? null
        : {
            chartType: visualizationSuggestion.chartType,
            displayMode: visualizationSuggestion.displayMode,
            axes: visualizationSuggestion.axisConfigs,
            columns: visualizationSuggestion.customChartConfigs.flatMap(({ dimensions }) =>
              dimensions.flatMap(({ columns }) => columns),
            ),
          },
  }
}
