import { useEffect, useEffectEvent } from 'react'

/** Closes what lies over the page on Back and Forward: it would hide the page that they lead to. */
export function useBack(close: () => void): void {
  const closed = useEffectEvent(close)
  useEffect(() => {
    // Only real ones: the portal dispatches this event itself when it cleans up the address after sign-in.
    const onPopState = ({ isTrusted }: Event): void => void (isTrusted && closed())
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])
}
