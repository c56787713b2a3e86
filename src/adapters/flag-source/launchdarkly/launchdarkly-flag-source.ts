import type { FlagPerson, FlagSource, FlagStatus, FlagUserContext } from '../../../core/ports/flag-source'
import { createFlagState } from '../flag-state'
import { followPerson, type LaunchDarklySdk, type PersonOptions } from './client'

/**
 * Removes what the SDK has stored in this browser for anybody but this person, or for anybody at all. Its keys are
 * `ld:<client id>:<context in base64>`: each one names somebody, and every change of a context leaves another behind.
 */
function sweepCache(storage: () => Storage, clientId: string, present: FlagUserContext | null): void {
  const prefix = `ld:${clientId}:`
  const own = present === null ? null : prefix + base64(JSON.stringify(present))
  try {
    const store = storage()
    const others = Object.keys(store).filter((key) => key.startsWith(prefix) && key !== own)
    for (const key of others) store.removeItem(key)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

export interface LaunchDarklyOptions extends PersonOptions {
  readonly loadSdk: () => Promise<LaunchDarklySdk>
  /** Where the SDK keeps its cache. */
  readonly storage: () => Storage
}

/**
 * LaunchDarkly's SDK with the cures it needs. Each person gets a client of their own: the SDK's `identify` keeps the last person's
 * values when it fails, and lets an answer that comes late overtake the next person's. The cache, whose keys are people in base64,
 * is swept when somebody leaves.
 */
export function launchDarklyFlagSource(options: LaunchDarklyOptions): FlagSource {
  const state = createFlagState(options.clock)
  const loadSdk = once(options.loadSdk)
  let present: FlagPerson | undefined
  let leave = (): void => undefined

  const sweep = (): void => {
    if (present !== undefined) sweepCache(options.storage, options.clientId, present.context)
  }
  function follow(person: FlagPerson): Promise<FlagStatus> {
    leave()
    // Two people may have one context, and the SDK keeps nothing that would tell whose values those are.
    if (present !== undefined && present.session !== person.session)
      sweepCache(options.storage, options.clientId, null)
    present = person
    sweep()
    const report = state.begin(person.session)
    leave = followPerson({ ...options, loadSdk }, person.context, {
      ...report,
      // The client of somebody who has gone still writes its last answer down.
      late: () => void options.clock.after(0, sweep),
    })
    return report.settled
  }

  return {
    start: follow,
    identify: follow,
    status: state.status,
    all: state.all,
    subscribe: state.subscribe,
    dispose() {
      leave()
      state.dispose()
    },
  }
}

/** What has been loaded is not loaded again; what has failed is. */
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
