import { useEffect, useRef } from 'react'

/** Whether the component is still mounted when a response arrives. If not, the user reads the outcome elsewhere, or not at all. */
export function useIsOpen(): () => boolean {
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => void (open.current = false)
  }, [])
  return () => open.current
}
