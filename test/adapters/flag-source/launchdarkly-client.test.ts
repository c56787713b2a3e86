import type { LDClient } from 'launchdarkly-js-client-sdk'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { followPerson, type LaunchDarklySdk } from '../../../src/adapters/flag-source/launchdarkly/client'
import { createFlagState } from '../../../src/adapters/flag-source/flag-state'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'
import { defaultFlagValues } from '../../../src/core/kernel/flag-table'

/**
 * A double of the SDK: it reports failures, is told to open and reopen its stream, and sends a request when a client is created. Times in
 * ms.
 */
async function followed() {
  const clock = fixedClock(0)
  const device = { skew: 0 }
  const reopened: number[] = []
  let isStreaming = false
  const asked: number[] = []
  const failed: string[] = []
  let handlers = new Map<string, (cause?: Error) => void>()
  const client = {
    on: (name: string, handler: (cause?: Error) => void) => void handlers.set(name, handler),
    setStreaming(wanted: boolean) {
      isStreaming = wanted
      if (!wanted) reopened.push(clock.now())
    },
    variation: () => null,
    close: () => Promise.resolve(),
  } as unknown as LDClient
  let replaced = (): void => undefined
  const initialize: LaunchDarklySdk['initialize'] = (...[, , options]) => {
    handlers = new Map()
    const [inspector] = options?.inspectors ?? []
    if (inspector?.type === 'flag-details-changed') replaced = () => inspector.method({})
    asked.push(clock.now())
    return client
  }
  const nothing = (): void => undefined
  const shown: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' }
  const page = Object.assign(new EventTarget(), shown)
  const loaded = Promise.resolve({ initialize })
  const addresses = { clientId: 'x', host: 'http://flags.invalid', streamHost: 'http://stream.invalid' }
  const journal = memoryJournal()
  followPerson(
    {
      ...addresses,
      loadSdk: () => loaded,
      clock: {
        now: () => clock.now() + device.skew,
        after: (milliseconds, action) => clock.after(milliseconds, action),
      },
      journal,
      streamDelayMs: 0,
      page,
    },
    flagUserContext(undefined, { hasBypassAccess: false, userAgent: 'test', timestamp: '1970-01-01' }),
    { live: nothing, cached: nothing, failed: (reason) => void failed.push(reason), late: nothing },
  )
  await loaded
  await Promise.resolve()
  const emit = (name: string, text = name) => handlers.get(name)?.(new Error(text))
  /** All flags have arrived, some of them changed: the SDK reports both. */
  const answer = (): void => {
    replaced()
    emit('change')
  }
  return {
    clock,
    device,
    page,
    reopened,
    asked,
    failed,
    journal,
    emit,
    answer,
    isStreaming: () => isStreaming,
  }
}

test('a first response that takes longer than the five seconds of the defaults is not canceled by the stream', async () => {
  const { clock, answer, isStreaming, reopened } = await followed()
  clock.advance(29_999)
  expect(isStreaming()).toBe(false)
  answer()
  clock.advance(1)
  expect(reopened).toEqual([])
})

test('the error of a failed start opens no new stream, which would cancel the first one’s request', async () => {
  const { clock, emit, reopened } = await followed()
  emit('failed')
  emit('error')
  clock.advance(4_999)
  expect(reopened).toEqual([])
  clock.advance(1)
  expect(reopened).toEqual([5_000])
})

test('a failed request is retried by reopening the stream, with back-off', async () => {
  const { clock, emit, reopened } = await followed()
  emit('initialized')
  for (const pause of [1_000, 2_000, 4_000]) {
    emit('error')
    clock.advance(pause)
  }
  expect(reopened).toEqual([1_000, 3_000, 7_000])
})

test('where streams are blocked, a lost first response is requested again by another client', async () => {
  const { clock, emit, asked } = await followed()
  emit('failed')
  emit('error')
  clock.advance(35_000)
  expect(asked).toEqual([0, 35_000])
  // Each client leaves listeners on the page, so requests do not continue at that rate.
  clock.advance(24 * 3_600_000)
  expect(asked.slice(0, 4)).toEqual([0, 35_000, 95_000, 215_000])
  expect(asked.length).toBeLessThan(110)
})

test('where streams are blocked, a clock that is set back does not end the requests', async () => {
  const { clock, device, emit, asked } = await followed()
  device.skew = -3_600_000
  emit('failed')
  emit('error')
  clock.advance(35_000)
  expect(asked).toEqual([0, 35_000])
})

test('where streams are blocked, a visible page sees a change within six minutes', async () => {
  const { clock, emit, asked, page } = await followed()
  emit('change')
  clock.advance(330_000)
  expect(asked).toEqual([0, 330_000])
  emit('change')
  page.visibilityState = 'hidden'
  clock.advance(3_600_000)
  expect(asked).toHaveLength(2)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  clock.advance(60_000)
  expect(asked).toHaveLength(3)
})

test('where streams are blocked for a day, the intervals grow, until a stream delivers something', async () => {
  const { clock, answer, asked } = await followed()
  answer()
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const before = asked.length
    clock.advance(60_000)
    if (asked.length > before) answer()
  }
  expect(asked.length).toBeLessThan(110)
  // The first response, and one more by the stream.
  answer()
  const [last = 0] = asked.slice(-1)
  clock.advance(330_000)
  expect(asked.at(-1)).toBeGreaterThan(last)
})

test('a service whose stream delivers is not polled by another client', async () => {
  const { clock, emit, asked } = await followed()
  emit('change')
  for (let minute = 0; minute < 60; minute += 1) {
    clock.advance(60_000)
    emit('change')
  }
  expect(asked).toEqual([0])
})

test.each([
  'Environment not found. Double check that you specified a valid environment/client-side ID.',
  'Error fetching flag settings: Error fetching flag settings: 401',
  'Error fetching flag settings: Error fetching flag settings: Forbidden',
  'Error fetching flag settings: Error fetching flag settings: Bad Request',
  'Error fetching flag settings: Error fetching flag settings: 400',
])('“%s” is a refusal, with a cool-down of five minutes', async (text) => {
  const { clock, emit, failed, reopened } = await followed()
  emit('failed', text)
  emit('error', text)
  expect(failed).toEqual(['refused'])
  clock.advance(299_999)
  expect(reopened).toEqual([0])
  clock.advance(1)
  expect(reopened).toEqual([0, 300_000])
})

test('a refusal closes the stream until its cool-down is over, also where a cached response opened it or the page is shown again', async () => {
  const { clock, emit, isStreaming, page } = await followed()
  emit('failed', '401')
  emit('initialized')
  page.dispatchEvent(new Event('visibilitychange'))
  clock.advance(299_999)
  expect(isStreaming()).toBe(false)
  clock.advance(1)
  expect(isStreaming()).toBe(true)
})

test('an error is recorded once in a row, and again if it comes back after an answer', async () => {
  const { emit, answer, journal } = await followed()
  for (let outage = 0; outage < 2; outage += 1) {
    emit('error', 'network error')
    emit('error', 'network error')
    answer()
  }
  expect(journal.entries.map(({ text }) => text)).toEqual(['network error', 'network error'])
})

test('a service that does not answer for five seconds is reported once, and a response before that is not', () => {
  const clock = fixedClock(0)
  const journal = memoryJournal()
  const state = createFlagState(clock, journal)
  const texts = (): readonly string[] => journal.entries.map(({ text }) => text)
  state.begin('one session').cached(defaultFlagValues)
  clock.advance(60_000)
  state.begin('another session')
  clock.advance(4_999)
  expect(texts()).toEqual([])
  clock.advance(60_000)
  expect(texts()).toEqual(['No flags within 5 s.'])
})
