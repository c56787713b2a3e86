import type { FlagSource } from '../../../core/ports/flag-source'
import { createFlagSource } from '../flag-state'
import { ofrepCacheKey, sweepStoredFlags } from '../stored-flags'
import { followPerson, type OfrepOptions } from './client'

/**
 * Any service that speaks OpenFeature's remote evaluation protocol: bulk evaluation, with a stream of changes if the service has one.
 */
export function ofrepFlagSource(options: OfrepOptions): FlagSource {
  return createFlagSource(options.clock, options.journal, (person, report, before) => {
    const hasLeft = before !== undefined && before.session !== person.session
    sweepStoredFlags(options.storage, hasLeft ? null : ofrepCacheKey)
    return followPerson(options, person, report)
  })
}
