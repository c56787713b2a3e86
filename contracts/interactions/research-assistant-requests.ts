import { MatchersV3 } from '@pact-foundation/pact'
import {
  createConversationDocument,
  sendMessageDocument,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-documents'
import { researchAssistantRoutes } from '../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import type { ContractRequest } from './contract'
import { validAccessToken } from './examples'
import { exampleConversation } from '../../local/provider-states/research-assistant'
import { messageId } from './research-assistant-replies'

const { regex } = MatchersV3
const { conversationId, worksheetId, question } = exampleConversation

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

/** The request that begins a conversation. */
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

/** The request that asks in one. */
export const asking = (text: string = question, token = validAccessToken): ContractRequest =>
  request(
    'SendMessage',
    sendMessageDocument,
    {
      convId: conversationId,
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
