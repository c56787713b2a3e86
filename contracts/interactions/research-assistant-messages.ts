import { MatchersV3 } from '@pact-foundation/pact'
import {
  createConversationDocument,
  sendMessageDocument,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-documents'
import { researchAssistantRoutes } from '../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import { something, type ContractRequest } from './contract'
import { validAccessToken } from './examples'
import { exampleConversation } from '../../local/provider-states/states'

const { eachLike, like, integer, string, boolean } = MatchersV3
const { conversationId, worksheetId, question } = exampleConversation

/** Id of the question in every exchange of this contract. */
export const messageId = 'f3b0a8de-3a9f-4d63-9c0f-2f5c7d1e9a10'

const stateKey = { transactionId: string('transaction-1'), generationNumber: integer(3) }
export const chatSession = { sessionId: something('session-1'), genNo: integer(2), stateKey }
export const created = (data: unknown) => ({ data: { ConvAssist__createConversation: data } })
export const replied = (data: unknown) => ({
  data: { ConvAssist__sendMessage: { responses: [{ msgId: string(messageId), data }] } },
})
export const suggested = (suggestion: unknown) => ({
  asstRespData: { nlsAnsData: { sageQuerySuggestions: eachLike(suggestion) } },
})
const texts = (example: string) => eachLike(string(example))

/** Every field of the specification's section 3. */
export const fullSuggestion = {
  ...chatSession,
  tokens: texts('share'),
  tmlTokens: texts('[share]'),
  worksheetId: string(worksheetId),
  title: string('Share of stablecoin supply by chain'),
  description: string('Each chain’s share of all stablecoins'),
  cached: boolean(true),
  sqlQuery: string('select 1'),
  warningType: string('TOP_N_APPLIED'),
  formulaInfo: eachLike({ name: string('share'), expression: string('sum ( supply )') }),
  llmReasoning: {
    assumptions: string('the last day'),
    clarifications: string('tokens, not dollars'),
    interpretation: string('Supply by chain, latest day'),
  },
  ambiguousPhrases: eachLike({
    token: eachLike({ token: string('supply') }),
    alternativePhrases: eachLike({ token: eachLike({ token: string('circulating supply') }) }),
  }),
  ambiguousTokens: eachLike({
    token: { token: string('chain') },
    alternativeTokens: eachLike({ token: string('home chain') }),
  }),
  subQueries: eachLike({
    tokens: texts('top 5'),
    cohortConfig: { name: string('Largest chains') },
  }),
  visualizationSuggestion: {
    chartType: string('BAR'),
    displayMode: string('CHART_MODE'),
    axisConfigs: eachLike({ x: texts('chain'), y: texts('share'), color: texts('chain') }),
    customChartConfigs: eachLike({ dimensions: eachLike({ columns: texts('chain') }) }),
  },
  tableData: {
    columnDataLite: [
      {
        columnId: string('chain'),
        columnName: string('Chain'),
        columnDataType: string('VARCHAR'),
        dataValue: like(['Ethereum']),
      },
      {
        columnId: string('share'),
        columnName: string('Share'),
        columnDataType: string('DOUBLE'),
        dataValue: like([52.5]),
      },
    ],
  },
}

const { regex } = MatchersV3

function request(
  operationName: keyof typeof researchAssistantRoutes,
  query: string,
  params: unknown,
  token: string,
): ContractRequest {
  const { method, path } = researchAssistantRoutes[operationName]
  return {
    method,
    path,
    query: { op: operationName },
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json;charset=UTF-8',
      'X-Requested-By': 'ThoughtSpot',
    },
    json: { operationName, query, variables: { params } },
  }
}

/** Request that starts a conversation. */
export const opening = (worksheet: string = worksheetId, token = validAccessToken): ContractRequest =>
  request(
    'CreateConversation',
    createConversationDocument,
    {
      initialCtx: {
        type: 'TS_WORKSHEET',
        tsWorksheetCtx: { worksheet: { worksheetId: worksheet } },
      },
      userInfo: { tenantUrl: regex('^https?://[^/]+/prism$', 'https://bi.example.com/prism') },
    },
    token,
  )

/** Request that asks a question in a conversation. */
export const asking = (
  text: string = question,
  token = validAccessToken,
  convId: string = conversationId,
): ContractRequest =>
  request(
    'SendMessage',
    sendMessageDocument,
    {
      convId,
      headers: [],
      msg: {
        msgId: messageId,
        type: 'USER_COMMAND',
        data: {
          userCmdData: {
            cmdText: text,
            nlsData: { worksheetId, questionType: 'ANSWER_SPEC_GENERATION' },
          },
        },
      },
    },
    token,
  )
