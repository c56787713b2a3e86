import type { FlagSource } from '../../../../src/core/ports/flag-source'
import { observed, type Observed } from '../observed'
import type { FlagPage, PageSetup } from './setup'
import type { Clock } from '../../../../src/core/ports/clock'
import * as sdk from 'launchdarkly-js-client-sdk'
import {
  launchDarklyFlagSource,
  type LaunchDarklyOptions,
} from '../../../../src/adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import { ofrepFlagSource } from '../../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import type { OfrepOptions } from '../../../../src/adapters/flag-source/ofrep/client'
import { consoleJournal } from '../../../../src/adapters/journal/console-journal'
import { pageBugs } from './broken-adapters'

/** The adapter under test, as the portal's composition would make it, with the bug that was asked for. */
function makeAdapter(setup: PageSetup, clock: Clock): FlagSource {
  const { host, streamHost, clientId } = setup
  const bug = setup.bug === null ? {} : pageBugs[setup.bug]
  if (bug === undefined) throw new Error(`There is no bug "${setup.bug}".`)
  const shared = {
    host,
    streamHost,
    clock,
    journal: consoleJournal(console),
    page: document,
    storage: () => localStorage,
  }
  const launchDarkly: LaunchDarklyOptions = { ...shared, clientId, loadSdk: () => Promise.resolve(sdk) }
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
