import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject, useState } from 'react'
import { useStore } from 'zustand'
import { parts } from '../components/part'
import { useApp } from '../hooks/use-app'

/**
 * Says the name of a page that a link or the Back button has brought, and takes in focus that the page before has left behind.
 * The first page says nothing: the browser announces it itself.
 */
export function RouteAnnouncer({ path }: { readonly path: string }): ReactNode {
  const { branding, stores } = useApp()
  const person = useStore(stores.auth, ({ user }) => user?.subject)
  const [announcement, setAnnouncement] = useState({ text: '', person })
  const first = useRef(path)
  useEffect(() => {
    if (first.current === path) return
    first.current = ''
    // Of a dashboard it is the page that knows the name, and has written it there.
    const text = document.title.replace(` · ${branding.productName}`, '')
    setAnnouncement({ text, person: stores.auth.getState().user?.subject })
    const at = document.activeElement
    if (at === null || at === document.body)
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }, [path, branding, stores])
  useLostFocus()
  // A name that the person before was told is nobody else's.
  return <output className="visually-hidden">{announcement.person === person && announcement.text}</output>
}

/** So long whoever takes a control away has to say where the keyboard goes on, in milliseconds. */
const lostMs = 100

/** What the focus stays in when a control in it goes. */
const surroundings = '[role="dialog"], [role="alertdialog"], [role="complementary"], dialog, aside, main'

/**
 * A control may go with what it has done, as a Retry does: the focus is then nowhere, and whoever uses keys would begin at the top of the
 * page. It goes to what the control stood in.
 */
function useLostFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let home: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isNowhere = (): boolean => document.activeElement === document.body
    const entered = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return
      last = target
      home = target.closest<HTMLElement>(surroundings)
    }
    const restore = (): void => {
      if (!isNowhere() || last === null || last.isConnected) return
      last = null
      const target = home?.isConnected === true ? home : document.querySelector<HTMLElement>('#main')
      if (target !== null && target.tabIndex < 0) target.tabIndex = -1
      target?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || !isNowhere()) return
      clearTimeout(timer)
      timer = setTimeout(restore, lostMs)
    })
    // Whoever leaves a control for nothing, by a press beside it, has lost nothing.
    const left = ({ target }: FocusEvent): void =>
      void setTimeout(() => {
        if (isNowhere() && target === last && last?.isConnected === true) last = null
      })
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', entered)
    addEventListener('focusout', left)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('focusin', entered)
      removeEventListener('focusout', left)
    }
  }, [])
}

/** What the browser knows of a connection that is paid for by the byte; not every browser does. */
type Connection = { readonly saveData?: boolean }

/** Once the first board stands and the browser has time: the files of what has not been opened yet, one after the other. */
export function Prefetch({ hasBoard }: { readonly hasBoard: boolean }): null {
  const { stores } = useApp()
  const phase = useStore(stores.board, (state) => state.phase)
  const settled = !hasBoard || phase === 'rendered' || phase === 'failed'
  useEffect(() => {
    const { connection } = navigator as { readonly connection?: Connection }
    if (!settled || connection?.saveData === true) return
    let wanted = true
    const fetchAll = async (): Promise<void> => {
      for (const { prefetch } of parts) if (wanted && navigator.onLine) await prefetch()
    }
    whenIdle(() => void fetchAll())
    return () => void (wanted = false)
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

/** How long a restored position is held while the page still grows and shrinks, in milliseconds. */
const holdMs = 4_000

const positions = new Map<string, number>()
let last = 0

interface Entry {
  readonly id: string
  /** Where the page was when it was last here, in px; null for one that is new. */
  readonly position: number | null
}

function stateOfEntry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

/** This history entry; a new one gets an id. Other people's state is left alone. */
function presentEntry(): Entry {
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

/** The entry that stands for what is on screen; null while a page is coming, undefined before the first. */
type Current = RefObject<{ readonly id: string; readonly page: string } | null | undefined>

/** Another entry of the same page, such as with other dates: one stays where one is, and that is its position. */
function followEntry({ type }: Event, current: Current): void {
  const before = current.current
  if (before?.page !== location.pathname) return
  const { entry } = stateOfEntry()
  const isKnown = typeof entry === 'string'
  // Whoever replaced the present one has left out what was noted in it.
  const { id } = isKnown ? { id: entry } : type === 'replaceState' ? before : presentEntry()
  current.current = { id, page: before.page }
  positions.set(id, window.scrollY)
  if (!isKnown) history.replaceState({ ...stateOfEntry(), entry: id, scroll: Math.round(window.scrollY) }, '')
}

/** As the browser and the router name them. */
const changes = ['popstate', 'pushState', 'replaceState']

/**
 * Each history entry has its own scroll position: a new page starts at its top; Back, Forward and a reload come to where one was.
 * The position is held while the page settles, until somebody scrolls by hand.
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
    // In the entry itself: it is still there after a reload.
    const storeForReload = (): void => {
      if (current.current?.id !== undefined)
        history.replaceState({ ...stateOfEntry(), scroll: Math.round(window.scrollY) }, '')
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('scrollend', storeForReload)
    // Safari before 26.2 does not say that scrolling has ended.
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

/** One per page: scrolls it to its position when it comes. */
function Restored({ current }: { readonly current: Current }): null {
  useLayoutEffect(() => {
    const { position } = presentEntry()
    // Somebody may have scrolled the first page before this file was there.
    const begin = current.current === undefined ? window.scrollY : 0
    const release = restore(position ?? begin, () => {
      // Another one than then, where its address has changed while it was coming.
      const { id } = presentEntry()
      current.current = { id, page: location.pathname }
      positions.set(id, window.scrollY)
    })
    return () => {
      release()
      // Nothing is saved while the page changes: a shorter page would overwrite what is to be restored.
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
