import { afterEach, expect, test, vi, describe } from 'vitest'
import {
  createBoardStore,
  type BoardAnswer,
  type LoadBoard,
} from '../../../../../local/bi-host/frame/host/board-store'
import { pinViz } from '../../../../../local/bi-host/frame/host/calls'
import { reloadStorage } from '../../../../../local/bi-host/frame/host/reload-storage'
import type { BoardReply, BoardRequest } from '../../../../../local/bi-host/wire/board'

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

  test('a pin reports its target', async () => {
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
  ])('the outcome is unknown when %s', async (_, answer) => {
    await expect(pin(answer).reply).rejects.toBeInstanceOf(Error)
  })
})

describe('reload storage', () => {
  /** A frame whose browser blocks access to session storage. */
  const thirdParty = (name = '') => ({
    name,
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })

  test('uses sessionStorage where the frame has access', () => {
    const sessionStorage = new Map<string, string>() as unknown as Storage
    expect(reloadStorage({ name: '', sessionStorage })).toBe(sessionStorage)
  })

  test('uses window.name without storage access, which survives a reload', () => {
    const frame = thirdParty('The vendor’s frame')
    const storage = reloadStorage(frame)
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', 'one “quoted”')
    storage.setItem('b', 'two')
    const reloaded = reloadStorage(thirdParty(frame.name))
    expect([reloaded.getItem('a'), reloaded.getItem('b')]).toEqual(['one “quoted”', 'two'])
    storage.setItem('a', 'another')
    expect([storage.getItem('a'), storage.getItem('b')]).toEqual(['another', 'two'])
  })

  test('is empty when the name is damaged', () => {
    expect(reloadStorage(thirdParty('assay-kept:{"a"')).getItem('a')).toBeNull()
  })
})

describe('the board store', () => {
  const reply = {
    board: {
      id: 'b',
      tabs: [],
      activeTabId: null,
      filters: [{ field: 'stable.token', label: 'Token', values: ['A', 'B'], chosen: [], multiple: true }],
    },
    tiles: [],
  } as unknown as BoardReply

  interface Asked {
    readonly request: BoardRequest
    readonly answer: (answer: BoardAnswer) => void
    readonly signal: AbortSignal
  }

  /** A host whose replies the test sends. */
  function host(): { readonly load: LoadBoard; readonly asked: Asked[] } {
    const asked: Asked[] = []
    const load: LoadBoard = (request, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
        asked.push({ request, answer: resolve, signal })
      })
    return { load, asked }
  }

  const ok: BoardAnswer = { ok: true, reply }

  async function ready() {
    const { load, asked } = host()
    const board = createBoardStore(load)
    board.open({ liveboardId: 'b' })
    for (const { answer } of asked) answer(ok)
    await vi.waitFor(() => expect(board.state.get().status).toBe('ready'))
    asked.length = 0
    return { board, asked }
  }

  test('outline and data are requested in parallel: the outline sets the layout, the data fills it', async () => {
    const { load, asked } = host()
    const board = createBoardStore(load)
    board.open({ liveboardId: 'b', tabId: 't' })
    expect(asked.map(({ request }) => [request.liveboardId, request.tabId, request.part])).toEqual([
      ['b', 't', 'definition'],
      ['b', 't', 'all'],
    ])
    asked[0]?.answer(ok)
    await vi.waitFor(() => expect(board.state.get().status).toBe('outline'))
    asked[1]?.answer(ok)
    await vi.waitFor(() => expect(board.state.get().status).toBe('ready'))
  })

  test('an outline that arrives after the data does not remove it', async () => {
    const { load, asked } = host()
    const board = createBoardStore(load)
    board.open({ liveboardId: 'b' })
    asked[1]?.answer(ok)
    await vi.waitFor(() => expect(board.state.get().status).toBe('ready'))
    asked[0]?.answer({ ok: true, reply: { ...reply } })
    await Promise.resolve()
    expect(board.state.get().status).toBe('ready')
    expect(board.state.get().reply).toBe(reply)
  })

  describe('changes', () => {
    test('range, chips and cross filter travel together', async () => {
      const { board, asked } = await ready()
      board.setRange('90D')
      board.setChosen('stable.token', ['A'])
      board.setCross({ tileId: 'v', field: 'stable.chain', key: 'Tron', label: 'Tron' })
      expect(asked.at(-1)?.request).toEqual({
        liveboardId: 'b',
        range: '90D',
        part: 'all',
        filters: [
          { field: 'stable.token', op: 'in', values: ['A'] },
          { field: 'stable.chain', op: 'in', values: ['Tron'], fromTile: 'v' },
        ],
      })
    })

    test('a newer request aborts the older one, and the screen stays unchanged meanwhile', async () => {
      const { board, asked } = await ready()
      board.setRange('90D')
      board.setRange('1Y')
      expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
      expect(board.state.get()).toMatchObject({ status: 'ready', refreshing: true })
      asked[1]?.answer(ok)
      await vi.waitFor(() => expect(board.state.get().refreshing).toBe(false))
    })

    test('runtime filters are mapped by label, the user’s chips win over them, and the same set sends no request', async () => {
      const { board, asked } = await ready()
      const filters = [{ columnName: 'token', operator: 'EQ', values: ['B'] }]
      board.setRuntimeFilters(filters)
      expect(asked.at(-1)?.request.filters).toEqual([{ field: 'stable.token', op: 'in', values: ['B'] }])
      board.setRuntimeFilters(structuredClone(filters))
      expect(asked).toHaveLength(1)
      board.setChosen('stable.token', ['A'])
      expect(asked.at(-1)?.request.filters).toEqual([{ field: 'stable.token', op: 'in', values: ['A'] }])
    })

    test('another board starts without the choices of the last one', async () => {
      const { board, asked } = await ready()
      board.setRange('90D')
      board.setChosen('stable.token', ['A'])
      board.open({ liveboardId: 'c' })
      expect(asked.at(-1)?.request).toEqual({ liveboardId: 'c', part: 'all' })
    })

    test('another tab of the board keeps range and chips', async () => {
      const { board, asked } = await ready()
      board.setRange('90D')
      board.open({ liveboardId: 'b', tabId: 't2' })
      expect(asked.at(-1)?.request).toMatchObject({ tabId: 't2', range: '90D' })
    })
  })

  describe('tabs', () => {
    const tabs = [
      { id: 't1', label: 'One' },
      { id: 't2', label: 'Two' },
    ]
    const tabbed = (activeTabId: string): BoardAnswer => ({
      ok: true,
      reply: {
        ...reply,
        board: { ...reply.board, tabs, activeTabId },
        tiles: [{ id: `tile of ${activeTabId}` }],
      } as unknown as BoardReply,
    })

    async function onFirstTab() {
      const { load, asked } = host()
      const board = createBoardStore(load)
      board.open({ liveboardId: 'b' })
      for (const { answer } of asked) answer(tabbed('t1'))
      await vi.waitFor(() => expect(board.state.get().status).toBe('ready'))
      asked.length = 0
      return { board, asked }
    }

    test('the first tab opened by its id, or an unknown tab, sends no request while the first tab is open', async () => {
      const { board, asked } = await onFirstTab()
      board.open({ liveboardId: 'b', tabId: 't1' })
      board.open({ liveboardId: 'b' })
      board.open({ liveboardId: 'b', tabId: 'gone' })
      expect(asked).toEqual([])
      expect(board.state.get()).toMatchObject({ status: 'ready', location: { tabId: 'gone' } })
    })

    test('the header stays while another tab loads, and switching back at once requests again', async () => {
      const { board, asked } = await onFirstTab()
      board.open({ liveboardId: 'b', tabId: 't2' })
      expect(board.state.get()).toMatchObject({
        status: 'loading',
        reply: { tiles: [], board: { activeTabId: 't2', tabs } },
      })
      board.open({ liveboardId: 'b', tabId: 't1' })
      expect(asked.map(({ request, signal }) => [request.tabId, signal.aborted])).toEqual([
        ['t2', true],
        ['t2', true],
        ['t1', false],
        ['t1', false],
      ])
    })
  })

  test('a board is restored as it was left', async () => {
    const { board, asked } = await ready()
    board.setRange('90D')
    board.setChosen('stable.token', ['A'])
    board.open({ liveboardId: 'c' })
    board.setRange('30D')
    board.open({ liveboardId: 'b' })
    expect(asked.at(-1)?.request).toMatchObject({
      liveboardId: 'b',
      range: '90D',
      filters: [{ field: 'stable.token', op: 'in', values: ['A'] }],
    })
    board.open({ liveboardId: 'c' })
    expect(asked.at(-1)?.request).toEqual({ liveboardId: 'c', range: '30D', part: 'all' })
  })

  test('a cached board is shown at once, marked as stale, and costs one request', async () => {
    const { board, asked } = await ready()
    board.open({ liveboardId: 'c' })
    for (const { answer } of asked.splice(0)) answer({ ok: true, reply: { ...reply } })
    await vi.waitFor(() => expect(board.state.get().status).toBe('ready'))
    board.open({ liveboardId: 'b' })
    expect(board.state.get()).toMatchObject({ status: 'ready', refreshing: true })
    expect(board.state.get().reply).toBe(reply)
    expect(asked.map(({ request }) => request.part)).toEqual(['all'])
    asked.splice(0)[0]?.answer(ok)
    await vi.waitFor(() => expect(board.state.get().refreshing).toBe(false))
    // The cached board is used neither with a cross-filter from one of its charts nor under other filters of the embedding page.
    board.setCross({ tileId: 'v', field: 'stable.chain', key: 'Tron', label: 'Tron' })
    board.open({ liveboardId: 'c' })
    board.setRuntimeFilters([{ columnName: 'token', operator: 'EQ', values: ['B'] }])
    asked.length = 0
    board.open({ liveboardId: 'b' })
    expect(board.state.get()).toMatchObject({ status: 'loading', reply: null })
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
  })

  test('a refusal is shown on the page, and a retry requests everything', async () => {
    const { load, asked } = host()
    const board = createBoardStore(load)
    board.open({ liveboardId: 'b' })
    const problem = { kind: 'unavailable', reference: 'r-1' } as const
    for (const { answer } of asked) answer({ ok: false, problem })
    await vi.waitFor(() => expect(board.state.get()).toMatchObject({ status: 'problem', problem }))
    asked.length = 0
    board.reload()
    expect(asked.map(({ request }) => request.part)).toEqual(['definition', 'all'])
    expect(board.state.get().status).toBe('loading')
  })
})
