import { expect, test, describe } from 'vitest'
import { createTokenHolders } from '../../../src/adapters/_shared/embedded-frame/token-holders'
import { minute, setStage, settled } from '../../core/tokens/token-broker-stage'
import { sharedStart } from '../../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-dashboard-surface'
import { blankAndRestore } from '../../../src/adapters/_shared/embedded-frame/frame-container'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import type { TokenSource } from '../../../src/core/ports/token-source'
import { timings } from '../../../src/core/kernel/limits'

describe('token holders', () => {
  /** A tab with two views, by name, and the token that each has. */
  async function twoViews() {
    const stage = setStage()
    const { broker } = await stage.open()
    const views = createTokenHolders<{ readonly name: string }>(broker)
    const request = async (
      view: { readonly name: string },
      why: 'any' | 'ageing' | 'refused',
    ): Promise<string> => {
      views.onTokenRequested(view, why)
      const result = await views.token()
      return result.ok ? result.value.value : result.failure.kind
    }
    return { stage, broker, views, request, old: { name: 'old' }, young: { name: 'young' } }
  }

  test('an expiry reported by a view with an older token keeps the newest, and sends no request', async () => {
    const { stage, request, old, young } = await twoViews()
    expect(await request(old, 'any')).toBe('memory-token-0001')
    await stage.pass(4 * minute + 100)
    expect(await request(young, 'any')).toBe('memory-token-0002')
    expect(await request(old, 'refused')).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
    // Now it has the newest token, so its expiry counts.
    expect(await request(old, 'refused')).toBe('memory-token-0003')
    expect(await request(young, 'refused')).toBe('memory-token-0003')
    expect(stage.service.asked).toHaveLength(3)
  })

  test('the same holds for a view whose older token is about to expire', async () => {
    const { stage, request, old, young } = await twoViews()
    await request(old, 'any')
    await stage.pass(4 * minute + 100)
    await request(young, 'any')
    await stage.pass(minute)
    expect(await request(old, 'ageing')).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
    expect(await request(old, 'ageing')).toBe('memory-token-0003')
  })

  test('a token requested for one dashboard is dropped at its source', async () => {
    const dropped: string[] = []
    const source = (name: string): TokenSource => ({
      for: ({ dashboards }) => source(dashboards.join()),
      token: async () => ({ ok: true, value: { value: `token of ${name}`, serverTime: null } }),
      known: async () => undefined,
      drop: (value) => void dropped.push(`${name}: ${value}`),
      expireSoon: () => undefined,
      retry: () => undefined,
    })
    const views = createTokenHolders<{ readonly name: string }>(source('everybody'))
    const view = { name: 'view' }
    views.onTokenRequested(view, 'any')
    await views.token({ dashboards: ['market'] })
    views.onTokenRequested(view, 'refused')
    expect(dropped).toEqual(['market: token of market'])
  })

  test('a view without an earlier request counts as having the latest token', async () => {
    const { stage, broker, request, old } = await twoViews()
    await broker.token()
    expect(await request(old, 'refused')).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('a request that arrives while a token is in flight belongs to the next call', async () => {
    const { stage, views, request, old, young } = await twoViews()
    const release = stage.service.hold()
    views.onTokenRequested(old, 'any')
    const first = views.token()
    await settled()
    views.onTokenRequested(young, 'any')
    release()
    await first
    // Its token is not known yet, so it counts as the one returned last.
    expect(await request(young, 'refused')).toBe('memory-token-0002')
    expect(await request(old, 'refused')).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })
})

describe('started once', () => {
  interface Library {
    failed: boolean
  }

  /** Starts in order, as the test completes them. */
  function starts() {
    const ends: { readonly succeed: (library: Library) => void; readonly fail: () => void }[] = []
    const library = sharedStart<Library>(
      () =>
        new Promise((resolve, reject) =>
          ends.push({ succeed: resolve, fail: () => reject(new Error('no such file')) }),
        ),
    )
    return { ends, library }
  }

  test('concurrent callers share one start', async () => {
    const { ends, library } = starts()
    const both = [library(), library()]
    await Promise.resolve()
    ends[0]?.succeed({ failed: false })
    const [one, other] = await Promise.all(both)
    expect(one).toBe(other)
    expect(ends).toHaveLength(1)
  })

  test('a failed start is retried once, however many callers wait', async () => {
    const { ends, library } = starts()
    const first = library()
    await Promise.resolve()
    const waiting = [library(), library(), library()]
    ends[0]?.fail()
    await expect(first).rejects.toThrow('no such file')
    await Promise.resolve()
    await Promise.resolve()
    expect(ends).toHaveLength(2)
    ends[1]?.succeed({ failed: false })
    expect(new Set(await Promise.all(waiting)).size).toBe(1)
    expect(ends).toHaveLength(2)
  })

  test('a start that later turns out broken is retried once', async () => {
    const { ends, library } = starts()
    const first = library()
    await Promise.resolve()
    const made: Library = { failed: false }
    ends[0]?.succeed(made)
    await first
    made.failed = true
    const again = [library(), library()]
    await Promise.resolve()
    await Promise.resolve()
    ends[1]?.succeed({ failed: false })
    expect((await Promise.all(again)).map(({ failed }) => failed)).toEqual([false, false])
    expect(ends).toHaveLength(2)
  })
})

describe('refresh', () => {
  /** A frame that is blank when the test says so, and the actions on it. */
  function begin() {
    const clock = fixedClock(0)
    const visits: string[] = []
    const frame = Object.assign(new EventTarget(), {
      contentWindow: { location: { replace: (address: string) => void visits.push(address) } },
    })
    const container = { style: { visibility: '' } }
    const done = blankAndRestore(
      clock,
      container as unknown as HTMLElement,
      frame as unknown as HTMLIFrameElement,
      'http://bi/#/there',
    )
    return { clock, visits, container, done, blank: () => frame.dispatchEvent(new Event('load')) }
  }

  test('a frame is blanked, and its source restored 100 ms later; the container is visible again before', async () => {
    const { clock, visits, container, done, blank } = begin()
    expect([visits, container.style.visibility]).toEqual([['about:blank'], 'hidden'])
    clock.advance(timings.refreshContainerReshow)
    expect(container.style.visibility).toBe('')
    clock.advance(timings.refreshFrameReload)
    expect(visits).toHaveLength(1)
    blank()
    clock.advance(timings.refreshFrameReload - 1)
    expect(visits).toHaveLength(1)
    clock.advance(1)
    await done
    expect(visits).toEqual(['about:blank', 'http://bi/#/there'])
    // What loads now is the source.
    blank()
    clock.advance(10_000)
    expect(visits).toHaveLength(2)
  })

  test('a frame that never reports that it is blank is still restored', async () => {
    const { clock, visits, done } = begin()
    clock.advance(timings.refreshFrameBlank)
    clock.advance(timings.refreshFrameReload)
    await done
    expect(visits).toHaveLength(2)
  })
})
