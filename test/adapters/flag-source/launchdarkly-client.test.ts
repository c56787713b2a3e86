import type { LDClient } from 'launchdarkly-js-client-sdk'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { followPerson, type LaunchDarklySdk } from '../../../src/adapters/flag-source/launchdarkly/client'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'

/**
 * The SDK as far as it says that something failed, is told to open its stream anew, and asks when a client of it is made: when, in
 * milliseconds.
 */
async function followed() {
  const clock = fixedClock(0)
  const reopened: number[] = []
  const asked: number[] = []
  const failed: string[] = []
  let handlers = new Map<string, (cause?: Error) => void>()
  const client = {
    on: (name: string, handler: (cause?: Error) => void) => void handlers.set(name, handler),
    setStreaming: (wanted: boolean) => void (wanted || reopened.push(clock.now())),
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
  followPerson(
    { ...addresses, loadSdk: () => loaded, clock, journal: memoryJournal(), streamDelayMs: 0, page },
    flagUserContext(undefined, { hasBypassAccess: false, userAgent: 'test', timestamp: '1970-01-01' }),
    { live: nothing, cached: nothing, failed: (reason) => void failed.push(reason), late: nothing },
  )
  await loaded
  await Promise.resolve()
  const emit = (name: string, text = name) => handlers.get(name)?.(new Error(text))
  /** All flags have come, some of them other than before: the SDK says both. */
  const answer = (): void => {
    replaced()
    emit('change')
  }
  return { clock, page, reopened, asked, failed, emit, answer }
}

test('the error that comes with a failed start opens no stream anew, which would cancel what the first one asks', async () => {
  const { clock, emit, reopened } = await followed()
  emit('failed')
  emit('error')
  clock.advance(4_999)
  expect(reopened).toEqual([])
  clock.advance(1)
  expect(reopened).toEqual([5_000])
})

test('a question that fails is asked again by a stream that is opened anew, after pauses that grow', async () => {
  const { clock, emit, reopened } = await followed()
  emit('initialized')
  for (const pause of [1_000, 2_000, 4_000]) {
    emit('error')
    clock.advance(pause)
  }
  expect(reopened).toEqual([1_000, 3_000, 7_000])
})

test('where no stream passes, a lost first answer is asked for again by another client', async () => {
  const { clock, emit, asked } = await followed()
  emit('failed')
  emit('error')
  clock.advance(35_000)
  expect(asked).toEqual([0, 35_000])
  // Each leaves listeners on the page: it is not asked for ever at that pace.
  clock.advance(24 * 3_600_000)
  expect(asked.slice(0, 4)).toEqual([0, 35_000, 100_000, 225_000])
  expect(asked.length).toBeLessThan(110)
})

test('where no stream passes, a change is seen within six minutes, by a page that is seen', async () => {
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

test('where no stream passes for a day, the pauses grow; a stream that brings something ends that', async () => {
  const { clock, answer, asked } = await followed()
  answer()
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const before = asked.length
    clock.advance(60_000)
    if (asked.length > before) answer()
  }
  expect(asked.length).toBeLessThan(110)
  // The first answer, and one more by the stream.
  answer()
  const [last = 0] = asked.slice(-1)
  clock.advance(330_000)
  expect(asked.at(-1)).toBeGreaterThan(last)
})

test('a service that says something is not asked by another client', async () => {
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
])('“%s” is a refusal, and rests for five minutes', async (text) => {
  const { clock, emit, failed, reopened } = await followed()
  emit('failed', text)
  emit('error', text)
  expect(failed).toEqual(['refused'])
  clock.advance(299_999)
  expect(reopened).toEqual([0])
  clock.advance(1)
  expect(reopened).toEqual([0, 300_000])
})
