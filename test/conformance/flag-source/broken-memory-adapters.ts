import { sameValues } from '../../../src/core/flags/evaluate'
import { timings } from '../../../src/core/kernel/limits'
import { defaultFlagValues, type FlagValues } from '../../../src/core/kernel/flag-table'
import type { FlagPerson, FlagSource } from '../../../src/core/ports/flag-source'
import type { MemoryFlagService } from '../../../src/adapters/flag-source/memory/memory-flag-source'
import { memoryWorld, correctSource, type TabParts } from './memory-world'
import { flagPerson, type FlagWorld } from './world'

export interface BrokenWorld {
  readonly name: string
  /** The one law that has to reject it. */
  readonly breaks: string
  readonly make: () => FlagWorld
}

/** A tab with changed parts. */
const withParts = (
  name: string,
  breaks: string,
  change: (parts: TabParts) => Partial<TabParts>,
): BrokenWorld => ({
  name,
  breaks,
  make: () => memoryWorld((parts) => correctSource({ ...parts, ...change(parts) })),
})

/** A tab whose service is changed. */
const withService = (
  name: string,
  breaks: string,
  change: (service: MemoryFlagService, parts: TabParts) => Partial<MemoryFlagService>,
): BrokenWorld =>
  withParts(name, breaks, (parts) => ({ service: { ...parts.service, ...change(parts.service, parts) } }))

/** A correct adapter with some members replaced. */
const withSource = (
  name: string,
  breaks: string,
  change: (source: FlagSource, parts: TabParts) => Partial<FlagSource>,
): BrokenWorld => ({
  name,
  breaks,
  make: () =>
    memoryWorld((parts) => {
      const source = correctSource(parts)
      return { ...source, ...change(source, parts) }
    }),
})

const withWorld = (
  name: string,
  breaks: string,
  change: (world: FlagWorld) => Partial<FlagWorld>,
): BrokenWorld => ({
  name,
  breaks,
  make: () => {
    const world = memoryWorld()
    return { ...world, ...change(world) }
  },
})

/** Shows the values from before `identify` for as long as `holds` returns true. */
function holding(source: FlagSource, holds: () => boolean): Partial<FlagSource> {
  let before: FlagValues | undefined
  return {
    all: () => (before !== undefined && holds() ? before : source.all()),
    identify(person) {
      before = source.all()
      return source.identify(person)
    },
  }
}

/** A tab whose clock drops timers of exactly this delay. */
const forgetting =
  (milliseconds: number) =>
  ({ clock }: TabParts): Partial<TabParts> => ({
    clock: {
      ...clock,
      after: (wait, action) => (wait === milliseconds ? () => undefined : clock.after(wait, action)),
    },
  })

export const brokenMemoryAdapters: readonly BrokenWorld[] = [
  withSource(
    'one that accepts values of any type',
    'overrides the default values with those of the file',
    (source, parts) => {
      let odd: Record<string, unknown> = {}
      return {
        start(person) {
          parts.service.ask(person.context, (values) => {
            odd = Object.fromEntries(
              Object.entries(values ?? {}).filter(([, value]) => typeof value !== 'boolean'),
            )
          })
          return source.start(person)
        },
        all: () => (Object.keys(odd).length === 0 ? source.all() : { ...source.all(), ...odd }),
      }
    },
  ),
  withSource('one that starts without all attributes', 'evaluates a rule on an attribute', (source) => ({
    start: ({ session, context }) =>
      source.start({
        session,
        context: { ...context, custom: { ...context.custom, hasBypassAccess: false } },
      }),
  })),
  withSource(
    'one that notifies twice',
    'applies a change without a reload and notifies subscribers once',
    (source) => ({
      subscribe(listener) {
        const stops = [source.subscribe(listener), source.subscribe(() => listener())]
        return () => stops.forEach((stop) => stop())
      },
    }),
  ),
  withParts(
    'one that requests a change only once',
    'retries when the request after a change fails',
    forgetting(1_000),
  ),
  withWorld('one that reads half a file', 'ignores a half-written file', (world) => ({
    saveHalf: () => world.save({ 'miu-app-enabled': { value: false } }),
  })),
  withParts(
    'one that caches nothing',
    'starts from the cache when the service is down, and catches up',
    () => ({ stored: new Map() }),
  ),
  withSource(
    'one that stays cached until something differs',
    'becomes live after a warm start with unchanged values',
    (source, parts) => {
      let cached: FlagValues | undefined
      source.subscribe(() => {
        if (source.status().kind === 'cached') cached ??= source.all()
      })
      return {
        status: () =>
          parts.stored.size > 0 && cached !== undefined && sameValues(cached, source.all())
            ? { kind: 'cached' }
            : source.status(),
      }
    },
  ),
  withSource(
    'one that identifies users by email address',
    'does not confuse two users with the same email address',
    (source) => {
      const known = ({ context }: FlagPerson): FlagPerson => ({ session: context.key, context })
      return {
        start: (person) => source.start(known(person)),
        identify: (person) => source.identify(known(person)),
      }
    },
  ),
  withSource(
    'one that enables a flag when in doubt',
    'has the defaults at once when the service is down and nothing is cached',
    (source) => {
      let started: FlagPerson | undefined
      return {
        start(person) {
          started = person
          return source.start(person)
        },
        identify(person) {
          started = undefined
          return source.identify(person)
        },
        all: () => {
          const status = source.status()
          return started !== undefined && status.kind === 'defaults' && status.reason === 'unreachable'
            ? { ...source.all(), 'miu-app-enabled': true }
            : source.all()
        },
      }
    },
  ),
  withService('one that gives up', 'recovers from a failed start', (service, parts) => {
    let failed = false
    return {
      ask: (context, answered) =>
        failed ||
        service.ask(context, (values) => {
          if (values === null && parts.stored.size === 0 && context.anonymous) failed = true
          answered(values)
        }),
    }
  }),
  withSource(
    'one that drops its values while the service is down',
    'keeps its values when the service goes down',
    (source, { away }) => ({
      all: () => (away() && source.status().kind === 'live' ? defaultFlagValues : source.all()),
    }),
  ),
  withParts(
    'one without the fallback timeout',
    'has the fallback values after five seconds without a response, and not before',
    forgetting(timings.flagFallback),
  ),
  withService('one that ignores late responses', 'merges values that arrive late', (service) => ({
    ask(context, answered) {
      let late = false
      service.ask(context, (values) => late || answered(values))
      late = true
    },
  })),
  withSource('one that reports a wrong reason', 'reports why only defaults are available', (source) => ({
    start: (person) =>
      source
        .start(person)
        .then((status) =>
          status.kind === 'defaults' && status.reason === 'unreachable'
            ? { kind: 'defaults', reason: 'malformed' }
            : status,
        ),
  })),
  withSource(
    'one that shows the previous user’s flags while it waits',
    'shows the next user’s flags, and none of the previous user’s meanwhile',
    (source) => holding(source, () => source.status().kind === 'loading'),
  ),
  withSource(
    'one that falls back to the previous user',
    'has the defaults when the next user cannot be identified',
    (source) => holding(source, () => source.status().kind === 'defaults'),
  ),
  withService(
    'one that applies any response to any user',
    'ends on the second of two users identified at once',
    (service) => {
      let latest: Parameters<MemoryFlagService['ask']>[1] = () => undefined
      return {
        ask(context, answered) {
          latest = answered
          service.ask(context, (values) => latest(values))
        },
      }
    },
  ),
  withSource(
    'one that starts over for every attribute',
    'keeps the values of a user whose attributes change',
    (source) => ({
      async identify(person) {
        if (person.context.custom.hasBypassAccess) void source.identify(flagPerson('nobody'))
        return source.identify(person)
      },
    }),
  ),
  withParts(
    'one that keeps every user in the cache',
    'stores nothing of a user who has left, even when their response arrives late',
    ({ stored }) => ({ stored: Object.assign(stored, { delete: () => false }) }),
  ),
  withWorld(
    'one that reads garbage as an empty file',
    'ignores stream messages that announce no change',
    (world) => ({
      sendGarbage: () => world.save({}),
    }),
  ),
  withSource(
    'one that returns a new object on every read',
    'returns the same object until a value changes',
    (source) => ({ all: () => ({ ...source.all() }) }),
  ),
  withService(
    'one that keeps its stream open in a hidden page',
    'closes the stream while the page is hidden, and catches up when it is shown',
    (service, { page }) => ({
      stream(changed) {
        const stop = service.stream(changed)
        return () => void (page.visibilityState === 'hidden' || stop())
      },
    }),
  ),
  withSource(
    'one that keeps polling in a hidden page',
    'sends no request while the page is hidden',
    (source, { clock, service }) => {
      let cancel = (): void => undefined
      const look = (person: FlagPerson): void => {
        service.ask(person.context, () => undefined)
        cancel = clock.after(60_000, () => look(person))
      }
      return {
        start(person) {
          look(person)
          return source.start(person)
        },
        dispose() {
          cancel()
          source.dispose()
        },
      }
    },
  ),
  withParts(
    'one that retries without back-off',
    'backs off while the service keeps failing',
    ({ clock }) => ({
      clock: {
        ...clock,
        after: (wait, action) => clock.after(wait === timings.flagFallback ? wait : 20, action),
      },
    }),
  ),
  withService(
    'one whose streams leave no connection for requests',
    'serves eight visible tabs at once',
    (service) => ({
      ask(context, answered) {
        if (service.streams() <= 6) service.ask(context, answered)
      },
    }),
  ),
  withSource('one that notifies on dispose', 'emits nothing after dispose', (source) => {
    let listeners: readonly (() => void)[] = []
    return {
      subscribe(listener) {
        listeners = [...listeners, listener]
        return source.subscribe(listener)
      },
      dispose() {
        source.dispose()
        for (const listener of listeners) listener()
      },
    }
  }),
  withSource(
    'one that polls after dispose',
    'sends no request after dispose',
    (source, { clock, service }) => ({
      dispose() {
        source.dispose()
        clock.after(1_000, () => service.ask(flagPerson('nobody').context, () => undefined))
      },
    }),
  ),
  withSource(
    'one that leaks its listener',
    'leaves no listener on the page after dispose',
    (source, { page }) => ({
      start(person) {
        page.addEventListener('visibilitychange', () => source.status())
        return source.start(person)
      },
    }),
  ),
  withSource(
    'one that puts the user into the URL',
    'puts no user data into a URL',
    (source, { addresses }) => ({
      identify(person) {
        addresses.push(
          `https://flags.invalid/?${new URLSearchParams({ who: person.context.key }).toString()}`,
        )
        return source.identify(person)
      },
    }),
  ),
  withSource(
    'one that logs the user',
    'writes no user data to the console or the journal',
    (source, parts) => ({
      identify(person) {
        parts.written.push(`Flags for ${JSON.stringify(person.context)}`)
        return source.identify(person)
      },
    }),
  ),
]
