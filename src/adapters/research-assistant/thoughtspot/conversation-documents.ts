/**
 * GraphQL documents of the vendor's assistant. Each is a subset of what the vendor's own SDK requests (its `utils/graphql/nlsService`),
 * with fields of the same kinds, so that a cluster that answers the SDK answers the portal. The pact compares them letter by letter.
 *
 * `initialCtx`, `prevCtx` and the whole of `cohortConfig` are requested because the specification names them (section 3 and "AI
 * conversation"). The portal shows only a group's name of them, so replies may omit them: a later message needs only `convId`.
 */

export const createConversationDocument = `mutation CreateConversation($params: Input_convassist_CreateConversationRequest) {
  ConvAssist__createConversation(request: $params) {
    convId
    initialCtx {
      type
      tsAnsCtx {
        sessionId
        genNo
        stateKey {
          transactionId
          generationNumber
        }
        worksheet {
          worksheetId
          worksheetName
        }
      }
    }
  }
}`

export const sendMessageDocument = `query SendMessage($params: Input_convassist_SendMessageRequest) {
  ConvAssist__sendMessage(request: $params) {
    responses {
      msgId
      data {
        asstRespData {
          tool
          asstRespText
          nlsAnsData {
            sageQuerySuggestions {
              sessionId
              genNo
              stateKey {
                transactionId
                generationNumber
              }
              tokens
              tmlTokens
              worksheetId
              description
              title
              cached
              sqlQuery
              warningType
              formulaInfo {
                name
                expression
              }
              llmReasoning {
                assumptions
                clarifications
                interpretation
              }
              ambiguousPhrases {
                token {
                  token
                }
                alternativePhrases {
                  token {
                    token
                  }
                }
              }
              ambiguousTokens {
                token {
                  token
                }
                alternativeTokens {
                  token
                }
              }
              subQueries {
                tokens
                cohortConfig {
                  name
                  cohortType
                  anchorColumnId
                }
              }
              visualizationSuggestion {
                chartType
                displayMode
                axisConfigs {
                  x
                  y
                  color
                }
                customChartConfigs {
                  key
                  dimensions {
                    key
                    columns
                  }
                }
              }
              tableData {
                columnDataLite {
                  columnId
                  columnDataType
                  dataValue
                  columnName
                }
              }
            }
          }
        }
        errorData {
          tool
          errCode
          errTxt
          toolErrCode
        }
      }
    }
    prevCtx {
      sessionId
      genNo
    }
  }
}`
