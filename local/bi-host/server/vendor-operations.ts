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
export const vendorOperations = `
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
