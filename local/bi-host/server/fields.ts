import type { Fields } from './document'

/** Leaves by name. */
function leaves(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, null]))
}

const context: Fields = {
  ...leaves('sessionId', 'genNo'),
  stateKey: leaves('transactionId', 'generationNumber'),
  worksheet: leaves('worksheetId', 'worksheetName'),
}

export const conversationFields: Fields = { convId: null, initialCtx: { type: null, tsAnsCtx: context } }

const suggestionFields: Fields = {
  ...leaves('sessionId', 'genNo', 'tokens', 'tmlTokens', 'worksheetId', 'description', 'title', 'cached'),
  ...leaves('sqlQuery', 'warningType', 'ambiguousTokens'),
  stateKey: leaves('transactionId', 'generationNumber'),
  formulaInfo: leaves('name', 'expression'),
  llmReasoning: leaves('assumptions', 'clarifications', 'interpretation'),
  ambiguousPhrases: leaves('phrase', 'candidates'),
  subQueries: { tokens: null, cohortConfig: leaves('name', 'type', 'anchor') },
  visualizationSuggestion: {
    ...leaves('chartType', 'displayMode'),
    axisConfigs: leaves('x', 'y', 'color'),
    customChartConfigs: leaves('key', 'columns'),
  },
  tableData: { columnDataLite: leaves('columnId', 'columnDataType', 'dataValue', 'columnName') },
}

export const messageFields: Fields = {
  responses: {
    msgId: null,
    data: {
      asstRespData: {
        ...leaves('tool', 'asstRespText'),
        nlsAnsData: { sageQuerySuggestions: suggestionFields },
      },
      errorData: leaves('tool', 'errCode', 'errTxt', 'toolErrCode'),
    },
  },
  prevCtx: context,
}
