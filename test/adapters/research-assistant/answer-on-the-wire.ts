import type { AnswerSuggestion } from '../../../src/core/ports/research-assistant'

/** An answer, or the words of an error, as the provider's `SendMessage` carries it. */
export function answerOnTheWire(messageId: string, answer: AnswerSuggestion | string): unknown {
  const data =
    typeof answer === 'string'
      ? {
          asstRespData: null,
          errorData: { tool: 'SEARCH', errCode: 'NOT_UNDERSTOOD', errTxt: answer, toolErrCode: null },
        }
      : {
          asstRespData: { tool: 'SEARCH', nlsAnsData: { sageQuerySuggestions: [suggestion(answer)] } },
          errorData: null,
        }
  return { responses: [{ msgId: messageId, data }], prevCtx: null }
}

function suggestion({ reasoning, visualization, table, ...rest }: AnswerSuggestion): unknown {
  return {
    ...rest,
    llmReasoning: reasoning,
    visualizationSuggestion: visualization,
    tableData: {
      columnDataLite: table.map(({ id, name, dataType, values }) => ({
        columnId: id,
        columnName: name,
        columnDataType: dataType,
        dataValue: values,
      })),
    },
  }
}
