import type { ReactNode } from 'react'
import type { Dataset } from '../../../core/catalogue/catalogue'
import { PageTitle } from '../../components/page-title'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { hasDescriptionToggle } from '../../../core/catalogue/catalogue'

/** Two lines; a long description can be expanded. */
function Description({ text }: { readonly text: string }): ReactNode {
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

/** Title and description. The subtitle is only for narrow pages: on desktops the bar above has it. */
export function DatasetHead({
  dataset,
  withSubtitle,
  tools,
}: {
  readonly dataset: Dataset
  readonly withSubtitle: boolean
  /** Freshness of the data, favorite and link. */
  readonly tools: ReactNode
}): ReactNode {
  return (
    <div className="page-head" key={dataset.key}>
      {withSubtitle && <p className="page-head__subtitle">{dataset.subtitle}</p>}
      <PageTitle>{dataset.title}</PageTitle>
      {tools}
      {dataset.description !== '' && <Description text={dataset.description} />}
    </div>
  )
}
