import { answerHandle } from '../../src/adapters/_shared/thoughtspot/ids'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { vendorOperation, type VendorOperation } from '../../local/bi-host/server/document'
import hostOperations from '../../local/bi-host/server/vendor-operations.json'
import {
  createConversationDocument,
  sendMessageDocument,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-documents'
import {
  readConversation,
  readReply,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-replies'
import { operationOf, pathsOf, sdkOperations } from './operations'
import { sdkSource } from './sdk'

const theirs = sdkOperations()

it.each([createConversationDocument, sendMessageDocument])(
  'the adapter asks in the vendor’s own operation for a part of what the SDK asks for',
  (document) => {
    const [name, own] = operationOf(document)
    const { fields = {}, ...operation } = theirs[name] ?? {}
    expect(own).toMatchObject(operation)
    const known = pathsOf(fields)
    expect(pathsOf(own.fields).filter((path) => !known.includes(path))).toEqual([])
  },
)

it('the embedded host knows each of the SDK’s operations field by field, and no other', () => {
  expect(Object.keys(theirs)).toHaveLength(13)
  const known = Object.keys(hostOperations.operations).map((name) => [
    name,
    vendorOperation(name as VendorOperation),
  ])
  expect(Object.fromEntries(known)).toEqual(theirs)
})

/** A literal of a source text as the value it writes down. */
function valueOf(node: unknown): unknown {
  const { type, value, elements, properties } = node as {
    readonly type: string
    readonly value?: unknown
    readonly elements?: readonly unknown[]
    readonly properties?: readonly { readonly key: { readonly name: string }; readonly value: unknown }[]
  }
  switch (type) {
    case 'Literal':
      return value
    case 'ArrayExpression':
      return elements?.map(valueOf)
    case 'ObjectExpression':
      return Object.fromEntries(properties?.map((one) => [one.key.name, valueOf(one.value)]) ?? [])
    default:
      throw new Error(`${type} is no literal.`)
  }
}

/** The replies that the vendor recorded for a test of its own: the arguments of its first `fetchMock.mockResponses`. */
function recorded(): readonly { readonly data: Readonly<Record<string, unknown>> }[] {
  const file = 'embed/bodyless-conversation.spec.ts'
  const found: unknown[][] = []
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name !== 'mockResponses') return
      found.push(given.map((one) => (one.type === 'CallExpression' ? valueOf(one.arguments[0]) : null)))
    },
  }).visit(parseSync(file, sdkSource(file)).program)
  return (found[0] ?? []) as never
}

describe('what the vendor recorded', () => {
  const [created, sent] = recorded()
  const reply = sent?.data['ConvAssist__sendMessage']

  it('is read: a conversation, and an answer without its markup', () => {
    expect(readConversation(created?.data['ConvAssist__createConversation'], 'w')).toEqual({
      ok: true,
      value: { id: 'conversationId', sourceId: 'w' },
    })
    expect(readReply(reply, 'c')).toMatchObject({
      ok: true,
      value: {
        handle: answerHandle({
          convId: 'c',
          messageId: 'msgId',
          sessionId: 'sessionId',
          genNo: '2',
          acSessionId: 'transactionId',
          acGenNo: '1',
        }),
        answer: {
          query: "sum [sales] [date] = [date].'this year' [item type] = [item type].'jackets'",
          reasoning: {
            assumptions: ['You want the total sales for item_type jackets for this year.'],
            clarifications: [],
            interpretation: '',
          },
          table: [],
          visualization: null,
        },
      },
    })
  })

  it('is read whatever comes after its first response and its first suggestion', () => {
    const changed = structuredClone(reply) as {
      responses: { data: { asstRespData: { nlsAnsData: { sageQuerySuggestions: unknown[] } } } }[]
    }
    changed.responses[0]?.data.asstRespData.nlsAnsData.sageQuerySuggestions.push(
      { title: 'No session' },
      null,
    )
    const more: readonly unknown[] = [...changed.responses, { type: 'ANOTHER_KIND' }, null]
    expect(readReply({ ...changed, responses: more }, 'c')).toEqual(readReply(reply, 'c'))
    expect(readReply(reply, 'c').ok).toBe(true)
  })

  it('is read with any optional field absent, null or of another kind', () => {
    const needed = ['sessionId', 'genNo', 'stateKey']
    const suggestions = (value: unknown): Record<string, unknown>[] =>
      (value as { responses: { data: { asstRespData: { nlsAnsData: { sageQuerySuggestions: never } } } }[] })
        .responses[0]?.data.asstRespData.nlsAnsData.sageQuerySuggestions ?? []
    const fields = Object.keys(
      hostOperations.operations.SendMessage.fields.responses.data.asstRespData.nlsAnsData
        .sageQuerySuggestions,
    )
    const optional = fields.filter((name) => !needed.includes(name))
    expect(optional.length).toBeGreaterThan(15)
    for (const field of optional) {
      for (const value of [undefined, null, 7, 'text', true, {}, [], [null], [7], { token: [[]] }]) {
        const changed = structuredClone(reply)
        for (const suggestion of suggestions(changed)) suggestion[field] = value
        expect([field, value, readReply(changed, 'c').ok]).toEqual([field, value, true])
      }
    }
    for (const field of needed) {
      const changed = structuredClone(reply)
      for (const suggestion of suggestions(changed)) delete suggestion[field]
      expect([field, readReply(changed, 'c').ok]).toEqual([field, false])
    }
  })
})
