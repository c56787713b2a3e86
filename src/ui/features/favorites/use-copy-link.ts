import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { useApp } from '../../hooks/use-app'

/** For how long a control says that it has been done, in milliseconds. */
const said = 2_000

/** Copies the address of exactly this page. Where the browser does not let a page write, the address is shown to be copied by hand. */
export function useCopyLink(): { readonly copied: boolean; readonly copy: () => Promise<void> } {
  const { stores } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  const [path] = useLocation()
  const search = useSearch()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), said)
    return () => clearTimeout(timer)
  }, [copied])

  return {
    copied,
    async copy() {
      const address = `${window.location.origin}${path}${search === '' ? '' : `?${search}`}`
      try {
        await navigator.clipboard.writeText(address)
        setCopied(true)
      } catch {
        raise({ tone: 'warning', text: `This browser does not let the page copy. The link is ${address}` })
      }
    },
  }
}
