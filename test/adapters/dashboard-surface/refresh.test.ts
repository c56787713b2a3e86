import { expect, test } from 'vitest'
import { blankAndRestore } from '../../../src/adapters/dashboard-surface/thoughtspot/frame-host'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { timings } from '../../../src/core/kernel/limits'

/** A frame that is blank when the test says so, and what was done to it. */
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

test('a frame is blanked, and its source restored 100 ms after it is; the container is back before', async () => {
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

test('a frame that never says that it is blank is restored all the same', async () => {
  const { clock, visits, done } = begin()
  clock.advance(timings.refreshFrameBlank)
  clock.advance(timings.refreshFrameReload)
  await done
  expect(visits).toHaveLength(2)
})
