import { useEffect, useRef, useState, type ReactNode } from 'react'

/**
 * Says the name of a page that a link or the Back button has brought, and takes in focus that the page before has left behind.
 * The first page says nothing: the browser announces it itself.
 */
export function RouteAnnouncer({ title }: { readonly title: string }): ReactNode {
  const [said, setSaid] = useState('')
  const first = useRef(title)
  useEffect(() => {
    if (first.current === title) return
    first.current = ''
    setSaid(title)
    const at = document.activeElement
    if (at === null || at === document.body)
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }, [title])
  return <output className="visually-hidden">{said}</output>
}
