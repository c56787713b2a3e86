import type { ReactNode } from 'react'
import type { Crash } from '../components/area-boundary'
import { Button, ButtonLink } from '../components/button'
import { StatePanel } from '../components/state-panel'
import { notFoundTitle, paths } from '../hooks/routes'

export function NotFoundPage(): ReactNode {
  return (
    <StatePanel
      extent="page"
      level={1}
      trouble="missing"
      title={notFoundTitle}
      text="The page may have moved, or the link may be incomplete."
      action={
        <ButtonLink main to={paths.home}>
          Back to Home
        </ButtonLink>
      }
    />
  )
}

/** The last resort of the whole portal (specification, section 8). */
export function CrashPage({ crash }: { readonly crash: Crash }): ReactNode {
  return (
    <main className="state--whole state">
      <StatePanel
        level={1}
        trouble="failed"
        title="Unexpected Application Error!"
        text="Something went wrong. Reloading the page usually helps."
        reference={crash.reference}
        action={
          <Button main onClick={() => location.reload()}>
            Reload
          </Button>
        }
      />
    </main>
  )
}

/** A page that broke, or could not be fetched, while the shell around it goes on. */
export function CrashedPage({ crash }: { readonly crash: Crash }): ReactNode {
  const { partMissing } = crash
  return (
    <StatePanel
      extent="page"
      level={1}
      trouble="failed"
      title="Unexpected Application Error!"
      text={
        partMissing
          ? 'This page couldn’t be loaded. Everything else still works.'
          : 'Something went wrong on this page. Everything else still works.'
      }
      reference={crash.reference}
      action={
        <Button main onClick={partMissing ? () => location.reload() : crash.reset}>
          {partMissing ? 'Reload' : 'Retry'}
        </Button>
      }
    />
  )
}
