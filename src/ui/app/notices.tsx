import X from 'lucide-react/icons/x'
import WifiOff from 'lucide-react/icons/wifi-off'
import {
  useEffect,
  useLayoutEffect,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import type { Notice } from '../../state/notices-store'
import { unansweredText, useUnansweredNotice } from '../components/log-in-or-retry'
import { useOnline } from '../hooks/use-online'
import { useApp } from '../hooks/use-app'
import { useLogIn } from '../hooks/use-log-in'
import { isOutOfDate } from './fallback-pages'

/** How long a notice stays that needs no action, in milliseconds. */
export const autoDismissMs = 20_000

/**
 * Dismisses a transient notice after a time, which does not run while the pointer or the focus is on the notice, or while the page is
 * hidden. Escape dismisses the notice that has the focus. Returns the notice's event handlers.
 */
function useAutoDismiss(
  isTransient: boolean,
  dismiss: () => void,
): {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
} {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const visible = useSyncExternalStore(watchVisible, isVisible)
  const dismissRef = useRef(dismiss)
  useEffect(() => {
    dismissRef.current = dismiss
  })
  const isRunning = isTransient && visible && !isHovered && !isFocused
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => dismissRef.current(), autoDismissMs)
    return () => clearTimeout(timer)
  }, [isRunning])
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown: (event) => {
      if (event.key !== 'Escape') return
      // The user means this notice, not an open dialog or the peeking sidebar.
      event.stopPropagation()
      dismiss()
    },
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible'

function watchVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** How many confirmations are shown: more of them would lie over what the user is doing. */
const maxConfirmations = 3

/** Short messages beside the page. They stay until they are dismissed; success messages dismiss themselves. */
export function Notices(): ReactNode {
  const { stores } = useApp()
  const notices = useStore(stores.notices, (state) => state.notices)
  const dismiss = useStore(stores.notices, (state) => state.dismiss)
  const online = useOnline()
  useLayoutEffect(() => {
    const confirmations = notices.filter(({ tone }) => tone === 'success')
    for (const { id } of confirmations.slice(0, -maxConfirmations)) dismiss(id)
  }, [notices, dismiss])
  useAuthNotice()
  useBlockedRequests()
  useNewerPortal()
  /** The element that had the focus before a notice got it. */
  const before = useRef<HTMLElement>(null)
  const element = useRef<HTMLDivElement>(null)
  useRoomBelow(element)
  return (
    // The cards are live regions, not this element. The attribute keeps dialogs from hiding it from assistive technology.
    <div
      ref={element}
      className="notices"
      aria-live="off"
      onFocus={({ currentTarget, relatedTarget: from }) => {
        if (from instanceof HTMLElement && !currentTarget.contains(from)) before.current = from
      }}
    >
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} before={before} dismiss={() => dismiss(notice.id)} />
      ))}
      <output>
        {!online && (
          <span className="offline">
            <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
            You’re offline. What’s on screen may be out of date; the rest loads when you’re back online.
          </span>
        )}
      </output>
    </div>
  )
}

/** Adds space below the page, so that it can scroll clear of the notices, and scrolls to a focused element that they cover. */
function useRoomBelow(notices: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = notices.current
    if (element === null) return
    const { documentElement: page, body } = document
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight
      // Including the gap below them.
      const room = height === 0 ? 0 : height + 16
      page.style.scrollPaddingBottom = body.style.paddingBottom = `${room}px`
      const at = document.querySelector('main :focus-visible:not(iframe)')
      const { top = 0 } = at?.getBoundingClientRect() ?? {}
      if (top > innerHeight - room && top < innerHeight) at?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      page.style.scrollPaddingBottom = body.style.paddingBottom = ''
    }
  }, [notices])
}

/** When a focused notice goes, the focus moves to the next one, or to the element that had it before. */
function usePassFocusOn(card: RefObject<HTMLElement | null>, before: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (element === null || element.querySelector(':focus-visible') === null) return
      const all = [...document.querySelectorAll<HTMLElement>('.notice__close')]
      const own = all.findIndex((close) => element.contains(close))
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ref's value at cleanup is the one needed
      for (const to of [all[own + 1] ?? all[own - 1], before.current, document.getElementById('main')]) {
        to?.focus({ preventScroll: true })
        if (!element.contains(document.activeElement)) return
      }
    }
  }, [card, before])
}

function NoticeCard({
  notice,
  before,
  dismiss,
}: {
  readonly notice: Notice
  readonly before: RefObject<HTMLElement | null>
  readonly dismiss: () => void
}): ReactNode {
  const urgent = notice.tone === 'error' || notice.tone === 'warning'
  const held = useAutoDismiss(notice.tone === 'success', dismiss)
  const card = useRef<HTMLDivElement>(null)
  usePassFocusOn(card, before)
  return (
    <div ref={card} className={`notice notice--${notice.tone}`} role={urgent ? 'alert' : 'status'} {...held}>
      <p className="notice__text">
        {notice.text}
        {/* Following the link dismisses the notice. */}
        {notice.link !== undefined && !notice.link.outside && (
          <Link
            className="text-button"
            href={notice.link.href}
            onClick={(event) => {
              // Without a focus here, the next page takes it.
              event.currentTarget.blur()
              dismiss()
            }}
          >
            {notice.link.label}
          </Link>
        )}
        {notice.link?.outside && (
          <a className="text-button" href={notice.link.href} target="_blank" rel="noopener">
            {notice.link.label}
          </a>
        )}
        {notice.action !== undefined && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              dismiss()
              notice.action?.run()
            }}
          >
            {notice.action.label}
          </button>
        )}
      </p>
      <button type="button" className="notice__close" aria-label="Dismiss" onClick={dismiss}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The fields of the Reporting API's `CSPViolationReportBody` that are read here. */
interface PolicyReport {
  readonly effectiveDirective?: string
  readonly blockedURL?: string
}

/** Reports requests that the portal's own CSP blocks: neither the user nor the host can do anything about them. */
function useBlockedRequests(): void {
  const { stores, useCases } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  useEffect(() => {
    const reported = new Set<string>()
    const announce = (directive = '', address = ''): void => {
      if (directive !== 'connect-src') return
      const host = URL.canParse(address) ? new URL(address).host : address
      if (reported.has(host)) return
      reported.add(host)
      raise({
        tone: 'error',
        text: `This portal’s security policy blocks requests to ${host}. An administrator has to allow that host.`,
      })
      void useCases.report({ where: 'policy', text: `connect-src does not allow ${host}.` })
    }
    const onViolation = (event: SecurityPolicyViolationEvent): void =>
      announce(event.effectiveDirective, event.blockedURI)
    document.addEventListener('securitypolicyviolation', onViolation)
    // Browsers with the Reporting API buffer what was blocked before this file loaded.
    const reports =
      typeof ReportingObserver === 'undefined'
        ? null
        : new ReportingObserver(
            (list) => {
              for (const { body } of list) {
                const { effectiveDirective, blockedURL } = (body ?? {}) as PolicyReport
                announce(effectiveDirective, blockedURL)
              }
            },
            { types: ['csp-violation'], buffered: true },
          )
    reports?.observe()
    return () => {
      document.removeEventListener('securitypolicyviolation', onViolation)
      reports?.disconnect()
    }
  }, [raise, useCases])
}

/**
 * Offers a reload if a file is missing because a newer release has replaced it: every retry, also by a vendor's adapter, would fail. The
 * user decides when to reload, as they may be in the middle of something.
 */
function useNewerPortal(): void {
  const { stores } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  useEffect(() => {
    const leave = new AbortController()
    const look = async (): Promise<void> => {
      if (!(await isOutOfDate(leave.signal))) return
      raise({
        tone: 'warning',
        text: 'There’s a new version of this portal.',
        action: { label: 'Reload', run: () => location.reload() },
      })
    }
    addEventListener('vite:preloadError', () => void look(), { signal: leave.signal })
    return () => leave.abort()
  }, [raise])
}

/** Texts for refusal codes that arrive without a description by the provider. */
const refusals = new Map([
  ['access_denied', 'You weren’t logged in: the login was canceled, or your account has no access here.'],
  ['signup_not_allowed', 'You weren’t logged in: new accounts can’t be created here.'],
])

/** Notices about the login: what the auth button does not show. */
function useAuthNotice(): void {
  const { branding, stores, useCases } = useApp()
  const { contactUrl } = branding
  const notice = useStore(stores.auth, (state) => state.notice)
  const unanswered = useUnansweredNotice()
  const why = useStore(stores.auth, (state) => state.error) ?? ''
  const raise = useStore(stores.notices, (state) => state.raise)
  const dismiss = useStore(stores.notices, (state) => state.dismiss)
  const confirmLeave = useStore(stores.unsavedWork, (state) => state.confirmLeave)
  const logIn = useLogIn()
  const latest = useRef({ logIn, why })
  useEffect(() => {
    latest.current = { logIn, why }
  })
  // A provider could not respond without a network, so the session restarts once it is back.
  useOnline(() => {
    if (notice === 'unanswered') void useCases.restartSession()
  })
  useEffect(() => {
    if (!unanswered) return
    const id = raise({
      tone: 'error',
      text: unansweredText,
      action: { label: 'Retry', run: () => void useCases.restartSession() },
    })
    return () => dismiss(id)
  }, [unanswered, raise, dismiss, useCases])
  useEffect(() => {
    if (notice !== 'offline') return
    const id = raise({ tone: 'error', text: 'You’re offline. Try again when you’re back online.' })
    const done = (): void => dismiss(id)
    addEventListener('online', done)
    return () => {
      removeEventListener('online', done)
      done()
    }
  }, [notice, raise, dismiss])
  useEffect(() => {
    const { why } = latest.current
    const run = (): void => latest.current.logIn()
    if (notice === 'refused')
      raise({
        tone: 'error',
        text: refusals.get(why.toLowerCase()) ?? `Login failed: ${why}`,
        action: { label: 'Use another account', run },
        link: { label: 'Request access', href: contactUrl, outside: true },
      })
    if (notice === 'left') raise({ tone: 'success', text: 'You’re logged out.' })
    // Sign-in fails while the two clocks disagree, and only the user can tell which of them is wrong.
    if (notice === 'clock')
      raise({
        tone: 'error',
        text: 'Check your clock. Its time is too far from the login service’s to log you in.',
      })
    if (notice === 'continue')
      raise({
        tone: 'info',
        text: 'The login service needs you to complete one more step.',
        action: { label: 'Continue logging in', run },
      })
    if (notice === 'unfinished')
      raise({
        tone: 'error',
        text: 'Your login couldn’t be completed.',
        action: { label: 'Log in again', run },
      })
    if (notice === 'logout-failed')
      raise({
        tone: 'error',
        text: 'You couldn’t be logged out.',
        action: { label: 'Retry', run: () => confirmLeave(() => void useCases.signOut()) },
      })
    if (notice === 'ended')
      raise({ tone: 'info', text: 'Your session has ended.', action: { label: 'Log in again', run } })
  }, [notice, raise, contactUrl, confirmLeave, useCases])
}
