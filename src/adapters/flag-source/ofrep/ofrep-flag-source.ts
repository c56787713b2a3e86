import type { FlagSource, FlagStatus } from '../../../core/ports/flag-source'
import type { FlagUserContext } from '../../../core/flags/user-context'
import { createFlagBoard } from '../flag-state'
import { sweepOfrepCache } from './cache'
import { followPerson, type OfrepOptions } from './client'

/**
 * Any service that speaks OpenFeature's remote evaluation protocol: bulk evaluation, with its stream of changes where there is one.
 */
export function ofrepFlagSource(options: OfrepOptions): FlagSource {
  const board = createFlagBoard(options.clock)
  let present: FlagUserContext | undefined
  let leave = (): void => undefined

  function follow(context: FlagUserContext): Promise<FlagStatus> {
    leave()
    if (present !== undefined && present.key !== context.key) sweepOfrepCache(options.storage)
    present = context
    const turn = board.begin(context.key)
    leave = followPerson(options, context, turn)
    return turn.settled
  }

  return {
    start: follow,
    identify: follow,
    status: board.status,
    get: board.get,
    all: board.all,
    subscribe: board.subscribe,
    dispose() {
      leave()
      board.dispose()
    },
  }
}
