import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * What the browser reports; true means no more than that there is some network.
 * @param onReturn called each time the network is back, to retry what failed without it
 */
export function useOnline(onReturn?: () => void): boolean {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const wasOnline = useRef(online)
  const returned = useEffectEvent(() => onReturn?.())
  useEffect(() => {
    if (online && !wasOnline.current) returned()
    wasOnline.current = online
  }, [online])
  return online
}
