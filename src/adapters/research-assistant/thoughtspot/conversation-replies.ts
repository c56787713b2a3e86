import * as v from 'valibot'
import type {
  AnswerSuggestion,
  AssistantReply,
  Conversation,
  ConversationContext,
  ResearchFailure,
} from '../../../core/ports/research-assistant'
import { fail, ok, type Result } from '../../../core/kernel/result'

/** Absent, null and empty are the same to the provider; here they become the empty value. */
const text = v.fallback(v.string(), '')
const texts = v.pipe(
  v.nullish(v.array(v.nullable(v.string())), []),
  v.transform((list) => list.filter((entry) => entry !== null)),
)
const maybeText = v.pipe(
  v.nullish(v.string(), null),
  v.transform((value) => (value === '' ? null : value)),
)
const listOf = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(v.array(schema), [])

const stateKey = v.object({ transactionId: v.string(), generationNumber: v.number() })
const context = v.object({
  sessionId: v.string(),
  genNo: v.number(),
  stateKey: v.nullish(stateKey, null),
  worksheet: v.nullish(v.object({ worksheetId: v.string(), worksheetName: text }), null),
})

const createReply = v.object({
  convId: v.pipe(v.string(), v.nonEmpty()),
  initialCtx: v.nullish(v.object({ tsAnsCtx: v.nullish(context, null) }), null),
})

const suggestion = v.object({
  sessionId: v.pipe(v.string(), v.nonEmpty()),
  genNo: v.number(),
  stateKey,
  tokens: texts,
  tmlTokens: texts,
  worksheetId: maybeText,
  title: text,
  description: text,
  cached: v.nullish(v.boolean(), false),
  sqlQuery: maybeText,
  warningType: maybeText,
  formulaInfo: listOf(v.object({ name: text, expression: text })),
  llmReasoning: v.nullish(
    v.object({ assumptions: texts, clarifications: texts, interpretation: text }),
    null,
  ),
  ambiguousPhrases: listOf(v.object({ phrase: text, candidates: texts })),
  ambiguousTokens: texts,
  subQueries: listOf(
    v.object({
      tokens: texts,
      cohortConfig: v.nullish(v.object({ name: text, type: text, anchor: maybeText }), null),
    }),
  ),
  visualizationSuggestion: v.nullish(
    v.object({
      chartType: text,
      displayMode: text,
      axisConfigs: listOf(v.object({ x: texts, y: texts, color: texts })),
      customChartConfigs: listOf(v.object({ key: text, columns: texts })),
    }),
    null,
  ),
  tableData: v.nullish(
    v.object({
      columnDataLite: listOf(
        v.object({
          columnId: v.string(),
          columnDataType: text,
          columnName: text,
          dataValue: listOf(v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
        }),
      ),
    }),
    null,
  ),
})

const errorData = v.object({ tool: maybeText, errCode: maybeText, errTxt: maybeText, toolErrCode: maybeText })

const sendReply = v.object({
  responses: v.array(
    v.object({
      msgId: v.string(),
      data: v.object({
        asstRespData: v.nullish(
          v.object({ nlsAnsData: v.nullish(v.object({ sageQuerySuggestions: listOf(suggestion) }), null) }),
          null,
        ),
        errorData: v.nullish(errorData, null),
      }),
    }),
  ),
  prevCtx: v.nullish(context, null),
})

/** Where a reply is not what was agreed, e.g. `responses.0.data`; never what stood there. */
function malformed(issues: readonly v.BaseIssue<unknown>[]): ResearchFailure {
  const first = issues[0]
  return { kind: 'assistant-malformed', path: first === undefined ? '' : (v.getDotPath(first) ?? '') }
}

function contextOf(value: v.InferOutput<typeof context> | null): ConversationContext | null {
  return value === null
    ? null
    : {
        sessionId: value.sessionId,
        genNo: value.genNo,
        stateKey: value.stateKey,
        worksheet:
          value.worksheet === null
            ? null
            : { id: value.worksheet.worksheetId, name: value.worksheet.worksheetName },
      }
}

export function readConversation(data: unknown, worksheetId: string): Result<Conversation, ResearchFailure> {
  const parsed = v.safeParse(createReply, data)
  if (!parsed.success) return fail(malformed(parsed.issues))
  const { convId, initialCtx } = parsed.output
  return ok({ id: convId, worksheetId, context: contextOf(initialCtx?.tsAnsCtx ?? null) })
}

/** The first answer suggestion, or what the assistant said instead. */
export function readReply(data: unknown): Result<AssistantReply, ResearchFailure> {
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
  return ok({ messageId: response.msgId, answer: answerOf(found), context: contextOf(parsed.output.prevCtx) })
}

function answerOf(found: v.InferOutput<typeof suggestion>): AnswerSuggestion {
  const { llmReasoning, visualizationSuggestion, tableData, ...rest } = found
  return {
    ...rest,
    reasoning: llmReasoning ?? { assumptions: [], clarifications: [], interpretation: '' },
    visualization: visualizationSuggestion,
    table: (tableData?.columnDataLite ?? []).map((column) => ({
      id: column.columnId,
      name: column.columnName,
      dataType: column.columnDataType,
      values: column.dataValue,
    })),
  }
}
