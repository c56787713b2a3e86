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
} from '../../_shared/embedded-frame/running-frame'
import { frameStep, narrowed, spoke } from '../../_shared/embedded-frame/running-frame-step'
import type { FrameTokens } from '../../_shared/embedded-frame/token-holders'
import type { FrameStart } from '../../_shared/embedded-frame/view'
import { changedFilters, embeddedAddress, filtersOf, tabIn } from './address'
import { initialSupersetFrame, messageStep } from './message-step'
import { connectSwitchboard, isBlank, type Switchboard } from './switchboard'

export interface SupersetFrames {
  /** Origin of Superset, without a trailing slash. */
  readonly biHost: string
  readonly clock: Clock
  readonly journal: Journal
  readonly tokens: Pick<FrameTokens, 'onTokenRequested' | 'token'>
  /** Superset takes no token for it. */
  readonly refuse: (frame: HTMLIFrameElement) => void
}

export interface SupersetFrame extends EmbeddedFrame {
  readonly element: () => HTMLIFrameElement
  /** What the page script in its document has said. */
  receive(message: PageMessage): void
}

/** What Superset's own SDK allows its frames, and no more. */
const sandbox =
  'allow-same-origin allow-scripts allow-presentation allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox'

/** A token that is refused in one document after the other will not be taken the next time either. */
const refusalsMost = 3

/** One embedded dashboard. */
export function supersetFrame(
  frames: SupersetFrames,
  { host, target, request, filters }: Omit<FrameStart, 'minimumHeight'>,
  owner: FrameOwner,
  onEnd: () => void,
): SupersetFrame {
  const { clock, journal } = frames
  const element = newFrame(host)
  const permit = createPermit(frames.tokens, () => running.state().sent, owner.refused)
  /** It was sent to another document, which has not begun: what the one before still says is about nothing that is wanted. */
  let leaving = false
  const link = createLink(frames, element, {
    token: permit.token,
    mode: () => styleOf(owner.wanted() ?? request),
    onMode: (style) => running.advance((state) => frameStep(state, { kind: 'styled', style })),
    onAlive: () => running.advance(spoke),
    onMask(mask) {
      // Before it is seen nobody has chosen anything: Superset itself sets the first value where a filter is to have one.
      const { rendered, underWay } = running.state()
      if (!rendered && !underWay) return
      const changed = changedFilters(mask, running.state().filters)
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
      leaving = true
      owner.silence.awaitLoad()
      permit.whenGiven(load)
    },
    onShown: refusals.forget,
    onEnd() {
      permit.end()
      onEnd()
    },
  })
  const initial = initialSupersetFrame(target, styleOf(request), filters)
  const running = createRunningFrame({ host, channel, initial, owner, clock, journal })
  permit.whenGiven(() => {
    element.src = channel.addressOf(running.state().sent)
    host.append(element)
  })

  /** Another token, and the document anew: what has failed in it stays so. */
  function tokenRefused(): void {
    if (!refusals.isNew()) return
    if (refusals.areTooMany()) return frames.refuse(element)
    frames.tokens.onTokenRequested(element, 'refused')
    link.end()
    void running.refresh()
  }

  return {
    ...running,
    element: () => element,
    receive(message) {
      if (message.assay === 'start') {
        leaving = false
        refusals.begin()
        link.end()
        link.sendAhead()
      }
      if (leaving) return
      if (message.assay === 'http' && message.status === 401) tokenRefused()
      if (message.assay === 'height') element.style.height = `${message.pixels}px`
      running.advance((state) => messageStep(state, message))
    },
  }
}

/**
 * Tokens for the dashboard that a frame is sent to. Its document is opened with one at hand, not before: an id that the gateway does not
 * confirm would lead to Superset's own page, which asks another host for fonts.
 */
function createPermit(tokens: SupersetFrames['tokens'], sent: () => FrameRoute, onRefused: () => void) {
  let ended = false
  const token = (): Promise<BiToken> => tokens.token(requestFor(sent()))
  return {
    token,
    whenGiven(open: () => void): void {
      const asked = sent()
      const isWanted = (): boolean => !ended && sameBoard(sent(), asked)
      // What every frame was told has ended this one by then; what is left is about its dashboard alone.
      void token().then(
        () => isWanted() && open(),
        () => isWanted() && onRefused(),
      )
    },
    end: () => void (ended = true),
  }
}

/** A token opens the dashboards that it names. */
const requestFor = (route: FrameRoute): TokenRequest => ({
  dashboards: isBoard(route) ? [route.dashboardId] : [],
})

/** A guest token is renewed this long before its end; Superset allows no leeway after it. */
const renewedEarly = 30_000
/** Never sooner than this after the last one: the token service may give the same one again. */
const renewedAfterAtLeast = 5_000
/** At the latest, also where it does not say when it ends. */
const renewedAfter = 240_000

/** How long to wait, in ms, before another token is wanted in place of this one. */
const renewalDelay = ({ expiresAt = Infinity }: BiToken, now: number): number =>
  Math.max(renewedAfterAtLeast, Math.min(expiresAt - renewedEarly - now, renewedAfter))

/** By Superset's names: of a mode that it does not know it says nothing, and does nothing. */
const styleOf = ({ appearance }: ViewRequest): 'dark' | 'default' =>
  appearance.mode === 'dark' ? 'dark' : 'default'

/** Of one document all calls are refused at once: they count as one. */
function countRefusals() {
  let inThisDocument = false
  let inARow = 0
  return {
    begin: () => void (inThisDocument = false),
    forget: () => void (inARow = 0),
    isNew() {
      if (inThisDocument) return false
      inThisDocument = true
      inARow += 1
      return true
    },
    areTooMany: () => inARow > refusalsMost,
  }
}

function createChannel(
  { biHost }: SupersetFrames,
  frame: {
    readonly element: HTMLIFrameElement
    readonly link: ReturnType<typeof createLink>
    readonly target: FrameRoute
    readonly filters: () => readonly FrameFilter[]
    /** Loads another document, once that may be. */
    readonly open: (load: () => void) => void
    readonly onShown: () => void
    readonly onEnd: () => void
  },
): FrameChannel {
  const { element, link } = frame
  /** Where its present document was sent. */
  let document = frame.target
  const addressOf = (route: FrameRoute): string =>
    isBoard(route) ? embeddedAddress(biHost, route, frame.filters()) : 'about:blank'
  return {
    // Not before it has an address.
    element: () => (element.isConnected ? element : undefined),
    navigate(route) {
      if (!isBoard(route)) return false
      if (isBoard(document) && sameBoard(document, route) && document.viewId === route.viewId) {
        const message: PortalMessage = {
          assay: 'show-tab',
          tab: route.tabId === null ? null : tabIn(route.tabId),
        }
        element.contentWindow?.postMessage(message, biHost)
        return true
      }
      document = route
      link.end()
      // In place of the present history entry: one Back is one page of the portal.
      frame.open(() => element.contentWindow?.location.replace(addressOf(route)))
      return true
    },
    styleOf,
    restyles: () => true,
    // A document that is still on its way is told with its token.
    restyle: async (wanted) => void (await link.present()?.get('setThemeMode', { mode: styleOf(wanted) })),
    // They are in the address of every document.
    applyFilters: () => undefined,
    narrow: () => false,
    // While it draws its charts it answers nobody; what it said by itself is all that it would answer.
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
    stayedSilent: () => false,
    showed: frame.onShown,
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
    // As Superset's document has it: of another scheme, the browser would put white behind it.
    colorScheme: 'light',
  })
  return element
}

/** The switchboard of the document that is there, with its look and its token, both renewed as long as it lives. */
function createLink(
  { biHost, clock, tokens }: SupersetFrames,
  element: HTMLIFrameElement,
  frame: {
    /** For the dashboard that is wanted. */
    readonly token: () => Promise<BiToken>
    readonly mode: () => string
    /** The document has been told this one. */
    readonly onMode: (mode: string) => void
    readonly onAlive: () => void
    readonly onMask: (mask: unknown) => void
  },
) {
  let present: Switchboard | undefined
  /** The last that its document said of it. */
  let mask: unknown = null
  let cancelRenewal: (() => void) | undefined

  function end(): void {
    cancelRenewal?.()
    present?.close()
    present = undefined
    mask = null
  }

  async function giveToken(to: Switchboard, asked: 'any' | 'ageing'): Promise<void> {
    tokens.onTokenRequested(element, asked)
    const token = await frame.token()
    if (to !== present) return
    to.emit('guestToken', { guestToken: token.value })
    cancelRenewal = clock.after(renewalDelay(token, clock.now()), () => hand(to, 'ageing'))
  }
  /** Its application cannot be told yet, and asks for nothing before it is. A page of Superset's origin alone is given it. */
  const sendAhead = (): void =>
    void frame.token().then(
      ({ value }) => {
        const message: PortalMessage = { assay: 'token', token: value }
        element.contentWindow?.postMessage(message, biHost)
      },
      () => undefined,
    )
  /** Why there is none, every frame has been told. */
  const hand = (to: Switchboard, asked: 'any' | 'ageing'): void =>
    void giveToken(to, asked).catch(() => undefined)

  element.addEventListener('load', () => {
    const page = element.contentWindow
    if (page === null || isBlank(page)) return
    end()
    const onEmit = (method: string, parameters: unknown): void => {
      if (method !== 'observeDataMask') return
      mask = parameters
      frame.onMask(parameters)
    }
    const made = connectSwitchboard({ page, origin: biHost, clock, onEmit })
    present = made
    made.get('getScrollSize').then(frame.onAlive, () => undefined)
    // Nothing is drawn before the token: what is drawn has its look from the start.
    const mode = frame.mode()
    made.emit('setThemeMode', { mode })
    frame.onMode(mode)
    hand(made, 'any')
  })
  return { end, sendAhead, present: () => present, mask: () => mask }
}
