import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  createConversationDocument,
  sendMessageDocument,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-documents'
import {
  researchAssistantRoutes,
  thoughtSpotResearchAssistant,
} from '../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import {
  something,
  validAccessToken,
  inBetween,
  exampleCredentials,
  refusedAccessToken,
  type ContractRequest,
  type Contract,
} from './contract'
import {
  exampleConversation,
  researchAssistantStates as states,
} from '../../local/provider-states/provider-states'
import { answerHandle } from '../../src/adapters/_shared/thoughtspot/ids'
import type { Conversation, ResearchAssistant } from '../../src/core/ports/research-assistant'

const { eachLike, like, integer, string, boolean } = MatchersV3
const { conversationId, absentConversationId, worksheetId, question, questionNobodyUnderstands } =
  exampleConversation

/** Id of the question in every exchange of this contract. */
const messageId = 'f3b0a8de-3a9f-4d63-9c0f-2f5c7d1e9a10'

const stateKey = { transactionId: string('transaction-1'), generationNumber: integer(3) }
const chatSession = { sessionId: something('session-1'), genNo: integer(2), stateKey }
const created = (data: unknown) => ({ data: { ConvAssist__createConversation: data } })
const replied = (data: unknown) => ({
  data: { ConvAssist__sendMessage: { responses: [{ msgId: string(messageId), data }] } },
})
const suggested = (suggestion: unknown) => ({
  asstRespData: { nlsAnsData: { sageQuerySuggestions: eachLike(suggestion) } },
})
const texts = (example: string) => eachLike(string(example))

/** Every field of the specification's section 3. */
const fullSuggestion = {
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
const opening = (worksheet: string = worksheetId, token = validAccessToken): ContractRequest =>
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
const asking = (
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

const conversation: Conversation = { id: conversationId, sourceId: worksheetId }

function assistant(baseUrl: string, token = validAccessToken): ResearchAssistant {
  return thoughtSpotResearchAssistant({
    baseUrl,
    timeZone: 'UTC',
    tokens: {
      token: async () => ({ ok: true, value: { value: token, serverTime: null } }),
      drop: () => undefined,
    },
  })
}

const ask = (baseUrl: string, text: string = question, token = validAccessToken) =>
  assistant(baseUrl, token).ask(conversation, { id: messageId, text })

/** Session members of every answer. */
const answered = { sessionId: 'session-1', genNo: '2', acSessionId: 'transaction-1', acGenNo: '3' }

const open = { conversationId, worksheetId, question }

export const researchAssistantContract: Contract = (add) => {
  for (const part of [conversations, answers, refusedAnswers, failures]) part(add)
}

const conversations: Contract = (add) => {
  add(
    'a conversation about a worksheet',
    {
      given: states.mayAsk,
      parameters: { worksheetId },
      request: opening(),
      response: {
        status: 200,
        json: created({ convId: something(conversationId) }),
      },
    },
    async (baseUrl) => {
      expect(await assistant(baseUrl).open(worksheetId)).toEqual({
        ok: true,
        value: { id: conversationId, sourceId: worksheetId },
      })
    },
  )

  add(
    'a conversation about a worksheet that is not there',
    {
      given: states.noWorksheet,
      parameters: { absentWorksheetId: 'no-such-worksheet' },
      request: opening('no-such-worksheet'),
      response: {
        status: 200,
        orStatus: [400],
        json: { errors: eachLike(like({})) },
      },
    },
    async (baseUrl) => {
      expect(await assistant(baseUrl).open('no-such-worksheet')).toEqual({
        ok: false,
        failure: { kind: 'assistant-rejected' },
      })
    },
  )

  add(
    'a conversation, with a token that is not valid',
    {
      given: states.refusedToken,
      request: opening(worksheetId, refusedAccessToken),
      response: { status: 401 },
    },
    async (baseUrl) => {
      expect(await assistant(baseUrl, refusedAccessToken).open(worksheetId)).toEqual({
        ok: false,
        failure: { kind: 'assistant-refused', status: 401 },
      })
    },
  )

  add(
    'a conversation for a person who may not have one',
    {
      given: states.notAllowed,
      mayNotRun: true,
      request: opening(worksheetId, exampleCredentials.forbidden),
      response: { status: 403 },
    },
    async (baseUrl) => {
      expect(await assistant(baseUrl, exampleCredentials.forbidden).open(worksheetId)).toEqual({
        ok: false,
        failure: { kind: 'assistant-refused', status: 403 },
      })
    },
  )
}

const answers: Contract = (add) => {
  add(
    'an answer with everything in it',
    {
      given: states.canAnswer,
      mayNotRun: true,
      parameters: open,
      request: asking(),
      response: { status: 200, json: replied(suggested(fullSuggestion)) },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toMatchObject({
        ok: true,
        value: {
          handle: answerHandle({ convId: conversationId, messageId, ...answered }),
          answer: {
            tokens: ['share'],
            query: '[share]',
            sourceId: worksheetId,
            title: 'Share of stablecoin supply by chain',
            description: 'Each chain’s share of all stablecoins',
            cached: true,
            sqlQuery: 'select 1',
            warningType: 'TOP_N_APPLIED',
            formulas: [{ name: 'share', expression: 'sum ( supply )' }],
            reasoning: {
              assumptions: ['the last day'],
              clarifications: ['tokens, not dollars'],
              interpretation: 'Supply by chain, latest day',
            },
            ambiguities: [
              { phrase: 'supply', candidates: ['circulating supply'] },
              { phrase: 'chain', candidates: ['home chain'] },
            ],
            subQueries: [{ tokens: ['top 5'], name: 'Largest chains' }],
            visualization: {
              chartType: 'BAR',
              displayMode: 'CHART_MODE',
              axes: [{ x: ['chain'], y: ['share'], color: ['chain'] }],
              columns: ['chain'],
            },
            table: [
              { id: 'chain', name: 'Chain', dataType: 'VARCHAR', values: ['Ethereum'] },
              { id: 'share', name: 'Share', dataType: 'DOUBLE', values: [52.5] },
            ],
          },
        },
      })
    },
  )

  add(
    'an answer with only what the portal cannot do without',
    {
      given: states.canAnswer,
      parameters: open,
      request: asking(),
      response: { status: 200, json: replied(suggested(chatSession)) },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toMatchObject({
        ok: true,
        value: {
          handle: answerHandle({ convId: conversationId, messageId, ...answered }),
          answer: { title: '', table: [], visualization: null },
        },
      })
    },
  )
}

const refusedAnswers: Contract = (add) => {
  add(
    'an answer to something that is not understood',
    {
      given: states.cannotAnswer,
      mayNotRun: true,
      parameters: { ...open, question: questionNobodyUnderstands },
      request: asking(questionNobodyUnderstands),
      response: {
        status: 200,
        json: replied({
          errorData: {
            tool: string('SEARCH'),
            errCode: string('NOT_UNDERSTOOD'),
            errTxt: string('I did not understand.'),
          },
        }),
      },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl, questionNobodyUnderstands)).toEqual({
        ok: false,
        failure: {
          kind: 'assistant-error',
          text: 'I did not understand.',
          code: 'NOT_UNDERSTOOD',
          tool: 'SEARCH',
        },
      })
    },
  )

  add(
    'an answer in a conversation that is not there, or somebody else’s',
    {
      given: states.noConversation,
      parameters: { absentConversationId },
      request: asking(question, validAccessToken, absentConversationId),
      response: {
        status: 200,
        orStatus: [400],
        json: { errors: eachLike(like({})) },
      },
    },
    async (baseUrl) => {
      const absent = { ...conversation, id: absentConversationId }
      expect(await assistant(baseUrl).ask(absent, { id: messageId, text: question })).toEqual({
        ok: false,
        failure: { kind: 'assistant-rejected' },
      })
    },
  )

  add(
    'an answer, with a token that is not valid',
    { given: states.refusedToken, request: asking(question, refusedAccessToken), response: { status: 401 } },
    async (baseUrl) => {
      expect(await ask(baseUrl, question, refusedAccessToken)).toEqual({
        ok: false,
        failure: { kind: 'assistant-refused', status: 401 },
      })
    },
  )
}

/** The portal's own cases. */
const failures: Contract = (add) => {
  add(
    'an answer that a tool of the assistant refuses with a code of its own, and without words',
    {
      request: asking(),
      response: {
        status: 200,
        json: replied({ errorData: { toolErrCode: 'TOO_BROAD' } }),
      },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toEqual({
        ok: false,
        failure: {
          kind: 'assistant-error',
          text: 'The assistant could not answer.',
          code: 'TOO_BROAD',
          tool: null,
        },
      })
    },
  )

  const ways = {
    unreachable: 'assistant-unreachable',
    malformed: 'assistant-malformed',
    unavailable: 'assistant-unavailable',
  }
  inBetween(add, 'an answer', asking(), { failures: ways, drive: (baseUrl) => ask(baseUrl) })
  inBetween(add, 'a conversation', opening(), {
    failures: ways,
    drive: (baseUrl) => assistant(baseUrl).open(worksheetId),
  })
}
