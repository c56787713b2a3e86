import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { thoughtSpotResearchAssistant } from '../../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import { fullAnswer } from '../../conformance/research-assistant.suite'
import { answerOnTheWire } from './answer-on-the-wire'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Sent {
  readonly operationName: string
  readonly variables: { readonly params: { readonly msg?: { readonly msgId: string } } }
}

/** A host that rejects these tokens, and an assistant that gets the next one when one is dropped. */
async function world(expired: readonly string[]) {
  const arrived: { readonly what: string; readonly token: string; readonly read: boolean }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const token = (request.headers.authorization ?? '').replace('Bearer ', '')
      const { operationName, variables } = JSON.parse(body) as Sent
      const id = variables.params.msg?.msgId
      const read = !expired.includes(token)
      arrived.push({ what: id ?? operationName, token, read })
      if (!read) return response.writeHead(401).end('{}')
      const data =
        id === undefined
          ? { ConvAssist__createConversation: { convId: 'c-1', initialCtx: null } }
          : { ConvAssist__sendMessage: answerOnTheWire(id, fullAnswer) }
      return response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  let at = 1
  const assistant = thoughtSpotResearchAssistant({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeZone: 'UTC',
    tokens: {
      token: async () => ({ ok: true, value: { value: `token-${at}`, serverTime: null } }),
      drop: (value) => {
        if (value === `token-${at}`) at += 1
      },
    },
  })
  return { assistant, arrived, expire: (...tokens: string[]) => (expired = [...expired, ...tokens]) }
}

const message = { id: 'f3b0a8de-3a9f-4d63-9c0f-2f5c7d1e9a10', text: 'supply by chain' }

test('a token that expires between two messages loses no message, and duplicates none', async () => {
  const { assistant, arrived, expire } = await world([])
  const opened = await assistant.open('w-1')
  if (!opened.ok) throw new Error('It was not opened.')
  expire('token-1')
  expect((await assistant.ask(opened.value, message)).ok).toBe(true)
  expect(arrived.filter(({ read }) => read).map(({ what }) => what)).toEqual([
    'CreateConversation',
    message.id,
  ])
  expect(arrived.map(({ token }) => token)).toEqual(['token-1', 'token-1', 'token-2'])
})

test('a conversation is created once, with the token that is accepted', async () => {
  const { assistant, arrived } = await world(['token-1'])
  expect(await assistant.open('w-1')).toMatchObject({ ok: true, value: { id: 'c-1' } })
  expect(arrived.map(({ token, read }) => [token, read])).toEqual([
    ['token-1', false],
    ['token-2', true],
  ])
})

test('a host that rejects every token gets two requests and no more', async () => {
  const { assistant, arrived } = await world(['token-1', 'token-2', 'token-3'])
  expect(await assistant.open('w-1')).toEqual({
    ok: false,
    failure: { kind: 'assistant-refused', status: 401 },
  })
  expect(arrived).toHaveLength(2)
})
