import type { FlagPerson, FlagSource, FlagStatus } from '../../../core/ports/flag-source'
import { createFlagState } from '../flag-state'
import { followPerson, type OfrepOptions, sweepOfrepCache } from './client'

/**
 * Any service that speaks OpenFeature's remote evaluation protocol: bulk evaluation, with a stream of changes if the service has one.
 */
export function ofrepFlagSource(options: OfrepOptions): FlagSource {
  const state = createFlagState(options.clock, options.journal)
  let present: string | undefined
  let leave = (): void => undefined

  function follow(person: FlagPerson): Promise<FlagStatus> {
    leave()
    if (present !== undefined && present !== person.session) sweepOfrepCache(options.storage)
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
