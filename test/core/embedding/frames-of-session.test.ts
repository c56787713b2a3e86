import { expect, test } from 'vitest'
import { framesOfSession } from '../../../src/core/embedding/frames-of-session'
import { initialAuthState, type AuthState } from '../../../src/core/session/auth-state'
import type { DashboardSurface } from '../../../src/core/ports/dashboard-surface'
import { ada, ben } from '../tokens/token-broker-stage'

const signedIn = (user: typeof ada): AuthState => ({
  ...initialAuthState,
  isLoading: false,
  isAuthenticated: true,
  user,
})
const nobody: AuthState = { ...initialAuthState, isLoading: false }

/** A page whose session changes as told, and how often its frames were taken down. */
function openPage(first: AuthState) {
  let state = first
  let listener: (state: AuthState) => void = () => undefined
  let resets = 0
  const dashboardSurface = { reset: () => (resets += 1) } as unknown as DashboardSurface
  const stop = framesOfSession(
    { dashboardSurface },
    {
      state: () => state,
      watch(notify) {
        listener = notify
        return () => (listener = () => undefined)
      },
    },
  )
  return {
    stop,
    become(next: AuthState) {
      state = next
      listener(next)
      return resets
    },
  }
}

test('frames go with the person: on leaving, on coming, and when it is somebody else', () => {
  const page = openPage(signedIn(ada))
  expect(page.become(nobody)).toBe(1)
  expect(page.become(signedIn(ada))).toBe(2)
  expect(page.become(signedIn(ben))).toBe(3)
})

test('frames stay while the same person stays, whatever else changes about them', () => {
  const page = openPage(signedIn(ada))
  expect(page.become({ ...signedIn({ ...ada, name: 'Ada W.' }), error: 'Failed to get access token' })).toBe(
    0,
  )
})

test('finding out that nobody is here takes nothing down', () => {
  const page = openPage(initialAuthState)
  expect(page.become(nobody)).toBe(0)
})

test('a frame that was made for a visitor before it was known who is here does not outlive that', () => {
  const page = openPage(initialAuthState)
  expect(page.become(signedIn(ada))).toBe(1)
})

test('stopped means stopped', () => {
  const page = openPage(signedIn(ada))
  page.stop()
  expect(page.become(nobody)).toBe(0)
})
