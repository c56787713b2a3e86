import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'

/** Copies an address that opens this page with the question in the panel's field. */
export function CopyAnswerLink({ question }: { readonly question: string }): ReactNode {
  const [path] = useLocation()
  const [said, setSaid] = useState('')
  async function copy(): Promise<void> {
    const address = new URL(path, window.location.origin)
    address.searchParams.set('research', question)
    try {
      await navigator.clipboard.writeText(address.href)
      setSaid('Link copied')
    } catch {
      setSaid('The browser did not allow copying')
    }
  }
  return (
    <>
      <button type="button" className="text-button" onClick={() => void copy()}>
        Copy link
      </button>
      <output className="answer__said">{said}</output>
    </>
  )
}
