import { useEffect, useEffectEvent } from 'react'

/** Back and Forward bring another page: what lies over it would hide that. */
export function useBack(close: () => void): void {
  const closed = useEffectEvent(close)
  useEffect(() => {
    // The end of a sign-in, by which the portal corrects its own address, is none.
    const wentBack = ({ isTrusted }: Event): void => void (isTrusted && closed())
    addEventListener('popstate', wentBack)
    return () => removeEventListener('popstate', wentBack)
  }, [])
}
