import type { FlagPerson, FlagSource, FlagStatus } from '../../../core/ports/flag-source'
import { createFlagBoard } from '../flag-state'
import { sweepOfrepCache } from './cache'
import { followPerson, type OfrepOptions } from './client'

/**
 * Any service that speaks OpenFeature's remote evaluation protocol: bulk evaluation, with its stream of changes where there is one.
 */
export function ofrepFlagSource(options: OfrepOptions): FlagSource {
  const board = createFlagBoard(options.clock)
  let present: string | undefined
  let leave = (): void => undefined

  function follow(person: FlagPerson): Promise<FlagStatus> {
    leave()
    if (present !== undefined && present !== person.session) sweepOfrepCache(options.storage)
    present = person.session
    const turn = board.begin(person.session)
    leave = followPerson(options, person, turn)
    return turn.settled
  }

  return {
    start: follow,
    identify: follow,
    status: board.status,
    all: board.all,
    subscribe: board.subscribe,
    dispose() {
      leave()
      board.dispose()
    },
  }
}
