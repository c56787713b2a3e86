import type { ArrangementRequest, TileOffer } from '../../wire/board'
import { callOperation, type HostAnswer } from '../host/calls'
import type { Frame } from '../protocol/frame'
import { asFields } from '../protocol/read'

/** What the edit page asks of the host besides boards. Nothing throws. */
export interface EditClient {
  offers(): Promise<HostAnswer<readonly TileOffer[]>>
  /** Saving the same arrangement twice is saving it once: it may be sent again after an answer that did not come. */
  save(arrangement: ArrangementRequest): Promise<HostAnswer<{ readonly name: string }>>
}

export function createEditClient(frame: Frame): EditClient {
  const call = (operation: string, body: object): Promise<HostAnswer<unknown>> =>
    callOperation(frame, operation, body)
  return {
    async offers() {
      const answer = await call('GetTileOffers', {})
      if (!answer.ok) return answer
      const { offers } = asFields(answer.value)
      return { ok: true, value: Array.isArray(offers) ? (offers as readonly TileOffer[]) : [] }
    },
    async save(arrangement) {
      const answer = await call('SaveArrangement', arrangement)
      if (!answer.ok) return answer
      const { liveboardName } = asFields(answer.value)
      return { ok: true, value: { name: typeof liveboardName === 'string' ? liveboardName : '' } }
    },
  }
}
