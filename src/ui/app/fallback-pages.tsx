import { isRecent } from '../../core/kernel/waiting'
import { useEffect, type ReactNode } from 'react'
import type { Crash } from '../components/area-boundary'
import { Button, ButtonLink } from '../components/button'
import { StatePanel } from '../components/state-panel'
import { notFoundTitle, paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import { useOnline } from '../hooks/use-online'

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

/** Shown when the whole portal crashes (specification, section 8). */
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

/** Shown when a page crashes or cannot be loaded; the shell around it keeps working. */
export function CrashedPage({ crash }: { readonly crash: Crash }): ReactNode {
  if (crash.partMissing) return <MissingPage crash={crash} />
  return (
    <StatePanel
      extent="page"
      level={1}
      trouble="failed"
      title="Unexpected Application Error!"
      text="Something went wrong on this page. Everything else still works."
      reference={crash.reference}
      action={
        <Button main onClick={crash.reset}>
          Retry
        </Button>
      }
    />
  )
}

/** Shown when a page's file failed to load. It retries when the network is back; if a newer release has other files, the portal reloads. */
function MissingPage({ crash }: { readonly crash: Crash }): ReactNode {
  const { reset, reference } = crash
  const { stores } = useApp()
  const online = useOnline(reset)
  useEffect(() => {
    const leave = new AbortController()
    void isOutOfDate(leave.signal).then((outOfDate) => {
      if (outOfDate && stores.unsavedWork.getState().work === null && mayReload()) location.reload()
    })
    return () => leave.abort()
  }, [stores])
  return (
    <StatePanel
      extent="page"
      level={1}
      trouble={online ? 'failed' : 'offline'}
      title={online ? 'This page couldn’t be loaded' : 'This page needs a connection'}
      text={
        online
          ? 'Everything else still works. Try again, or come back later.'
          : 'You’re offline. The page loads as soon as you’re back online.'
      }
      reference={reference}
      action={
        <Button main onClick={reset}>
          Retry
        </Button>
      }
    />
  )
}

const documentTimeoutMs = 10_000

/** Whether the server has another release than the one running here; false if the server does not answer. */
export async function isOutOfDate(leave: AbortSignal): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (entry === undefined || entry === null) return false
  try {
    const signal = AbortSignal.any([leave, AbortSignal.timeout(documentTimeoutMs)])
    const answer = await fetch('/', { cache: 'no-store', signal })
    return answer.ok && !(await answer.text()).includes(entry)
  } catch {
    return false
  }
}

const reloadedKey = 'assay.reloaded'
const reloadIntervalMs = 60_000

/** At most once a minute, so that a release deployed file by file causes no reload loop. Never if storage is blocked. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedKey))
    if (isRecent(last, Date.now(), reloadIntervalMs)) return false
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    return true
  } catch {
    return false
  }
}
