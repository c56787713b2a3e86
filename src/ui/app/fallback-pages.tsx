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
      text="There is no page at this address. It may have moved, or the link may be incomplete."
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
        text="Something in the portal broke. Loading the page again usually helps."
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
          ? 'This page could not be loaded. The rest of the portal goes on working.'
          : 'This page broke. The rest of the portal goes on working.'
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
