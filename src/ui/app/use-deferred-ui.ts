import { useEffect, useState, useSyncExternalStore } from 'react'
import { fileMs, loadFile } from '../components/part'
import { rememberSigns } from '../hooks/last-sign'
import type * as Module from './deferred-ui'

const firstWait = 1_000
/** After so many the portal says that a part is missing. */
const quietAttempts = 3
/** After so many it waits for somebody to do something, or for the network. */
const timedAttempts = 6
const signs = ['online', 'pointerdown', 'keydown']

/**
 * A file of the portal without which hardly anything works, asked for until it comes: at once, then after a second, doubled each time,
 * sooner when somebody presses something or the network is back. After half a minute only these make it ask again; the sentence that
 * index.html has for it stands by then.
 */
export async function lazyWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt += 1) {
    // What is on its way cannot be asked for again: the browser would wait for the same answer.
    const late = setTimeout(() => sayPartMissing(load, true), fileMs)
    try {
      const module = await loadFile(load).finally(() => clearTimeout(late))
      sayPartMissing(load, false)
      return module
    } catch {
      if (attempt >= quietAttempts) sayPartMissing(load, true)
      await signOr(attempt < timedAttempts ? firstWait * 2 ** (attempt - 1) : null)
    }
  }
}

const missing = new Set<unknown>()

/** The sentence stands as long as any part is missing. It is part of the document: it needs no file. */
export function sayPartMissing(part: unknown, isMissing: boolean): void {
  if (isMissing) missing.add(part)
  else missing.delete(part)
  document.querySelector('#part-missing')?.toggleAttribute('hidden', missing.size === 0)
}

function signOr(milliseconds: number | null): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, go)
      resolve()
    }
    const timer = milliseconds === null ? undefined : setTimeout(go, milliseconds)
    for (const sign of signs) addEventListener(sign, go)
  })
}

export type DeferredUi = typeof Module

/** A file that is fetched once, and used without suspending: what is on screen stays as it is until it is there. */
function fileBehindTheShell<File>(fetch: () => Promise<File>) {
  let file: File | null = null
  let coming: Promise<void> | undefined
  const waiting = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    waiting.add(listener)
    return () => waiting.delete(listener)
  }
  /** Settles when it is there. */
  const load = (): Promise<void> =>
    (coming ??= lazyWithRetry(fetch).then((module) => {
      file = module
      for (const listener of waiting) listener()
    }))
  return {
    load,
    /** Null until it is there; it is fetched once it is wanted. */
    use(wanted: boolean): File | null {
      useEffect(() => {
        if (wanted) void load()
      }, [wanted])
      return useSyncExternalStore(subscribe, () => file)
    },
  }
}

const deferredUi = fileBehindTheShell(() => import('./deferred-ui'))
const boardRequest = fileBehindTheShell(() => import('../pages/dataset/board-request'))

/** As on a page that has been open for a moment. */
export async function loadDeferredUi(): Promise<void> {
  await Promise.all([deferredUi.load(), boardRequest.load()])
}

/** The parts once they are there. The shell says when they are wanted, and whoever cannot do without them. */
export const useDeferredUi = (wanted = false): DeferredUi | null => deferredUi.use(wanted)

/** What asks for a page's board. It comes with the composition: no board waits for the deferred UI. */
export const useBoardRequest = () => boardRequest.use(true)

/** Milliseconds that the deferred UI makes way for the page's board, at most, and for its first chart to be drawn. */
const mostBehindBoard = 8_000
const drawing = 250

const signsOfSomebody = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'keydown']

/**
 * Whether the deferred UI is wanted by now: its file stands back behind the first chart of the page's board (`hasData`: the chart has data),
 * unless somebody is there to use it, or the board takes long.
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
  useEffect(rememberSigns, [])
  useEffect(() => {
    if (!waits) return
    const end = (): void => setDue(true)
    const timer = setTimeout(end, hasData ? drawing : mostBehindBoard)
    for (const sign of signsOfSomebody) addEventListener(sign, end, { once: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfSomebody) removeEventListener(sign, end)
    }
  }, [waits, hasData])
  return !waits
}

/** Ctrl+K is not lost before its own listener is `there`, which comes with the deferred UI: the hand on Ctrl alone asks for that. */
export function useEarlySearchKey(there: boolean, openSearch: () => void): void {
  useEffect(() => {
    if (there) return
    const onKey = (event: KeyboardEvent): void => {
      // A layout without Latin letters, the first of which is Greek, has another one on the key.
      const isK = event.key === 'k' || (event.code === 'KeyK' && event.key >= '\u0370')
      if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      openSearch()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [there, openSearch])
}
