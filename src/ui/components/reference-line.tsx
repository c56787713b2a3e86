import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState, type ReactNode } from 'react'
import type { Reference } from '../hooks/reference'

export function ReferenceLine({ reference }: { readonly reference: Reference }): ReactNode {
  const [copied, setCopied] = useState(false)
  const Mark = copied ? Check : Copy
  const copy = (): void => {
    navigator.clipboard.writeText(`${reference.code} ${reference.time}`).then(
      () => setCopied(true),
      // Without leave to write, the reference is still there to be read.
      () => setCopied(false),
    )
  }
  return (
    <p className="reference">
      <span>
        Reference <strong>{reference.code}</strong>
      </span>
      <span>{reference.time}</span>
      <button type="button" className="text-button text-button--quiet" onClick={copy}>
        <Mark size={16} strokeWidth={1.75} aria-hidden="true" />
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </button>
    </p>
  )
}
