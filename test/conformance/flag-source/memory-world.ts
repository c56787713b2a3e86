import { evaluate, type FlagDocument } from '../../../local/flags/flag-document'
import { fixedClock, type FixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  memoryFlagSource,
  type MemoryFlagOptions,
  memoryFlagService,
  type MemoryFlagService,
} from '../../../src/adapters/flag-source/memory/memory-flag-source'
import type { FlagPerson, FlagSource, FlagUserContext } from '../../../src/core/ports/flag-source'
import { countedListeners } from '../../support/counted-listeners'
import { observed, flagPerson, type FlagTab, type FlagWorld } from './world'

/** The parts of one tab, which a broken adapter changes. */
export interface TabParts extends Required<MemoryFlagOptions> {
  readonly clock: FixedClock
  readonly written: string[]
  readonly addresses: string[]
  /** The service is down. */
  readonly away: () => boolean
}

export type MakeSource = (parts: TabParts) => FlagSource

export const correctSource: MakeSource = (parts) => memoryFlagSource({}, parts)

export function memoryWorld(make: MakeSource = correctSource): FlagWorld {
  let file: FlagDocument = {}
  const answer = (context: FlagUserContext): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(file).map(([key, flag]) => [key, evaluate(flag, { ...context }).value]))
  const inner = memoryFlagService(answer)
  let requests = 0
  let delayed: (() => void)[] = []
  let delayNext = false
  let failNext = false
  let away = false
  const service: MemoryFlagService = {
    ...inner,
    stream(changed) {
      requests += 1
      return inner.stream(changed)
    },
    ask(context, answered) {
      requests += 1
      if (failNext) {
        failNext = false
        return answered(null)
      }
      if (!delayNext) return inner.ask(context, answered)
      delayNext = false
      const reply = answer(context)
      delayed.push(() => answered(reply))
    },
  }
  const stored: TabParts['stored'] = new Map()
  const written: string[] = []
  const addresses: string[] = []
  return {
    timeoutMs: 300,
    async save(document) {
      file = document
      inner.answer(answer)
    },
    saveHalf: async () => undefined,
    async become(condition) {
      away = condition === 'down'
      inner.become(condition)
    },
    answerWith: async () => inner.become('down'),
    async delayNextAnswer() {
      delayNext = true
    },
    async failNextAnswer() {
      failNext = true
    },
    untilRequested: async () => undefined,
    async untilIdle() {
      for (const reply of delayed.splice(0)) reply()
    },
    sendGarbage: async () => undefined,
    nameForeignStream: async () => undefined,
    foreignRequestCount: async () => 0,
    streams: async () => inner.streams(),
    async open(person) {
      return tabOf(make, flagPerson(person), { service, stored, written, addresses, away: () => away })
    },
    stored: async () => JSON.stringify([...stored]),
    requestCount: async () => requests,
    addresses: async () => addresses.join('\n'),
    written: async () => written.join('\n'),
  }
}

function tabOf(
  make: MakeSource,
  person: FlagPerson,
  shared: Pick<TabParts, 'service' | 'stored' | 'written' | 'addresses' | 'away'>,
): FlagTab {
  const clock = fixedClock(0)
  const visible: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' }
  const page = Object.assign(new EventTarget(), visible)
  const listeners = countedListeners({ document: page })
  const source = make({ ...shared, clock, page })
  const observer = observed(source)
  const started = source.start(person)
  const see = async (visibility: DocumentVisibilityState): Promise<void> => {
    page.visibilityState = visibility
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return {
    started: () => started,
    shown: async () => ({ values: source.all(), status: source.status() }),
    history: async () => [...observer.history],
    sameReference: async () => observer.sameReference(),
    identify: (next) => source.identify(flagPerson(next)),
    identifyBoth(first, second) {
      void source.identify(flagPerson(first))
      return source.identify(flagPerson(second))
    },
    hide: () => see('hidden'),
    show: () => see('visible'),
    advance: async (milliseconds) => clock.advance(milliseconds),
    listeners: async () => listeners(),
    dispose: async () => source.dispose(),
    close: async () => source.dispose(),
  }
}
