import type { FlagSource } from '../../../../src/core/ports/flag-source'
import { observed, type Observed } from '../observed'
import { makeAdapter } from './make-adapter'
import { movableClock } from './movable-clock'
import type { FlagPage } from './setup'

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
