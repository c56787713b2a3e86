import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Notices, autoDismissMs } from '../../src/ui/app/notices'
import { renderWithApp } from '../support/render-with-app'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function raised(tone: 'success' | 'info' | 'warning' | 'error') {
  vi.useRealTimers()
  const app = await renderWithApp(<Notices />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => void app.stores.notices.getState().raise({ tone, text: 'Something was said.' }))
  const card = (): HTMLElement | null => screen.queryByText('Something was said.')?.closest('.notice') ?? null
  const wait = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds))
  return { card, wait }
}

test('what went well goes by itself, after there was time to read it', async () => {
  const { card, wait } = await raised('success')
  wait(autoDismissMs - 1)
  expect(card()).not.toBeNull()
  wait(1)
  expect(card()).toBeNull()
})

test.each(['info', 'warning', 'error'] as const)('%s stays until it is put away', async (tone) => {
  const { card, wait } = await raised(tone)
  wait(autoDismissMs * 10)
  expect(card()).not.toBeNull()
})

test('it stays while somebody is at it, or the page is not looked at', async () => {
  const { card, wait } = await raised('success')
  act(() => card()?.querySelector('button')?.focus())
  wait(autoDismissMs * 2)
  expect(card()).not.toBeNull()
  act(() => card()?.querySelector('button')?.blur())
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  wait(autoDismissMs * 2)
  expect(card()).not.toBeNull()
  seen.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  wait(autoDismissMs)
  expect(card()).toBeNull()
})
