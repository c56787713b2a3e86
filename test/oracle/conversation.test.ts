import { pactFileName, pactFolder, readPact } from '../../contracts/interactions/pact-file'
import { answerHandle } from '../../src/adapters/_shared/thoughtspot/ids'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { describedOperations } from '../../local/bi-host/server/document'
import {
  createConversationDocument,
  sendMessageDocument,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-documents'
import {
  readConversation,
  readReply,
} from '../../src/adapters/research-assistant/thoughtspot/conversation-replies'
import { operationOf, pathsOf, sdkOperations, sdkSource, type Fields } from './sdk'

const theirs = sdkOperations()

it.each([createConversationDocument, sendMessageDocument])(
  'the adapter’s document is a subset of the SDK’s operation',
  (document) => {
    const [name, own] = operationOf(document)
    const { fields = {}, ...operation } = theirs[name] ?? {}
    expect(own).toMatchObject(operation)
    const known = pathsOf(fields)
    expect(pathsOf(own.fields).filter((path) => !known.includes(path))).toEqual([])
  },
)

it('the embedded host supports each of the SDK’s operations field by field, and no other', () => {
  expect(Object.keys(theirs)).toHaveLength(13)
  expect(Object.fromEntries(describedOperations)).toEqual(theirs)
})

/** Evaluates a literal of a source text. */
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

/** The replies that the vendor recorded for its own test: the arguments of its first `fetchMock.mockResponses`. */
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

describe('the vendor’s recorded replies', () => {
  const [created, sent] = recorded()
  const reply = sent?.data['ConvAssist__sendMessage']

  it('are read: a conversation, and an answer without its markup', () => {
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

  it('are read whatever follows the first response and the first suggestion', () => {
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

  it('are read with any optional field absent, null or of another type', () => {
    const needed = ['sessionId', 'genNo', 'stateKey']
    const suggestions = (value: unknown): Record<string, unknown>[] =>
      (value as { responses: { data: { asstRespData: { nlsAnsData: { sageQuerySuggestions: never } } } }[] })
        .responses[0]?.data.asstRespData.nlsAnsData.sageQuerySuggestions ?? []
    const path = ['responses', 'data', 'asstRespData', 'nlsAnsData', 'sageQuerySuggestions']
    const fields = Object.keys(
      path.reduce<Fields>((above, name) => above[name] ?? {}, theirs['SendMessage']?.fields ?? {}),
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

/** Placeholder for a value that the SDK fills in. */
const filledIn = '…'

/** The variables that the SDK's own `Conversation` sends with each document, by operation. */
function sdkVariables(): Readonly<Record<string, unknown>> {
  const file = 'utils/graphql/nlsService/conversation-service.ts'
  const written = (node: unknown): unknown => {
    const { type, properties, elements, value } = node as {
      readonly type: string
      readonly value?: unknown
      readonly elements?: readonly unknown[]
      readonly properties?: readonly { readonly key: { readonly name: string }; readonly value: unknown }[]
    }
    if (type === 'ObjectExpression')
      return Object.fromEntries(properties?.map((one) => [one.key.name, written(one.value)]) ?? [])
    if (type === 'ArrayExpression') return elements?.map(written)
    return type === 'Literal' ? value : filledIn
  }
  const found: [string, unknown][] = []
  new Visitor({
    CallExpression({ callee, arguments: [query, variables] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name !== 'executeQuery' || query?.type !== 'MemberExpression') return
      const { property } = query
      if (property.type !== 'Identifier') return
      found.push([`${property.name.charAt(0).toUpperCase()}${property.name.slice(1)}`, written(variables)])
    },
  }).visit(parseSync(file, sdkSource(file)).program)
  return Object.fromEntries(found)
}

/** Differences of variables from the SDK's own: other members, or another value where the SDK has a fixed one. */
function variableProblems(own: unknown, sdk: unknown, path = 'variables'): readonly string[] {
  if (sdk === filledIn) return typeof own === 'string' ? [] : [`${path} is no text`]
  if (typeof sdk !== 'object' || sdk === null) return own === sdk ? [] : [`${path} is not "${String(sdk)}"`]
  const [ours, known] = [
    (own ?? {}) as Readonly<Record<string, unknown>>,
    sdk as Readonly<Record<string, unknown>>,
  ]
  const names = [...new Set([...Object.keys(ours), ...Object.keys(known)])]
  return names.flatMap((name) => {
    if (!Object.hasOwn(known, name)) return [`${path}.${name} is not sent by the SDK`]
    return Object.hasOwn(ours, name)
      ? variableProblems(ours[name], known[name], `${path}.${name}`)
      : [`${path}.${name} is sent by the SDK`]
  })
}

/** Members of a reply that the SDK's document does not select. */
function replyProblems(value: unknown, fields: Fields | null, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => replyProblems(one, fields, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) =>
    fields !== null && Object.hasOwn(fields, name)
      ? replyProblems(below, fields[name] ?? null, `${path}.${name}`)
      : [`${path}.${name} is not in the SDK’s document`],
  )
}

interface Asked {
  readonly operationName: string
  readonly query: string
  readonly variables: unknown
}

/** Exchanges of the pact that a cluster does not have with the vendor's own SDK. */
function exchangeProblems({ operationName, query, variables }: Asked, data: unknown): readonly string[] {
  const sdk = theirs[operationName]
  if (sdk === undefined) return [`${operationName} is no operation of the SDK`]
  const [name, own] = operationOf(query)
  const known = pathsOf(sdk.fields)
  return [
    ...(name === operationName && own.root === sdk.root ? [] : [`the document is of ${name}`]),
    ...pathsOf(own.fields)
      .filter((path) => !known.includes(path))
      .map((path) => `${path} is not in the SDK’s document`),
    ...variableProblems(variables, sdkVariables()[operationName]),
    ...replyProblems(data, { [sdk.root]: sdk.fields }, 'data'),
  ]
}

describe('the pact for verifying a cluster', () => {
  const contentOf = (message: Readonly<Record<string, unknown>>): unknown =>
    (message['body'] as { readonly content?: unknown } | undefined)?.content
  const exchanges = readPact(`${pactFolder}/${pactFileName('research-assistant')}`).interactions.map(
    ({ description, request, response }) => {
      const { data = null } = (contentOf(response) ?? {}) as { readonly data?: unknown }
      return { description, asked: contentOf(request) as Asked, data }
    },
  )

  it.each(exchanges)('sends requests and expects replies like the SDK: $description', ({ asked, data }) => {
    expect(exchangeProblems(asked, data)).toEqual([])
  })

  it.each<[string, (exchange: { asked: Asked; data: unknown }) => { asked: Asked; data: unknown }, RegExp]>([
    [
      'a field that the vendor has otherwise',
      ({ asked, data }) => ({ asked: { ...asked, query: asked.query.replace('msgId', 'answeredAt') }, data }),
      /responses\.answeredAt leaf is not in/,
    ],
    [
      'a leaf that is an object',
      ({ asked, data }) => ({
        asked: { ...asked, query: asked.query.replace('tmlTokens', 'tmlTokens { id }') },
        data,
      }),
      /tmlTokens object is not in/,
    ],
    [
      'another kind of question',
      ({ asked, data }) => ({
        asked: {
          ...asked,
          variables: JSON.parse(JSON.stringify(asked.variables).replace('ANSWER_SPEC_GENERATION', 'SPEC')),
        },
        data,
      }),
      /questionType is not "ANSWER_SPEC_GENERATION"/,
    ],
    [
      'a variable that the vendor does not have',
      ({ asked, data }) => ({
        asked: {
          ...asked,
          variables: { params: { ...(asked.variables as { params: object }).params, locale: 'en' } },
        },
        data,
      }),
      /params\.locale is not sent by the SDK/,
    ],
    [
      'an operation that the vendor does not have',
      ({ asked, data }) => ({ asked: { ...asked, operationName: 'AskQuestion' }, data }),
      /AskQuestion is no operation/,
    ],
    [
      'a member of the answer that the vendor does not have',
      ({ asked, data }) => ({
        asked,
        data: JSON.parse(JSON.stringify(data).replace('"genNo"', '"generation"')),
      }),
      /sageQuerySuggestions\.generation is not in/,
    ],
  ])('%s is detected', (_, drift, problem) => {
    const whole = exchanges.find(({ description }) => description === 'an answer with everything in it')
    if (whole === undefined) throw new Error('There is no whole answer in the pact.')
    const { asked, data } = drift(whole)
    expect(exchangeProblems(asked, data).join('\n')).toMatch(problem)
  })
})
