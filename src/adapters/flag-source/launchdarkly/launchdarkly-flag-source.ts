import type { FlagSource, FlagUserContext } from '../../../core/ports/flag-source'
import { createFlagSource } from '../flag-state'
import { sweepStoredFlags } from '../stored-flags'
import { followPerson, type LaunchDarklySdk, type PersonOptions } from './client'

/** The SDK's key for the flags of a context. */
const cacheKey = (clientId: string, context: FlagUserContext): string =>
  `ld:${clientId}:${base64(JSON.stringify(context))}`

/**
 * Moves the flags that were stored for the same person with other attributes, such as those of an older browser, to the key under which the
 * SDK now looks for them: the start gate counts them as loaded. Those of the preview are not those of a page without it. `custom` is the
 * last member of a context; base64 has whole groups of three bytes, and the last group may contain more than the person.
 */
function adoptCache({ storage, clientId }: LaunchDarklyOptions, context: FlagUserContext): void {
  const { hasBypassAccess } = context.custom
  const person = JSON.stringify({ ...context, custom: { hasBypassAccess } }).slice(0, -'}}'.length)
  const ofPerson = `ld:${clientId}:${base64(person).slice(0, -4)}`
  const own = cacheKey(clientId, context)
  try {
    const store = storage()
    const former = Object.keys(store).find((key) => key.startsWith(ofPerson))
    const flags = former === undefined || store.getItem(own) !== null ? null : store.getItem(former)
    if (former === undefined || flags === null) return
    store.removeItem(former)
    store.setItem(own, flags)
  } catch {
    // Nothing is stored, or nothing can be: the only consequence is a cold start.
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

export interface LaunchDarklyOptions extends PersonOptions {
  readonly loadSdk: () => Promise<LaunchDarklySdk>
  /** The storage that holds the SDK's cache. */
  readonly storage: () => Storage
}

/**
 * LaunchDarkly's SDK with workarounds. Each person gets a separate client: the SDK's `identify` keeps the last person's values when it
 * fails, and lets a late answer overwrite the next person's. The cache, whose keys are people's contexts in base64, is swept when a
 * person leaves.
 */
export function launchDarklyFlagSource(options: LaunchDarklyOptions): FlagSource {
  const { clientId, clock, storage } = options
  const loadSdk = once(options.loadSdk)
  /** The key for the person who is present. */
  let ownKey = ''
  const sweep = (): void => sweepStoredFlags(storage, ownKey)
  return createFlagSource(clock, options.journal, ({ context, session }, report, before) => {
    // Two people may have the same context, and the SDK does not store whose values it has.
    if (before !== undefined && before.session !== session) sweepStoredFlags(storage, null)
    ownKey = cacheKey(clientId, context)
    adoptCache(options, context)
    sweep()
    return followPerson({ ...options, loadSdk }, context, {
      ...report,
      // The client of a person who has left still stores its last answer.
      late: () => void clock.after(0, sweep),
    })
  })
}

/** Loads once. A failed load is repeated by the next call. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
    return loading
  }
}
