import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState, type ReactNode } from 'react'
import { hasDescriptionToggle } from '../../../core/catalogue/description'

/** Two lines, and all of it on demand when it is long. */
export function Description({ text }: { readonly text: string }): ReactNode {
  const [open, setOpen] = useState(false)
  const id = useId()
  const long = hasDescriptionToggle(text)
  const classes = [
    'description__text',
    !open && 'description__text--clamped',
    !long && 'description__text--short',
  ]
  return (
    <div className="description">
      <p className={classes.filter(Boolean).join(' ')} id={id}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          className="text-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show more'}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
