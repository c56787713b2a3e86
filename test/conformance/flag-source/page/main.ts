import * as sdk from 'launchdarkly-js-client-sdk'
import type { LaunchDarklySdk } from '../../../../src/adapters/flag-source/launchdarkly/client'
import {
  type LaunchDarklyOptions,
  launchDarklyFlagSource,
} from '../../../../src/adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import type { OfrepOptions } from '../../../../src/adapters/flag-source/ofrep/client'
import { ofrepFlagSource } from '../../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import { consoleJournal } from '../../../../src/adapters/journal/console-journal'
import { systemClock } from '../../../../src/adapters/clock/system-clock'
import { timings } from '../../../../src/core/kernel/limits'
import type { FlagValues } from '../../../../src/core/kernel/flag-table'
import type { Clock } from '../../../../src/core/ports/clock'
import type { FlagPerson, FlagSource } from '../../../../src/core/ports/flag-source'
import { countedListeners } from '../../../support/counted-listeners'
import { observed, type Observed } from '../world'
import type { FlagPage, PageSetup } from './setup'

/** One change to a correct adapter: to its options or to its members. */
interface PageBug {
  readonly launchDarkly?: (options: LaunchDarklyOptions) => LaunchDarklyOptions
  readonly ofrep?: (options: OfrepOptions) => OfrepOptions
  readonly source?: (source: FlagSource, setup: PageSetup) => Partial<FlagSource>
}

const pageBugs: Readonly<Record<string, PageBug>> = {
  'gives up after a failed start': {
    launchDarkly: (options) =>
      withClient(options, (client) => {
        let failed = false
        client.on('failed', () => (failed = true))
        const setStreaming = client.setStreaming.bind(client)
        client.setStreaming = (state) => failed || setStreaming(state)
      }),
  },
  'waits forever for one response': {
    launchDarkly: (options) => ({ ...options, clock: withoutDelay(options.clock, 30_000) }),
  },
  'requests a change only once': {
    launchDarkly: (options) => ({ ...options, clock: withoutDelay(options.clock, 1_000) }),
    ofrep: (options) => ({ ...options, clock: withoutDelay(options.clock, 1_000) }),
  },
  'is notified of differences only': {
    launchDarkly: (options) =>
      withSdk(options, (id, context, given) => [id, context, { ...given, inspectors: [] }]),
  },
  'keeps the cache of a user who has left': {
    launchDarkly: (options) => ({ ...options, storage: () => unremovable(localStorage) }),
  },
  'keeps its stream open in a hidden page': {
    launchDarkly: (options) => ({ ...options, page: alwaysVisible }),
    ofrep: (options) => ({ ...options, page: alwaysVisible }),
  },
  'keeps polling in a hidden page': {
    source: (source, setup) => {
      const timer = setInterval(() => poll(setup), 60_000)
      return {
        dispose() {
          clearInterval(timer)
          source.dispose()
        },
      }
    },
  },
  'polls after dispose': {
    source: (source, setup) => ({
      dispose() {
        source.dispose()
        setTimeout(() => poll(setup), 1_000)
      },
    }),
  },
  'retries without back-off': {
    launchDarkly: (options) => ({ ...options, clock: impatient(options.clock) }),
    ofrep: (options) => ({ ...options, clock: impatient(options.clock) }),
  },
  'leaks its listener': {
    source: (source) => ({
      start(person) {
        document.addEventListener('visibilitychange', () => source.status())
        return source.start(person)
      },
    }),
  },
  'puts the user into the URL': {
    launchDarkly: (options) =>
      withSdk(options, (id, context, given) => [id, context, { ...given, useReport: false }]),
    ofrep: (options) => ({ ...options, fetch: withUserInUrl }),
  },
  'falls back to the previous user': {
    source: (source) => {
      let before: FlagValues | undefined
      const values = (): FlagValues =>
        source.status().kind === 'defaults' && before !== undefined ? before : source.all()
      return {
        all: values,
        identify(person) {
          before = source.all()
          return source.identify(person)
        },
      }
    },
  },
  'logs the user': {
    source: (source) => {
      const say = ({ context }: FlagPerson): void => console.info('flags for', JSON.stringify(context))
      return {
        identify(person) {
          say(person)
          return source.identify(person)
        },
      }
    },
  },
  'reports cached values as live': {
    source: (source) => ({
      start: (person) =>
        source.start(person).then((status) => (status.kind === 'cached' ? { kind: 'live' } : status)),
    }),
  },
  'opens a stream of any origin': { ofrep: acceptingAnyStream },
  'returns a new object on every read': { source: (source) => ({ all: () => ({ ...source.all() }) }) },
}

function withSdk(
  options: LaunchDarklyOptions,
  change: (...given: Parameters<LaunchDarklySdk['initialize']>) => Parameters<LaunchDarklySdk['initialize']>,
): LaunchDarklyOptions {
  return {
    ...options,
    loadSdk: async () => {
      const sdk = await options.loadSdk()
      return { initialize: (...given) => sdk.initialize(...change(...given)) }
    },
  }
}

function withClient(
  options: LaunchDarklyOptions,
  change: (client: sdk.LDClient) => void,
): LaunchDarklyOptions {
  return {
    ...options,
    loadSdk: async () => {
      const sdk = await options.loadSdk()
      return {
        initialize: (...given) => {
          const client = sdk.initialize(...given)
          change(client)
          return client
        },
      }
    },
  }
}

/** One more request, whether or not the service answers it. */
function poll({ host }: PageSetup): void {
  void fetch(`${host}/ofrep/v1/evaluate/flags`, { method: 'POST', body: '{}' }).catch(() => undefined)
}

/** A clock on which the retry after a failure is due at once. */
function impatient(clock: Clock): Clock {
  const isPause = (wait: number): boolean => wait >= 1_000 && wait <= 30_000 && wait !== timings.flagFallback
  return {
    now: () => clock.now(),
    after: (wait, action) => clock.after(isPause(wait) ? 20 : wait, action),
  }
}

/** The user is also in the URL. */
const withUserInUrl: typeof fetch = async (...given) => {
  const asked = new Request(...given)
  const { context } = (await asked.clone().json()) as { readonly context: { readonly email?: string } }
  const query = new URLSearchParams({ email: context.email ?? '' }).toString()
  return fetch(new Request(`${asked.url}?${query}`, asked))
}

/** A clock that drops timers of exactly this delay. */
function withoutDelay(clock: Clock, milliseconds: number): Clock {
  return {
    now: () => clock.now(),
    after: (wait, action) => (wait === milliseconds ? () => undefined : clock.after(wait, action)),
  }
}

/** Makes every stream that the service names look like one of the configured origin. */
function acceptingAnyStream(options: OfrepOptions): OfrepOptions {
  const disguised = `${options.streamHost}/any`
  let named = disguised
  return {
    ...options,
    async fetch(...request) {
      const reply = await fetch(...request)
      const text = await reply.text()
      named = /"url":"([^"]+)"/.exec(text)?.[1] ?? named
      const { status, headers } = reply
      return new Response(status === 304 ? null : text.replace(named, disguised), { status, headers })
    },
    openStream: (address) => options.openStream(address === disguised ? named : address),
  }
}

function unremovable(storage: Storage): Storage {
  return new Proxy(storage, {
    get(target, name) {
      if (name === 'removeItem') return () => undefined
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

const alwaysVisible: LaunchDarklyOptions['page'] = {
  visibilityState: 'visible',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}

/** The adapter under test, as the portal's composition creates it, with the requested bug. */
function makeAdapter(setup: PageSetup, clock: Clock): FlagSource {
  const { host, streamHost, clientId } = setup
  const bug = setup.bug === null ? {} : pageBugs[setup.bug]
  if (bug === undefined) throw new Error(`There is no bug "${setup.bug}".`)
  const shared = {
    host,
    streamHost,
    clock,
    journal: consoleJournal(console, { now: Date.now, trace: 'test' }),
    page: document,
    storage: () => localStorage,
  }
  const launchDarkly: LaunchDarklyOptions = {
    ...shared,
    clientId,
    streamDelayMs: 0,
    loadSdk: () => Promise.resolve(sdk),
  }
  // A request's timeout is the platform's and cannot be advanced.
  const ofrep: OfrepOptions = {
    ...shared,
    deadlineMs: 3_000,
    openStream: (address) => new EventSource(address),
  }
  const source =
    setup.adapter === 'launchdarkly'
      ? launchDarklyFlagSource(bug.launchDarkly?.(launchDarkly) ?? launchDarkly)
      : ofrepFlagSource(bug.ofrep?.(ofrep) ?? ofrep)
  return { ...source, ...bug.source?.(source, setup) }
}

/**
 * Makes the page's timers, those of a vendor's SDK included, and its time of day advanceable: what falls due in that time runs at once, in
 * order.
 */
function movableTime(): (milliseconds: number) => void {
  const platform = { set: window.setTimeout.bind(window), clear: window.clearTimeout.bind(window) }
  const today = Date.now.bind(Date)
  let offset = 0
  let last = 0
  const due = new Map<number, { readonly at: number; readonly timer: number; readonly run: () => void }>()
  const now = (): number => today() + offset

  function wait(id: number, at: number, action: () => void): void {
    const run = (): void => {
      clear(id)
      action()
    }
    due.set(id, { at, timer: platform.set(run, at - now()), run })
  }
  function clear(id: number | undefined): void {
    const entry = due.get(id ?? 0)
    platform.clear(entry?.timer)
    due.delete(id ?? 0)
  }
  function every(id: number, at: number, step: number, action: () => void): void {
    wait(id, at, () => {
      every(id, at + step, step, action)
      action()
    })
  }
  Date.now = now
  const timers = {
    setTimeout(action: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): number {
      const id = (last += 1)
      wait(id, now() + milliseconds, () => action(...given))
      return id
    },
    setInterval(action: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): number {
      const id = (last += 1)
      const step = Math.max(milliseconds, 1)
      every(id, now() + step, step, () => action(...given))
      return id
    },
    clearTimeout: clear,
    clearInterval: clear,
  }
  Object.assign(globalThis, timers)

  return (milliseconds) => {
    const end = now() + milliseconds
    for (;;) {
      const [next] = [...due.values()].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (next === undefined) break
      offset += Math.max(0, next.at - now())
      next.run()
    }
    offset += Math.max(0, end - now())
  }
}

const pass = movableTime()
const clock = systemClock()
let visibility: 'visible' | 'hidden' = 'visible'
let source: FlagSource | undefined
let observer: Observed | undefined
let listeners: (() => readonly string[]) | undefined
let started: ReturnType<FlagSource['start']> | undefined

/** A headless browser hides nothing; the adapter reads this property. */
Object.defineProperty(document, 'visibilityState', { get: () => visibility })

const written: string[] = []
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  const write = console[level].bind(console)
  console[level] = (...parts: unknown[]) => {
    written.push(parts.map(String).join(' '))
    write(...parts)
  }
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The page has not begun.')
  return value
}

const page: FlagPage = {
  begin(setup, person) {
    // Not earlier, because the browser's driver also listens here.
    listeners = countedListeners({ document, window })
    source = makeAdapter(setup, clock)
    observer = observed(source)
    started = source.start(person)
  },
  started: () => present(started),
  shown: () => ({ values: present(source).all(), status: present(source).status() }),
  history: () => present(observer).history,
  sameReference: () => present(observer).sameReference(),
  identify: (person) => present(source).identify(person),
  identifyBoth(first, second) {
    void present(source).identify(first)
    return present(source).identify(second)
  },
  see(next) {
    visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
  },
  pass,
  listeners: () => present(listeners)(),
  dispose: () => present(source).dispose(),
  written: () => written,
}

globalThis.flagPage = page
