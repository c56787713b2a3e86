import type { ReactNode } from 'react'
import { SearchBesideFrame } from '../../components/search-beside-frame'
import { SkipLink } from '../../components/skip-links'

const end = 'after-frame'

/** What a page's own frame stands between: a way past it for the keyboard, and on both sides the way to the palette. */
export function AroundFrame({
  what,
  children,
}: {
  readonly what: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <>
      <SkipLink className="board__skip visually-hidden" to={end}>
        Skip past the {what}
      </SkipLink>
      <SearchBesideFrame />
      {children}
      <SearchBesideFrame />
      <p className="after-board visually-hidden" id={end} tabIndex={-1}>
        End of the {what}
      </p>
    </>
  )
}
