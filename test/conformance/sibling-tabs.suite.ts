import { expect, vi } from 'vitest'
import type { SiblingTabs, TabMessage } from '../../src/core/ports/sibling-tabs'
import { gate } from '../support/gate'
import { defineSuite } from './suite'

export interface TabsWorld {
  readonly open: () => Promise<SiblingTabs>
  /** The user closes that tab, whatever it is doing. */
  readonly close: (tab: SiblingTabs) => Promise<void>
  /** Another script of this origin posts to the same channel. */
  readonly postRaw: (anything: unknown) => Promise<void>
  /** Resolves when everything posted has been received. */
  readonly settled: () => Promise<void>
}

/** What the browser supports; without it a tab works alone in that respect. */
export interface TabsClaims {
  readonly delivers: boolean
  readonly queues: boolean
}

const offered = {
  kind: 'token-offered',
  session: 's',
  value: 'v',
  serverTime: null,
  renewAt: 1,
  goodUntil: 2,
} as const
const wanted = (session: string): TabMessage => ({ kind: 'token-wanted', session })
const longTimeoutMs = 60_000

export const siblingTabsSuite = defineSuite<TabsWorld, TabsClaims>('SiblingTabs', {
  'delivers messages to every other tab, in order, and not to the sender': async (world, { delivers }) => {
    const [speaker, ...others] = await tabs(world, 3)
    const received = [speaker, ...others].map(listen)
    speaker.post(wanted('first'))
    speaker.post(wanted('second'))
    await world.settled()
    const both = delivers ? [wanted('first'), wanted('second')] : []
    await vi.waitFor(() => expect(received).toEqual([[], both, both]))
  },
  'delivers every kind of message unchanged': async (world, { delivers }) => {
    const [speaker, other] = await tabs(world, 2)
    const received = listen(other)
    const messages: readonly TabMessage[] = [
      wanted('anonymous'),
      { kind: 'token-rejected', value: 'a-token' },
      { kind: 'session-changed', session: '["issuer","subject"]' },
      { kind: 'session-changed', session: 'anonymous', ended: true },
      { kind: 'library-changed', session: '["issuer","subject"]' },
      { kind: 'favorites-changed', session: '["issuer","subject"]' },
      { kind: 'token-offered', session: 's', value: 'v', serverTime: null, renewAt: 1, goodUntil: 2 },
      { kind: 'token-offered', session: 's', value: 'v', serverTime: 3, renewAt: 1, goodUntil: 2 },
      { ...offered, expiresAt: 2, covers: ['home'] },
    ]
    for (const message of messages) speaker.post(message)
    await world.settled()
    await vi.waitFor(() => expect(received).toEqual(delivers ? messages : []))
  },
  'drops anything that is not a valid message': async (world, { delivers }) => {
    const [speaker, other] = await tabs(world, 2)
    const received = listen(other)
    const noise = [
      null,
      'token-wanted',
      42,
      [],
      {},
      { kind: 'token-wanted' },
      { kind: 'token-wanted', session: 7 },
      { kind: 'token-offered', session: 's', value: 'v', serverTime: null, renewAt: 'now', goodUntil: 2 },
      { kind: 'token-offered', session: 's', value: 'v', serverTime: null, renewAt: 9, goodUntil: 2 },
      { ...offered, expiresAt: 'soon' },
      { ...offered, covers: 'home' },
      { ...offered, covers: [7] },
      { kind: 'something-newer', session: 's' },
    ]
    for (const anything of noise) await world.postRaw(anything)
    await world.postRaw({ ...wanted('odd'), extra: 'members are left behind' })
    speaker.post(wanted('still there'))
    await world.settled()
    await vi.waitFor(() => expect(received).toEqual(delivers ? [wanted('odd'), wanted('still there')] : []))
  },
  'delivers nothing after unsubscribe or dispose': async (world, { delivers }) => {
    const [speaker, other] = await tabs(world, 2)
    const stopped: TabMessage[] = []
    const stop = other.watch((message) => stopped.push(message))
    const goesOn = listen(other)
    stop()
    await world.settled()
    speaker.post(wanted('before'))
    await world.settled()
    other.dispose()
    await world.settled()
    speaker.post(wanted('after'))
    await world.settled()
    await vi.waitFor(() => expect([stopped, goesOn]).toEqual([[], delivers ? [wanted('before')] : []]))
  },
  'grants a lock in the order of the requests': async (world, { queues }) => {
    const [one, two, three] = await tabs(world, 3)
    const log: string[] = []
    const first = gate()
    const held = [
      one.lock('fetch', longTimeoutMs, async () => {
        log.push('one in')
        await first.opened
        log.push('one out')
      }),
    ]
    await vi.waitFor(() => expect(log).toEqual(['one in']))
    for (const [name, tab] of [
      ['two', two],
      ['three', three],
      ['one again', one],
    ] as const) {
      held.push(tab.lock('fetch', longTimeoutMs, async () => void log.push(name)))
      await world.settled()
    }
    first.open()
    await Promise.all(held)
    expect(log).toEqual(
      queues
        ? ['one in', 'one out', 'two', 'three', 'one again']
        : ['one in', 'two', 'three', 'one again', 'one out'],
    )
  },
  'does not block on a lock of another name': async (world) => {
    const [one, two] = await tabs(world, 2)
    const first = gate()
    const held = one.lock('fetch', longTimeoutMs, () => first.opened)
    // Awaited below; if the law fails earlier, closing the tab rejects this, which is no second failure.
    held.catch(() => undefined)
    expect(await two.lock('renew', longTimeoutMs, async () => 'done')).toBe('done')
    first.open()
    await held
  },
  'passes on the result or error of the task, and releases the lock': async (world) => {
    const [one, two] = await tabs(world, 2)
    expect(await one.lock('fetch', longTimeoutMs, async () => ({ token: 'a' }))).toEqual({ token: 'a' })
    let runs = 0
    const failing = one.lock('fetch', longTimeoutMs, async () => {
      runs += 1
      throw new Error('the task failed')
    })
    await expect(failing).rejects.toThrow('the task failed')
    expect(runs).toBe(1)
    expect(await two.lock('fetch', longTimeoutMs, async () => 'free')).toBe('free')
  },
  'runs without the lock after its timeout': async (world) => {
    const [one, two] = await tabs(world, 2)
    const first = gate()
    const held = one.lock('fetch', longTimeoutMs, () => first.opened)
    // Awaited below; if the law fails earlier, closing the tab rejects this, which is no second failure.
    held.catch(() => undefined)
    await world.settled()
    expect(await two.lock('fetch', 30, async () => 'went on')).toBe('went on')
    first.open()
    await held
  },
  'shows announcements to other tabs until they are withdrawn': async (world, { delivers, queues }) => {
    const [one, two, three] = await tabs(world, 3)
    const shown = (texts: readonly string[]): readonly string[] => (delivers && queues ? texts : [])
    const withdraw = await one.announce('["token","a"]')
    await two.announce('["token","a"]')
    await two.announce('other')
    expect((await one.announcements()).toSorted()).toEqual(shown(['["token","a"]', 'other']))
    expect((await two.announcements()).toSorted()).toEqual(shown(['["token","a"]']))
    expect((await three.announcements()).toSorted()).toEqual(
      shown(['["token","a"]', '["token","a"]', 'other']),
    )
    withdraw()
    withdraw()
    await vi.waitFor(async () => expect(await two.announcements()).toEqual([]))
  },
  'releases the locks and announcements of a closed tab': async (world) => {
    const [one, two] = await tabs(world, 2)
    const began = gate()
    await one.announce('here')
    one
      .lock('fetch', longTimeoutMs, () => {
        began.open()
        return new Promise(() => undefined)
      })
      .catch(() => undefined)
    await began.opened
    await world.close(one)
    expect(await two.lock('fetch', longTimeoutMs, async () => 'free')).toBe('free')
    await vi.waitFor(async () => expect(await two.announcements()).toEqual([]))
  },
})

function listen(tab: SiblingTabs): TabMessage[] {
  const received: TabMessage[] = []
  tab.watch((message) => received.push(message))
  return received
}

type Tabs<Count extends number> = Count extends 2
  ? readonly [SiblingTabs, SiblingTabs]
  : readonly [SiblingTabs, SiblingTabs, SiblingTabs]

async function tabs<Count extends 2 | 3>(world: TabsWorld, count: Count): Promise<Tabs<Count>> {
  const opened: SiblingTabs[] = []
  for (let index = 0; index < count; index += 1) opened.push(await world.open())
  return opened as unknown as Tabs<Count>
}
