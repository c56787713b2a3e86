import { afterEach, expect, test, vi, describe } from 'vitest'
import { pinViz } from '../../../../../local/bi-host/frame/host/calls'
import { reloadStorage } from '../../../../../local/bi-host/frame/host/reload-storage'

describe('pin viz', () => {
  afterEach(() => vi.unstubAllGlobals())

  function pin(answer: () => Promise<Response>) {
    vi.stubGlobal('fetch', answer)
    const posted: string[] = []
    const frame = {
      port: {
        post: (type: string, _data: unknown, status = '') => void posted.push(`${type} ${status}`.trim()),
      },
      session: { call: (send: (token: string) => Promise<Response>) => send('token'), end: () => undefined },
    }
    const to = { title: 'Tron', newLiveboardName: 'Desk' }
    const reply = pinViz(frame as unknown as Parameters<typeof pinViz>[0], 'c-1', 'm-1', to)
    return { reply, posted }
  }

  const json = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }))

  test('what is pinned is told with where it went', async () => {
    const data = { pinboardId: 'd-1', pinboardName: 'Desk', vizId: 't-1', created: true }
    const { reply, posted } = pin(json(200, { data: { Answer__addVizToPinboard: data } }))
    expect(await reply).toEqual({ pinboardId: 'd-1', tabId: null, vizId: 't-1' })
    expect(posted).toEqual(['pin start', 'createLiveboard', 'pin end'])
  })

  test('a refusal is the host’s own sentence', async () => {
    const { reply, posted } = pin(json(400, { error: { message: 'That dashboard is full.' } }))
    expect(await reply).toEqual({ error: 'That dashboard is full.' })
    expect(posted).toEqual(['pin start'])
  })

  test.each([
    ['the connection is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the host breaks', json(503, { error: { message: 'Busy.' } })],
    ['something else answers', () => Promise.resolve(new Response('<html>', { status: 404 }))],
  ])('nothing is claimed when %s', async (_, answer) => {
    await expect(pin(answer).reply).rejects.toBeInstanceOf(Error)
  })
})

describe('reload storage', () => {
  /** A frame whose browser keeps the tab's storage from it. */
  const thirdParty = (name = '') => ({
    name,
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })

  test('is the tab’s own where the frame may use it', () => {
    const sessionStorage = new Map<string, string>() as unknown as Storage
    expect(reloadStorage({ name: '', sessionStorage })).toBe(sessionStorage)
  })

  test('is the name of the window where it may not, which a reload leaves alone', () => {
    const frame = thirdParty('The vendor’s frame')
    const storage = reloadStorage(frame)
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', 'one “quoted”')
    storage.setItem('b', 'two')
    const reloaded = reloadStorage(thirdParty(frame.name))
    expect([reloaded.getItem('a'), reloaded.getItem('b')]).toEqual(['one “quoted”', 'two'])
    storage.removeItem('a')
    expect([storage.getItem('a'), storage.getItem('b')]).toEqual([null, 'two'])
  })

  test('holds nothing where the name is damaged', () => {
    expect(reloadStorage(thirdParty('assay-kept:{"a"')).getItem('a')).toBeNull()
  })
})
