import type { AnswerOperations } from '../../answers/contract'
import { problemOf, type BoardProblem } from '../board/problem'
import type { Frame } from '../protocol/frame'

export type Operation = keyof AnswerOperations
export type HostAnswer<Name extends Operation> =
  | { readonly ok: true; readonly value: AnswerOperations[Name]['reply'] }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Calls one operation of the host. Aborting stops its statement; the promise then rejects with AbortError. */
export type AnswerHost = <Name extends Operation>(
  operation: Name,
  body: AnswerOperations[Name]['body'],
  signal?: AbortSignal,
) => Promise<HostAnswer<Name>>

/** The host behind this page, with the session's token. */
export function createAnswerHost(frame: Frame): AnswerHost {
  return async (operation, body, signal) => {
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
          ...(signal === undefined ? {} : { signal }),
        }),
      )
      if (!reply.ok) return { ok: false, problem: await problemOf(reply) }
      return { ok: true, value: await reply.json() }
    } catch (error) {
      if (signal?.aborted === true) throw error
      return { ok: false, problem: { kind: 'unavailable', reference: '' } }
    }
  }
}
