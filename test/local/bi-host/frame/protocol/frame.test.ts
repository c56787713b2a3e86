import { describe, expect, test, vi } from 'vitest'
import { createAddress, embed, embedded, homePath, portal } from './embedding-page'

describe('the start', () => {
  test('says EmbedListenerReady first, then who is signed in and where the frame is', async () => {
    const { page } = await embedded()
    await vi.waitFor(() => expect(page.types()).toContain('authInit'))
    expect(page.types()[0]).toBe('appInit')
    expect(page.types()[1]).toBe('EmbedListenerReady')
    expect(page.posted.find((message) => message.type === 'ROUTE_CHANGE')?.data).toEqual({
      currentPath: homePath,
    })
  })

  test('names the person that InfoSuccess told of', async () => {
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

  test('is silent on a prefetch, which nobody answers', async () => {
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

  test('asks again and then says that nobody answers', async () => {
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

describe('who may speak to it', () => {
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

  test('goes to the board and says so', async () => {
    const { page, frame } = await embedded()
    await page.trigger(frame, 'Navigate', 'embed/viz/board-2/tab/tab-1/viz-1')
    expect(frame.state.get().route).toMatchObject({ liveboardId: 'board-2', tabId: 'tab-1', vizId: 'viz-1' })
    expect(page.posted.at(-1)).toMatchObject({
      type: 'ROUTE_CHANGE',
      data: { currentPath: '/embed/viz/board-2/tab/tab-1/viz-1' },
    })
  })

  test('to the place it is at only has the rendered events repeated', async () => {
    const { page, frame, address } = await embedded()
    const before = frame.state.get()
    await page.trigger(frame, 'Navigate', homePath.slice(1))
    expect(address.visits).toEqual([])
    expect(frame.state.get().route).toBe(before.route)
    expect(frame.state.get().renderedAgain).toBe(before.renderedAgain + 1)
  })

  test('Back in the browser shows the place before', async () => {
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
