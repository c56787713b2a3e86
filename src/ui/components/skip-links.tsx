import type { ReactNode } from 'react'

/** The first Tab stop of the page. */
export function SkipLinks({ hasBoard }: { readonly hasBoard: boolean }): ReactNode {
  return (
    <nav className="skip-links" aria-label="Skip">
      {hasBoard ? (
        <>
          <SkipLink to="dashboard">Skip to dashboard</SkipLink>
          <SkipLink to="after-dashboard">Skip past the dashboard</SkipLink>
        </>
      ) : (
        <SkipLink to="main">Skip to content</SkipLink>
      )}
    </nav>
  )
}

/** Moves focus without writing a fragment into the address. */
export function SkipLink({
  to,
  className,
  children,
}: {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <a
      className={className}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
