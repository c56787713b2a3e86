// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { whenBack, whenRestored } from '../../src/composition/page-return'

/** Both rules on one page, and how often each has called. */
function openPage() {
  const calls = { back: 0, restored: 0 }
  const stops = [whenBack(window, () => (calls.back += 1)), whenRestored(window, () => (calls.restored += 1))]
  const shown = (persisted: boolean): boolean =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  return { calls, shown, stop: () => stops.forEach((stop) => stop()) }
}

test('a page that the browser had put aside is restored, and back; a freshly loaded one is neither', () => {
  const { calls, shown, stop } = openPage()
  shown(false)
  expect(calls).toEqual({ back: 0, restored: 0 })
  shown(true)
  expect(calls).toEqual({ back: 1, restored: 1 })
  stop()
})

test('a network that returns and a page that is looked at again are back, not restored', () => {
  const { calls, stop } = openPage()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(calls).toEqual({ back: 2, restored: 0 })
  stop()
})

test('stopped means stopped', () => {
  const { calls, shown, stop } = openPage()
  stop()
  shown(true)
  window.dispatchEvent(new Event('online'))
  expect(calls).toEqual({ back: 0, restored: 0 })
})
