import { useEffect, useRef } from 'react'

/** Whether what uses it is still on the page, for when an answer comes: whoever has left by then reads it elsewhere, or not at all. */
export function useIsOpen(): () => boolean {
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => void (open.current = false)
  }, [])
  return () => open.current
}
