import { useEffect, useSyncExternalStore } from 'react'
import type * as Module from './deferred-ui'

const firstWait = 1_000
const longestWait = 30_000

/**
 * A file of the portal, asked for until it comes: at once, then after a second, doubled each time, half a minute at most, and sooner
 * when the network is back.
 */
export async function lazyWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      return await load()
    } catch {
      await passedOrOnline(wait)
    }
  }
}

function passedOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go)
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
