import { sameValues } from '../../../src/core/flags/evaluate'
import { timings } from '../../../src/core/kernel/limits'
import { defaultFlagValues, type FlagValues } from '../../../src/core/kernel/flag-table'
import type { FlagPerson, FlagSource } from '../../../src/core/ports/flag-source'
import type { MemoryFlagService } from '../../../src/adapters/flag-source/memory/memory-flag-source'
import { memoryWorld, soundSource, type TabParts } from './memory-world'
import { flagPerson } from './people'
import type { FlagWorld } from './world'

export interface BrokenWorld {
  readonly name: string
  /** The law that has to catch it, and no other. */
  readonly breaks: string
  readonly make: () => FlagWorld
}

/** A tab made from changed parts. */
const withParts = (
  name: string,
  breaks: string,
  change: (parts: TabParts) => Partial<TabParts>,
): BrokenWorld => ({
  name,
  breaks,
  make: () => memoryWorld((parts) => soundSource({ ...parts, ...change(parts) })),
})

/** A tab whose service behaves otherwise. */
const withService = (
  name: string,
  breaks: string,
  change: (service: MemoryFlagService, parts: TabParts) => Partial<MemoryFlagService>,
): BrokenWorld =>
  withParts(name, breaks, (parts) => ({ service: { ...parts.service, ...change(parts.service, parts) } }))

/** A sound adapter with some of its answers changed. */
const withSource = (
  name: string,
  breaks: string,
  change: (source: FlagSource, parts: TabParts) => Partial<FlagSource>,
): BrokenWorld => ({
  name,
  breaks,
  make: () =>
    memoryWorld((parts) => {
      const source = soundSource(parts)
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

/** Shows what was there before `identify` for as long as `holds` says. */
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

/** A tab whose clock forgets whoever waits for so long. */
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
    'one that believes every type',
    'shows the file, over the defaults of the table',
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
  withSource('one that starts without saying much', 'decides by a rule on an attribute', (source) => ({
    start: ({ session, context }) =>
      source.start({
        session,
        context: { ...context, custom: { ...context.custom, hasBypassAccess: false } },
      }),
  })),
  withSource('one that tells twice', 'follows a change without a reload, and tells of it once', (source) => ({
    subscribe(listener) {
      const stops = [source.subscribe(listener), source.subscribe(() => listener())]
      return () => stops.forEach((stop) => stop())
    },
  })),
  withParts(
    'one that asks once about a change',
    'asks again when the question about a change has failed',
    forgetting(1_000),
  ),
  withWorld('one that reads half a file', 'takes no notice of a half-written file', (world) => ({
    spoil: () => world.save({ 'miu-app-enabled': { value: false } }),
  })),
  withParts(
    'one that keeps nothing',
    'starts with what it kept when the service is gone, and catches up',
    () => ({ stored: new Map() }),
  ),
  withSource(
    'one that stays cached until something differs',
    'becomes live after a warm start in which nothing differs',
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
    'one that knows people by their e-mail address',
    'takes nobody for somebody else of the same e-mail address',
    (source) => {
      const known = ({ context }: FlagPerson): FlagPerson => ({ session: context.key, context })
      return {
        start: (person) => source.start(known(person)),
        identify: (person) => source.identify(known(person)),
      }
    },
  ),
  withSource(
    'one that opens everything when in doubt',
    'has the defaults at once when the service is gone and nothing was kept',
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
  withService('one that gives up', 'heals after a failed start', (service, parts) => {
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
    'one that has nothing while the service is away',
    'goes on with what it has when the service goes away',
    (source, { away }) => ({
      all: () => (away() && source.status().kind === 'live' ? defaultFlagValues() : source.all()),
    }),
  ),
  withParts(
    'one that does not count',
    'has the fallback values after five seconds of silence, and not before',
    forgetting(timings.flagFallback),
  ),
  withService('one that has no use for late answers', 'merges values that come late', (service) => ({
    ask(context, answered) {
      let late = false
      service.ask(context, (values) => late || answered(values))
      late = true
    },
  })),
  withSource(
    'one that makes up a reason',
    'says why there are only defaults, as well as it can',
    (source) => ({
      start: (person) =>
        source
          .start(person)
          .then((status) =>
            status.kind === 'defaults' && status.reason === 'unreachable'
              ? { kind: 'defaults', reason: 'malformed' }
              : status,
          ),
    }),
  ),
  withSource(
    'one that waits with the last person’s flags',
    'shows the next person’s flags, and none of the last one’s on the way',
    (source) => holding(source, () => source.status().kind === 'loading'),
  ),
  withSource(
    'one that falls back to the last person',
    'has the defaults when the next person cannot be identified',
    (source) => holding(source, () => source.status().kind === 'defaults'),
  ),
  withService(
    'one that gives any answer to anybody',
    'keeps to the last of two people in a hurry',
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
    'one that starts over for every fact',
    'keeps a person’s values while other facts about them are told',
    (source) => ({
      async identify(person) {
        if (person.context.custom.hasBypassAccess) void source.identify(flagPerson('nobody'))
        return source.identify(person)
      },
    }),
  ),
  withParts(
    'one that keeps everybody',
    'keeps nothing of a person who has left, whenever their answer comes',
    ({ stored }) => ({ stored: Object.assign(stored, { delete: () => false }) }),
  ),
  withWorld('one that takes garbage for an empty file', 'takes no notice of what is no news', (world) => ({
    garble: () => world.save({}),
  })),
  withSource(
    'one that makes a new object at every read',
    'gives the same object until something changes',
    (source) => ({ all: () => ({ ...source.all() }) }),
  ),
  withService(
    'one that streams behind other tabs',
    'holds no stream while the page is hidden, and catches up when it is shown',
    (service, { page }) => ({
      stream(changed) {
        const stop = service.stream(changed)
        return () => void (page.visibilityState === 'hidden' || stop())
      },
    }),
  ),
  withSource(
    'one that goes on looking behind other tabs',
    'asks for nothing while the page is hidden',
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
  withParts('one that asks again at once', 'asks a service that fails more and more seldom', ({ clock }) => ({
    clock: {
      ...clock,
      after: (wait, action) => clock.after(wait === timings.flagFallback ? wait : 20, action),
    },
  })),
  withService(
    'one whose streams leave no room for questions',
    'serves eight tabs at once, all of them in sight',
    (service) => ({
      ask(context, answered) {
        if (service.streams() <= 6) service.ask(context, answered)
      },
    }),
  ),
  withSource('one that says good-bye', 'says nothing any more once it is taken down', (source) => {
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
    'one that looks again after its end',
    'asks for nothing any more once it is taken down',
    (source, { clock, service }) => ({
      dispose() {
        source.dispose()
        clock.after(1_000, () => service.ask(flagPerson('nobody').context, () => undefined))
      },
    }),
  ),
  withSource(
    'one that leaves its listener behind',
    'leaves nothing that listens on the page once it is taken down',
    (source, { page }) => ({
      start(person) {
        page.addEventListener('visibilitychange', () => source.status())
        return source.start(person)
      },
    }),
  ),
  withSource('one that asks by name', 'puts nobody into an address', (source, { addresses }) => ({
    identify(person) {
      addresses.push(`https://flags.invalid/?${new URLSearchParams({ who: person.context.key }).toString()}`)
      return source.identify(person)
    },
  })),
  withSource(
    'one that writes down whom it asks for',
    'names nobody in console and journal',
    (source, parts) => ({
      identify(person) {
        parts.written.push(`Flags for ${JSON.stringify(person.context)}`)
        return source.identify(person)
      },
    }),
  ),
]
