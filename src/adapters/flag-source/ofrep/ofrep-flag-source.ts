import type { FlagPerson, FlagSource, FlagStatus } from '../../../core/ports/flag-source'
import { createFlagState } from '../flag-state'
import { ofrepCacheKey, sweepStoredFlags } from '../stored-flags'
import { followPerson, type OfrepOptions } from './client'

/**
 * Any service that speaks OpenFeature's remote evaluation protocol: bulk evaluation, with a stream of changes if the service has one.
 */
export function ofrepFlagSource(options: OfrepOptions): FlagSource {
  const state = createFlagState(options.clock, options.journal)
  let present: string | undefined
  let leave = (): void => undefined

  function follow(person: FlagPerson): Promise<FlagStatus> {
    leave()
    const hasLeft = present !== undefined && present !== person.session
    sweepStoredFlags(options.storage, hasLeft ? null : ofrepCacheKey)
    present = person.session
    const report = state.begin(person.session)
    leave = followPerson(options, person, report)
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
