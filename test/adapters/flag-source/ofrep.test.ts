import { afterEach, describe, expect, test, vi } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import type { OfrepOptions } from '../../../src/adapters/flag-source/ofrep/client'
import { ofrepFlagSource } from '../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'
import type { FlagUserContext } from '../../../src/core/ports/flag-source'

afterEach(() => void vi.unstubAllGlobals())

interface Asked {
  readonly address: string
  readonly headers: Headers
}

interface Given {
  /** The service's responses, request by request; the last one repeats. */
  readonly answers?: readonly (() => Response)[]
  readonly storage?: Storage
  readonly options?: Partial<OfrepOptions>
  readonly session?: string
  readonly context?: FlagUserContext
}

const flags = (value: boolean): readonly unknown[] => [{ key: 'new-feature', value }]
const visitor = flagUserContext(undefined, {
  hasBypassAccess: false,
  userAgent: 'test',
  timestamp: '1970-01-01',
})

/** Browser storage, as far as the adapter uses it. */
function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage
}

/** A visible or hidden page, a service, and the streams that were opened. */
async function opened(given: Given = {}) {
  const clock = fixedClock(0)
  let visibilityState: DocumentVisibilityState = 'visible'
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', {
    get: () => visibilityState,
  }) as EventTarget & { readonly visibilityState: DocumentVisibilityState }
  let value = false
  const asked: Asked[] = []
  const streams: (EventTarget & { readonly address: string; readonly closed: boolean })[] = []
  const answers = given.answers ?? [() => Response.json({ flags: flags(value) })]
  const source = ofrepFlagSource({
    host: 'http://flags.invalid',
    streamHost: 'http://stream.invalid',
    clock,
    journal: memoryJournal(),
    page,
    storage: () => {
      if (given.storage === undefined) throw new Error('blocked')
      return given.storage
    },
    openStream: (address) => {
      const stream = Object.assign(new EventTarget(), {
        address,
        readyState: 0,
        closed: false,
        close: () => void (stream.closed = true),
      })
      streams.push(stream)
      return stream as unknown as EventSource
    },
    fetch: async (address, init) => {
      asked.push({ address: new Request(address).url, headers: new Headers(init?.headers) })
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (answer === undefined) throw new Error('nobody answers')
      return answer()
    },
    ...given.options,
  })
  const status = await source.start({
    session: given.session ?? 'anonymous',
    context: given.context ?? visitor,
  })
  return {
    clock,
    source,
    status,
    streams,
    questions: asked,
    asked: () => asked.length,
    change: (next: boolean) => void (value = next),
    become: (visibility: DocumentVisibilityState): void => {
      visibilityState = visibility
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

describe('a service without a stream', () => {
  test('is polled every minute by a visible page', async () => {
    const { clock, source, change } = await opened()
    change(true)
    clock.advance(60_000)
    await expect.poll(() => source.all()['new-feature']).toBe(true)
  })

  test('is polled at the configured interval', async () => {
    const { clock, asked } = await opened({ options: { pollEveryMs: 5_000 } })
    clock.advance(4_999)
    expect(asked()).toBe(1)
    clock.advance(1)
    expect(asked()).toBe(2)
  })

  test('is not polled by a hidden page, which catches up as soon as it is shown', async () => {
    const { clock, source, asked, become, change } = await opened()
    become('hidden')
    change(true)
    clock.advance(600_000)
    expect(asked()).toBe(1)
    become('visible')
    await expect.poll(() => source.all()['new-feature']).toBe(true)
    expect(asked()).toBe(2)
  })

  test('gets no extra request from a page that was hidden for a moment', async () => {
    const { asked, become } = await opened()
    become('hidden')
    become('visible')
    expect(asked()).toBe(1)
  })
})

describe('a stream', () => {
  const naming = (...eventStreams: readonly unknown[]) => ({
    answers: [() => Response.json({ flags: flags(true), eventStreams })],
  })

  test.each([
    ['of an unknown kind', { type: 'web-push', topic: 'flags' }],
    ['without an address', { type: 'sse' }],
    ['that is no object', 'sse'],
    ['with an address of a new shape', { type: 'sse', url: { host: 'x' } }],
  ])('%s is ignored, and the flags are applied', async (_, stream) => {
    const { source, status, streams } = await opened(
      naming(stream, { type: 'sse', url: 'http://stream.invalid/changes' }),
    )
    expect([status, source.all()['new-feature']]).toEqual([{ kind: 'live' }, true])
    expect(streams.map(({ address }) => address)).toEqual(['http://stream.invalid/changes'])
  })

  test('is found by its origin and path in place of a URL', async () => {
    const endpoint = { origin: 'http://stream.invalid', requestUri: '/changes?of=portal' }
    const { streams } = await opened(naming({ type: 'sse', endpoint }))
    expect(streams.map(({ address }) => address)).toEqual(['http://stream.invalid/changes?of=portal'])
  })

  test('is the service’s own where only a path is given', async () => {
    const { streams } = await opened({
      ...naming({ type: 'sse', endpoint: { requestUri: '/changes' } }),
      options: { streamHost: 'http://flags.invalid' },
    })
    expect(streams.map(({ address }) => address)).toEqual(['http://flags.invalid/changes'])
  })

  test('is one of several, each of which is opened; the page polls while one of them is not open', async () => {
    const all = ['/all', '/person'].map((path) => ({ type: 'sse', url: `http://stream.invalid${path}` }))
    const { clock, asked, streams } = await opened(naming(...all))
    expect(streams.map(({ address }) => address)).toEqual(all.map(({ url }) => url))
    const askedAfter = async (event: Event, count: number, stream?: EventTarget): Promise<void> => {
      stream?.dispatchEvent(event)
      clock.advance(100)
      await expect.poll(asked).toBe(count)
    }
    await askedAfter(new Event('open'), 2, streams[0])
    clock.advance(60_000)
    await expect.poll(asked).toBe(3)
    await askedAfter(new Event('open'), 4, streams[1])
    clock.advance(240_000)
    await askedAfter(new MessageEvent('message', { data: '{"type":"refetchEvaluation"}' }), 5, streams[1])
    expect(streams).toHaveLength(2)
  })

  test('that is open but silent does not end all requests: something between may hold its events back', async () => {
    const eventStreams = [{ type: 'sse', url: 'http://stream.invalid' }]
    const answer = (value: boolean) => () => Response.json({ flags: flags(value), eventStreams })
    const answers = [answer(false), answer(false), answer(true)]
    const { clock, source, asked, streams } = await opened({ answers })
    streams[0]?.dispatchEvent(new Event('open'))
    clock.advance(100)
    await expect.poll(asked).toBe(2)
    clock.advance(299_000)
    expect(asked()).toBe(2)
    clock.advance(61_000)
    await expect.poll(() => source.all()['new-feature']).toBe(true)
    expect(streams).toHaveLength(1)
  })

  test('of another origin is not opened, and the page polls', async () => {
    const { clock, asked, streams } = await opened(
      naming(
        { type: 'sse', url: 'http://stream.invalid/all' },
        { type: 'sse', url: 'http://other.invalid/person' },
      ),
    )
    expect(streams.map(({ address }) => address)).toEqual(['http://stream.invalid/all'])
    streams[0]?.dispatchEvent(new Event('open'))
    clock.advance(100)
    await expect.poll(asked).toBe(2)
    clock.advance(60_000)
    await expect.poll(asked).toBe(3)
  })

  test('stays while it is open, though each response signs its URL again, and is reopened at the latest URL once it is lost', async () => {
    let answers = 0
    const signed = (): Response => {
      answers += 1
      const url = (path: string): string => `http://stream.invalid${path}?token=${answers}`
      const eventStreams = ['/all', '/person'].map((path) => ({ type: 'sse', url: url(path) }))
      return Response.json({ flags: flags(true), eventStreams })
    }
    const { clock, asked, streams } = await opened({ answers: [signed] })
    const paths = () => streams.map(({ address }) => address.slice('http://stream.invalid/'.length))
    const event = (kind: string, stream?: EventTarget): void => {
      stream?.dispatchEvent(new Event(kind))
      clock.advance(20)
    }
    // The other one does not open: the page polls, and each time its URL is new.
    event('open', streams[0])
    await expect.poll(paths).toEqual(['all?token=1', 'person?token=1', 'person?token=2'])
    event('open', streams[2])
    await expect.poll(asked).toBe(3)
    clock.advance(240_000)
    expect(asked()).toBe(3)
    event('error', streams[0])
    clock.advance(60_000)
    await expect.poll(paths).toEqual(['all?token=1', 'person?token=1', 'person?token=2', 'all?token=4'])
    expect(streams.map(({ closed }) => closed)).toEqual([true, true, false, false])
  })

  test('that is no longer listed is closed', async () => {
    const of = (path: string) => () =>
      Response.json({
        flags: flags(true),
        eventStreams: [{ type: 'sse', url: `http://stream.invalid${path}` }],
      })
    const { clock, streams } = await opened({ answers: [of('/?token=1'), of('/?token=2')] })
    clock.advance(60_000)
    await expect.poll(() => streams.map(({ closed }) => closed)).toEqual([true, false])
  })

  test('triggers a request by the one event that means a change, with that event’s configuration version', async () => {
    const { clock, asked, questions, streams } = await opened(
      naming({ type: 'sse', url: 'http://stream.invalid/changes' }),
    )
    const say = (data: string): void => {
      streams[0]?.dispatchEvent(new MessageEvent('message', { data }))
      clock.advance(100)
    }
    for (const data of ['{"type":"maintenance"}', '{}', 'null', 'not JSON']) say(data)
    expect(asked()).toBe(1)
    say('{"type":"refetchEvaluation","etag":"a b","lastModified":17}')
    expect(asked()).toBe(2)
    expect(questions[1]?.address).toBe(
      'http://flags.invalid/ofrep/v1/evaluate/flags?flagConfigEtag=a+b&flagConfigLastModified=17',
    )
  })
})

describe('a stream that was closed while the page was hidden', () => {
  test('is followed by requests without an ETag until one succeeds, because changes may have been missed', async () => {
    const eventStreams = [{ type: 'sse', url: 'http://stream.invalid/changes' }]
    const good = (): Response =>
      Response.json({ flags: flags(true), eventStreams }, { headers: { etag: '"1"' } })
    const { clock, become, questions, streams } = await opened({
      answers: [good, good, () => new Response('', { status: 503 }), good],
    })
    const tags = () => questions.map(({ headers }) => headers.get('if-none-match'))
    const tagsInTime = () => {
      clock.advance(100)
      return tags()
    }
    const open = (): void => {
      streams.at(-1)?.dispatchEvent(new Event('open'))
      clock.advance(100)
    }
    open()
    await expect.poll(tags).toEqual([null, '"1"'])
    become('hidden')
    become('visible')
    open()
    await expect.poll(tagsInTime).toEqual([null, '"1"', null, null])
    streams.at(-1)?.dispatchEvent(new MessageEvent('message', { data: '{"type":"refetchEvaluation"}' }))
    await expect.poll(tagsInTime).toEqual([null, '"1"', null, null, '"1"'])
  })

  test('also where the service has listed another URL for it meanwhile', async () => {
    const of = (path: string): Response =>
      Response.json(
        {
          flags: flags(path === '/?token=2'),
          eventStreams: [{ type: 'sse', url: `http://stream.invalid${path}` }],
        },
        { headers: { etag: '"1"' } },
      )
    let answer: (response: Response) => void = () => undefined
    const questions: (string | null)[] = []
    const { clock, become, source, streams } = await opened({
      options: {
        fetch: async (_address, init) => {
          questions.push(new Headers(init?.headers).get('if-none-match'))
          if (questions.length === 2) return new Promise<Response>((resolve) => (answer = resolve))
          return of(questions.length === 1 ? '/?token=1' : '/?token=2')
        },
      },
    })
    const open = (): void => {
      streams.at(-1)?.dispatchEvent(new Event('open'))
      clock.advance(100)
    }
    open()
    await expect.poll(() => questions.length).toBe(2)
    become('hidden')
    answer(of('/?token=2'))
    await expect.poll(() => source.all()['new-feature']).toBe(true)
    become('visible')
    await expect.poll(() => streams.length).toBe(2)
    open()
    await expect.poll(() => questions).toEqual([null, '"1"', null])
  })
})

test('the configuration version of a stream event is sent again after a failure, unless a newer one has arrived', async () => {
  const eventStreams = [{ type: 'sse', url: 'http://stream.invalid/changes' }]
  const good = (): Response => Response.json({ flags: flags(true), eventStreams })
  const away = (): Response => new Response('', { status: 503 })
  const { clock, questions, streams } = await opened({ answers: [good, away, away, good] })
  const named = () => {
    clock.advance(1_000)
    return questions.map(({ address }) => new URL(address).searchParams.get('flagConfigEtag'))
  }
  const say = (etag: string): void => {
    const data = JSON.stringify({ type: 'refetchEvaluation', etag })
    streams[0]?.dispatchEvent(new MessageEvent('message', { data }))
    clock.advance(20)
  }
  say('one')
  await expect.poll(named).toEqual([null, 'one', 'one'])
  say('two')
  await expect.poll(named).toEqual([null, 'one', 'one', 'two'])
})

test('a request that ends because the page is left is no failure of the service, unless the page comes back', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const journal = memoryJournal()
  const leave = (): never => {
    page.dispatchEvent(new Event('pagehide'))
    throw new TypeError('Failed to fetch')
  }
  const { clock, asked } = await opened({
    answers: [() => Response.json({ flags: flags(true) }), leave],
    options: { journal },
  })
  clock.advance(60_000)
  await expect.poll(asked).toBe(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(journal.entries).toEqual([])
  page.dispatchEvent(new Event('pageshow'))
  await expect.poll(() => journal.entries.map(({ text }) => text)).toEqual(['Flags not loaded: unreachable'])
})

describe('a service that responds with an error', () => {
  test.each([401, 403])('%i is not retried before the user returns to the page', async (refusal) => {
    const { clock, source, status, asked, become } = await opened({
      answers: [() => new Response('', { status: refusal }), () => Response.json({ flags: flags(true) })],
    })
    expect(status).toEqual({ kind: 'defaults', reason: 'refused' })
    clock.advance(3_600_000)
    expect(asked()).toBe(1)
    become('hidden')
    become('visible')
    await expect.poll(() => source.all()['new-feature']).toBe(true)
  })

  test('a refusal is not retried before another user signs in', async () => {
    const { source, asked } = await opened({
      answers: [() => new Response('', { status: 401 }), () => Response.json({ flags: flags(true) })],
    })
    expect(await source.identify({ session: 'somebody', context: visitor })).toEqual({ kind: 'live' })
    expect(asked()).toBe(2)
  })

  test.each([
    [429, '20'],
    [503, '20'],
    [429, '1970-01-01T00:00:20Z'],
    [429, '1970-01-01T01:00:20.000+01:00'],
  ])('%i is retried at its Retry-After, not before: %s', async (status, when) => {
    const { clock, asked } = await opened({
      answers: [() => new Response('', { status, headers: { 'retry-after': when } })],
    })
    clock.advance(19_999)
    expect(asked()).toBe(1)
    clock.advance(1)
    expect(asked()).toBe(2)
  })

  test.each(['1970-01-01T00:00:20Z', 'Thu, 01 Jan 1970 00:00:20 GMT', '0'])(
    'is not flooded when its Retry-After is in the past: %s',
    async (when) => {
      const refusal = (): Response => new Response('', { status: 429, headers: { 'retry-after': when } })
      const { clock, asked } = await opened({
        answers: [() => Response.json({ flags: flags(true) }), refusal],
      })
      clock.advance(60_000)
      await expect.poll(asked).toBe(2)
      clock.advance(999)
      expect(asked()).toBe(2)
      clock.advance(1)
      await expect.poll(asked).toBe(3)
      clock.advance(1_000)
      expect(asked()).toBe(3)
    },
  )

  test('is not requested before its Retry-After when its stream reopens', async () => {
    const eventStreams = [{ type: 'sse', url: 'http://stream.invalid/changes' }]
    const { clock, streams, asked } = await opened({
      answers: [
        () => Response.json({ flags: flags(false), eventStreams }),
        () => new Response('', { status: 429, headers: { 'retry-after': '20' } }),
      ],
    })
    const reopen = (): void => {
      streams[0]?.dispatchEvent(new Event('open'))
      clock.advance(20)
    }
    reopen()
    await expect.poll(asked).toBe(2)
    for (let times = 0; times < 3; times += 1) {
      clock.advance(5_000)
      reopen()
    }
    expect(asked()).toBe(2)
    clock.advance(5_000)
    expect(asked()).toBe(3)
  })

  test('is not retried by a hidden page before it is shown', async () => {
    const { clock, asked, become } = await opened({ answers: [() => new Response('', { status: 503 })] })
    become('hidden')
    clock.advance(3_600_000)
    expect(asked()).toBe(1)
    become('visible')
    expect(asked()).toBe(2)
  })

  test('is retried after a second without a Retry-After', async () => {
    const { clock, asked } = await opened({ answers: [() => new Response('', { status: 503 })] })
    clock.advance(1_000)
    expect(asked()).toBe(2)
  })
})

describe('the cached response', () => {
  const tagged = (): Response => Response.json({ flags: flags(true) }, { headers: { etag: '"one"' } })
  const unchanged = (): Response => new Response(null, { status: 304 })

  test('is revalidated by its ETag after a reload, with a 304 if nothing changed', async () => {
    const storage = memoryStorage()
    await opened({ storage, answers: [tagged] })
    const { source, questions } = await opened({ storage, answers: [unchanged] })
    await expect.poll(() => source.status()).toEqual({ kind: 'live' })
    expect(questions.map(({ headers }) => headers.get('if-none-match'))).toEqual(['"one"'])
    expect(source.all()['new-feature']).toBe(true)
  })

  test('is requested in full after a release with another flag, which a 304 would leave at its default', async () => {
    const storage = memoryStorage()
    await opened({ storage, answers: [tagged] })
    // The table of the release before had no row for this flag.
    const { flags: stored, ...rest } = JSON.parse(storage.getItem('assay.flags') ?? '') as { flags: object }
    const before = Object.entries(stored).filter(([key]) => key !== 'new-feature')
    storage.setItem('assay.flags', JSON.stringify({ ...rest, flags: Object.fromEntries(before) }))
    const { questions } = await opened({ storage, answers: [tagged] })
    expect(questions[0]?.headers.get('if-none-match')).toBeNull()
  })

  test('has no URL of a stream, which may hold a key: the full response is requested again', async () => {
    const storage = memoryStorage()
    const streaming = (): Response =>
      Response.json(
        { flags: flags(true), eventStreams: [{ type: 'sse', url: 'http://stream.invalid/?key=secret' }] },
        { headers: { etag: '"one"' } },
      )
    await opened({ storage, answers: [streaming] })
    expect(storage.getItem('assay.flags')).not.toContain('secret')
    const { questions, streams } = await opened({ storage, answers: [streaming] })
    expect(questions[0]?.headers.get('if-none-match')).toBeNull()
    await expect.poll(() => streams.length).toBe(1)
  })

  test('holds only the portal’s own flags', async () => {
    const storage = memoryStorage()
    const others = Array.from({ length: 1_000 }, (_, at) => ({ key: `of-another-team-${at}`, value: at }))
    await opened({ storage, answers: [() => Response.json({ flags: [...others, ...flags(true)] })] })
    expect(storage.getItem('assay.flags')).toContain('new-feature')
    expect(storage.getItem('assay.flags')).not.toContain('another-team')
  })

  test('holds nothing of a user who leaves while their response arrives', async () => {
    const storage = memoryStorage()
    const { clock, source, asked } = await opened({
      storage,
      session: 'somebody',
      answers: [
        () => Response.json({ flags: flags(false) }),
        () => Response.json({ flags: flags(true) }),
        () => new Response('', { status: 503 }),
      ],
    })
    expect(storage.getItem('assay.flags')).not.toBeNull()
    const stop = source.subscribe(() => {
      stop()
      void source.identify({ session: 'anonymous', context: visitor })
    })
    clock.advance(60_000)
    // Storage was checked before the next user's request.
    await expect.poll(asked).toBe(3)
    expect(storage.getItem('assay.flags')).toBeNull()
  })

  test.each<[string, Given]>([
    ['another service', { options: { host: 'http://other.invalid' } }],
    ['another key', { options: { headers: { 'X-API-Key': 'other' } } }],
    ['another person', { session: 'somebody' }],
  ])('is not used for %s', async (_, given) => {
    const storage = memoryStorage()
    await opened({ storage, answers: [tagged] })
    const { questions, status } = await opened({ storage, answers: [() => Response.error()], ...given })
    expect(questions[0]?.headers.get('if-none-match')).toBeNull()
    expect(status.kind).toBe('defaults')
  })

  test('is shown to the same user with other attributes, but requested again', async () => {
    const storage = memoryStorage()
    await opened({ storage, answers: [tagged] })
    const context = { ...visitor, custom: { ...visitor.custom, hasBypassAccess: true } }
    const { questions, source } = await opened({ storage, context, answers: [() => Response.error()] })
    expect(questions[0]?.headers.get('if-none-match')).toBeNull()
    expect(source.status()).toEqual({ kind: 'cached' })
  })
})

test('a response that is too long is malformed, and the service is not reported as unreachable', async () => {
  const { status } = await opened({ answers: [() => new Response('x'.repeat(11_000_000))] })
  expect(status).toEqual({ kind: 'defaults', reason: 'malformed' })
})

test('the configured headers are sent with every request', async () => {
  const { questions } = await opened({ options: { headers: { 'X-API-Key': 'abc' } } })
  expect(questions[0]?.headers.get('x-api-key')).toBe('abc')
})

test('a flag without a value, or with null, has its default, and the others apply', async () => {
  const off = [
    { key: 'miu-app-enabled', reason: 'DISABLED' },
    { key: 'UI-403', value: null },
  ]
  const reply = { flags: [...off, ...flags(true)], eventStreams: null }
  const { source, status } = await opened({ answers: [() => Response.json(reply)] })
  expect(status).toEqual({ kind: 'live' })
  expect(source.all()['new-feature']).toBe(true)
})
