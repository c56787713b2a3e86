import { useEffect, useState } from 'react'

/** True from the first time that the element is at most half a screen away. */
export function useNear(element: { readonly current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
