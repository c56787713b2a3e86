import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { HostProblem } from '../wire/board'
import { QueryProblem } from '../model/source'
import { QueryStopped } from './engine'

type Code = HostProblem['error']['code']

const statusOf: Readonly<Record<Code, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'bad-request': 400,
  'too-large': 413,
  timeout: 504,
  unavailable: 503,
}

/** A refusal that a route throws. Its message is shown to users and contains no secrets. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code

  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }
}

/** Every failure of the host leaves through this handler: a code, a sentence and a reference, never a stack trace. */
export function answerProblems(
  app: FastifyInstance,
  report: (reference: string, error: unknown) => void,
): void {
  app.setErrorHandler(async (error: FastifyError | Error, _request, reply) => {
    const { code, message } = describe(error)
    const reference = randomUUID().slice(0, 8)
    // The client hung up: nobody reads the reply, and there is nothing to log.
    const gone = reply.raw.destroyed && error.name === 'AbortError'
    if (code === 'unavailable' && !gone) report(reference, error)
    const body: HostProblem = { error: { code, message, reference } }
    return reply.code(statusOf[code]).type('application/json; charset=utf-8').send(body)
  })
  app.setNotFoundHandler(() => {
    throw new Refusal('not-found', 'There is nothing at this address.')
  })
}

/** The same shape for a request that the server could not parse. */
export function unreadable(tooLarge: boolean): { readonly status: string; readonly body: HostProblem } {
  const reference = randomUUID().slice(0, 8)
  return tooLarge
    ? {
        status: '431 Request Header Fields Too Large',
        body: {
          error: { code: 'too-large', message: 'The address or the headers are too long.', reference },
        },
      }
    : {
        status: '400 Bad Request',
        body: { error: { code: 'bad-request', message: 'The request could not be read.', reference } },
      }
}

function describe(error: FastifyError | Error): { readonly code: Code; readonly message: string } {
  if (error instanceof Refusal) return error
  if (error instanceof QueryProblem) return { code: 'bad-request', message: error.message }
  if (error instanceof QueryStopped)
    return { code: 'timeout', message: 'The answer took too long to compute.' }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return { code: 'too-large', message: 'The request is too large.' }
  if (status !== undefined && status >= 400 && status < 500) {
    return { code: 'bad-request', message: 'The request could not be read.' }
  }
  return { code: 'unavailable', message: 'The host could not answer this request.' }
}
