import { useEffect, useSyncExternalStore } from 'react'
import type * as Module from './deferred-ui'
import { untilThere } from './lazy-with-retry'

export type LaterParts = typeof Module

let parts: LaterParts | null = null
let coming: Promise<void> | undefined
const waiting = new Set<() => void>()

/** Fetches the parts once, and settles when they are there. */
export function loadLaterParts(): Promise<void> {
  coming ??= untilThere(() => import('./deferred-ui')).then((module) => {
    parts = module
    for (const told of waiting) told()
  })
  return coming
}

function subscribe(told: () => void): () => void {
  waiting.add(told)
  return () => waiting.delete(told)
}

/** The parts once they are there, null until then. Without suspending: what is on screen stays as it is. */
export function useLaterParts(): LaterParts | null {
  useEffect(() => void loadLaterParts(), [])
  return useSyncExternalStore(subscribe, () => parts)
}
