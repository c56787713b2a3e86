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

/** For how long something stays that nobody has to do anything about, in milliseconds. */
export const autoDismissMs = 20_000

/**
 * Lets a notice go by itself where it `passes`: not while somebody points at it or stands in it with the keyboard, nor while the page is
 * not looked at. Escape puts away the one that the keyboard is in. Gives what the notice is to listen to.
 */
function useAutoDismiss(
  passes: boolean,
  go: () => void,
): {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
} {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const visible = useSyncExternalStore(watchVisible, isVisible)
  const goRef = useRef(go)
  useEffect(() => {
    goRef.current = go
  })
  const runs = passes && visible && !pointed && !focused
  useEffect(() => {
    if (!runs) return
    const timer = setTimeout(() => goRef.current(), autoDismissMs)
    return () => clearTimeout(timer)
  }, [runs])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown: (event) => {
      if (event.key !== 'Escape') return
      // A dialog, or the sidebar that peeks, is not what somebody means who is here.
      event.stopPropagation()
      go()
    },
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible'

function watchVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Short messages beside the page. They stay until they are put away; what went well goes by itself. */
export function Notices(): ReactNode {
  const { stores } = useApp()
  const notices = useStore(stores.notices, (state) => state.notices)
  const dismiss = useStore(stores.notices, (state) => state.dismiss)
  const online = useOnline()
  useAuthNotice()
  useBlockedRequests()
  useNewerPortal()
  /** What had the focus before a notice. */
  const before = useRef<HTMLElement>(null)
  const element = useRef<HTMLDivElement>(null)
  useRoomBelow(element)
  return (
    // No live region itself, as its cards are: by the attribute a dialog knows not to hide them from those who hear the page.
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

/** The page can be scrolled clear of the notices over its end, and is, for what takes the focus below them or has it already. */
function useRoomBelow(notices: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = notices.current
    if (element === null) return
    const { documentElement: page, body } = document
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight
      // With what is below them.
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

/** Where a notice goes that has the keyboard's focus, the next one takes it, or what had it before. */
function useFocusPassedOn(card: RefObject<HTMLElement | null>, before: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (element === null || element.querySelector(':focus-visible') === null) return
      const all = [...document.querySelectorAll<HTMLElement>('.notice__close')]
      const own = all.findIndex((close) => element.contains(close))
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it holds by then is meant
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
  useFocusPassedOn(card, before)
  return (
    <div ref={card} className={`notice notice--${notice.tone}`} role={urgent ? 'alert' : 'status'} {...held}>
      <p className="notice__text">
        {notice.text}
        {/* Followed, it has done its work. */}
        {notice.link !== undefined && !notice.link.outside && (
          <Link
            href={notice.link.href}
            onClick={(event) => {
              // The page it leads to takes the focus in.
              event.currentTarget.blur()
              dismiss()
            }}
          >
            {notice.link.label}
          </Link>
        )}
        {notice.link?.outside && (
          <a href={notice.link.href} target="_blank" rel="noopener">
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

/** `CSPViolationReportBody` of the Reporting API, as far as it is read here. */
interface PolicyReport {
  readonly effectiveDirective?: string
  readonly blockedURL?: string
}

/** The portal's own policy kept a request from a host: nothing that the person or the host can do anything about. */
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
    // What was blocked before this file had come is kept by browsers that have reports.
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
 * A file that did not come is gone for good where a newer portal has been put in place: whoever asked for it, an adapter of a vendor too, can
 * only fail again. Nothing is loaded anew without the person, who may be in the middle of something.
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

/** Codes of a refusal that came without words of the provider's. */
const refusals = new Map([
  ['access_denied', 'You weren’t logged in: the login was canceled, or your account has no access here.'],
  ['signup_not_allowed', 'You weren’t logged in: new accounts can’t be created here.'],
])

/** What happened to the login, in words that do not stand on the button. */
function useAuthNotice(): void {
  const { branding, stores, useCases } = useApp()
  const { contactUrl } = branding
  const notice = useStore(stores.auth, (state) => state.notice)
  const unanswered = useUnansweredNotice()
  const why = useStore(stores.auth, (state) => state.error) ?? ''
  const raise = useStore(stores.notices, (state) => state.raise)
  const dismiss = useStore(stores.notices, (state) => state.dismiss)
  const logIn = useLogIn()
  const latest = useRef({ logIn, why })
  useEffect(() => {
    latest.current = { logIn, why }
  })
  // Without a network the provider cannot have answered.
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
    // Nobody can be signed in while two clocks disagree, and only the person can see which of them is wrong.
    if (notice === 'clock')
      raise({
        tone: 'error',
        text: 'Check your clock. Its time is too far from the login service’s to log you in.',
      })
    if (notice === 'continue')
      raise({
        tone: 'info',
        text: 'The login service has a step for you before you can go on.',
        action: { label: 'Continue logging in', run },
      })
    if (notice === 'unfinished')
      raise({
        tone: 'error',
        text: 'Your login couldn’t be completed.',
        action: { label: 'Log in again', run },
      })
    if (notice === 'ended')
      raise({ tone: 'info', text: 'Your session has ended.', action: { label: 'Log in again', run } })
  }, [notice, raise, contactUrl])
}
