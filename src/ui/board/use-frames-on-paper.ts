import { useEffect } from 'react'

/**
 * A frame is as high as its content was at its width on the screen. On the narrower paper it would be laid out anew and cut off:
 * it keeps its width, and the browser scales the whole page down to the paper.
 */
export function useFramesOnPaper(): void {
  useEffect(() => {
    const places = (): NodeListOf<HTMLElement> => document.querySelectorAll('.board__place')
    const keep = (): void => {
      for (const place of places()) place.style.width = `${place.offsetWidth}px`
    }
    const free = (): void => {
      for (const place of places()) place.style.width = ''
    }
    addEventListener('beforeprint', keep)
    addEventListener('afterprint', free)
    return () => {
      removeEventListener('beforeprint', keep)
      removeEventListener('afterprint', free)
    }
  }, [])
}
