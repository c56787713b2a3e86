import type { AnswerSuggestion } from '../../../src/core/ports/research-assistant'

/** An answer, or the text of an error, as in the provider's `SendMessage` reply. */
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
  return { responses: [{ msgId: messageId, data }] }
}

function suggestion({ reasoning, visualization, table, formulas, ...rest }: AnswerSuggestion): unknown {
  const { ambiguities, subQueries, query, sourceId, ...same } = rest
  return {
    ...same,
    sessionId: 'session-1',
    genNo: 2,
    stateKey: { transactionId: 'transaction-1', generationNumber: 3 },
    tmlTokens: query.split(' '),
    worksheetId: sourceId,
    formulaInfo: formulas,
    llmReasoning: {
      assumptions: reasoning.assumptions.join('\n'),
      clarifications: reasoning.clarifications.join('\n'),
      interpretation: reasoning.interpretation,
    },
    ambiguousTokens: ambiguities.map(({ phrase, candidates }) => ({
      token: { token: phrase },
      alternativeTokens: candidates.map((token) => ({ token })),
    })),
    subQueries: subQueries.map(({ tokens, name }) => ({
      tokens,
      cohortConfig: name === null ? null : { name },
    })),
    visualizationSuggestion:
      visualization === null
        ? null
        : {
            ...visualization,
            axisConfigs: visualization.axes,
            customChartConfigs: [{ key: 'bars', dimensions: [{ key: 'x', columns: visualization.columns }] }],
          },
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
