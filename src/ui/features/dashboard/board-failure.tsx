import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SurfaceFailure, TokenTrouble } from '../../../core/ports/dashboard-surface'
import { makeReference } from '../../hooks/reference'
import { useOnline } from '../../hooks/use-online'
import { Button } from '../../components/button'
import { StatePanel, type Trouble } from '../../components/state-panel'
import { useLogIn } from '../../hooks/use-log-in'
import { useApp } from '../../hooks/use-app'
import { exhaustive } from '../../../core/kernel/result'
import { timings } from '../../../core/kernel/limits'

interface FailureText {
  readonly trouble: Trouble
  readonly title: string
  readonly text: string
  /** The one thing to do about it. Where trying again would change nothing, it is not offered. */
  readonly action: 'retry' | 'log-in' | 'other-account'
}

interface Circumstances {
  /** What was to be shown, "Bitcoin dashboard". */
  readonly subject: string
  readonly online: boolean
  readonly signedIn: boolean
}

/** What a person reads when a board cannot be shown. */
export function failureText(
  failure: SurfaceFailure,
  { subject, online, signedIn }: Circumstances,
): FailureText {
  if (!online && failure.kind !== 'liveboard-id-missing' && failure.kind !== 'worksheet-not-found')
    return {
      trouble: 'offline',
      title: `The ${subject} is waiting for a connection`,
      text: 'This device is offline. Try again once it is connected.',
      action: 'retry',
    }
  switch (failure.kind) {
    case 'frame-silent':
      return {
        trouble: 'failed',
        title: `The ${subject} did not answer`,
        text: `The analytics service sent nothing for ${timings.silentFrame / 1_000} seconds, so the page stopped waiting.`,
        action: 'retry',
      }
    case 'sdk-unavailable':
      return {
        trouble: 'failed',
        title: `The ${subject} could not be loaded`,
        text: 'A part of this page that draws dashboards has not arrived.',
        action: 'retry',
      }
    case 'token-unavailable':
      return signedIn ? personalText(failure.trouble, subject) : visitorText(failure.trouble, subject)
    case 'view-refused':
      return {
        trouble: 'refused',
        title: `The ${subject} is not open to you`,
        text: 'The analytics service refused to show it with the access you have now.',
        action: 'retry',
      }
    case 'frame-blocked':
      return {
        trouble: 'refused',
        title: `The ${subject} was blocked`,
        text: 'A security rule kept the analytics service out of this page. An administrator can look into it.',
        action: 'retry',
      }
    case 'liveboard-id-missing':
      return {
        trouble: 'missing',
        title: `The ${subject} has no valid id`,
        text: 'The portal is set up without the id of this liveboard or visualization.',
        action: 'retry',
      }
    case 'worksheet-not-found':
      return {
        trouble: 'missing',
        title: 'Worksheet not found',
        text: 'The portal is set up without the worksheet that this conversation would be about.',
        action: 'retry',
      }
    default:
      return exhaustive(failure)
  }
}

/** Nobody has signed in, so nothing of theirs can have run out. */
function visitorText(trouble: TokenTrouble, subject: string): FailureText {
  return trouble === 'sign-in-again' || trouble === 'no-access'
    ? {
        trouble: 'refused',
        title: `The ${subject} is not open to visitors`,
        text: 'The service that grants access to the data wants to know who you are. Log in to go on.',
        action: 'log-in',
      }
    : personalText(trouble, subject)
}

function personalText(trouble: TokenTrouble, subject: string): FailureText {
  switch (trouble) {
    case 'sign-in-again':
      return {
        trouble: 'refused',
        title: 'Your sign-in has run out',
        text: `Log in again to go on with the ${subject}.`,
        action: 'log-in',
      }
    case 'no-access':
      return {
        trouble: 'refused',
        title: `You have no access to the ${subject}`,
        text: 'The service that grants access to the data knows who you are and has said no. An administrator can change that.',
        action: 'other-account',
      }
    case 'not-answering':
      return {
        trouble: 'failed',
        title: `The ${subject} cannot be reached`,
        text: 'The service that grants access to the data did not answer as it should. It may be busy for a moment.',
        action: 'retry',
      }
    case 'identity-not-answering':
      return {
        trouble: 'failed',
        title: 'Your sign-in could not be renewed',
        text: `The sign-in service did not answer, and without it the ${subject} stays closed.`,
        action: 'retry',
      }
    case 'not-understood':
      return {
        trouble: 'failed',
        title: `The ${subject} cannot be opened`,
        text: 'The service that grants access to the data answered with something else than access.',
        action: 'retry',
      }
    case 'not-accepted':
      return {
        trouble: 'refused',
        title: `The ${subject} does not let this page in`,
        text: 'Access was granted, and the analytics service does not accept it.',
        action: 'retry',
      }
    default:
      return exhaustive(trouble)
  }
}

/** In place of a board that cannot be shown: what has happened, what to do about it, and a reference that the journal has too. */
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
  const online = useOnline()
  const [reference] = useState(makeReference)
  const { trouble, title, text, action } = failureText(failure, {
    subject: `${name} ${what}`,
    online,
    signedIn,
  })

  useEffect(() => {
    void useCases.report({ where: 'dashboard', text: failure.kind, reference: reference.code })
  }, [useCases, failure, reference])

  return (
    <div className="board__failure" role="alert">
      <StatePanel
        extent="framed"
        trouble={trouble}
        title={title}
        text={text}
        reference={reference}
        action={<Action action={action} retry={retry} />}
      />
    </div>
  )
}

function Action({
  action,
  retry,
}: {
  readonly action: FailureText['action']
  readonly retry: () => void
}): ReactNode {
  const logIn = useLogIn()
  if (action === 'retry')
    return (
      <Button main icon={RotateCw} onClick={retry}>
        Retry
      </Button>
    )
  return (
    <Button main onClick={logIn}>
      {action === 'log-in' ? 'Log In' : 'Use another account'}
    </Button>
  )
}
