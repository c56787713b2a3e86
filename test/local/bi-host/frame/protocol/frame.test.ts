import { describe, expect, test, vi } from 'vitest'
import type { BuilderControls } from '../../../../../local/bi-host/frame/protocol/page-events'
import { createAddress, embed, embedded, homePath, portal } from './embedding-page'

describe('the frame', () => {
  describe('the start', () => {
    test('sends EmbedListenerReady first, then the user and the frame location', async () => {
      const { page } = await embedded()
      await vi.waitFor(() => expect(page.types()).toContain('authInit'))
      expect(page.types()[0]).toBe('appInit')
      expect(page.types()[1]).toBe('EmbedListenerReady')
      expect(page.posted.find((message) => message.type === 'ROUTE_CHANGE')?.data).toEqual({
        currentPath: homePath,
      })
    })

    test('uses the user from InfoSuccess', async () => {
      const { page, frame } = embed()
      page.answer('appInit', () => ({ authToken: 'first' }))
      await page.trigger(frame, 'InfoSuccess', { info: { userGUID: 'person-1' } })
      await frame.start()
      await vi.waitFor(() =>
        expect(page.posted.find((message) => message.type === 'authInit')?.data).toEqual({
          isLoggedIn: true,
          userGUID: 'person-1',
        }),
      )
    })

    test('takes token, customisations and runtime filters from the answer', async () => {
      const { frame } = await embedded({
        customisations: { style: { customCSS: { variables: { '--ts-var-root-background': '#191f26' } } } },
        runtimeFilterParams: 'col1=Token&op1=IN&val1=USDC&val1=USDT',
      })
      await expect(frame.session.token()).resolves.toBe('first')
      expect(frame.state.get().customizations.variables['--ts-var-root-background']).toBe('#191f26')
      expect(frame.state.get().runtimeFilters).toEqual([
        { columnName: 'Token', operator: 'IN', values: ['USDC', 'USDT'] },
      ])
    })

    test('sends nothing during a prefetch, which gets no answer', async () => {
      const { page, frame } = embed(createAddress('', '?embedApp=true'))
      await frame.start()
      expect(frame.state.get().phase).toBe('silent')
      expect(page.posted).toEqual([])
    })

    test('starts a generic pre-render on the empty route, without a route event', async () => {
      const { page, frame } = await embedded(
        {},
        createAddress('', '?embedApp=true&isLiveboardEmbed=true&sdkVersion=1.52.0'),
      )
      expect(frame.state.get().phase).toBe('ready')
      expect(page.types()).not.toContain('ROUTE_CHANGE')
    })

    test('retries and then reports that there is no answer', async () => {
      const { page, frame } = embed(createAddress(), { initTimeout: 20, initAttempts: 2 })
      await frame.start()
      expect(page.types()).toEqual(['appInit', 'appInit'])
      expect(frame.state.get().phase).toBe('unanswered')
    })

    test('a full parameter set starts a frame whose appInit was never answered', async () => {
      const { page, frame } = embed()
      await page.trigger(frame, 'updateEmbedParams', {
        embedApp: true,
        hideAction: ['reportError'],
        authToken: 'late',
      })
      expect(frame.state.get().phase).toBe('ready')
      await expect(frame.session.token()).resolves.toBe('late')
    })
  })

  describe('the origin check', () => {
    test('a message of another origin or another window gets no answer and changes nothing', async () => {
      const { page, frame } = await embedded()
      const data = { type: 'Navigate', data: 'embed/viz/other' }
      expect(frame.receive({ source: page.window, origin: 'http://evil.example', data })).toBeUndefined()
      expect(frame.receive({ source: {}, origin: portal, data })).toBeUndefined()
      expect(frame.state.get().route.path).toBe(homePath)
    })

    test('everything goes to the parent of the allowed origin only', async () => {
      const { page } = await embedded()
      expect(new Set(page.posted.map((message) => message.origin))).toEqual(new Set([portal]))
    })
  })

  describe('navigation', () => {
    test.each([
      ['a path', 'embed/viz/b/tab/t', 'push /embed/viz/b/tab/t'],
      ['a path that replaces', { path: 'embed/viz/b', replace: true }, 'replace /embed/viz/b'],
      ['an object that pushes', { path: '/embed/viz/b' }, 'push /embed/viz/b'],
      ['steps through the history', -1, 'travel -1'],
    ])('understands %s', async (_, data, visit) => {
      const { page, frame, address } = await embedded()
      await expect(page.trigger(frame, 'Navigate', data)).resolves.toEqual({})
      expect(address.visits).toEqual([visit])
    })

    test('opens the board and emits the event', async () => {
      const { page, frame } = await embedded()
      await page.trigger(frame, 'Navigate', 'embed/viz/board-2/tab/tab-1/viz-1')
      expect(frame.state.get().route).toMatchObject({
        liveboardId: 'board-2',
        tabId: 'tab-1',
        vizId: 'viz-1',
      })
      expect(page.posted.at(-1)).toMatchObject({
        type: 'ROUTE_CHANGE',
        data: { currentPath: '/embed/viz/board-2/tab/tab-1/viz-1' },
      })
    })

    test('to the current location only repeats the rendered events', async () => {
      const { page, frame, address } = await embedded()
      const before = frame.state.get()
      await page.trigger(frame, 'Navigate', homePath.slice(1))
      expect(address.visits).toEqual([])
      expect(frame.state.get().route).toBe(before.route)
      expect(frame.state.get().renderedAgain).toBe(before.renderedAgain + 1)
    })

    test('Back in the browser shows the previous location', async () => {
      const { frame, address } = await embedded()
      address.replace('/embed/viz/earlier')
      frame.addressChanged()
      expect(frame.state.get().route).toMatchObject({ liveboardId: 'earlier' })
    })
  })

  describe('parameters', () => {
    test('a full set puts what it leaves out back to default', async () => {
      const { page, frame } = await embedded(
        {},
        createAddress(
          `#${homePath}`,
          '?sdkVersion=1.52.0&hideAction=["share"]&visibleAction=[]&isFullHeightPinboard=true',
        ),
      )
      expect(frame.state.get().options).toMatchObject({ visible: [], fullHeight: true })
      await page.trigger(frame, 'updateEmbedParams', { sdkVersion: '1.52.0', hideAction: ['reportError'] })
      expect(frame.state.get().options).toMatchObject({
        visible: null,
        fullHeight: false,
        hidden: ['reportError'],
      })
    })

    test('a part changes only what it names', async () => {
      const { page, frame } = await embedded(
        {},
        createAddress(`#${homePath}`, '?sdkVersion=1.52.0&hideAction=["share"]'),
      )
      const look = { style: { customCSS: { variables: { '--ts-var-root-color': 'red' } } } }
      await page.trigger(frame, 'updateEmbedParams', { customisations: look })
      expect(frame.state.get().options.hidden).toEqual(['share'])
      expect(frame.state.get().customizations.variables).toEqual({ '--ts-var-root-color': 'red' })
    })

    test('runtime filters and visible tiles change without another route', async () => {
      const { page, frame } = await embedded()
      await page.trigger(frame, 'UpdateRuntimeFilters', [
        { columnName: 'Token', operator: 'EQ', values: ['USDC'] },
      ])
      await page.trigger(frame, 'SetPinboardVisibleVizs', ['a', 'b'])
      await page.trigger(frame, 'SetPinboardHiddenTabs', ['t'])
      expect(frame.state.get()).toMatchObject({
        runtimeFilters: [{ columnName: 'Token', operator: 'EQ', values: ['USDC'] }],
        visibleVizs: ['a', 'b'],
        hiddenTabs: ['t'],
      })
    })
  })
})

describe('events of the chart builder', () => {
  /** A builder that records its calls. */
  function controls(begun = true): BuilderControls & { readonly calls: readonly unknown[] } {
    const calls: unknown[] = []
    const note =
      (name: string) =>
      async (...values: readonly unknown[]): Promise<void> =>
        void calls.push([name, ...values])
    return {
      calls,
      search: note('search'),
      about: note('about'),
      reset: () => void calls.push(['reset']),
      addColumns: note('addColumns'),
      removeColumn: note('removeColumn'),
      openSave: () => void calls.push(['openSave']),
      openPin: () => void calls.push(['openPin']),
      action: (id) => void calls.push(['action', id]),
      save: async () => 'answer-1',
      pin: async (to) => {
        calls.push(['pin', to])
        return { dashboardId: 'd', dashboardName: 'Desk', tileId: 't', tabId: null, created: true }
      },
      filters: () => [{ id: 'supply.chain' }],
      updateFilters: async (filters) => filters.map(({ columnName }) => columnName),
      answer: () => ({
        version: 2,
        title: 'Supply',
        query: { measures: ['supply.supply'] },
        chart: { type: 'auto' },
      }),
      begun: () => begun,
      answerSession: async () => ({ session: { sessionId: 'answer~1' } }),
      names: () => ({ sources: ['Stablecoin supply'], columns: ['Supply'] }),
      phrase: () => 'supply',
    }
  }

  async function onBuilder(hash = '#/embed/answer', begun = true) {
    const { page, frame } = await embedded({}, createAddress(hash))
    const builder = controls(begun)
    frame.attachBuilder(builder)
    const through = (type: string, parameters: unknown = {}): Promise<unknown> =>
      page.trigger(frame, 'UiPassthrough', { type, parameters })
    return { page, frame, builder, through }
  }

  test('any client can drive the builder by the vendor’s host events', async () => {
    const { page, frame, builder } = await onBuilder()
    await page.trigger(frame, 'search', {
      searchQuery: 'supply by chain',
      dataSources: ['stable_supply'],
      execute: true,
    })
    await page.trigger(frame, 'addColumns', { columnIds: ['supply.chain'] })
    await page.trigger(frame, 'removeColumn', { columnId: 'supply.chain' })
    await page.trigger(frame, 'resetSearch')
    await page.trigger(frame, 'save')
    await page.trigger(frame, 'pin')
    await page.trigger(frame, 'downloadAsPng')
    expect(builder.calls).toEqual([
      ['about', 'stable_supply'],
      ['search', 'supply by chain', true],
      ['addColumns', ['supply.chain']],
      ['removeColumn', 'supply.chain'],
      ['reset'],
      ['openSave'],
      ['openPin'],
      ['action', 'downloadAsPng'],
    ])
    expect(await page.trigger(frame, 'getTML')).toMatchObject({
      answer: {
        name: 'Supply',
        search_query: 'supply',
        tables: [{ name: 'Stablecoin supply' }],
        answer_columns: [{ name: 'Supply' }],
      },
    })
    expect(await page.trigger(frame, 'getAnswerSession')).toMatchObject({
      session: { sessionId: 'answer~1' },
    })
    // Events that only a board supports get an immediate reply as well.
    for (const type of ['getTabs', 'openFilter', 'SetPinboardVisibleTabs'])
      expect(await page.trigger(frame, type)).toBeTypeOf('object')
    expect(page.types().filter((type) => type === 'search Subscribed')).toHaveLength(1)
  })

  test('nothing that has not been asked is saved or pinned', async () => {
    const { page, frame, builder } = await onBuilder('#/embed/answer', false)
    await page.trigger(frame, 'save')
    await page.trigger(frame, 'pin')
    expect(builder.calls).toEqual([])
  })

  test('and save, pin, filter and read it by the passthrough calls, in the vendor’s shapes', async () => {
    const { builder, through } = await onBuilder()
    expect(await through('saveAnswer', { name: 'Supply', description: '' })).toEqual([
      { value: { saveResponse: { data: { Answer__save: { answer: { id: 'answer-1' } } } } } },
    ])
    expect(await through('addVizToPinboard', { newVizName: 'Supply', newPinboardName: 'Desk' })).toEqual([
      { value: { pinboardId: 'd', tabId: null, vizId: 't' } },
    ])
    expect(builder.calls).toEqual([
      ['pin', expect.objectContaining({ title: 'Supply', newDashboard: 'Desk' })],
    ])
    expect(await through('getFilters')).toMatchObject([
      { value: { answerFilters: [{ id: 'supply.chain' }] } },
    ])
    const filter = { column: 'Chain', oper: 'IN', values: ['Tron'] }
    expect(await through('updateFilters', { filter })).toEqual([{ value: { updated: ['Chain'] } }])
  })

  test('do not reach the builder while a board is open', async () => {
    const { page, frame, builder, through } = await onBuilder(`#${homePath}`)
    await page.trigger(frame, 'search', { searchQuery: 'supply', execute: true })
    await page.trigger(frame, 'resetSearch')
    const [{ value }] = (await through('getAvailableUiPassthroughs')) as [{ value: { keys: string[] } }]
    expect(value.keys).not.toContain('getAnswerPageConfig')
    expect(builder.calls).toEqual([])
  })
})
