import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

// Runs before every file of the project `ui`: files share one page in sequence, and each test leaves it empty.

// A timeout for what never arrives, not a measurement: pages are lazy-loaded, and a busy machine takes seconds to transform the first.
configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  cleanup()
  // What a test added without React.
  document.body.replaceChildren()
  document.title = ''
})

/**
 * React's development build records a stack for each element in case a warning needs it, which is a fifth of these tests' cost. It stops
 * by itself after ten thousand in a second; a warning still names its component.
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

/** This page has no layout, so nothing is ever far from the viewport unless a test wants it to be. */
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
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', EverythingIsNear)
  // As newer browsers do: an effect whose result it is ends the page in an error.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as unknown as void)
})
