import * as sdk from 'launchdarkly-js-client-sdk'
import type { LaunchDarklySdk } from '../../../../src/adapters/flag-source/launchdarkly/client'
import {
  type LaunchDarklyOptions,
  launchDarklyFlagSource,
} from '../../../../src/adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import type { OfrepOptions } from '../../../../src/adapters/flag-source/ofrep/client'
import { ofrepFlagSource } from '../../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import { consoleJournal } from '../../../../src/adapters/journal/console-journal'
import type { FlagValues } from '../../../../src/core/kernel/flag-table'
import type { Clock } from '../../../../src/core/ports/clock'
import type { FlagPerson, FlagSource } from '../../../../src/core/ports/flag-source'
import { observed, type Observed } from '../observed'
import type { FlagPage, PageSetup } from './setup'

/** One change to a sound adapter: to what it is given, or to what it gives. */
interface PageBug {
  readonly launchDarkly?: (options: LaunchDarklyOptions) => LaunchDarklyOptions
  readonly ofrep?: (options: OfrepOptions) => OfrepOptions
  readonly source?: (source: FlagSource) => Partial<FlagSource>
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
  'waits for ever for one answer': {
    launchDarkly: (options) => ({ ...options, clock: without(options.clock, 30_000) }),
  },
  'asks once about a change': {
    launchDarkly: (options) => ({ ...options, clock: without(options.clock, 1_000) }),
    ofrep: (options) => ({ ...options, clock: without(options.clock, 1_000) }),
  },
  'hears of differences only': {
    launchDarkly: (options) =>
      withSdk(options, (id, context, given) => [id, context, { ...given, inspectors: [] }]),
  },
  'leaves the cache of whoever has gone': {
    launchDarkly: (options) => ({ ...options, storage: () => unremovable(localStorage) }),
  },
  'streams behind other tabs': {
    launchDarkly: (options) => ({ ...options, page: alwaysVisible }),
    ofrep: (options) => ({ ...options, page: alwaysVisible }),
  },
  'falls back to the last person': {
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
  'says whom it asks for': {
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
  'takes the cache for the service’s word': {
    source: (source) => ({
      start: (person) =>
        source.start(person).then((status) => (status.kind === 'cached' ? { kind: 'live' } : status)),
    }),
  },
  'follows a stream of any origin': { ofrep: followingAnyStream },
  'makes a new object at every read': { source: (source) => ({ all: () => ({ ...source.all() }) }) },
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

/** A clock that forgets whoever waits for so long. */
function without(clock: Clock, milliseconds: number): Clock {
  return {
    now: () => clock.now(),
    after: (wait, action) => (wait === milliseconds ? () => undefined : clock.after(wait, action)),
  }
}

/** As if whatever stream the service names were one of the configured origin. */
function followingAnyStream(options: OfrepOptions): OfrepOptions {
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

/** The adapter under test, as the portal's composition would make it, with the bug that was asked for. */
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
  // The deadline of one question is the platform's and cannot be put forward.
  const ofrep: OfrepOptions = {
    ...shared,
    deadlineMs: 3_000,
    openStream: (address) => new EventSource(address),
  }
  const source =
    setup.adapter === 'launchdarkly'
      ? launchDarklyFlagSource(bug.launchDarkly?.(launchDarkly) ?? launchDarkly)
      : ofrepFlagSource(bug.ofrep?.(ofrep) ?? ofrep)
  return { ...source, ...bug.source?.(source) }
}

/** The system's clock, which can also be put forward: what falls due in that time happens at once, in order. */
function movableClock(): Clock & { pass(milliseconds: number): void } {
  let offset = 0
  const due = new Map<number, { readonly at: number; readonly action: () => void }>()
  const now = (): number => Date.now() + offset
  let last = 0

  function run(id: number): void {
    const entry = due.get(id)
    if (entry === undefined) return
    due.delete(id)
    entry.action()
  }

  function after(milliseconds: number, action: () => void): () => void {
    last += 1
    const id = last
    due.set(id, { at: now() + milliseconds, action })
    const timer = setTimeout(() => run(id), milliseconds)
    return () => {
      clearTimeout(timer)
      due.delete(id)
    }
  }

  function pass(milliseconds: number): void {
    offset += milliseconds
    for (;;) {
      const [next] = [...due].filter(([, { at }]) => at <= now()).sort(([, a], [, b]) => a.at - b.at)
      if (next === undefined) return
      run(next[0])
    }
  }

  return { now, after, pass }
}

const clock = movableClock()
let visibility: 'visible' | 'hidden' = 'visible'
let source: FlagSource | undefined
let observer: Observed | undefined
let started: ReturnType<FlagSource['start']> | undefined

/** A browser without a window hides nothing; this is what the adapter looks at. */
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
    source = makeAdapter(setup, clock)
    observer = observed(source)
    started = source.start(person)
  },
  started: () => present(started),
  shown: () => ({ values: present(source).all(), status: present(source).status() }),
  history: () => present(observer).history,
  sameReference: () => present(observer).sameReference(),
  identify: (person) => present(source).identify(person),
  identifyInARow(first, second) {
    void present(source).identify(first)
    return present(source).identify(second)
  },
  see(next) {
    visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
  },
  pass: (milliseconds) => clock.pass(milliseconds),
  dispose: () => present(source).dispose(),
  written: () => written,
}

globalThis.flagPage = page
