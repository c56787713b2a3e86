import { expect, vi } from 'vitest'
import type { FlagDocument } from '../../local/flags/flag-document'
import { defaultFlagValues, type FlagValues } from '../../src/core/kernel/flag-table'
import { namesTheAnalyst, type FlagClaims, type FlagTab, type FlagWorld } from './flag-source/world'
import { defineSuite } from './suite'

const only = (attribute: string, value: string | boolean) => ({
  value: false,
  rules: [{ attribute, op: 'in' as const, values: [value], value: true }],
})

/** Flags for everyone, and one flag for each of two users only. */
const file: FlagDocument = {
  'miu-app-enabled': { value: true },
  'miu-chart-interactions-enabled': { value: false },
  'new-feature': only('email', 'analyst@example.com'),
  'UI-403': only('email', 'trader@example.com'),
}
const everyone = { 'miu-app-enabled': true, 'miu-chart-interactions-enabled': false }
const analyst = { ...everyone, 'new-feature': true, 'UI-403': false }
const trader = { ...everyone, 'new-feature': false, 'UI-403': true }
/** A later version of the file: one more value for everyone. */
const changed: FlagDocument = { ...file, 'miu-deep-research-enabled': { value: false } }

/** The table's defaults with these overrides. */
const values = (other: Partial<FlagValues> = {}): FlagValues => ({ ...defaultFlagValues, ...other })

async function eventually(world: FlagWorld, check: () => Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: world.timeoutMs, interval: 20 })
}

async function eventuallyShows(world: FlagWorld, tab: FlagTab, other: Partial<FlagValues>): Promise<void> {
  await eventually(world, async () =>
    expect(await tab.shown()).toEqual({ values: values(other), status: { kind: 'live' } }),
  )
}

async function liveTab(world: FlagWorld, person: Parameters<FlagWorld['open']>[0]): Promise<FlagTab> {
  const tab = await world.open(person)
  expect(await tab.started()).toEqual({ kind: 'live' })
  return tab
}

async function eventuallyHas(world: FlagWorld, tab: FlagTab, other: Partial<FlagValues>): Promise<void> {
  await eventually(world, async () => expect((await tab.shown()).values).toEqual(values(other)))
}

/** The notifications from this call on. */
async function notificationsFromNow(tab: FlagTab): Promise<FlagTab['history']> {
  const { length } = await tab.history()
  return async () => (await tab.history()).slice(length)
}

async function expectOnlyReported(reported: FlagTab['history'], other: Partial<FlagValues>): Promise<void> {
  for (const shown of await reported())
    expect(shown).toEqual({ values: values(other), status: { kind: 'live' } })
}

/** Resolves once a page that uses a stream has opened it. */
async function untilListening(world: FlagWorld, { polls }: FlagClaims): Promise<void> {
  await eventually(world, async () => expect(await world.streams()).toBe(polls ? 0 : 1))
}

/** A page without a stream polls again after its own interval. */
async function passPollInterval(tab: FlagTab, { polls }: FlagClaims): Promise<void> {
  if (polls) await tab.advance(60_000)
}

/** Another page is in front for five minutes, in which everything already started completes. */
async function passFiveMinutes(world: FlagWorld, tab: FlagTab): Promise<void> {
  for (let minute = 0; minute < 5; minute += 1) {
    await tab.advance(60_000)
    await world.requestCount()
  }
}

export const flagSourceSuite = defineSuite<FlagWorld, FlagClaims>('FlagSource', {
  'overrides the default values with those of the file': async (world) => {
    await world.save({ ...file, 'miu-query-params-bypass': { value: 'yes' }, 'of-nobody': { value: true } })
    const tab = await world.open('nobody')
    expect((await tab.history())[0]).toEqual({ values: values(), status: { kind: 'loading' } })
    expect(await tab.started()).toEqual({ kind: 'live' })
    expect(await tab.shown()).toEqual({ values: values(everyone), status: { kind: 'live' } })
  },
  'evaluates a rule on an attribute': async (world) => {
    await world.save({ ...file, 'miu-query-params-bypass': only('/custom/hasBypassAccess', true) })
    const one = await liveTab(world, 'analyst with bypass')
    expect((await one.shown()).values).toEqual(values({ ...analyst, 'miu-query-params-bypass': true }))
    const other = await liveTab(world, 'trader')
    expect((await other.shown()).values).toEqual(values(trader))
  },
  'applies a change without a reload and notifies subscribers once': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    await world.untilIdle()
    const reported = await notificationsFromNow(tab)
    await world.save(changed)
    await passPollInterval(tab, claims)
    const next = { ...everyone, 'miu-deep-research-enabled': false }
    await eventuallyShows(world, tab, next)
    const { 'miu-chart-interactions-enabled': _, ...without } = changed
    await world.save(without)
    await passPollInterval(tab, claims)
    await eventuallyShows(world, tab, { ...next, 'miu-chart-interactions-enabled': true })
    expect((await reported()).map((shown) => shown.values)).toEqual([
      values(next),
      values({ ...next, 'miu-chart-interactions-enabled': true }),
    ])
  },
  'retries when the request after a change fails': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    // After one change has arrived, no other request is due.
    await world.save(changed)
    await passPollInterval(tab, claims)
    await eventuallyShows(world, tab, { ...everyone, 'miu-deep-research-enabled': false })
    await world.untilIdle()
    const reported = await notificationsFromNow(tab)
    await world.failNextAnswer()
    await world.save(file)
    await passPollInterval(tab, claims)
    await tab.advance(1_000)
    await eventuallyShows(world, tab, everyone)
    await expectOnlyReported(reported, everyone)
  },
  'ignores a half-written file': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    const reported = await notificationsFromNow(tab)
    await world.saveHalf()
    await passPollInterval(tab, claims)
    await world.save(changed)
    await passPollInterval(tab, claims)
    await eventuallyShows(world, tab, { ...everyone, 'miu-deep-research-enabled': false })
    await expectOnlyReported(reported, { ...everyone, 'miu-deep-research-enabled': false })
  },
  'starts from the cache when the service is down, and catches up': async (world) => {
    await world.save(file)
    await (await liveTab(world, 'analyst')).close()
    await world.become('down')
    await world.save(changed)
    const tab = await world.open('analyst')
    expect(await tab.started()).toEqual({ kind: 'cached' })
    expect((await tab.history()).at(-1)).toEqual({ values: values(analyst), status: { kind: 'cached' } })
    await world.become('up')
    await eventuallyShows(world, tab, { ...analyst, 'miu-deep-research-enabled': false })
  },
  'becomes live after a warm start with unchanged values': async (world) => {
    await world.save(file)
    await (await liveTab(world, 'analyst')).close()
    const tab = await world.open('analyst')
    await eventuallyShows(world, tab, analyst)
    // On a busy machine the response may take longer than the timeout.
    const inTime = (await tab.history())
      .slice(1)
      .filter(({ status }) => status.kind !== 'defaults' || status.reason !== 'timeout')
    for (const shown of inTime) expect(shown.values).toEqual(values(analyst))
  },
  'has the defaults at once when the service is down and nothing is cached': async (world) => {
    await world.save(file)
    await world.become('down')
    const tab = await world.open('nobody')
    expect((await tab.started()).kind).toBe('defaults')
    expect((await tab.shown()).values).toEqual(values())
  },
  'recovers from a failed start': async (world) => {
    await world.save(file)
    await world.become('down')
    const tab = await world.open('nobody')
    expect((await tab.started()).kind).toBe('defaults')
    await world.become('up')
    await tab.advance(2_000)
    await eventuallyShows(world, tab, everyone)
  },
  'keeps its values when the service goes down': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    const reported = await notificationsFromNow(tab)
    await world.become('down')
    expect((await tab.shown()).values).toEqual(values(everyone))
    await world.save(changed)
    await world.become('up')
    await passPollInterval(tab, claims)
    await eventuallyShows(world, tab, { ...everyone, 'miu-deep-research-enabled': false })
    await expectOnlyReported(reported, { ...everyone, 'miu-deep-research-enabled': false })
  },
  'has the fallback values after five seconds without a response, and not before': async (world) => {
    await world.save(file)
    await world.become('silent')
    const tab = await world.open('nobody')
    await tab.advance(3_000)
    expect((await tab.shown()).status).toEqual({ kind: 'loading' })
    await tab.advance(2_000)
    expect(await tab.started()).toEqual({ kind: 'defaults', reason: 'timeout' })
    expect((await tab.shown()).values).toMatchObject({
      'miu-app-enabled': false,
      'miu-query-params-bypass': false,
      'new-feature': false,
      'UI-403': false,
    })
  },
  'merges values that arrive late': async (world) => {
    await world.save(file)
    await world.delayNextAnswer()
    const tab = await world.open('nobody')
    await tab.advance(5_000)
    await world.untilIdle()
    await eventuallyShows(world, tab, everyone)
  },
  'sends a new request when one is never answered': async (world) => {
    await world.save(file)
    await world.become('silent')
    const tab = await world.open('nobody')
    await world.untilRequested()
    await tab.advance(5_000)
    await world.become('up')
    await tab.advance(30_000)
    await eventuallyShows(world, tab, everyone)
  },
  'reports why only defaults are available': async (world, { reasons }) => {
    await world.save(file)
    for (const answer of ['a page', 'a refusal', 'an error'] as const) {
      await world.answerWith(answer)
      const tab = await world.open('nobody')
      expect(await tab.started()).toEqual({ kind: 'defaults', reason: reasons[answer] })
      await tab.close()
    }
  },
  'shows the next user’s flags, and none of the previous user’s meanwhile': async (world) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    const reported = await notificationsFromNow(tab)
    expect(await tab.identify('trader')).toEqual({ kind: 'live' })
    expect((await tab.shown()).values).toEqual(values(trader))
    const history = await reported()
    expect(history[0]).toEqual({ values: values(), status: { kind: 'loading' } })
    expect(history.filter((shown) => shown.values['new-feature'])).toEqual([])
  },
  'does not confuse two users with the same email address': async (world) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    const reported = await notificationsFromNow(tab)
    expect(await tab.identify('namesake of the analyst')).toEqual({ kind: 'live' })
    // The vendor may or may not distinguish the two; until then no values are known.
    expect((await reported())[0]?.status).toEqual({ kind: 'loading' })
  },
  'has the defaults when the next user cannot be identified': async (world) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    await world.become('down')
    expect((await tab.identify('trader')).kind).toBe('defaults')
    expect((await tab.shown()).values).toEqual(values())
  },
  'ends on the second of two users identified at once': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    await world.untilIdle()
    await world.delayNextAnswer()
    expect(await tab.identifyBoth('analyst', 'trader')).toEqual({ kind: 'live' })
    await world.untilIdle()
    expect(await tab.shown()).toEqual({ values: values(trader), status: { kind: 'live' } })
    expect((await tab.history()).filter((shown) => shown.values['new-feature'])).toEqual([])
  },
  'keeps the values of a user whose attributes change': async (world) => {
    await world.save({ ...file, 'miu-query-params-bypass': only('/custom/hasBypassAccess', true) })
    const tab = await liveTab(world, 'analyst')
    const reported = await notificationsFromNow(tab)
    await tab.identify('analyst with bypass')
    await eventuallyShows(world, tab, { ...analyst, 'miu-query-params-bypass': true })
    expect((await reported()).filter((shown) => !shown.values['new-feature'])).toEqual([])
  },
  'stores nothing of a user who has left, even when their response arrives late': async (world) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    await tab.identify('trader')
    await eventually(world, async () => expect(namesTheAnalyst(await world.stored())).toBe(false))
    await world.untilIdle()
    await world.delayNextAnswer()
    await tab.identifyBoth('analyst', 'nobody')
    await world.untilIdle()
    await eventually(world, async () => expect(namesTheAnalyst(await world.stored())).toBe(false))
  },
  'ignores stream messages that announce no change': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    await world.untilIdle()
    const reported = await notificationsFromNow(tab)
    await world.sendGarbage()
    await world.save(changed)
    await passPollInterval(tab, claims)
    await eventuallyShows(world, tab, { ...everyone, 'miu-deep-research-enabled': false })
    await expectOnlyReported(reported, { ...everyone, 'miu-deep-research-enabled': false })
  },
  'opens no stream outside the configured origin': async (world) => {
    await world.save(file)
    await world.nameForeignStream()
    const tab = await world.open('nobody')
    await tab.started()
    await world.untilIdle()
    expect(await world.foreignRequestCount()).toBe(0)
  },
  'returns the same object until a value changes': async (world) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    expect(await tab.sameReference()).toBe(true)
  },
  'closes the stream while the page is hidden, and catches up when it is shown': async (world, claims) => {
    await world.save(file)
    const tabs: FlagTab[] = []
    // As a user opens them: each new tab hides the previous one.
    for (let count = 0; count < 8; count += 1) {
      await tabs.at(-1)?.hide()
      const tab = await world.open('nobody')
      await eventuallyHas(world, tab, everyone)
      tabs.push(tab)
    }
    await untilListening(world, claims)
    await tabs.at(-1)?.hide()
    await eventually(world, async () => expect(await world.streams()).toBe(0))
    await world.save(changed)
    for (const tab of tabs) {
      await passPollInterval(tab, claims)
      await tab.show()
      await eventuallyHas(world, tab, { ...everyone, 'miu-deep-research-enabled': false })
      await tab.hide()
    }
  },
  'sends no request while the page is hidden': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    await tab.hide()
    // Requests that were already due have been sent by now.
    await tab.advance(1_000)
    const asks = await world.requestCount()
    await passFiveMinutes(world, tab)
    expect(await world.requestCount()).toBe(asks)
    await world.answerWith('an error')
    const failing = await world.open('trader')
    await failing.started()
    await failing.hide()
    await failing.advance(1_000)
    const asked = await world.requestCount()
    await passFiveMinutes(world, failing)
    expect(await world.requestCount()).toBe(asked)
  },
  'backs off while the service keeps failing': async (world) => {
    await world.save(file)
    await world.answerWith('an error')
    const tab = await world.open('nobody')
    await tab.started()
    const asks = await world.requestCount()
    // In steps, so that the requests of one step have failed before the next.
    for (let step = 0; step < 120; step += 1) {
      await tab.advance(500)
      // With back-off from one second to half a minute there are seven, and as many for a stream.
      expect((await world.requestCount()) - asks).toBeLessThan(25)
    }
  },
  'serves eight visible tabs at once': async (world) => {
    await world.save(file)
    // For eight users, so that none can use another's cache.
    const tabs = await Promise.all(Array.from({ length: 8 }, (_, index) => world.open(`guest ${index}`)))
    for (const tab of tabs) await eventuallyHas(world, tab, everyone)
  },
  'emits nothing after dispose': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    const other = await liveTab(world, 'trader')
    const reported = await notificationsFromNow(tab)
    await tab.dispose()
    await world.save(changed)
    await passPollInterval(other, claims)
    await eventuallyShows(world, other, { ...trader, 'miu-deep-research-enabled': false })
    expect(await reported()).toEqual([])
    await untilListening(world, claims)
  },
  'sends no request after dispose': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'nobody')
    await untilListening(world, claims)
    await world.untilIdle()
    await tab.dispose()
    await world.answerWith('an error')
    const failing = await world.open('trader')
    await failing.started()
    await failing.dispose()
    const asks = await world.requestCount()
    await world.become('up')
    await world.save(changed)
    for (const gone of [tab, failing]) {
      await gone.hide()
      await gone.show()
      await passFiveMinutes(world, gone)
    }
    expect(await world.requestCount()).toBe(asks)
  },
  'leaves no listener on the page after dispose': async (world, { leaves = [] }) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    await tab.hide()
    await tab.show()
    await tab.identify('trader')
    await tab.dispose()
    // Once for each of the two users.
    expect(await tab.listeners()).toEqual([...leaves, ...leaves].toSorted())
  },
  'puts no user data into a URL': async (world, claims) => {
    await world.save(file)
    const tab = await liveTab(world, 'trader')
    await tab.identify('analyst')
    await untilListening(world, claims)
    await world.save(changed)
    await passPollInterval(tab, claims)
    await eventuallyShows(world, tab, { ...analyst, 'miu-deep-research-enabled': false })
    await tab.hide()
    await tab.dispose()
    await world.untilIdle()
    expect(namesTheAnalyst(await world.addresses())).toBe(false)
  },
  'writes no user data to the console or the journal': async (world) => {
    await world.save(file)
    const tab = await liveTab(world, 'analyst')
    await world.become('down')
    await tab.identify('trader')
    await tab.identify('analyst')
    await world.become('up')
    await world.answerWith('a page')
    await tab.identify('trader')
    expect(namesTheAnalyst(await world.written())).toBe(false)
  },
})
