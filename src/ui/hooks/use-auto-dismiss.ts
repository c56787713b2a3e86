import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** For how long something stays that nobody has to do anything about, in milliseconds. */
export const passingStays = 20_000

/**
 * Lets a notice go by itself where it `passes`: not while somebody points at it or stands in it with the keyboard, nor while the page is
 * not looked at. Gives what the notice is to listen to.
 */
export function usePassing(
  passes: boolean,
  go: () => void,
): {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
} {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const visible = useSyncExternalStore(watchVisible, isVisible)
  const goRef = useRef(go)
  useEffect(() => {
    goRef.current = go
  })
  const runs = passes && visible && !pointed && !focused
  useEffect(() => {
    if (!runs) return
    const timer = setTimeout(() => goRef.current(), passingStays)
    return () => clearTimeout(timer)
  }, [runs])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible'

function watchVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
