import type { ArrangementRequest, TileOffer } from '../../contract'
import type { Frame } from '../protocol/frame'
import { asFields } from '../protocol/read'
import { problemOf, type BoardProblem } from '../board/problem'

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: BoardProblem }

/** What the edit page asks of the host besides boards. Nothing throws. */
export interface EditClient {
  offers(): Promise<Answer<readonly TileOffer[]>>
  /** Saving the same arrangement twice is saving it once: it may be sent again after an answer that did not come. */
  save(arrangement: ArrangementRequest): Promise<Answer<{ readonly name: string }>>
}

export function createEditClient(frame: Frame): EditClient {
  async function call(operation: string, body: object): Promise<Answer<unknown>> {
    try {
      const reply = await frame.session.call((token) =>
        fetch(`/prism/?op=${operation}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-requested-by': 'ThoughtSpot',
            accept: 'application/json',
            authorization: `Bearer ${token}`,
          },
          body: JSON.stringify(body),
        }),
      )
      return reply.ok
        ? { ok: true, value: await reply.json() }
        : { ok: false, problem: await problemOf(reply) }
    } catch {
      return { ok: false, problem: { kind: 'unavailable', reference: '' } }
    }
  }
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
