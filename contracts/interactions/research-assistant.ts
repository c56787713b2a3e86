import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import { thoughtSpotResearchAssistant } from '../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import type { Conversation, ResearchAssistant } from '../../src/core/ports/research-assistant'
import type { Contract } from '../contract'
import { refusedAccessToken, signInPage, validAccessToken } from '../examples'
import {
  exampleConversation,
  researchAssistantStates as states,
} from '../../local/provider-states/research-assistant'
import { created, fullSuggestion, messageId, place, replied, suggested } from './research-assistant-replies'
import { asking, opening } from './research-assistant-requests'

const { eachLike, string } = MatchersV3
const { conversationId, worksheetId, question, questionNobodyUnderstands } = exampleConversation
const conversation: Conversation = { id: conversationId, worksheetId, context: null }

function assistant(baseUrl: string, token = validAccessToken): ResearchAssistant {
  return thoughtSpotResearchAssistant({
    baseUrl,
    tokens: {
      token: async () => ({ ok: true, value: { value: token, serverTime: null } }),
      drop: () => undefined,
    },
  })
}

const ask = (baseUrl: string, text: string = question, token = validAccessToken) =>
  assistant(baseUrl, token).ask(conversation, { id: messageId, text })

const open = { conversationId, worksheetId, question }

export const researchAssistantContract: Contract = (add) => {
  add(
    'a conversation about a worksheet',
    {
      given: states.mayAsk,
      parameters: { worksheetId },
      request: opening(),
      response: {
        status: 200,
        json: created({
          convId: string(conversationId),
          initialCtx: {
            tsAnsCtx: {
              ...place,
              worksheet: { worksheetId: string(worksheetId), worksheetName: string('Stablecoins') },
            },
          },
        }),
      },
    },
    async (baseUrl) => {
      expect(await assistant(baseUrl).open(worksheetId)).toEqual({
        ok: true,
        value: {
          id: conversationId,
          worksheetId,
          context: {
            sessionId: 'session-1',
            genNo: 2,
            stateKey: { transactionId: 'transaction-1', generationNumber: 3 },
            worksheet: { id: worksheetId, name: 'Stablecoins' },
          },
        },
      })
    },
  )

  add(
    'a conversation about a worksheet that is not there',
    {
      given: states.noWorksheet,
      parameters: { worksheetId: 'no-such-worksheet' },
      request: opening('no-such-worksheet'),
      response: {
        status: 200,
        json: { errors: eachLike({ message: string('There is no such worksheet.') }) },
      },
    },
    async (baseUrl) => {
      expect(await assistant(baseUrl).open('no-such-worksheet')).toEqual({
        ok: false,
        failure: { kind: 'assistant-rejected', text: 'There is no such worksheet.' },
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
    { given: states.notAllowed, request: opening(), response: { status: 403 } },
    async (baseUrl) => {
      expect(await assistant(baseUrl).open(worksheetId)).toEqual({
        ok: false,
        failure: { kind: 'assistant-refused', status: 403 },
      })
    },
  )

  add(
    'an answer with everything in it',
    {
      given: states.canAnswer,
      parameters: open,
      request: asking(),
      response: { status: 200, json: replied(suggested(fullSuggestion), place) },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toMatchObject({
        ok: true,
        value: {
          messageId,
          context: { sessionId: 'session-1', genNo: 2 },
          answer: {
            stateKey: { transactionId: 'transaction-1', generationNumber: 3 },
            tokens: ['share'],
            tmlTokens: ['[share]'],
            worksheetId,
            title: 'Share of stablecoin supply by chain',
            description: 'Each chain’s share of all stablecoins',
            cached: false,
            sqlQuery: 'select 1',
            warningType: 'TOP_N_APPLIED',
            formulaInfo: [{ name: 'share', expression: 'sum ( supply )' }],
            reasoning: {
              assumptions: ['the last day'],
              clarifications: ['tokens, not dollars'],
              interpretation: 'Supply by chain, latest day',
            },
            ambiguousPhrases: [{ phrase: 'supply', candidates: ['circulating supply'] }],
            ambiguousTokens: ['supply'],
            subQueries: [
              {
                tokens: ['top 5'],
                cohortConfig: { name: 'Largest chains', type: 'SIMPLE', anchor: 'chain' },
              },
            ],
            visualization: {
              chartType: 'BAR',
              displayMode: 'CHART_MODE',
              axisConfigs: [{ x: ['chain'], y: ['share'], color: ['chain'] }],
              customChartConfigs: [{ key: 'bars', columns: ['chain'] }],
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
      response: { status: 200, json: replied(suggested(place), undefined) },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toMatchObject({
        ok: true,
        value: {
          answer: { sessionId: 'session-1', title: '', table: [], visualization: null },
          context: null,
        },
      })
    },
  )

  add(
    'an answer to something that is not understood',
    {
      given: states.cannotAnswer,
      parameters: { ...open, question: questionNobodyUnderstands },
      request: asking(questionNobodyUnderstands),
      response: {
        status: 200,
        json: replied(
          {
            errorData: {
              tool: string('SEARCH'),
              errCode: string('NOT_UNDERSTOOD'),
              errTxt: string('I did not understand.'),
            },
          },
          place,
        ),
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
      parameters: { conversationId },
      request: asking(),
      response: {
        status: 200,
        json: { errors: eachLike({ message: string('There is no such conversation.') }) },
      },
    },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toEqual({
        ok: false,
        failure: { kind: 'assistant-rejected', text: 'There is no such conversation.' },
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

  add(
    'an answer while the assistant is out of order',
    { given: states.outOfOrder, request: asking(), response: { status: 503 } },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toEqual({
        ok: false,
        failure: { kind: 'assistant-unavailable', status: 503 },
      })
    },
  )

  add(
    'an answer while something in between answers with a page',
    { given: states.pageInBetween, request: asking(), response: { status: 200, text: signInPage } },
    async (baseUrl) => {
      expect(await ask(baseUrl)).toEqual({ ok: false, failure: { kind: 'assistant-malformed', path: '' } })
    },
  )
}
