import type { LDClient } from 'launchdarkly-js-client-sdk'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { followPerson } from '../../../src/adapters/flag-source/launchdarkly/client'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'

/** The SDK as far as it says that something failed, and is told to open its stream anew: when, in milliseconds. */
async function followed() {
  const clock = fixedClock(0)
  const handlers = new Map<string, (cause?: Error) => void>()
  const reopened: number[] = []
  const client = {
    on: (name: string, handler: (cause?: Error) => void) => void handlers.set(name, handler),
    setStreaming: (wanted: boolean) => void (wanted || reopened.push(clock.now())),
    variation: () => null,
    close: () => Promise.resolve(),
  } as unknown as LDClient
  const nothing = (): void => undefined
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  const loaded = Promise.resolve({ initialize: () => client })
  const addresses = { clientId: 'x', host: 'http://flags.invalid', streamHost: 'http://stream.invalid' }
  followPerson(
    { ...addresses, loadSdk: () => loaded, clock, journal: memoryJournal(), streamDelayMs: 0, page },
    flagUserContext(undefined, { hasBypassAccess: false, userAgent: 'test', timestamp: '1970-01-01' }),
    { live: nothing, cached: nothing, failed: nothing, late: nothing },
  )
  await loaded
  await Promise.resolve()
  return { clock, reopened, emit: (name: string) => handlers.get(name)?.(new Error(name)) }
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
