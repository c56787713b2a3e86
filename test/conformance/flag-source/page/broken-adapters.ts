import type { LDClient } from 'launchdarkly-js-client-sdk'
import type { LaunchDarklyOptions } from '../../../../src/adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import type { LaunchDarklySdk } from '../../../../src/adapters/flag-source/launchdarkly/client'
import type { OfrepOptions } from '../../../../src/adapters/flag-source/ofrep/client'
import type { FlagValues } from '../../../../src/core/kernel/flag-table'
import type { Clock } from '../../../../src/core/ports/clock'
import type { FlagPerson, FlagSource } from '../../../../src/core/ports/flag-source'

/** One change to a sound adapter: to what it is given, or to what it gives. */
export interface PageBug {
  readonly launchDarkly?: (options: LaunchDarklyOptions) => LaunchDarklyOptions
  readonly ofrep?: (options: OfrepOptions) => OfrepOptions
  readonly source?: (source: FlagSource) => Partial<FlagSource>
}

export const pageBugs: Readonly<Record<string, PageBug>> = {
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

function withClient(options: LaunchDarklyOptions, change: (client: LDClient) => void): LaunchDarklyOptions {
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
