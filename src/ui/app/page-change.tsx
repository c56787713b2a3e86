import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject, useState } from 'react'
import { useStore } from 'zustand'
import { parts } from '../components/part'
import { useApp } from '../hooks/use-app'

/**
 * Announces the title of a page reached by a link or the Back button, and moves the focus there if the previous page lost it. The browser
 * itself announces the first page.
 */
export function RouteAnnouncer({ path }: { readonly path: string }): ReactNode {
  const { branding, stores } = useApp()
  const person = useStore(stores.auth, ({ user }) => user?.subject)
  const [announcement, setAnnouncement] = useState({ text: '', person })
  const first = useRef(path)
  useEffect(() => {
    if (first.current === path) return
    first.current = ''
    // From the document: only a dashboard's page knows the dashboard's name, and has written it there.
    const text = document.title.replace(` · ${branding.productName}`, '')
    setAnnouncement({ text, person: stores.auth.getState().user?.subject })
    const at = document.activeElement
    if (at === null || at === document.body)
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }, [path, branding, stores])
  useRestoreLostFocus()
  // A name announced to one user is not for the next.
  return (
    <>
      <output className="visually-hidden">{announcement.person === person && announcement.text}</output>
      {/* Once per page, and when a session brings the rows of its user. */}
      <CurrentRowInView key={`${path} ${person}`} />
    </>
  )
}

/** In a low window the sidebar's row of the page may be below the end of its list. */
function CurrentRowInView(): null {
  useEffect(() => {
    // Not the effect's result: newer browsers return a promise.
    const row = document.querySelector('.sidebar [aria-current="page"]')
    row?.scrollIntoView({ block: 'nearest' })
    // Folded, the sidebar is narrower than its rows, and would show them from their text on.
    row?.closest('.sidebar__list')?.scrollTo({ left: 0 })
  }, [])
  return null
}

/** How long code that removes a focused control has to move the focus itself, in milliseconds. */
const lostFocusMs = 100

/** The regions that the focus stays in when a focused control is removed. */
const surroundings = '[role="dialog"], [role="alertdialog"], [role="complementary"], dialog, aside, main'

/**
 * Restores focus that is lost when a control removes itself, as Retry does: keyboard users would start again at the top of the page. It
 * moves to the region around the control.
 */
function useRestoreLostFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let region: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isFocusLost = (): boolean => document.activeElement === document.body
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return
      last = target
      region = target.closest<HTMLElement>(surroundings)
    }
    const restore = (): void => {
      if (!isFocusLost() || last === null || last.isConnected) return
      last = null
      const target = region?.isConnected === true ? region : document.querySelector<HTMLElement>('#main')
      if (target !== null && target.tabIndex < 0) target.tabIndex = -1
      target?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || !isFocusLost()) return
      clearTimeout(timer)
      timer = setTimeout(restore, lostFocusMs)
    })
    // A press beside the control blurs it on purpose: there is no focus to restore.
    const onFocusOut = ({ target }: FocusEvent): void =>
      void setTimeout(() => {
        if (isFocusLost() && target === last && last?.isConnected === true) last = null
      })
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', onFocusIn)
    addEventListener('focusout', onFocusOut)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('focusin', onFocusIn)
      removeEventListener('focusout', onFocusOut)
    }
  }, [])
}

/** What the browser reports about a metered connection; not every browser does. */
type Connection = { readonly saveData?: boolean }

/** Once the first board has rendered and the browser is idle, loads the files of what has not been opened yet, one at a time. */
export function Prefetch({ hasBoard }: { readonly hasBoard: boolean }): null {
  const { stores } = useApp()
  const phase = useStore(stores.board, (state) => state.phase)
  const settled = !hasBoard || phase === 'rendered' || phase === 'failed'
  useEffect(() => {
    const { connection } = navigator as { readonly connection?: Connection }
    if (!settled || connection?.saveData === true) return
    let isMounted = true
    const fetchAll = async (): Promise<void> => {
      for (const { prefetch } of parts) if (isMounted && navigator.onLine) await prefetch()
    }
    whenIdle(() => void fetchAll())
    return () => void (isMounted = false)
  }, [settled])
  return null
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): void {
  const idle = (globalThis as { readonly requestIdleCallback?: typeof requestIdleCallback })
    .requestIdleCallback
  if (idle === undefined) setTimeout(run, idleMs)
  else idle(run)
}
const idleMs = 2_000

/** How long a restored position is held while the page's height still changes, in milliseconds. */
const holdMs = 4_000

const positions = new Map<string, number>()
let last = 0

interface Entry {
  readonly id: string
  /** Scroll position when the user left the entry, in px; null for a new entry. */
  readonly position: number | null
}

function stateOfEntry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

/** The current history entry; a new one gets an id. State set by other code is left alone. */
function currentEntry(): Entry {
  const state = stateOfEntry()
  if (typeof state['entry'] === 'string') {
    const stored = typeof state['scroll'] === 'number' ? state['scroll'] : 0
    return { id: state['entry'], position: positions.get(state['entry']) ?? stored }
  }
  last += 1
  const id = `${Date.now().toString(36)}-${last}`
  history.replaceState({ ...state, entry: id }, '')
  return { id, position: null }
}

/** The entry of the page on screen; null while the page changes, undefined before the first. */
type Current = RefObject<{ readonly id: string; readonly page: string } | null | undefined>

/** Another entry of the same page, for example with other dates: the page does not scroll, and its position becomes the entry's. */
function followEntry({ type }: Event, current: Current): void {
  const before = current.current
  if (before?.page !== location.pathname) return
  const { entry } = stateOfEntry()
  const isKnown = typeof entry === 'string'
  // A replaced state no longer has the id that was stored in it.
  const { id } = isKnown ? { id: entry } : type === 'replaceState' ? before : currentEntry()
  current.current = { id, page: before.page }
  positions.set(id, window.scrollY)
  if (!isKnown) history.replaceState({ ...stateOfEntry(), entry: id, scroll: Math.round(window.scrollY) }, '')
}

/** Event types of the browser and of the router. */
const changes = ['popstate', 'pushState', 'replaceState']

/**
 * Gives each history entry its own scroll position: a new page starts at its top; Back, Forward and a reload return to the last one. The
 * position is held while the page settles, until the user scrolls.
 */
export function ScrollMemory({ path }: { readonly path: string }): ReactNode {
  const current: Current = useRef(undefined)

  useEffect(() => {
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    const remember = (): void => {
      const { id } = current.current ?? {}
      if (id !== undefined) positions.set(id, window.scrollY)
    }
    const follow = (event: Event): void => followEntry(event, current)
    // In the entry itself, which survives a reload.
    const storeForReload = (): void => {
      if (current.current?.id !== undefined)
        history.replaceState({ ...stateOfEntry(), scroll: Math.round(window.scrollY) }, '')
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('scrollend', storeForReload)
    // Safari before 26.2 has no `scrollend` event.
    addEventListener('pagehide', storeForReload)
    for (const kind of changes) addEventListener(kind, follow)
    return () => {
      for (const kind of changes) removeEventListener(kind, follow)
      removeEventListener('scroll', remember)
      removeEventListener('scrollend', storeForReload)
      removeEventListener('pagehide', storeForReload)
      history.scrollRestoration = before
    }
  }, [])

  return <Restored key={path} current={current} />
}

/** Mounted once per page: scrolls it to its position. */
function Restored({ current }: { readonly current: Current }): null {
  useLayoutEffect(() => {
    const { position } = currentEntry()
    // The user may have scrolled the first page before this file loaded.
    const begin = current.current === undefined ? window.scrollY : 0
    const release = restore(position ?? begin, () => {
      // A different entry if the address has changed while the page was settling.
      const { id } = currentEntry()
      current.current = { id, page: location.pathname }
      positions.set(id, window.scrollY)
    })
    return () => {
      release()
      // Nothing is stored while the page changes: a shorter page would overwrite the position to restore.
      current.current = null
    }
  }, [current])
  return null
}

function restore(position: number, done: () => void): () => void {
  window.scrollTo(0, position)
  if (position === 0) {
    done()
    return () => undefined
  }
  const byHand = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const kind of byHand) removeEventListener(kind, finish)
  }
  const finish = (): void => {
    stop()
    done()
  }
  const observer = new ResizeObserver(() => window.scrollTo(0, position))
  const timer = setTimeout(finish, holdMs)
  observer.observe(document.body)
  for (const kind of byHand) addEventListener(kind, finish, { passive: true, once: true })
  return stop
}
