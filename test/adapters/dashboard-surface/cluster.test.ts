import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { createCluster, isAtLeast } from '../../../src/adapters/dashboard-surface/thoughtspot/cluster'
import { createWatchdog } from '../../../src/adapters/_shared/embedded-frame/watchdog'
import { viewAppearance } from '../../../src/core/embedding/appearance'
import type { ViewRequest } from '../../../src/core/ports/dashboard-surface'
import { commentProblems, contractProblems } from '../../support/host-event-contract'
import {
  narrowableId,
  refusedId,
  setSurfaceStage,
  type HostEventMessage,
  type SurfaceStage,
} from './surface-stage'

describe('a release', () => {
  test.each([
    ['26.8.0.cl-112', true],
    ['26.9.0.cl', true],
    ['27.1.0.cl', true],
    ['26.7.0.cl-1', false],
    ['10.14.0.cl', false],
    ['9.8.0-sw', false],
    ['', undefined],
    [undefined, undefined],
  ])('%s is at least 26.8: %s', (release, known) => {
    expect(isAtLeast(release, [26, 8])).toBe(known)
  })
})

const learned = async (releaseVersion: unknown) => {
  const cluster = createCluster()
  cluster.readRelease(() => Promise.resolve({ releaseVersion }))
  await Promise.resolve()
  return cluster
}

describe('whether a running frame can be restyled', () => {
  test.each([
    ['26.2.0.cl', true],
    ['10.15.0.cl', false],
    ['unknown', true],
  ])('of release %s: %s', async (release, takes) => {
    expect((await learned(release)).canRestyle()).toBe(takes)
  })
})

describe('whether a running frame can be navigated', () => {
  test('is tried while it is unknown', () => {
    expect(createCluster().canNavigate()).toBe(true)
  })

  test('is known by the release', async () => {
    expect((await learned('26.8.0.cl')).canNavigate()).toBe(true)
    expect((await learned('26.7.0.cl')).canNavigate()).toBe(false)
    expect((await learned('unknown')).canNavigate()).toBe(true)
  })

  describe.each(['26.8.0.cl', 'unknown'])('of a cluster that says %s', (release) => {
    test('is not tried after a silence, until a frame has rendered again', async () => {
      const cluster = await learned(release)
      cluster.onSilence()
      expect(cluster.canNavigate()).toBe(false)
      cluster.onShown({ sent: false })
      expect(cluster.canNavigate()).toBe(true)
    })

    test('is not tried after a second silence, whatever its new frames render', async () => {
      const cluster = await learned(release)
      for (const _ of [1, 2]) {
        cluster.onSilence()
        cluster.onShown({ sent: false })
      }
      expect(cluster.canNavigate()).toBe(false)
      cluster.onShown({ sent: false })
      expect(cluster.canNavigate()).toBe(false)
    })

    test('counts no silence once a navigated frame has rendered its target', async () => {
      const cluster = await learned(release)
      cluster.onSilence()
      cluster.onShown({ sent: false })
      cluster.onShown({ sent: true })
      cluster.onSilence()
      cluster.onShown({ sent: false })
      expect(cluster.canNavigate()).toBe(true)
    })

    test('is tried again when the user retries', async () => {
      const cluster = await learned(release)
      cluster.onSilence()
      cluster.onSilence()
      cluster.forgetSilence()
      expect(cluster.canNavigate()).toBe(true)
    })
  })

  test('a release reported only after the silence changes nothing', async () => {
    const cluster = createCluster()
    let answer: (given: { readonly releaseVersion: string }) => void = () => undefined
    cluster.readRelease(() => new Promise((resolve) => (answer = resolve)))
    cluster.onSilence()
    answer({ releaseVersion: '26.8.0.cl' })
    await Promise.resolve()
    expect(cluster.canNavigate()).toBe(false)
  })

  test('is requested once', () => {
    const cluster = createCluster()
    let asked = 0
    const read = () => {
      asked += 1
      return Promise.reject(new Error('away'))
    }
    cluster.readRelease(read)
    cluster.readRelease(read)
    expect(asked).toBe(1)
  })
})

describe('silence', () => {
  const watched = () => {
    const clock = fixedClock(0)
    let barks = 0
    const dog = createWatchdog(clock, { afterLoad: 8_000, withoutLoad: 30_000 }, () => (barks += 1))
    return { clock, dog, barks: () => barks }
  }

  test('of a document that does not load is reported after the longer timeout', () => {
    const { clock, dog, barks } = watched()
    dog.awaitLoad()
    clock.advance(29_999)
    expect(barks()).toBe(0)
    clock.advance(1)
    expect(barks()).toBe(1)
  })

  test('of a loaded document is measured from its load: an error page loads too', () => {
    const { clock, dog, barks } = watched()
    dog.awaitLoad()
    clock.advance(20_000)
    dog.loaded(false)
    clock.advance(7_999)
    expect(barks()).toBe(0)
    clock.advance(1)
    expect(barks()).toBe(1)
  })

  test('is reported for a frame that sends messages but never renders, after the longer timeout at the latest', () => {
    const { clock, dog, barks } = watched()
    dog.awaitLoad()
    clock.advance(10_000)
    dog.loaded(false)
    for (let second = 1; second < 30; second += 1) {
      clock.advance(1_000)
      dog.extend()
    }
    expect(barks()).toBe(0)
    clock.advance(1_000)
    expect(barks()).toBe(1)
    // A navigation restarts the timeout.
    dog.restart()
    clock.advance(7_000)
    dog.extend()
    clock.advance(7_999)
    expect(barks()).toBe(1)
    clock.advance(1)
    expect(barks()).toBe(2)
  })

  test('is not measured for an unawaited frame that sends a message', () => {
    const { clock, dog, barks } = watched()
    dog.awaitLoad()
    dog.stop()
    dog.extend()
    clock.advance(60_000)
    expect(barks()).toBe(0)
  })

  test('does not start with a late load in a page that has already sent a message', () => {
    const { clock, dog, barks } = watched()
    dog.awaitLoad()
    dog.restart()
    dog.stop()
    dog.loaded(false)
    clock.advance(60_000)
    expect(barks()).toBe(0)
  })
})

describe('the real SDK before a cluster', () => {
  let stage: SurfaceStage
  beforeAll(async () => {
    stage = await setSurfaceStage()
  }, 60_000)
  afterAll(() => stage.close())

  const one = '11111111-1111-4111-8111-111111111111'
  const two = '22222222-2222-4222-8222-222222222222'
  const request = (dashboardId: string, theme: 'dark' | 'light' = 'dark'): ViewRequest => ({
    view: { kind: 'dashboard', dashboardId },
    title: 'Stablecoins dashboard',
    appearance: viewAppearance({
      theme,
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'curated',
    }),
  })

  test.each([
    // A reported release is trusted.
    ['26.8.0.cl-1', 1],
    ['26.7.0.cl-3', 2],
    ['26.2.0.cl-1', 2],
    ['10.14.0.cl-9', 2],
    // Without one navigation is tried, and after a silence every dashboard gets its own frame.
    ['10 point 14', 2],
  ])(
    'of release %s changes the dashboard with %i frames, without a history entry',
    async (release, frames) => {
      const world = await stage.world(release)
      const view = await world.open()
      const last = () => view.events.findLast(({ kind }) => kind === 'navigated')
      const rendered = () => view.events.filter(({ kind }) => kind === 'rendered').length
      await view.show(request(one))
      await vi.waitFor(() => expect(rendered()).toBe(1), { timeout: 8_000 })
      await world.settled()
      const before = await world.historyLength()
      await view.show(request(two))
      await vi.waitFor(() => expect(last()).toMatchObject({ dashboardId: two }), { timeout: 8_000 })
      await vi.waitFor(() => expect(rendered()).toBe(2), { timeout: 8_000 })
      expect(await world.frames()).toBe(frames)
      expect(await world.historyLength()).toBe(before)
      expect(view.events.map(({ kind }) => kind)).not.toContain('failed')
      await world.close()
    },
    20_000,
  )

  test.each([
    ['26.9.0.cl-1', 1],
    ['26.2.0.cl-1', 1],
    ['10.14.0.cl-9', 2],
    // An unknown release: it is tried.
    ['unknown', 1],
  ])(
    'of release %s shows another theme with %i frames, and keeps the user’s filters',
    async (release, frames) => {
      const world = await stage.world(release)
      const view = await world.open()
      const drawn = () => view.events.filter(({ kind }) => kind === 'data').length
      await view.show(request(one))
      await vi.waitFor(() => expect(drawn()).toBe(1), { timeout: 8_000 })
      const filters = [{ column: 'Venue', oper: 'IN', values: ['Deribit'] }]
      await world.say('filterChanged', { filters })
      await world.settled()
      await view.show(request(one, 'light'))
      await vi.waitFor(async () => expect(await world.theme()).toBe('light'), { timeout: 8_000 })
      await vi.waitFor(() => expect(drawn()).toBe(frames), { timeout: 8_000 })
      expect(await world.frames()).toBe(frames)
      if (frames === 2)
        await vi.waitFor(async () => expect(await world.filtersReceived()).toBe(JSON.stringify({ filters })))
      // Not repeatedly.
      await world.settled()
      await world.settled()
      expect(await world.frames()).toBe(frames)
      await world.close()
    },
    20_000,
  )

  test('receives its current dashboard, and no tab of the previous one, when the theme changes', async () => {
    const world = await stage.world()
    const problems: string[] = []
    world.page.on('pageerror', ({ message }) => problems.push(message))
    const view = await world.open()
    const drawn = () => view.events.filter(({ kind }) => kind === 'data').length
    const tab = { tabId: 'tab-of-one', personalViewId: 'view-of-one' }
    await view.show({ ...request(one), view: { kind: 'dashboard', dashboardId: one, ...tab } })
    await vi.waitFor(() => expect(drawn()).toBe(1), { timeout: 8_000 })
    // The SDK handles it itself and passes nothing on.
    await world.say('clearInfoCache', {})
    await view.show(request(two))
    await vi.waitFor(() => expect(drawn()).toBe(2), { timeout: 8_000 })
    await world.settled()
    await view.show(request(two, 'light'))
    await vi.waitFor(async () => expect(await world.theme()).toBe('light'), { timeout: 8_000 })
    const { received } = await world.hostEvents()
    const looks = received.filter(({ type }) => type === 'updateEmbedParams').map(({ data }) => data)
    expect(looks.at(-1)).toMatchObject({ liveboardId: two })
    expect(JSON.stringify(looks.at(-1))).not.toContain('of-one')
    expect(problems).toEqual([])
    await world.close()
  }, 20_000)

  describe('receives host events', () => {
    /** The SDK contract that applies to a message; the SDK adds the old names to those of a pin. */
    function faults({ type, context, data }: HostEventMessage): readonly string[] {
      if (type !== 'UiPassthrough') return []
      const {
        pinboardId: _id,
        newPinboardName: _name,
        ...payload
      } = data['parameters'] as Record<string, unknown>
      const call = String(data['type'])
      if (call === 'getAvailableUiPassthroughs') return []
      return [
        ...(context === undefined ? [`${call} has no context`] : []),
        ...contractProblems(call, payload),
      ]
    }

    test.each([
      // From this release on the vendor deprecates the first framework. Older releases know only the first, or the second as a preview.
      ['26.10.0.cl-1', 'second'],
      ['26.9.0.cl-1', 'first'],
      ['10.14.0.cl-1', 'first'],
      // The cluster's own default.
      ['unknown', 'first'],
    ])(
      'of release %s: in the %s framework, with payloads and contexts that both accept',
      async (release, framework) => {
        const world = await stage.world(release)
        // The release is known from the second frame on.
        const first = await world.open()
        await first.show(request(one))
        await vi.waitFor(() => expect(first.events.map(({ kind }) => kind)).toContain('data'), {
          timeout: 8_000,
        })
        await first.dispose()
        await world.settled()
        const view = await world.open()
        const drawn = () => view.events.filter(({ kind }) => kind === 'data').length
        await view.show(request(two))
        await vi.waitFor(() => expect(drawn()).toBe(1), { timeout: 8_000 })
        expect((await world.hostEvents()).framework).toBe(framework)
        // The contract has only strings as values; the vendor's documents have more.
        const filter = { columnName: 'Venue', operator: 'IN', values: ['OKX', 'Deribit'] }
        const applicability = { level: 'TAB', targetId: 'tab-1' }
        await world.say('filterChanged', { filters: [filter], applicability })
        await world.say('filterChanged', { what: 'nobody knows' })
        expect(await view.pin({ title: 'Supply', newDashboardName: 'Desk' })).toMatchObject({
          kind: 'pinned',
        })
        const before = (await world.hostEvents()).received
        await view.refresh()
        await vi.waitFor(() => expect(drawn()).toBe(2), { timeout: 8_000 })
        await vi.waitFor(async () => expect(await world.filtersReceived()).toContain('tab-1'))
        const received = [...before, ...(await world.hostEvents()).received]
        expect(received.flatMap(faults)).toEqual([])
        const calls = received.map(({ type, context, data }) => [data['type'] ?? type, context])
        expect(calls).toContainEqual(['addVizToPinboard', 'liveboard'])
        expect(calls).toContainEqual(['updateFilters', 'liveboard'])
        expect(received.map(({ type }) => type)).toContain('getFilters')
        await world.close()
      },
      30_000,
    )
  })

  test.each(['26.10.0.cl-1', '26.9.0.cl-1'])(
    'of release %s receives another dashboard and another question in the form that the SDK’s comments document',
    async (release) => {
      const world = await stage.world(release)
      const board = await world.open()
      const seen = async (type: string) =>
        vi.waitFor(
          async () => {
            const { received } = await world.hostEvents()
            const found = received.find((message) => message.type === type)
            if (found === undefined) throw new Error(`No ${type} was received.`)
            return found.data
          },
          { timeout: 8_000 },
        )
      const drawn = () => board.events.filter(({ kind }) => kind === 'data').length
      await board.show(request(one))
      await vi.waitFor(() => expect(drawn()).toBe(1), { timeout: 8_000 })
      await world.settled()
      await board.show(request(two))
      const sent = await seen('Navigate')
      expect(sent).toEqual({ path: expect.stringContaining(two) as unknown, replace: true })
      expect(commentProblems('Navigate', sent)).toEqual([])
      // Its tabs are reached in the same way: the SDK would rewrite `SetActiveTab` from the frame's first URL.
      await board.show({ ...request(two), view: { kind: 'dashboard', dashboardId: two, tabId: 't-2' } })
      await vi.waitFor(
        async () => {
          const { received } = await world.hostEvents()
          const paths = received.filter(({ type }) => type === 'Navigate').map(({ data }) => data['path'])
          expect(paths).toEqual([sent['path'], expect.stringMatching(new RegExp(`${two}/tab/t-2$`))])
          expect(received.map(({ type }) => type)).not.toContain('SetActiveTab')
        },
        { timeout: 8_000 },
      )

      const builder = await world.open()
      const asking = (question: string): ViewRequest => ({
        ...request(one),
        view: { kind: 'builder', sourceId: one, question },
      })
      await builder.show(asking('[Supply]'))
      await vi.waitFor(() => expect(builder.events.length).toBeGreaterThan(0), { timeout: 8_000 })
      await world.settled()
      await builder.show(asking('[Supply] [Chain]'))
      const asked = await seen('search')
      expect(asked).toEqual({ searchQuery: '[Supply] [Chain]', dataSources: [one], execute: true })
      expect(commentProblems('search', asked)).toEqual([])
      expect(commentProblems('search', { ...asked, query: '' })).toEqual(['search.query is unknown'])
      await world.close()
    },
    30_000,
  )

  // types.ts, `HostEvent.Search`: it "updates the existing query". In a saved chart, Save would then overwrite it.
  test('opens a question in a frame of its own while the present one holds a saved chart', async () => {
    const world = await stage.world()
    const builder = await world.open()
    const opening = (view: Omit<Extract<ViewRequest['view'], { kind: 'builder' }>, 'kind'>): ViewRequest => ({
      ...request(one),
      view: { kind: 'builder', ...view },
    })
    const searches = async () =>
      (await world.hostEvents()).received.filter(({ type }) => type === 'search').length
    await builder.show(opening({ answerId: two }))
    await vi.waitFor(() => expect(builder.events.length).toBeGreaterThan(0), { timeout: 8_000 })
    await world.settled()
    await builder.show(opening({ sourceId: one, question: '[Supply]' }))
    await world.settled()
    expect([await world.frames(), await searches()]).toEqual([2, 0])
    // A chart that the user has saved there is a saved chart too.
    await builder.show(opening({ sourceId: one, question: '[Chain]' }))
    await vi.waitFor(async () => expect(await searches()).toBe(1), { timeout: 8_000 })
    await world.say('save', { answerId: two })
    await world.settled()
    await builder.show(opening({ sourceId: one, question: '[Volume]' }))
    await world.settled()
    expect(await world.frames()).toBe(3)
    await world.close()
  }, 30_000)

  test('restarts after a refusal, and its second start passes no frame its initial token either', async () => {
    const world = await stage.world()
    const view = await world.open()
    await view.show(request(refusedId))
    await vi.waitFor(() => expect(view.events.at(-1)?.kind).toBe('failed'), { timeout: 8_000 })
    await view.show(request(two))
    await vi.waitFor(() => expect(view.events.map(({ kind }) => kind)).toContain('data'), { timeout: 8_000 })
    expect(await world.starts()).toBe(2)
    expect(await world.tokens()).toEqual([expect.stringMatching(/^test-token-\d+$/)])
    await world.close()
  }, 20_000)

  test('inserts the frame before there is a token, and sends it the real one', async () => {
    const world = await stage.world(undefined, { holdTokens: true })
    const view = await world.open()
    await view.show(request(one))
    await vi.waitFor(async () => expect(await world.frames()).toBe(1), { timeout: 8_000 })
    await world.settled()
    expect(await world.tokens()).toEqual([''])
    // On the wire: its document was requested while the token was still in flight, and is not requested again.
    expect(world.documents()).toBe(1)
    expect(await world.tokenRequestCount()).toBeGreaterThan(0)
    await world.handOutTokens()
    await vi.waitFor(() => expect(view.events.map(({ kind }) => kind)).toContain('data'), { timeout: 8_000 })
    expect(await world.tokens()).toEqual([expect.stringMatching(/^test-token-\d+$/)])
    expect(world.documents()).toBe(1)
    // Another container, another frame: it requests its own token, and never receives the one from the SDK's start.
    const second = await world.open()
    await second.show(request(two))
    await vi.waitFor(() => expect(second.events.map(({ kind }) => kind)).toContain('data'), {
      timeout: 8_000,
    })
    expect(await world.tokens()).toEqual(Array(2).fill(expect.stringMatching(/^test-token-\d+$/)))
    await world.close()
  }, 20_000)

  const deribit = { column: 'Venue', oper: 'IN', values: ['Deribit'] }
  const lastMonths = { type: 'LAST_N_PERIOD', datePeriod: 'MONTH', includeCurrentPeriod: true }
  test.each<readonly [string, object, readonly object[]]>([
    ['column', { filters: [deribit] }, [deribit]],
    ['columnName', { filters: [{ columnName: 'Venue', operator: 'IN', values: ['Deribit'] }] }, [deribit]],
    [
      'conditions',
      {
        liveboardFilters: [
          {
            columnInfo: { name: 'Date' },
            filters: [{ dateFilterContent: [{ dateFilter: { ...lastMonths, op: 'EQ', number: 3 } }] }],
          },
          {
            columnInfo: { name: 'Quantity' },
            filters: [{ filterContent: [{ filterType: 'GE', value: [{ key: 5 }] }] }],
          },
        ],
        runtimeFilters: [],
      },
      [
        { column: 'Date', oper: 'EQ', values: [3], ...lastMonths },
        { column: 'Quantity', oper: 'GE', values: [5] },
      ],
    ],
  ])(
    'restores filters after a reload, reported by %s',
    async (_, reported, filters) => {
      const world = await stage.world()
      const view = await world.open()
      const drawn = () => view.events.filter(({ kind }) => kind === 'data').length
      await view.show(request(one))
      await vi.waitFor(() => expect(drawn()).toBe(1), { timeout: 8_000 })
      await world.say('filterChanged', reported)
      await world.settled()
      await view.refresh()
      await vi.waitFor(() => expect(drawn()).toBe(2), { timeout: 8_000 })
      await vi.waitFor(async () => expect(JSON.parse(await world.filtersReceived())).toEqual({ filters }))
      await world.close()
    },
    20_000,
  )

  test('reports filters that a dashboard does not have, from the list form of the vendor’s documents', async () => {
    const world = await stage.world('26.10.0.cl-1')
    const view = await world.open()
    const asked = { range: null, filters: { chain: ['Base'], asset: ['BTC'] } } as const
    const dashboard = { kind: 'dashboard', dashboardId: narrowableId, narrowing: asked } as const
    await view.show({ ...request(one), view: dashboard })
    await expect
      .poll(() => view.events.filter(({ kind }) => kind === 'not-restored'))
      .toEqual([{ kind: 'not-restored', parts: ['asset'] }])
    expect((await view.frame())?.narrowing.filters).toEqual({ chain: ['Base'] })
    await world.close()
  }, 20_000)

  test('restores parameters after a reload, each with its value and level', async () => {
    const world = await stage.world('26.10.0.cl-1')
    const view = await world.open()
    const drawn = () => view.events.filter(({ kind }) => kind === 'data').length
    await view.show(request(one))
    await vi.waitFor(() => expect(drawn()).toBe(1), { timeout: 8_000 })
    const parameters = [
      { name: 'Rate', value: 10 },
      { name: 'Currency', value: 'USD', applicability: { level: 'LIVEBOARD' } },
      { name: 'Currency', value: 'EUR', applicability: { level: 'TAB', targetId: 'tab-2' } },
    ]
    // Such a dashboard does not reply to a request for its filters.
    await world.settled()
    await world.say('parameterChanged', { parameters })
    await world.settled()
    await view.refresh()
    await vi.waitFor(() => expect(drawn()).toBe(2), { timeout: 8_000 })
    const sent = async () =>
      (await world.hostEvents()).received.find(({ type }) => type === 'UpdateParameters')?.data
    await expect.poll(sent).toEqual(parameters.map((one) => ({ ...one, isVisibleToUser: true })))
    await world.close()
  }, 20_000)

  test('does not count a frame as silent while its token is still in flight', async () => {
    const world = await stage.world(undefined, { holdTokens: true, still: true })
    const view = await world.open()
    await view.show(request(one))
    await vi.waitFor(async () => expect(await world.frames()).toBe(1), { timeout: 30_000 })
    await expect.poll(() => world.tokenRequestCount()).toBeGreaterThan(0)
    await world.staySilent()
    await world.staySilent()
    await world.handOutTokens()
    await vi.waitFor(() => expect(view.events.map(({ kind }) => kind)).toContain('data'), { timeout: 30_000 })
    expect(view.events.map(({ kind }) => kind)).not.toContain('failed')
    await world.close()
  })

  /** A rendered dashboard in the real SDK, and the state of its frame. */
  async function drawnBoard(wanted = request(one)) {
    const world = await stage.world()
    const view = await world.open()
    const count = (kind: string): number => view.events.filter((event) => event.kind === kind).length
    const until = (kind: string, times: number): Promise<void> =>
      vi.waitFor(() => expect(count(kind)).toBeGreaterThanOrEqual(times), { timeout: 8_000 })
    await view.show(wanted)
    await until('rendered', 1)
    return { world, view, until }
  }

  test('sends the frames of the next user their own session', async () => {
    const { world, until } = await drawnBoard()
    const infoSent = async (): Promise<unknown> =>
      (await world.hostEvents()).received.find(({ type }) => type === 'InfoSuccess')?.data
    const holder = (token: string | undefined) => ({
      info: expect.objectContaining({ userGUID: `holder of Bearer ${token}` }),
    })
    const [first] = await world.tokens()
    await expect.poll(infoSent).toEqual(expect.objectContaining(holder(first)))
    await world.reset()
    await until('rendered', 2)
    const [second] = await world.tokens()
    expect(second).not.toBe(first)
    await expect.poll(infoSent).toEqual(expect.objectContaining(holder(second)))
    expect(await world.starts()).toBe(2)
    await world.close()
  }, 30_000)

  test('ignores actions from a hidden frame that only a user who sees it can trigger', async () => {
    const { world, view, until } = await drawnBoard()
    const ask = async (): Promise<void> => {
      await world.say('openPath', { path: '/datasets/rwa' })
      const answer = { vizId: 'chart', embedAnswerData: { name: 'Chart' } }
      await world.say('customAction', { id: 'portal-star', ...answer })
    }
    await ask()
    await until('page-asked', 1)
    await until('tile-starred', 1)
    await view.hide()
    await ask()
    await world.settled()
    await view.show(request(one))
    await ask()
    await until('tile-starred', 2)
    const asked = view.events.filter(({ kind }) => kind === 'page-asked' || kind === 'tile-starred')
    expect(asked).toHaveLength(4)
    await world.close()
  }, 30_000)

  test('that refuses to create a frame fails the view at once, and the journal has the reason', async () => {
    const world = await stage.world(undefined, { gut: 'host' })
    const view = await world.open()
    await view.show(request(one))
    await vi.waitFor(() => expect(view.events.at(-1)?.kind).toBe('failed'), { timeout: 4_000 })
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'sdk-unavailable' } })
    expect(await world.written()).toContain('The hostname of the address is not allowed.')
    await world.close()
  }, 30_000)

  test('renews tokens after a frame has reported that its session ended', async () => {
    const { world, view, until } = await drawnBoard()
    await world.say('ThoughtspotAuthLogout', {})
    await until('failed', 1)
    const failure = { kind: 'token-unavailable', trouble: 'not-accepted' }
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure })
    await view.retry()
    await until('rendered', 2)
    await world.expireTokens()
    await expect.poll(() => world.tokens()).toEqual(['test-token-3'])
    expect(view.events.at(-1)?.kind).not.toBe('failed')
    await world.close()
  }, 30_000)

  test('gets another token after its session was idle for too long', async () => {
    const { world, view } = await drawnBoard()
    expect(await world.tokens()).toEqual(['test-token-1'])
    await world.page.frames()[1]?.evaluate(async () => {
      await (window as unknown as { expire(type: string): Promise<void> }).expire('IdleSessionTimeout')
    })
    expect(await world.tokens()).toEqual(['test-token-2'])
    expect(view.events.at(-1)?.kind).not.toBe('failed')
    await world.close()
  }, 30_000)

  test('gets another token when the user retries after a refusal', async () => {
    const { world, view, until } = await drawnBoard()
    const before = await world.tokens()
    await world.say('ThoughtspotAuthFailure', {})
    await until('failed', 1)
    await view.retry()
    await until('rendered', 2)
    expect(await world.tokens()).not.toEqual(before)
    await world.close()
  }, 30_000)

  test('reloads a dashboard when the network is back, without a history entry', async () => {
    const { world, until } = await drawnBoard()
    const before = { documents: world.documents(), entries: await world.historyLength() }
    await world.network('online')
    await until('rendered', 2)
    expect(world.documents()).toBe(before.documents + 1)
    expect(await world.historyLength()).toBe(before.entries)
    await world.close()
  }, 30_000)

  test('keeps a complete dashboard when the network blinks, and reloads one that has reported an error', async () => {
    const { world, until } = await drawnBoard()
    const before = world.documents()
    await world.network('offline')
    await world.network('online')
    await world.settled()
    expect(world.documents()).toBe(before)
    await world.network('offline')
    await world.say('Error', { errorType: 'API' })
    await world.network('online')
    await until('rendered', 2)
    expect(world.documents()).toBe(before + 1)
    await world.close()
  }, 30_000)

  test.each<[string, ViewRequest['view']]>([
    ['an editor', { kind: 'editor', dashboardId: one }],
    ['a builder', { kind: 'builder', sourceId: 'stable_supply', question: 'Volume' }],
  ])(
    'keeps unsaved work in %s when the network is back',
    async (_what, view) => {
      const { world } = await drawnBoard({ ...request(one), view })
      // A builder is rendered again with the answer to its question.
      await world.settled()
      const before = { documents: world.documents(), entries: await world.historyLength() }
      await world.network('online')
      await world.settled()
      expect({ documents: world.documents(), entries: await world.historyLength() }).toEqual(before)
      await world.close()
    },
    30_000,
  )
})
