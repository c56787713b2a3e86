import { countedListeners } from '../../../support/counted-listeners'
import { SpotterAgentEmbed } from '@thoughtspot/visual-embed-sdk'
import { routeOf } from '../../../../src/adapters/_shared/embedded-frame/routes'
import { readAnswerHandle } from '../../../../src/adapters/_shared/thoughtspot/ids'
import { frameOptions } from '../../../../src/adapters/dashboard-surface/thoughtspot/options'
import { fixedClock } from '../../../../src/adapters/clock/fixed-clock'
import { consoleJournal } from '../../../../src/adapters/journal/console-journal'
import { thoughtSpotDashboardSurface } from '../../../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-dashboard-surface'
import { supersetDashboardSurface } from '../../../../src/adapters/dashboard-surface/superset/superset-dashboard-surface'
import * as sdk from '../../../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-sdk'
import type {
  DashboardSurface,
  PinOutcome,
  PinTarget,
  SurfaceEvent,
  SurfaceView,
  ViewPurpose,
  ViewRequest,
} from '../../../../src/core/ports/dashboard-surface'
import { fail, ok } from '../../../../src/core/kernel/result'
import type { BiToken } from '../../../../src/core/ports/token-service'
import type { TokenSource } from '../../../../src/core/ports/token-source'
import { frameAssets } from '../../../support/frame-assets'

/** Functions that the test calls in a real page. Functions cannot be passed across, so numbers identify views. */
export interface SurfaceInPage {
  open(container: string, view: number, purpose: ViewPurpose): void
  /** Disposes the first view and opens the second in its container, in one tick. */
  reopen(container: string, first: number, second: number): void
  call(view: number, what: 'hide' | 'refresh' | 'retry' | 'dispose' | 'unwatch'): Promise<void> | void
  show(view: number, request: ViewRequest): void
  reset(): void
  dispose(): void
  prepare(): void
  /** The next load of the vendor's SDK fails. */
  failCode(): void
  /** Listeners on the window passed to the surface, and on the document. */
  listeners(): number
  /** Delays frame messages until they are released. */
  holdMessages(): void
  releaseMessages(): void
  /** Advances time far enough for every timer to fire. */
  advanceTime(): void
  pin(view: number, target: PinTarget): Promise<PinOutcome>
  frames(): number
  holdTokens(): void
  handOutTokens(): void
  /** Every token issued so far. */
  tokensGiven(): readonly string[]
  /** Makes the session unknown, or known again. */
  setSessionUnknown(concealed: boolean): void
  /** From now on token requests succeed, or fail with this status. */
  tokensFail(status: number | null): void
  /** The dashboards of each token request. */
  requestedDashboards(): readonly (readonly string[])[]
  staySilent(): void
  /** How often the SDK was started. */
  starts(): number
  /** The path at which the SDK's own component opens the requested answer. */
  answerAddress(request: ViewRequest): Promise<string>
}

interface TestPage extends Window {
  surface?: SurfaceInPage
  /** The URL where tokens have to be signed. */
  nextToken?: () => Promise<string>
  onEvent?: (view: number, event: SurfaceEvent) => Promise<void>
}

const page: TestPage = window
const query = new URLSearchParams(page.location.search)
/** The removed part of the adapter, which the suite has to detect. */
const gut = query.get('gut')
let issued = 0
const given: string[] = []
const wanted: (readonly string[])[] = []
const nextToken = async (): Promise<string> => page.nextToken?.() ?? `test-token-${(issued += 1)}`

/** A gate: `passed` waits while it is closed. */
function gate() {
  let open = (): void => undefined
  let opened = Promise.resolve()
  return {
    open: () => open(),
    close: () => void (opened = new Promise((resolve) => (open = resolve))),
    passed: () => opened,
  }
}
/** With `?hold` no token is issued until the test releases it. */
const tokenGate = gate()
if (query.has('hold')) tokenGate.close()
const personGate = gate()

let starts = 0
let codeFails = false
function loadSdk(): Promise<typeof sdk> {
  if (!codeFails) return Promise.resolve(counted)
  codeFails = gut === 'code'
  return Promise.reject(new Error('Failed to fetch dynamically imported module'))
}
const counted: typeof sdk = {
  ...sdk,
  get LiveboardEmbed() {
    if (gut === 'host') throw new Error('The hostname of the address is not allowed.')
    return sdk.LiveboardEmbed
  },
  init(options) {
    starts += 1
    return sdk.init(options)
  },
}

const silence =
  gut === 'silence'
    ? { afterLoad: 1_000_000, withoutLoad: 1_000_000 }
    : { afterLoad: 8_000, withoutLoad: 30_000 }
/** With `?still` the silence timeout ends only when the test says so, however busy the machine is. */
const still = fixedClock(0)
const hour = 3_600_000
/** Fires every pending timer. */
const waits = new Set<() => void>()

/** Timers run at a fifth of their delay by default, which is long enough for the suite's silent frame. */
const pace = Number(query.get('pace') ?? 5)
/** Except the timeouts, in ms, that a working frame may need on a busy machine. */
const atLeast = 2_000

/** Lifetime of a token in ms, if it reports one. */
const lifetime = query.get('lifetime')
let cached: BiToken | undefined
let failing: number | null = null

async function token(dashboards: readonly string[]): ReturnType<TokenSource['token']> {
  wanted.push(dashboards)
  await tokenGate.passed()
  if (dashboards.includes(query.get('unknown') ?? '')) return fail({ kind: 'dashboard-not-known' })
  if (failing !== null) return fail({ kind: 'token-refused', status: failing })
  const expiresAt = lifetime === null ? {} : { expiresAt: Date.now() + Number(lifetime) }
  cached ??= { value: await nextToken(), serverTime: null, ...expiresAt }
  given.push(cached.value)
  if (gut === 'secrets') console.info(cached.value)
  if (gut === 'target')
    for (const { contentWindow } of document.querySelectorAll('iframe'))
      contentWindow?.postMessage(given, '*')
  return ok(cached)
}

function giveUp(value?: string): void {
  if (gut === 'tokens') return
  if (value === undefined || value === cached?.value) cached = undefined
}

/** As in the portal: one token for everything shown, until it is dropped. */
const tokens: TokenSource = {
  token: () => token([]),
  for: ({ dashboards }) => ({ ...tokens, token: () => token(gut === 'request' ? [] : dashboards) }),
  known: () => (gut === 'person' ? Promise.resolve() : personGate.passed()),
  drop: giveUp,
  expireSoon: giveUp,
  retry: () => undefined,
}

const listening = new Set<unknown>()
const onDocument = countedListeners({ document })

let heldMessages: MessageEvent[] | null = null
page.addEventListener(
  'message',
  (event) => {
    if (heldMessages === null) return
    event.stopImmediatePropagation()
    heldMessages.push(event)
  },
  true,
)
function releaseMessages(): void {
  const held = heldMessages ?? []
  heldMessages = null
  for (const { data, origin, source, ports } of held)
    page.dispatchEvent(new MessageEvent('message', { data, origin, source, ports: [...ports] }))
}

const common = {
  biHost: query.get('bi') ?? '',
  tokens,
  clock: {
    now: () => (query.has('still') ? still.now() : Date.now()),
    after(milliseconds: number, action: () => void) {
      if (gut === 'renewal' && milliseconds > 60_000) return () => undefined
      if (query.has('still') && milliseconds >= silence.afterLoad) return still.after(milliseconds, action)
      const end = (): void => {
        cancel()
        action()
      }
      const cancel = (): void => {
        clearTimeout(timer)
        waits.delete(end)
      }
      const timer = setTimeout(end, Math.max(milliseconds / pace, milliseconds < atLeast ? 0 : atLeast))
      waits.add(end)
      return gut === 'end' ? () => undefined : cancel
    },
  },
  journal: consoleJournal(console, { now: Date.now, trace: 'test' }),
  silence,
  window: query.has('unguarded') ? deafWindow() : countedWindow(),
}

const ofThoughtSpot = {
  ...frameAssets(page.location.origin),
  conversation: {
    disableSourceSelection: false,
    hideSourceSelection: false,
    dataPanelV2: true,
    showSpotterLimitations: true,
    hideSampleQuestions: false,
  },
}

let onTrouble = (): void => undefined
let onBefore = (): void => undefined
// Registered before the surface's listener, which stops propagation.
if (gut === 'before') page.addEventListener('message', () => onBefore(), true)
if (gut === 'charts')
  page.addEventListener('message', ({ data }) => data?.assay === 'http' && onTrouble(), true)

const whole: DashboardSurface<HTMLElement> =
  query.get('vendor') === 'superset'
    ? supersetDashboardSurface(common)
    : thoughtSpotDashboardSurface({
        ...common,
        loadSdk,
        dateColumn: 'Date',
        timeZone: 'UTC',
        ...ofThoughtSpot,
      })

const surface: typeof whole = {
  ...whole,
  dispose() {
    whole.dispose()
    if (gut === 'document') document.addEventListener('visibilitychange', () => whole.prepare())
  },
  prepare() {
    whole.prepare()
    if (gut === 'ahead') void tokens.token()
  },
  open(container, options) {
    const view = whole.open(container, options)
    let first: ViewRequest | undefined
    return {
      ...view,
      show(request) {
        first ??= request
        view.show(withoutGut(request, first))
        if (gut === 'tabs' && first !== request) view.retry()
      },
      refresh: async () => (gut === 'refresh' && first !== undefined ? view.show(first) : view.refresh()),
      hide() {
        view.hide()
        if (gut === 'return') container.style.visibility = 'hidden'
      },
      watch(listener) {
        onTrouble = () => listener(refused)
        onBefore = () => listener({ kind: 'rendered' })
        return view.watch((event) => {
          if (gut === 'turns' && event.kind === 'navigated' && event.tabId !== null) return
          if (gut === 'history' && event.kind === 'rendered') history.pushState(null, '')
          listener(gut === 'reasons' && event.kind === 'failed' ? refused : event)
          if (gut === 'drawing' && event.kind === 'navigated') listener({ kind: 'rendered' })
        })
      },
    }
  },
}

const refused: SurfaceEvent = { kind: 'failed', failure: { kind: 'view-refused' } }

if (gut === 'once') {
  const plain: (this: MessagePort, message: unknown) => void = Reflect.get(
    MessagePort.prototype,
    'postMessage',
  )
  MessagePort.prototype.postMessage = function (this: MessagePort, message: { readonly method?: string }) {
    plain.call(this, message)
    if (message.method === 'guestToken') plain.call(this, message)
  }
}

if (gut === 'actions') {
  const plain: typeof URLSearchParams.prototype.set = Reflect.get(URLSearchParams.prototype, 'set')
  let documents = 0
  URLSearchParams.prototype.set = function (name, value) {
    const isLater = name === 'uiConfig' && (documents += 1) > 1
    plain.call(this, name, isLater ? '0' : value)
  }
}

if (gut === 'address')
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
    set(this: HTMLIFrameElement, address: string) {
      this.setAttribute('src', address.replace('?', `?token=${cached?.value}&`))
    },
  })

/** `first`: the view's first request. */
function withoutGut(request: ViewRequest, first: ViewRequest): ViewRequest {
  const { view, appearance } = request
  if (gut === 'last look') return { ...request, appearance: first.appearance }
  if (gut === 'name') return { ...request, title: '' }
  if (gut === 'look') return { ...request, appearance: { ...appearance, mode: 'dark' } }
  if (gut !== 'ids' || view.kind !== 'dashboard') return request
  return { ...request, view: { kind: 'dashboard', dashboardId: '11111111-1111-4111-8111-111111111111' } }
}

/** A window that registers no listener. */
function deafWindow(): Window {
  const ignored = (): void => undefined
  return { document, addEventListener: ignored, removeEventListener: ignored } as unknown as Window
}

/** A window with counted listeners. */
function countedWindow(): Window {
  const counted: Pick<Window, 'document' | 'fetch' | 'addEventListener' | 'removeEventListener'> = {
    document,
    fetch: page.fetch.bind(page),
    addEventListener(...given: Parameters<Window['addEventListener']>) {
      listening.add(given[1])
      page.addEventListener(...given)
    },
    removeEventListener(...given: Parameters<Window['removeEventListener']>) {
      if (gut === 'listener') return
      listening.delete(given[1])
      page.removeEventListener(...given)
    },
  }
  return counted as unknown as Window
}

interface HeldView {
  readonly view: SurfaceView
  readonly container: HTMLElement
  readonly unwatch: () => void
}
const views = new Map<number, HeldView>()
const viewOf = (id: number) => {
  const found = views.get(id)
  if (found === undefined) throw new Error(`there is no view ${id}`)
  return found
}

/** Every frame created on this page; a moved frame counts once. */
const framesMade = (() => {
  const seen = new Set<Element>()
  const look = (): Set<Element> => {
    for (const frame of document.querySelectorAll('iframe')) seen.add(frame)
    return seen
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  return look
})()

page.surface = {
  open(name, id, purpose) {
    const container =
      document.getElementById(name) ?? document.body.appendChild(document.createElement('div'))
    container.id = name
    const view = surface.open(container, { purpose })
    views.set(id, {
      view,
      container,
      unwatch: view.watch((event) => void page.onEvent?.(id, event)),
    })
  },
  reopen(name, first, second) {
    viewOf(first).view.dispose()
    page.surface?.open(name, second, 'board')
  },
  show: (id, request) => viewOf(id).view.show(request),
  pin: (id, target) => viewOf(id).view.pin(target),
  call(id, what) {
    const { view, container, unwatch } = viewOf(id)
    if (what === 'unwatch') return unwatch()
    const done = view[what]()
    if (what === 'dispose') container.remove()
    return done
  },
  reset() {
    giveUp()
    surface.reset()
  },
  dispose: () => surface.dispose(),
  prepare: () => surface.prepare(),
  failCode() {
    codeFails = true
  },
  listeners: () => listening.size + onDocument().length,
  holdMessages: () => void (heldMessages = []),
  releaseMessages,
  advanceTime() {
    still.advance(hour)
    // Except timers that start meanwhile.
    const due = [...waits]
    for (const end of due) if (waits.has(end)) end()
  },
  frames: () => framesMade().size,
  holdTokens: () => tokenGate.close(),
  handOutTokens: () => tokenGate.open(),
  tokensGiven: () => given,
  setSessionUnknown: (concealed) => (concealed ? personGate.close() : personGate.open()),
  tokensFail(status) {
    failing = status
  },
  requestedDashboards: () => wanted,
  staySilent: () => still.advance(silence.withoutLoad),
  starts: () => starts,
  async answerAddress(request) {
    const { view } = frameOptions(request, routeOf(request.view), {
      ...ofThoughtSpot,
      minimumHeight: undefined,
      usesHostEventsV2: false,
    })
    const agent = new SpotterAgentEmbed({ ...view, worksheetId: 'w' })
    // It would query the assistant first, whose reply is known.
    const {
      acSessionId: transactionId,
      acGenNo: generationNumber,
      ...ids
    } = readAnswerHandle(request.view.kind === 'answer' ? request.view.handle : '') ?? {}
    const data = { ...ids, stateKey: { transactionId, generationNumber } }
    Object.assign(agent, { conversationService: { sendMessage: () => Promise.resolve({ data }) } })
    const { container } = await agent.sendMessage('')
    return container?.querySelector('iframe')?.src ?? ''
  },
}
