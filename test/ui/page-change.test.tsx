import { cleanup, render } from '@testing-library/react'
import 'wouter/use-browser-location'
import { afterEach, describe, expect, test } from 'vitest'
import { ScrollMemory } from '../../src/ui/app/page-change'

/** A page at its own scroll position; happy-dom has neither a layout nor a way back. */
function pageAt(address: string, state: object | null = null) {
  const at = (path: string): string => path.split('?', 1)[0] ?? ''
  history.replaceState(state, '', address)
  const view = render(<ScrollMemory path={at(address)} />)
  const show = (): void => view.rerender(<ScrollMemory path={location.pathname} />)
  return {
    scroll: (y: number): void => {
      window.scrollTo(0, y)
      dispatchEvent(new Event('scroll'))
      dispatchEvent(new Event('scrollend'))
    },
    /** As Safari before 26.2 has it, which is left by a reload. */
    scrollWithoutEnd: (y: number): void => {
      window.scrollTo(0, y)
      dispatchEvent(new Event('scroll'))
      dispatchEvent(new Event('pagehide'))
    },
    /** What a link does; what comes back leads to this entry again. */
    goTo: (next: string): (() => void) => {
      const [left, state] = [location.pathname + location.search, history.state as unknown]
      history.pushState(null, '', next)
      show()
      return () => {
        History.prototype.replaceState.call(history, state, '', left)
        dispatchEvent(new PopStateEvent('popstate', { state }))
        show()
      }
    },
  }
}

describe('the scroll position', () => {
  afterEach(() => {
    cleanup()
    window.scrollTo(0, 0)
  })

  test('of a page is there again at Back', () => {
    const { scroll, goTo } = pageAt('/datasets/etf')
    scroll(600)
    const back = goTo('/home')
    expect(window.scrollY).toBe(0)
    back()
    expect(window.scrollY).toBe(600)
  })

  test('of the same page with other dates is its own, and one stays where one is', () => {
    const { scroll, goTo } = pageAt('/datasets/etf')
    scroll(200)
    goTo('/datasets/etf?range=30d')
    expect(window.scrollY).toBe(200)
    scroll(900)
    const back = goTo('/home')
    back()
    expect(window.scrollY).toBe(900)
    // As a reload finds it.
    expect(history.state).toMatchObject({ scroll: 900 })
  })

  test('is what somebody has scrolled to before it was watched', () => {
    window.scrollTo(0, 300)
    pageAt('/home')
    expect(window.scrollY).toBe(300)
  })

  test('is there again after a reload; the next page begins at its top', () => {
    const { goTo } = pageAt('/home', { entry: 'before-the-reload', scroll: 900 })
    expect(window.scrollY).toBe(900)
    goTo('/datasets/etf')
    expect(window.scrollY).toBe(0)
  })

  test('is noted where no end of scrolling is announced', () => {
    pageAt('/home').scrollWithoutEnd(700)
    expect(history.state).toMatchObject({ scroll: 700 })
  })

  test('outlives who replaces the entry without what is noted in it', () => {
    const { scroll, goTo } = pageAt('/datasets/etf')
    scroll(500)
    history.replaceState(null, '', '/datasets/etf?tab=flows')
    const back = goTo('/home')
    back()
    expect(window.scrollY).toBe(500)
  })
})
