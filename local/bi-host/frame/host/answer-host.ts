import type { AnswerOperations } from '../../wire/answers'
import type { Frame } from '../protocol/frame'
import { problemOf, type BoardProblem } from './problem'

type Operation = keyof AnswerOperations
export type HostAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Calls one operation of the host. Aborting stops its statement; the promise then rejects with AbortError. */
export type AnswerHost = <Name extends Operation>(
  operation: Name,
  body: AnswerOperations[Name]['body'],
  signal?: AbortSignal,
) => Promise<HostAnswer<AnswerOperations[Name]['reply']>>

/** The host behind this page, with the session's token. */
export function createAnswerHost(frame: Frame): AnswerHost {
  return (operation, body, signal) => callOperation(frame, operation, body, signal)
}

/** An operation by its name, for those that answer with JSON of a known form. Rejects only when it is aborted. */
export async function callOperation<Value>(
  frame: Frame,
  operation: string,
  body: object,
  signal?: AbortSignal,
): Promise<HostAnswer<Value>> {
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
    return { ok: true, value: (await reply.json()) as Value }
  } catch (error) {
    if (signal?.aborted === true) throw error
    return { ok: false, problem: { kind: 'unavailable', reference: '' } }
  }
}
