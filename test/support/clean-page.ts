import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

// Runs before every file of the project `ui`: its files share one page after the other, and each test leaves it empty.

// A limit for what never comes, not a measure: pages are lazy, and a busy machine takes seconds to transform the first.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)

/**
 * React's development build notes a stack for each element, in case a warning comes to name it: a fifth of all that these tests cost. It
 * leaves off by itself after ten thousand in a second; a warning still names its component.
 */
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Reflect.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set(count: number) {
    void count
  },
})

type Near = (entries: readonly { readonly isIntersecting: boolean }[]) => void

/** This page has no layout, so nothing is ever far from the screen, unless a test wants it to be. */
class EverythingIsNear {
  readonly #near: Near
  constructor(near: Near) {
    this.#near = near
  }
  observe(): void {
    this.#near([{ isIntersecting: true }])
  }
  disconnect(): void {
    return undefined
  }
}
beforeEach(() => void vi.stubGlobal('IntersectionObserver', EverythingIsNear))
