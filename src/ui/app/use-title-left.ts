import { useEffect, useState, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > 0)
}

/** Whether this title has gone up behind a bar of that height. */
export function useTitleLeft(title: HTMLElement | null, barHeight: number): boolean {
  const [left, setLeft] = useState(false)
  useEffect(() => {
    if (title === null) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        setLeft(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    )
    observer.observe(title)
    return () => observer.disconnect()
  }, [title, barHeight])
  return left && title !== null
}
