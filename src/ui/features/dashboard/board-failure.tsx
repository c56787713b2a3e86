import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import type { HostAnswer, SurfaceFailure, TokenTrouble } from '../../../core/ports/dashboard-surface'
import { makeReference } from '../../hooks/reference'
import { useOnline } from '../../hooks/use-online'
import { Button } from '../../components/button'
import { StatePanel, type Trouble } from '../../components/state-panel'
import { useLogIn } from '../../hooks/use-log-in'
import { useApp } from '../../hooks/use-app'
import { exhaustive } from '../../../core/kernel/result'
import { homePath, portalPath } from '../../../core/kernel/portal-path'
import { readViewState, viewAddress } from '../../../core/navigation/view-state'

interface FailureText {
  readonly trouble: Trouble
  readonly title: string
  readonly text: string
  /** The one action to offer. Retry is not offered where it would change nothing. */
  readonly action: 'retry' | 'log-in' | 'other-account' | 'whole'
}

interface Circumstances {
  /** What could not be shown, "Bitcoin dashboard". */
  readonly subject: string
  readonly online: boolean
  readonly signedIn: boolean
}

/** The text for a board that cannot be shown. */
export function failureText(
  failure: SurfaceFailure,
  { subject, online, signedIn }: Circumstances,
): FailureText {
  if (!online && failure.kind !== 'dashboard-id-invalid' && failure.kind !== 'source-missing')
    return {
      trouble: 'offline',
      title: `The ${subject} needs a connection`,
      text: `You’re offline. The ${subject} loads as soon as you’re back online.`,
      action: 'retry',
    }
  switch (failure.kind) {
    case 'frame-silent':
      return {
        trouble: 'failed',
        title: `The ${subject} isn’t responding`,
        text: silentText(failure.host),
        action: 'retry',
      }
    case 'sdk-unavailable':
      return {
        trouble: 'failed',
        title: `The ${subject} couldn’t be loaded`,
        text: 'Part of this page is missing. Check your connection and try again.',
        action: 'retry',
      }
    case 'token-unavailable':
      return signedIn ? personalText(failure.trouble, subject) : visitorText(failure.trouble, subject)
    case 'view-refused':
      return {
        trouble: 'refused',
        title: `The ${subject} isn’t available to you`,
        text: 'Your account doesn’t have access to it.',
        action: 'retry',
      }
    case 'frame-blocked':
      return {
        trouble: 'refused',
        title: `The ${subject} was blocked`,
        text: 'A security setting blocked the analytics service. An administrator can fix this.',
        action: 'retry',
      }
    case 'dashboard-id-invalid':
      return {
        trouble: 'missing',
        title: `The ${subject} isn’t configured`,
        text: 'An administrator needs to finish setting it up.',
        action: 'retry',
      }
    case 'not-supported':
      return {
        trouble: 'missing',
        title: `The ${subject} isn’t available here`,
        text: 'The analytics service of this portal doesn’t offer it.',
        action: 'retry',
      }
    case 'source-missing':
      return {
        trouble: 'missing',
        title: 'Worksheet not found',
        text: 'No data source is set up for this conversation.',
        action: 'retry',
      }
    default:
      return exhaustive(failure)
  }
}

function silentText(host: HostAnswer | undefined): string {
  switch (host) {
    case 'answers':
      return `The analytics service responds, but its page doesn’t load here. Try again. If that doesn’t help, an administrator needs to allow ${window.location.origin} to embed it.`
    case 'failing':
      return 'The analytics service reported an error. Try again in a moment.'
    case 'unreachable':
      return 'Your browser can’t reach the analytics service. Try again in a moment.'
    case undefined:
      return 'The analytics service isn’t responding. Try again in a moment.'
  }
}

/** For visitors, who have no session that could expire. */
function visitorText(trouble: TokenTrouble, subject: string): FailureText {
  return trouble === 'sign-in-again' || trouble === 'no-access'
    ? {
        trouble: 'refused',
        title: `Log in to see the ${subject}`,
        text: 'It isn’t available to visitors.',
        action: 'log-in',
      }
    : personalText(trouble, subject)
}

function personalText(trouble: TokenTrouble, subject: string): FailureText {
  switch (trouble) {
    case 'sign-in-again':
      return {
        trouble: 'refused',
        title: 'Your session has expired',
        text: `Log in again to see the ${subject}.`,
        action: 'log-in',
      }
    case 'no-access':
      return {
        trouble: 'refused',
        title: `You don’t have access to the ${subject}`,
        text: 'Use another account, or request access.',
        action: 'other-account',
      }
    case 'not-answering':
      return {
        trouble: 'failed',
        title: `The ${subject} can’t be reached`,
        text: 'We couldn’t verify your access. Try again in a moment.',
        action: 'retry',
      }
    case 'identity-not-answering':
      return {
        trouble: 'failed',
        title: 'Your session couldn’t be renewed',
        text: 'The login service isn’t responding. Try again in a moment.',
        action: 'retry',
      }
    case 'not-understood':
      return {
        trouble: 'failed',
        title: `The ${subject} can’t be opened`,
        text: 'We couldn’t verify your access: the response was unexpected. Try again in a moment.',
        action: 'retry',
      }
    case 'not-accepted':
      return {
        trouble: 'refused',
        title: `The ${subject} rejected your access`,
        text: 'The analytics service didn’t accept it. Try again; if it happens again, report the problem to an administrator.',
        action: 'retry',
      }
    default:
      return exhaustive(trouble)
  }
}

/** Shown instead of a board that failed: what happened, what to do about it, and a reference that is also in the journal. */
export function BoardFailure({
  failure,
  name,
  what = 'dashboard',
  retry,
}: {
  readonly failure: SurfaceFailure
  readonly name: string
  readonly what?: string
  readonly retry: () => void
}): ReactNode {
  const { stores, useCases } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const online = useOnline(retry)
  const [reference] = useState(makeReference)
  const whole = useWholeDashboard()
  const subject = `${name} ${what}`
  const isOfChart = what === 'dashboard' && whole !== null && chartMayBeGone(failure) && online
  const { trouble, title, text, action } = isOfChart
    ? chartGone(subject)
    : failureText(failure, { subject, online, signedIn })

  // A service that was unreachable when the computer woke up may respond by the time the user looks at the page.
  const retryWhenVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && trouble === 'failed') retry()
  })
  useEffect(() => {
    const onChange = (): void => retryWhenVisible()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])

  useEffect(() => {
    void useCases.report({ where: 'dashboard', text: failure.kind, failure, reference: reference.code })
  }, [useCases, failure, reference])

  return (
    <div className="board__failure" role="alert">
      <StatePanel
        extent="framed"
        trouble={trouble}
        title={title}
        text={text}
        reference={reference}
        action={<Action action={action} retry={retry} showWhole={whole} />}
      />
    </div>
  )
}

/** How a host reacts to a link to a chart that its dashboard does not have: it stays silent or refuses. */
const chartMayBeGone = (failure: SurfaceFailure): boolean =>
  failure.kind === 'view-refused' || (failure.kind === 'frame-silent' && failure.host === 'answers')

const chartGone = (subject: string): FailureText => ({
  trouble: 'missing',
  title: 'This chart couldn’t be shown',
  text: `It may no longer be on the ${subject}.`,
  action: 'whole',
})

/** Leaves the single chart in the address for its whole dashboard; null if the address has none. */
function useWholeDashboard(): (() => void) | null {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { offers } = useApp()
  const asked = readViewState(portalPath(path) ?? homePath, search)
  if (asked.chart === null || !offers.includes('charts')) return null
  return () => navigate(viewAddress({ ...asked, chart: null }, search).address, { replace: true })
}

function Action({
  action,
  retry,
  showWhole,
}: {
  readonly action: FailureText['action']
  readonly retry: () => void
  readonly showWhole: (() => void) | null
}): ReactNode {
  const logIn = useLogIn()
  const logInAsAnother = useLogIn(true)
  const { branding } = useApp()
  if (action === 'retry')
    return (
      <Button main icon={RotateCw} onClick={retry}>
        Retry
      </Button>
    )
  if (action === 'whole' && showWhole !== null)
    return (
      <>
        <Button main onClick={showWhole}>
          Show Whole Dashboard
        </Button>
        <Button icon={RotateCw} onClick={retry}>
          Retry
        </Button>
      </>
    )
  if (action === 'log-in')
    return (
      <Button main onClick={logIn}>
        Log In
      </Button>
    )
  return (
    <>
      <Button main onClick={logInAsAnother}>
        Use another account
      </Button>
      <a className="button" href={branding.contactUrl} target="_blank" rel="noopener">
        Request access
      </a>
    </>
  )
}
