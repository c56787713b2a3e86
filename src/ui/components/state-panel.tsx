import type { ReactNode } from 'react'
import type { Reference } from '../hooks/reference'
import { ReferenceLine } from './reference-line'
import { Wireframe, type Trouble } from './wireframe'

/**
 * The one design for empty, failed, offline, missing and refused: a picture, a title, one sentence, one action, and for errors a
 * reference to quote. `level` is 1 where the panel is the page itself.
 */
export function StatePanel({
  trouble,
  title,
  text,
  action,
  reference,
  level = 2,
  place = 'inside',
}: {
  readonly trouble: Trouble
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  readonly reference?: Reference
  readonly level?: 1 | 2
  /** `framed`: in place of a board. `page`: the whole content. `whole`: the whole window. */
  readonly place?: 'inside' | 'framed' | 'page' | 'whole'
}): ReactNode {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={place === 'inside' ? 'state' : `state state--${place}`}>
      <Wireframe trouble={trouble} />
      <Heading className="state__title">{title}</Heading>
      <p className="state__text">{text}</p>
      {action}
      {reference !== undefined && <ReferenceLine reference={reference} />}
    </div>
  )
}
