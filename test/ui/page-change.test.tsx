import { cleanup, render } from '@testing-library/react'
import 'wouter/use-browser-location'
import { afterEach, describe, expect, test } from 'vitest'
import { ScrollMemory } from '../../src/ui/app/page-change'

/** A page with a scroll position; happy-dom has neither layout nor Back. */
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
    /** As in Safari before 26.2, without scrollend; then the page is reloaded. */
    scrollWithoutEnd: (y: number): void => {
      window.scrollTo(0, y)
      dispatchEvent(new Event('scroll'))
      dispatchEvent(new Event('pagehide'))
    },
    /** Follows a link; the returned function goes Back. */
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

  test('is restored on Back', () => {
    const { scroll, goTo } = pageAt('/datasets/etf')
    scroll(600)
    const back = goTo('/home')
    expect(window.scrollY).toBe(0)
    back()
    expect(window.scrollY).toBe(600)
  })

  test('is kept when only the date range changes, and stored per history entry', () => {
    const { scroll, goTo } = pageAt('/datasets/etf')
    scroll(200)
    goTo('/datasets/etf?range=30d')
    expect(window.scrollY).toBe(200)
    scroll(900)
    const back = goTo('/home')
    back()
    expect(window.scrollY).toBe(900)
    // As after a reload.
    expect(history.state).toMatchObject({ scroll: 900 })
  })

  test('keeps what the user scrolled to before tracking started', () => {
    window.scrollTo(0, 300)
    pageAt('/home')
    expect(window.scrollY).toBe(300)
  })

  test('is restored after a reload, and the next page starts at the top', () => {
    const { goTo } = pageAt('/home', { entry: 'before-the-reload', scroll: 900 })
    expect(window.scrollY).toBe(900)
    goTo('/datasets/etf')
    expect(window.scrollY).toBe(0)
  })

  test('is stored in browsers without the scrollend event', () => {
    pageAt('/home').scrollWithoutEnd(700)
    expect(history.state).toMatchObject({ scroll: 700 })
  })

  test('survives a replaceState call that drops it', () => {
    const { scroll, goTo } = pageAt('/datasets/etf')
    scroll(500)
    history.replaceState(null, '', '/datasets/etf?tab=flows')
    const back = goTo('/home')
    back()
    expect(window.scrollY).toBe(500)
  })
})
