/** GraphQL documents of the provider's assistant. The pact compares them letter by letter. */

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
                phrase
                candidates
              }
              ambiguousTokens
              subQueries {
                tokens
                cohortConfig {
                  name
                  type
                  anchor
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
                  columns
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
      stateKey {
        transactionId
        generationNumber
      }
    }
  }
}`
