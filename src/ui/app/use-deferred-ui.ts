import { useEffect, useState, useSyncExternalStore } from 'react'
import { fileTimeoutMs, loadFile } from '../components/part'
import { recordUserEvents } from '../hooks/last-user-event'
import type * as Module from './deferred-ui'

const firstRetryMs = 1_000
/** Attempts before the page shows that a part is missing. */
const silentAttempts = 3
/** Attempts on a timer. Later ones wait for the user to do something, or for the network. */
const timedAttempts = 6
const retryEvents = ['online', 'pointerdown', 'keydown']

/**
 * Loads a file that hardly anything works without, and retries until it has loaded: after a second, doubled each time, and sooner when the
 * user presses something or the network is back. After half a minute only these trigger a retry; by then index.html's message about a
 * missing part shows.
 */
export async function lazyWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt += 1) {
    // A request in flight cannot be repeated: the browser would wait for the same response.
    const late = setTimeout(() => showPartMissing(load, true), fileTimeoutMs)
    try {
      const module = await loadFile(load).finally(() => clearTimeout(late))
      showPartMissing(load, false)
      return module
    } catch {
      if (attempt >= silentAttempts) showPartMissing(load, true)
      await retrySignal(attempt < timedAttempts ? firstRetryMs * 2 ** (attempt - 1) : null)
    }
  }
}

const missing = new Set<unknown>()

/** Shows index.html's message while any part is missing. The message is in the document, so it needs no file. */
export function showPartMissing(part: unknown, isMissing: boolean): void {
  if (isMissing) missing.add(part)
  else missing.delete(part)
  document.querySelector('#part-missing')?.toggleAttribute('hidden', missing.size === 0)
}

function retrySignal(milliseconds: number | null): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      for (const event of retryEvents) removeEventListener(event, go)
      resolve()
    }
    const timer = milliseconds === null ? undefined : setTimeout(go, milliseconds)
    for (const event of retryEvents) addEventListener(event, go)
  })
}

export type DeferredUi = typeof Module

/** A file that is loaded once and used without suspending: the screen stays as it is until then. */
function deferredFile<File>(fetch: () => Promise<File>) {
  let file: File | null = null
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  /** Resolves once the file has loaded. */
  const load = (): Promise<void> =>
    (loading ??= lazyWithRetry(fetch).then((module) => {
      file = module
      for (const listener of listeners) listener()
    }))
  return {
    load,
    /** Null until the file has loaded; loading starts once it is `wanted`. */
    use(wanted: boolean): File | null {
      useEffect(() => {
        if (wanted) void load()
      }, [wanted])
      return useSyncExternalStore(subscribe, () => file)
    },
  }
}

const deferredUi = deferredFile(() => import('./deferred-ui'))
const boardRequest = deferredFile(() => import('../pages/dataset/board-request'))

/** Loads all files behind the shell, as on a page that has been open for a moment. */
export async function loadDeferredUi(): Promise<void> {
  await Promise.all([deferredUi.load(), boardRequest.load()])
}

/** The deferred UI, null until loaded. The shell decides when to load it (`wanted`), as do components that cannot do without it. */
export const useDeferredUi = (wanted = false): DeferredUi | null => deferredUi.use(wanted)

/** The component that requests a page's board. It loads with the composition, so that no board waits for the deferred UI. */
export const useBoardRequest = () => boardRequest.use(true)

/** Milliseconds that the deferred UI waits for the page's board at most, and for its first chart to be drawn. */
const maxBoardWaitMs = 8_000
const chartDrawMs = 250

const userEvents = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'keydown']

/**
 * Whether to load the deferred UI now. It waits until the first chart of the page's board has data (`hasData`), unless the user does
 * something, or the board takes long.
 */
export function useDeferredUiTime({
  board,
  hasData,
}: {
  readonly board: boolean
  readonly hasData: boolean
}): boolean {
  const [due, setDue] = useState(false)
  const waits = board && !due
  useEffect(recordUserEvents, [])
  useEffect(() => {
    if (!waits) return
    const setDueNow = (): void => setDue(true)
    const timer = setTimeout(setDueNow, hasData ? chartDrawMs : maxBoardWaitMs)
    for (const event of userEvents) addEventListener(event, setDueNow, { once: true })
    return () => {
      clearTimeout(timer)
      for (const event of userEvents) removeEventListener(event, setDueNow)
    }
  }, [waits, hasData])
  return !waits
}

/** Handles Ctrl+K until its own listener, which comes with the deferred UI, is ready. Pressing Ctrl alone already loads that. */
export function useEarlySearchKey(isReady: boolean, openSearch: () => void): void {
  useEffect(() => {
    if (isReady) return
    const onKey = (event: KeyboardEvent): void => {
      // A layout without Latin letters has another letter on this key; Greek, from U+0370, is the first of these scripts.
      const isK = event.key === 'k' || (event.code === 'KeyK' && event.key >= '\u0370')
      if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      openSearch()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isReady, openSearch])
}
