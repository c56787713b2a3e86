import type { PageMessage, PortalMessage } from './page-messages'
import type { Clock } from '../../../core/ports/clock'
import type { ViewRequest } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import type { BiToken, TokenRequest } from '../../../core/ports/token-service'
import { isBoard, sameBoard, type FrameFilter, type FrameRoute } from '../../_shared/embedded-frame/routes'
import {
  createRunningFrame,
  type EmbeddedFrame,
  type FrameChannel,
  type FrameOwner,
  type RunningFrame,
} from '../../_shared/embedded-frame/running-frame'
import { frameStep, narrowed, spoke, step } from '../../_shared/embedded-frame/running-frame-step'
import type { FrameTokens } from '../../_shared/embedded-frame/token-holders'
import type { FrameStart } from '../../_shared/embedded-frame/view'
import { changedFilters, embeddedAddress, filtersOf, toSupersetTab } from './address'
import { initialSupersetFrame, messageStep, type SupersetFrameState } from './message-step'
import { connectSwitchboard, isBlank, type Switchboard } from './switchboard'

export interface SupersetFrames {
  /** Origin of Superset, without a trailing slash. */
  readonly biHost: string
  readonly clock: Clock
  readonly journal: Journal
  readonly tokens: Pick<FrameTokens, 'onTokenRequested' | 'token' | 'tokenIfAny'>
  /** Superset accepts no token for this frame. */
  readonly refuse: (frame: HTMLIFrameElement) => void
}

export interface SupersetFrame extends EmbeddedFrame {
  readonly element: () => HTMLIFrameElement
  /** Handles a message of the page script in its document. */
  receive(message: PageMessage): void
  /** Call when the machine or the network may be back: timers do not run while a machine sleeps, and its document's token goes on. */
  renewToken(): void
}

/** What Superset's own SDK allows its frames, and no more. */
const sandbox =
  'allow-same-origin allow-scripts allow-presentation allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox'

/** After this many documents in a row that refused their token, the next one would refuse it too. */
const maxRefusals = 3

/** One embedded dashboard. */
export function supersetFrame(
  frames: SupersetFrames,
  { host, target, request, filters }: Omit<FrameStart, 'minimumHeight'>,
  owner: FrameOwner,
  onEnd: () => void,
): SupersetFrame {
  const { clock, journal } = frames
  const element = newFrame(host)
  const tokenGate = createTokenGate(frames.tokens, () => running)
  /** The frame was sent to another document, which has not started: messages of the previous one are stale. */
  let isLeaving = false
  const link = createLink(frames, element, {
    tokens: tokenGate,
    mode: () => styleOf(owner.wanted() ?? request),
    onMode: (style) => running.advance((state) => frameStep(state, { kind: 'styled', style })),
    onAlive: () => running.advance(spoke),
    onMask(mask) {
      // A change in a document that is reloading comes too late for its address.
      const { rendered, isNavigating, filters: before } = running.state()
      const changed = rendered || isNavigating ? changedFilters(mask, before) : null
      if (changed !== null) running.advance((state) => narrowed(state, changed))
    },
  })
  const refusals = countRefusals()
  const channel = createChannel(frames, {
    element,
    link,
    target,
    filters: () => running.state().filters,
    open(load) {
      isLeaving = true
      owner.silence.awaitLoad()
      tokenGate.whenIssued(load)
    },
    onShown() {
      refusals.reset()
      link.shown()
    },
    onEnd() {
      tokenGate.end()
      onEnd()
    },
  })
  const initial = initialSupersetFrame(target, styleOf(request), filters)
  const running = createRunningFrame({ host, channel, initial, owner, clock, journal })
  tokenGate.whenIssued(() => {
    element.src = channel.addressOf(running.state().sent)
    host.append(element)
  })

  /** Requests another token and reloads the document: what has failed in it is not retried. */
  function tokenRefused(): void {
    if (!refusals.countOnce()) return
    if (refusals.areTooMany()) return frames.refuse(element)
    frames.tokens.onTokenRequested(element, 'refused')
    link.end()
    void running.refresh()
  }

  return {
    ...running,
    element: () => element,
    renewToken: () => void link.renewIfDue(),
    // A document that still waits for its token will be up to date.
    refresh: async () => (tokenGate.isAwaited() ? undefined : channel.withFreshData(() => running.refresh())),
    receive(message) {
      if (running.isReloading()) return message.assay === 'start' ? running.advance(counted) : undefined
      if (message.assay === 'start') {
        isLeaving = false
        refusals.begin()
        link.end()
        link.sendTokenEarly()
      }
      if (isLeaving) return
      if (message.assay === 'http' && message.status === 401) tokenRefused()
      if (message.assay === 'height') element.style.height = `${message.pixels}px`
      running.advance((state) => messageStep(state, message))
    },
  }
}

/** The start of a document that is being replaced: it changes nothing, but counts, because its load does. */
const counted = (state: SupersetFrameState) => step({ ...state, starts: state.starts + 1 })

/**
 * Tokens for the dashboard that a frame is sent to. Its document is opened only once there is a token: an id that the gateway does not
 * confirm would lead to Superset's own page, which loads fonts from another host.
 */
function createTokenGate(
  tokens: SupersetFrames['tokens'],
  running: () => Pick<RunningFrame<SupersetFrameState>, 'state' | 'advance'>,
) {
  const sent = (): FrameRoute => running().state().sent
  const onRefused = (): void => running().advance((state) => step(state, { kind: 'refused' }))
  /** The route whose document waits for a token. */
  let awaited: FrameRoute | undefined
  const isAwaited = (): boolean => awaited !== undefined && sameBoard(sent(), awaited)
  const token = (): Promise<BiToken> => tokens.token(requestFor(sent()))
  return {
    token,
    tokenIfAny: () => tokens.tokenIfAny(requestFor(sent())),
    isAwaited,
    whenIssued(open: () => void): void {
      const asked = sent()
      awaited = asked
      const ifWanted = (act: () => void) => (): void => {
        if (awaited !== asked) return
        const isWanted = isAwaited()
        awaited = undefined
        if (isWanted) act()
      }
      // A failure that concerns all frames has ended this one by then. Any other failure concerns only its dashboard.
      void token().then(ifWanted(open), ifWanted(onRefused))
    },
    end: () => void (awaited = undefined),
  }
}

/** A token opens the dashboards that it names. */
const requestFor = (route: FrameRoute): TokenRequest => ({
  dashboards: isBoard(route) ? [route.dashboardId] : [],
})

/** A guest token is renewed this long, in ms, before it expires; Superset allows no leeway after that. */
const renewBeforeExpiryMs = 30_000
/** Minimum time between renewals, in ms: the token service may return the same token again. */
const minRenewalDelayMs = 5_000
/** Maximum time between renewals, in ms, also for a token without an expiry. */
const maxRenewalDelayMs = 240_000

/** Time until this token is to be renewed, in ms. */
const renewalDelay = ({ expiresAt = Infinity }: BiToken, now: number): number =>
  Math.max(minRenewalDelayMs, Math.min(expiresAt - renewBeforeExpiryMs - now, maxRenewalDelayMs))

/** Superset's names of the modes. It silently ignores a mode that it does not know. */
const styleOf = ({ appearance }: ViewRequest): 'dark' | 'default' =>
  appearance.mode === 'dark' ? 'dark' : 'default'

/** A document with a refused token gets all its calls refused at once: they count as one refusal. */
function countRefusals() {
  let isCounted = false
  let refusals = 0
  return {
    begin: () => void (isCounted = false),
    reset: () => void (refusals = 0),
    countOnce() {
      if (isCounted) return false
      isCounted = true
      refusals += 1
      return true
    },
    areTooMany: () => refusals > maxRefusals,
  }
}

interface SupersetChannel extends FrameChannel {
  /** The address that `load` gets bypasses Superset's cache. */
  readonly withFreshData: <Loaded>(load: () => Loaded) => Loaded
}

function createChannel(
  { biHost }: SupersetFrames,
  frame: {
    readonly element: HTMLIFrameElement
    readonly link: ReturnType<typeof createLink>
    readonly target: FrameRoute
    readonly filters: () => readonly FrameFilter[]
    /** Loads another document, once there is a token for it. */
    readonly open: (load: () => void) => void
    readonly onShown: () => void
    readonly onEnd: () => void
  },
): SupersetChannel {
  const { element, link } = frame
  let isFresh = false
  /** The route that the present document was loaded for. */
  let document = frame.target
  const addressOf = (route: FrameRoute): string =>
    isBoard(route) ? embeddedAddress(biHost, route, frame.filters(), isFresh) : 'about:blank'
  return {
    // The frame is inserted only once it has an address.
    element: () => (element.isConnected ? element : undefined),
    navigate(route) {
      if (!isBoard(route)) return false
      if (isBoard(document) && sameBoard(document, route) && document.viewId === route.viewId) {
        const message: PortalMessage = {
          assay: 'show-tab',
          tab: route.tabId === null ? null : toSupersetTab(route.tabId),
        }
        element.contentWindow?.postMessage(message, biHost)
        return true
      }
      document = route
      link.end()
      // `replace` keeps the history unchanged: one Back is one page of the portal.
      frame.open(() => element.contentWindow?.location.replace(addressOf(route)))
      return true
    },
    styleOf,
    canRestyle: () => true,
    // A document that is still loading gets its look together with its token.
    restyle: async (wanted) => void (await link.present()?.get('setThemeMode', { mode: styleOf(wanted) })),
    // The address of every document contains its filters.
    applyFilters: () => undefined,
    narrow: () => false,
    // The page does not reply while it draws its charts. The mask that it has emitted is the same as its reply would be.
    readFilters: async () =>
      filtersOf(link.mask()) ??
      filtersOf(
        await link
          .present()
          ?.get('getDataMask')
          .catch(() => null),
      ),
    pin: () => Promise.resolve({ kind: 'not-shown' }),
    complete: (action) => Promise.resolve(action),
    addressOf,
    withFreshData(load) {
      isFresh = true
      const loaded = load()
      isFresh = false
      return loaded
    },
    stayedSilent: () => false,
    onShown: frame.onShown,
    destroy() {
      link.end()
      element.remove()
      frame.onEnd()
    },
  }
}

function newFrame(host: HTMLElement): HTMLIFrameElement {
  const element = host.ownerDocument.createElement('iframe')
  element.setAttribute('sandbox', sandbox)
  element.allow = 'fullscreen'
  Object.assign(element.style, {
    display: 'block',
    width: '100%',
    height: '100%',
    border: '0',
    // Same as in Superset's document: with a different scheme, the browser would put a white canvas behind it.
    colorScheme: 'light',
  })
  return element
}

/** The switchboard of the present document, which gets its look and its token, renewed for as long as the document lives. */
function createLink(
  frames: SupersetFrames,
  element: HTMLIFrameElement,
  frame: {
    readonly tokens: DashboardTokens
    readonly mode: () => string
    /** Called with the mode that was sent to the document. */
    readonly onMode: (mode: string) => void
    readonly onAlive: () => void
    /** Called with the data mask of a document that has rendered. */
    readonly onMask: (mask: unknown) => void
  },
) {
  let present: Switchboard | undefined
  /** The data mask that the document emitted last. */
  let mask: unknown = null
  /** The document has rendered: Superset itself sets the first value of a filter that requires one before that. */
  let isShown = false
  const delivery = createTokenDelivery(frames, element, frame.tokens, () => present)

  function end(): void {
    delivery.end()
    present?.close()
    present = undefined
    mask = null
    isShown = false
  }

  /**
   * The application does not listen yet, and sends no request without a token: the page script gets the token early. The browser delivers
   * it only to a page of Superset's origin.
   */
  const sendTokenEarly = (): void =>
    void frame.tokens.token().then(
      ({ value }) => {
        const message: PortalMessage = { assay: 'token', token: value }
        element.contentWindow?.postMessage(message, frames.biHost)
      },
      () => undefined,
    )
  element.addEventListener('load', () => {
    const page = element.contentWindow
    if (page === null || isBlank(page)) return
    end()
    const onEmit = (method: string, parameters: unknown): void => {
      if (method !== 'observeDataMask') return
      mask = parameters
      if (isShown) frame.onMask(parameters)
    }
    const switchboard = connectSwitchboard({ page, origin: frames.biHost, clock: frames.clock, onEmit })
    present = switchboard
    switchboard.get('getScrollSize').then(frame.onAlive, () => undefined)
    // Superset renders nothing before it has a token, so the first rendering has this look.
    const mode = frame.mode()
    switchboard.emit('setThemeMode', { mode })
    frame.onMode(mode)
    delivery.send(switchboard, 'any')
  })
  const shown = (): void => void (isShown = true)
  return {
    end,
    shown,
    sendTokenEarly,
    renewIfDue: delivery.renewIfDue,
    present: () => present,
    mask: () => mask,
  }
}

/** Tokens for the dashboard that a frame is sent to. */
interface DashboardTokens {
  readonly token: () => Promise<BiToken>
  readonly tokenIfAny: () => Promise<BiToken | undefined>
}

/** Gives the present document its token, and another before it expires. */
function createTokenDelivery(
  { clock, tokens }: SupersetFrames,
  element: HTMLIFrameElement,
  wanted: DashboardTokens,
  present: () => Switchboard | undefined,
) {
  let cancelRenewal: (() => void) | undefined
  let cancelRetry: (() => void) | undefined
  /** When the document's token is to be renewed. */
  let renewAt = Infinity
  let isRenewing = false

  async function requestAndSendToken(to: Switchboard, asked: 'any' | 'ageing'): Promise<void> {
    tokens.onTokenRequested(element, asked)
    const token = await wanted.token()
    if (to === present()) give(to, token)
  }
  function give(to: Switchboard, token: BiToken): void {
    to.emit('guestToken', { guestToken: token.value })
    const delay = renewalDelay(token, clock.now())
    renewAt = clock.now() + delay
    cancelRenewal?.()
    cancelRenewal = clock.after(delay, () => send(to, 'ageing'))
  }
  /** Without a token, which the network may prevent at first, the document stays as it is. */
  async function renewIfDue(): Promise<void> {
    const to = present()
    if (to === undefined || isRenewing || clock.now() < renewAt) return
    isRenewing = true
    tokens.onTokenRequested(element, 'ageing')
    const token = await wanted.tokenIfAny().finally(() => (isRenewing = false))
    if (to !== present()) return
    if (token !== undefined) return give(to, token)
    // The network may come without another event, or at once: the broker still refuses then.
    cancelRetry?.()
    cancelRetry = clock.after(minRenewalDelayMs, () => void renewIfDue())
  }
  /** Ignores a failure: `FrameTokens` has failed every frame by then. */
  const send = (to: Switchboard, asked: 'any' | 'ageing'): void =>
    void requestAndSendToken(to, asked).catch(() => undefined)
  function end(): void {
    cancelRenewal?.()
    cancelRetry?.()
    renewAt = Infinity
  }
  return { send, renewIfDue, end }
}
