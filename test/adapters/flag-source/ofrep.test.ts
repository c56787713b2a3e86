import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { ofrepFlagSource } from '../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'

/** A page that is looked at or not, and a service that has flags and no stream of changes. */
async function opened() {
  const clock = fixedClock(0)
  let visibilityState: DocumentVisibilityState = 'visible'
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', {
    get: () => visibilityState,
  }) as EventTarget & { readonly visibilityState: DocumentVisibilityState }
  let value = false
  let asked = 0
  const source = ofrepFlagSource({
    host: 'http://flags.invalid',
    streamHost: 'http://stream.invalid',
    clock,
    journal: memoryJournal(),
    page,
    storage: () => {
      throw new Error('blocked')
    },
    openStream: () => {
      throw new Error('There is no stream here.')
    },
    fetch: async () => {
      asked += 1
      return Response.json({ flags: [{ key: 'new-feature', value }] })
    },
  })
  await source.start({
    session: 'anonymous',
    context: flagUserContext(undefined, {
      hasBypassAccess: false,
      userAgent: 'test',
      timestamp: '1970-01-01',
    }),
  })
  return {
    clock,
    source,
    asked: () => asked,
    change: (next: boolean) => void (value = next),
    become: (visibility: DocumentVisibilityState): void => {
      visibilityState = visibility
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

test('a page that is looked at asks again every minute', async () => {
  const { clock, source, change } = await opened()
  change(true)
  clock.advance(60_000)
  await expect.poll(() => source.all()['new-feature']).toBe(true)
})

test('a hidden one does not, and catches up as soon as it is shown', async () => {
  const { clock, source, asked, become, change } = await opened()
  become('hidden')
  change(true)
  clock.advance(600_000)
  expect(asked()).toBe(1)
  become('visible')
  await expect.poll(() => source.all()['new-feature']).toBe(true)
  expect(asked()).toBe(2)
})

test('one that was hidden for a moment asks no more than another', async () => {
  const { asked, become } = await opened()
  become('hidden')
  become('visible')
  expect(asked()).toBe(1)
})
