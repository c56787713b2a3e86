import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import type { Surroundings } from '../../../src/composition/surroundings'
import { wire as defaults } from '../../../src/composition/wiring/defaults'
import { wire as launchdarkly } from '../../../src/composition/wiring/launchdarkly'
import { wire as ofrep } from '../../../src/composition/wiring/ofrep'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'

/** A browser that has these entries, each with its key as value. Like its storage, the object has a property for each. */
function browserWith(keys: readonly string[]): Storage {
  const entries = Object.fromEntries(keys.map((key) => [key, key]))
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => (entries[key] = value),
    removeItem: (key: string) => delete entries[key],
  }
  return new Proxy(entries, {
    get: (target, key) => Reflect.get(methods, key) ?? Reflect.get(target, key),
  }) as unknown as Storage
}

const environment = 'environment-now'
const ada = { issuer: 'https://login.invalid', subject: 'ada', email: 'ada@example.com', name: 'Ada' }
const surroundings = { hasBypassAccess: false, userAgent: 'Browser/1', timestamp: '2026-11-30' }
const person = { session: 'ada', context: flagUserContext(ada, surroundings) }
const keyOf = (user: typeof ada, userAgent = 'Browser/1', hasBypassAccess = false) => {
  const context = flagUserContext(user, { ...surroundings, userAgent, hasBypassAccess })
  return `ld:${environment}:${btoa(JSON.stringify(context))}`
}
const own = keyOf(ada)

/** Starts a release's flag adapter for Ada, in a browser with entries of the release before. */
function started(wire: typeof launchdarkly, localStorage: Storage): void {
  const page = { localStorage, location: { origin: 'https://portal.invalid' }, document: new EventTarget() }
  const settings = {
    flags: { clientId: environment, host: '', streamHost: '', people: 'named', headers: '' },
  }
  const source = wire({ settings, page } as unknown as Surroundings, {
    clock: fixedClock(0),
    journal: memoryJournal(),
  })
  void source.start(person)
  source.dispose()
}

test.each([
  { flags: 'launchdarkly', wire: launchdarkly, stored: [own] },
  { flags: 'ofrep', wire: ofrep, stored: ['assay.flags'] },
  { flags: 'defaults', wire: defaults, stored: [] },
])(
  'with $flags, no flags remain of an earlier release with another service or environment',
  ({ wire, stored }) => {
    const others = ['assay.flags', own, own.replace(environment, 'environment-before')]
    const localStorage = browserWith(['theme', 'assay.flags.since', ...others])
    started(wire, localStorage)
    expect(Object.keys(localStorage)).toEqual(['theme', 'assay.flags.since', ...stored])
  },
)

test('with LaunchDarkly, stored flags are found again after an update of the browser, by the same person', () => {
  const before = keyOf(ada, 'Browser/0')
  const others = [keyOf({ ...ada, name: 'Ada L.' }), before.replace(environment, 'environment-before')]
  const localStorage = browserWith([...others, before])
  started(launchdarkly, localStorage)
  expect(Object.entries(localStorage)).toEqual([[own, before]])
  const withOthers = browserWith(others)
  started(launchdarkly, withOthers)
  expect(Object.keys(withOthers)).toEqual([])
  // Nor those of the same person with the preview's secret.
  const ofPreview = browserWith([keyOf(ada, 'Browser/0', true)])
  started(launchdarkly, ofPreview)
  expect(Object.keys(ofPreview)).toEqual([])
  const withBoth = browserWith([before, own])
  started(launchdarkly, withBoth)
  expect(Object.entries(withBoth)).toEqual([[own, own]])
})
