import { useEffect, useSyncExternalStore } from 'react'
import { loadFile } from '../components/part'
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
    try {
      const module = await loadFile(load)
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

let parts: DeferredUi | null = null
let coming: Promise<void> | undefined
const waiting = new Set<() => void>()

/** Fetches the parts once, and settles when they are there. */
export function loadDeferredUi(): Promise<void> {
  coming ??= lazyWithRetry(() => import('./deferred-ui')).then((module) => {
    parts = module
    for (const listener of waiting) listener()
  })
  return coming
}

function subscribe(listener: () => void): () => void {
  waiting.add(listener)
  return () => waiting.delete(listener)
}

/** The parts once they are there, null until then. Without suspending: what is on screen stays as it is. */
export function useDeferredUi(): DeferredUi | null {
  useEffect(() => void loadDeferredUi(), [])
  return useSyncExternalStore(subscribe, () => parts)
}
