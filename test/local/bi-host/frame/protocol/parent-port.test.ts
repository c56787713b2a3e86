import { expect, test } from 'vitest'
import { createParentPort } from '../../../../../local/bi-host/frame/protocol/parent-port'
import { createEmbeddingPage, portal } from './embedding-page'

const other = 'http://other.example'

test('the first answer counts; further ones are not heard', async () => {
  const origins: string[] = []
  const port = createParentPort({
    parent: {
      postMessage(_message, origin, ports) {
        origins.push(origin)
        const reply = ports?.[0] as MessagePort
        for (const data of ['first', 'second']) {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one end
          reply.postMessage({ data })
        }
      },
    },
    allowed: [portal],
    announced: portal,
  })
  await expect(port.ask('appInit', {})).resolves.toBe('first')
  expect(origins).toEqual([portal])
})

test('an ask with a limit fails when nobody answers', async () => {
  const page = createEmbeddingPage()
  const port = createParentPort({ parent: page.window, allowed: [portal], announced: portal })
  await expect(port.ask('EmbedIframeCenter', {}, 5)).rejects.toThrow('EmbedIframeCenter')
})

test('a parent that the browser does not name is tried on each allowed origin, until it speaks', () => {
  const page = createEmbeddingPage()
  const port = createParentPort({ parent: page.window, allowed: [portal, other] })
  port.post('a', {})
  expect(page.posted.map((message) => message.origin)).toEqual([portal, other])
  expect(port.accepts({ source: page.window, origin: other })).toBe(true)
  port.post('b', {})
  expect(page.posted.at(-1)).toMatchObject({ type: 'b', origin: other })
  expect(page.posted).toHaveLength(3)
})

test('a parent that may not embed the page hears nothing', () => {
  const page = createEmbeddingPage()
  const port = createParentPort({ parent: page.window, allowed: [portal], announced: 'http://evil.example' })
  port.post('a', { secret: true })
  expect(page.posted).toEqual([])
})

test('phases of an action are told with their status', () => {
  const sent: unknown[] = []
  const port = createParentPort({
    parent: { postMessage: (message) => sent.push(message) },
    allowed: [portal],
    announced: portal,
  })
  port.post('downloadAsPng', { vizId: 'v' }, 'start')
  port.post('data', 1)
  expect(sent).toEqual([
    { type: 'downloadAsPng', data: { vizId: 'v' }, status: 'start' },
    { type: 'data', data: 1 },
  ])
})
