import { createRateLimit } from '../http/guard'
/** Error responses by RFC 9457. `code` is stable, for programs; texts may change. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'token-needed': { status: 401, title: 'An access token is required' },
  'token-refused': { status: 401, title: 'The access token is not valid' },
  'not-allowed': { status: 403, title: 'This user is not allowed to do this' },
  'origin-refused': { status: 403, title: 'Requests from this origin are not allowed' },
  curated: { status: 403, title: 'A curated dashboard cannot be changed' },
  'not-found': { status: 404, title: 'There is no such dashboard' },
  'no-such-route': { status: 404, title: 'There is no such route' },
  'title-taken': { status: 409, title: 'There is a dashboard with this title' },
  conflict: { status: 409, title: 'The dashboard has changed in the meantime' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-json': { status: 415, title: 'The body must be JSON' },
  'invalid-request': { status: 422, title: 'The request does not match its description' },
  'too-many-dashboards': { status: 422, title: 'One token cannot cover this many dashboards' },
  'asked-too-often': { status: 429, title: 'Too many requests' },
  broken: { status: 500, title: 'The gateway has failed' },
  'identity-unavailable': { status: 503, title: 'The identity provider cannot be reached' },
  'dashboards-unavailable': { status: 503, title: 'The dashboards cannot be reached' },
  'outcome-unknown': { status: 503, title: 'It is unknown whether the change was made' },
} as const

export type ProblemCode = keyof typeof problems

/** Ends a request with an error response. `detail` must not quote another server's response. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** Retry delay in seconds. */
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, detail: string = problems[code].title, retryAfter?: number) {
    super(detail)
    this.code = code
    this.retryAfter = retryAfter
  }

  get status(): number {
    return problems[this.code].status
  }

  get body() {
    const { title, status } = problems[this.code]
    return { type: `urn:assay:problem:${this.code}`, title, status, code: this.code, detail: this.message }
  }
}

/** Superset is unreachable, or its response is unusable. */
export const dashboardsUnavailable = (): Problem =>
  new Problem('dashboards-unavailable', 'Superset cannot be reached at the moment. Try again soon.', 5)

/** A change was sent, but no response arrived. */
export const outcomeUnknown = (): Problem =>
  new Problem(
    'outcome-unknown',
    'The dashboard service did not respond. Check the list of dashboards before you try again.',
  )

/** The same for another person's dashboard and for one that does not exist, so that callers cannot distinguish them. */
export const notFound = (): Problem =>
  new Problem('not-found', 'There is no dashboard with this id for this user.')

/** Counts one request of the caller. Over the limit, it throws `asked-too-often` with the retry delay in seconds. */
export function createCallerLimit(perMinute: number): (caller: string) => void {
  const limit = createRateLimit(perMinute)
  return (caller) => {
    const seconds = limit(caller)
    if (seconds > 0)
      throw new Problem('asked-too-often', `Too many requests. Try again in ${seconds} s.`, seconds)
  }
}
