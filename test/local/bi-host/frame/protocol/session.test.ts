import { describe, expect, test, vi } from 'vitest'
import { createParentPort } from '../../../../../local/bi-host/frame/protocol/parent-port'
import {
  mayChooseRange,
  rangeOf,
  runtimeParametersOf,
} from '../../../../../local/bi-host/frame/protocol/runtime'
import {
  createSession,
  expiryOf,
  type SessionOptions,
} from '../../../../../local/bi-host/frame/protocol/session'
import { createAddress, embedded, homePath, createEmbeddingPage, portal } from './embedding-page'

describe('the session', () => {
  describe('session', () => {
    function jwt(expiresAtSeconds: number): string {
      const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
      return `${part({ alg: 'none' })}.${part({ exp: expiresAtSeconds })}.x`
    }

    function setUp(answer: SessionOptions['ask'] = () => new Promise(() => undefined)) {
      const asked: string[] = []
      const planned: { run: () => void; milliseconds: number; off: boolean }[] = []
      let refusals = 0
      const session = createSession({
        ask: (type) => {
          asked.push(type)
          return answer(type)
        },
        now: () => 1_000_000,
        schedule: (run, milliseconds) => {
          const plan = { run, milliseconds, off: false }
          planned.push(plan)
          return () => {
            plan.off = true
          }
        },
        onRejected: () => {
          refusals += 1
        },
      })
      return { session, asked, planned, refusals: () => refusals }
    }

    /** Accepts only this token. */
    function hostThatTakes(good: string) {
      const used: string[] = []
      return {
        used,
        send: (token: string) => {
          used.push(token)
          return Promise.resolve(new Response(null, { status: token === good ? 200 : 401 }))
        },
      }
    }

    describe('a rejected token', () => {
      test('is replaced once for all calls that met the rejection, and each call is repeated once', async () => {
        const { session, asked } = setUp(() => Promise.resolve('new'))
        session.accept('old')
        const host = hostThatTakes('new')
        const replies = await Promise.all([
          session.call(host.send),
          session.call(host.send),
          session.call(host.send),
        ])
        expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
        expect(asked).toEqual(['ThoughtspotAuthExpired'])
        expect(host.used).toEqual(['old', 'old', 'old', 'new', 'new', 'new'])
      })

      test('is reported as a failure only after the new one was rejected too, and only once', async () => {
        const { session, refusals } = setUp(() => Promise.resolve('also bad'))
        session.accept('old')
        const host = hostThatTakes('none')
        await session.call(host.send)
        await session.call(host.send)
        expect(refusals()).toBe(1)
      })

      test('an unanswered token request stays pending until a token arrives another way', async () => {
        const { session, asked, refusals } = setUp()
        session.accept('old')
        const host = hostThatTakes('brought')
        const call = session.call(host.send)
        await vi.waitFor(() => expect(asked).toEqual(['ThoughtspotAuthExpired']))
        session.accept('brought')
        expect((await call).status).toBe(200)
        expect(refusals()).toBe(0)
      })

      test('a call that started with the old token uses one that arrived meanwhile, without a request', async () => {
        const { session, asked } = setUp()
        session.accept('old')
        const call = session.call(async (token) => {
          if (token === 'old') session.accept('fresh')
          return new Response(null, { status: token === 'fresh' ? 200 : 401 })
        })
        expect((await call).status).toBe(200)
        expect(asked).toEqual([])
      })
    })

    describe('before expiry', () => {
      test('a new token is requested a minute ahead if the parent enables that', async () => {
        const { session, asked, planned } = setUp(() => Promise.resolve('next'))
        session.accept(jwt(1_000 + 600))
        expect(planned).toEqual([])
        session.renewEarly(true)
        expect(planned[0]?.milliseconds).toBe(540_000)
        planned[0]?.run()
        await expect.poll(() => asked).toEqual(['RefreshAuthToken'])
      })

      test('short-lived tokens are renewed with a fifth of their lifetime left, and a newer token cancels the timer', () => {
        const { session, planned } = setUp()
        session.renewEarly(true)
        session.accept(jwt(1_000 + 50))
        expect(planned[0]?.milliseconds).toBe(40_000)
        session.accept(jwt(1_000 + 100))
        expect(planned[0]?.off).toBe(true)
        session.end()
        expect(planned[1]?.off).toBe(true)
      })

      test('an early renewal that returns the same token is not repeated', async () => {
        const token = jwt(1_100)
        const { session, asked, planned } = setUp(() => Promise.resolve(token))
        session.renewEarly(true)
        session.accept(token)
        planned.at(-1)?.run()
        await vi.waitFor(() => expect(asked).toEqual(['RefreshAuthToken']))
        await Promise.resolve()
        expect(planned.filter(({ off }) => !off)).toHaveLength(1)
      })

      test('an unanswered early renewal does not block the replacement of a rejected token', async () => {
        const { session, asked, planned } = setUp((type) =>
          type === 'ThoughtspotAuthExpired' ? Promise.resolve('new') : new Promise(() => undefined),
        )
        session.renewEarly(true)
        session.accept(jwt(1_000 + 600))
        planned[0]?.run()
        const host = hostThatTakes('new')
        const replies = await Promise.all([session.call(host.send), session.call(host.send)])
        expect(replies.map((reply) => reply.status)).toEqual([200, 200])
        expect(asked).toEqual(['RefreshAuthToken', 'ThoughtspotAuthExpired'])
      })

      test('a token that is not a JWT has no known expiry', () => {
        expect(expiryOf('opaque')).toBeNull()
        expect(expiryOf('a.b.c')).toBeNull()
        expect(expiryOf(jwt(5))).toBe(5000)
      })
    })

    test('callers wait for the first token', async () => {
      const { session } = setUp()
      const waiting = [session.token(), session.token()]
      session.accept('first')
      await expect(Promise.all(waiting)).resolves.toEqual(['first', 'first'])
    })
  })

  describe('runtime', () => {
    test.each([
      ['the init payload', { runtimeParameterParams: 'param1=Time%20range&paramVal1=30D' }, undefined],
      ['a list', { runtimeParameters: [{ name: 'Time range', value: '30d' }] }, undefined],
      [
        'the address',
        {},
        createAddress(`#${homePath}`, '?embedApp=true&sdkVersion=1.52.0&param1=Time%20range&paramVal1=30D'),
      ],
    ])('parameters come in %s', async (_where, payload, address) => {
      const { frame } = await embedded(payload, address)
      expect(rangeOf(frame.state.get().parameters)).toBe('30D')
    })

    test('later ones override earlier ones, and a full set without any removes them', async () => {
      const { page, frame } = await embedded({ runtimeParameterParams: 'param1=Mine&paramVal1=7' })
      await page.trigger(frame, 'UpdateParameters', [
        { name: 'Time range', value: 'ALL', isVisibleToUser: false },
      ])
      const { parameters } = frame.state.get()
      expect(parameters.map(({ name, value }) => [name, value])).toEqual([
        ['Mine', '7'],
        ['Time range', 'ALL'],
      ])
      expect([rangeOf(parameters), mayChooseRange(parameters)]).toEqual(['ALL', false])
      await page.trigger(frame, 'updateEmbedParams', { sdkVersion: '1.52.0', runtimeParameterParams: null })
      expect(frame.state.get().parameters).toEqual([])
    })

    test('an invalid parameter is dropped, and an unknown range requests none', () => {
      const list = runtimeParametersOf(
        {
          runtimeParameters: [
            null,
            { name: 'Time range' },
            { value: 1 },
            { name: 'Time range', value: '7Y' },
          ],
        },
        '',
      )
      expect(list).toHaveLength(1)
      expect(rangeOf(list)).toBeNull()
    })
  })
})

describe('the port to the embedding page', () => {
  const other = 'http://other.example'

  test('the first answer counts, and later ones are ignored', async () => {
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
      detected: portal,
    })
    await expect(port.ask('appInit', {})).resolves.toBe('first')
    expect(origins).toEqual([portal])
  })

  test('a request with a timeout fails without an answer', async () => {
    const page = createEmbeddingPage()
    const port = createParentPort({ parent: page.window, allowed: [portal], detected: portal })
    await expect(port.ask('EmbedIframeCenter', {}, 5)).rejects.toThrow('EmbedIframeCenter')
  })

  test('an unknown parent origin is tried on each allowed origin until it responds', () => {
    const page = createEmbeddingPage()
    const port = createParentPort({ parent: page.window, allowed: [portal, other] })
    port.post('a', {})
    expect(page.posted.map((message) => message.origin)).toEqual([portal, other])
    expect(port.accepts({ source: page.window, origin: other })).toBe(true)
    port.post('b', {})
    expect(page.posted.at(-1)).toMatchObject({ type: 'b', origin: other })
    expect(page.posted).toHaveLength(3)
  })

  test('a parent that may not embed the page receives nothing', () => {
    const page = createEmbeddingPage()
    const port = createParentPort({
      parent: page.window,
      allowed: [portal],
      detected: 'http://evil.example',
    })
    port.post('a', { secret: true })
    expect(page.posted).toEqual([])
  })

  test('phases of an action are reported with their status', () => {
    const sent: unknown[] = []
    const port = createParentPort({
      parent: { postMessage: (message) => sent.push(message) },
      allowed: [portal],
      detected: portal,
    })
    port.post('downloadAsPng', { vizId: 'v' }, 'start')
    port.post('data', 1)
    expect(sent).toEqual([
      { type: 'downloadAsPng', data: { vizId: 'v' }, status: 'start' },
      { type: 'data', data: 1 },
    ])
  })
})
