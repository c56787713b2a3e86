import { useState, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useApp } from '../hooks/use-app'
import { makeReference, type Reference } from '../hooks/reference'
import { forgetMissingParts, PartMissing } from './part'

/** An error that was thrown, with the reference that both the screen and the journal show. */
export interface Crash {
  readonly reference: Reference
  /** A file of the portal failed to load: there is no network, or a newer release has other files. */
  readonly partMissing: boolean
  readonly reset: () => void
}

/**
 * Error boundary that limits a bug to one area of the page. A new `resetKey` (another page) gives the area another try.
 */
export function AreaBoundary({
  area,
  resetKey,
  Fallback,
  children,
}: {
  readonly area: string
  readonly resetKey?: string
  readonly Fallback: ComponentType<{ readonly crash: Crash }>
  readonly children: ReactNode
}): ReactNode {
  const { useCases } = useApp()
  const [reference, setReference] = useState(makeReference)
  const report = (error: unknown): void => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    void useCases.report({
      where: area,
      text: text.slice(0, 500),
      failure: { kind: 'thrown' },
      reference: reference.code,
    })
  }
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      onError={report}
      onReset={() => {
        forgetMissingParts()
        setReference(makeReference())
      }}
      fallbackRender={({ error, resetErrorBoundary }: FallbackProps) =>
        renderFallback(Fallback, {
          reference,
          partMissing: error instanceof PartMissing,
          reset: () => resetErrorBoundary(),
        })
      }
    >
      {children}
    </ErrorBoundary>
  )
}

function renderFallback(Fallback: ComponentType<{ readonly crash: Crash }>, crash: Crash): ReactNode {
  return <Fallback crash={crash} />
}
