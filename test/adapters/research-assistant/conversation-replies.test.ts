import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  readConversation,
  readReply,
} from '../../../src/adapters/research-assistant/thoughtspot/conversation-replies'

it('reads a conversation by its id alone, whatever else the vendor says of it', () => {
  for (const initialCtx of [undefined, null, 7, { tsAnsCtx: { sessionId: 4 } }]) {
    expect(readConversation({ convId: 'c', initialCtx }, 'w')).toEqual({
      ok: true,
      value: { id: 'c', sourceId: 'w' },
    })
  }
})

it('takes absent lists and nulls for nothing, not for a broken reply', () => {
  const bare = { sessionId: 's', genNo: 0, stateKey: { transactionId: 't', generationNumber: 0 } }
  const reply = readReply(
    {
      responses: [{ msgId: 'm', data: { asstRespData: { nlsAnsData: { sageQuerySuggestions: [bare] } } } }],
    },
    'c',
  )
  expect(reply).toMatchObject({
    ok: true,
    value: {
      answer: { tokens: [], table: [], visualization: null, sqlQuery: null, cached: false },
    },
  })
})

it.each([
  [{ responses: [] }, 'responses.0'],
  [
    { responses: [{ msgId: 'm', data: {} }] },
    'responses.0.data.asstRespData.nlsAnsData.sageQuerySuggestions.0',
  ],
  [{ responses: [{ msgId: 7, data: {} }] }, 'responses.0.msgId'],
  [null, ''],
])('names the place where %j is not what was agreed, and nothing of what stood there', (data, path) => {
  expect(readReply(data, 'c')).toEqual({ ok: false, failure: { kind: 'assistant-malformed', path } })
})

it('never throws, whatever comes', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const reply = readReply(data, 'c')
      return reply.ok || reply.failure.kind.startsWith('assistant-')
    }),
  )
})
