import { createRateLimit } from '../http/rate-limit'
/** What a caller reads of a refusal: RFC 9457, in the gateway's own words. `code` is for programs and stays; texts may change. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'token-needed': { status: 401, title: 'An access token is needed' },
  'token-refused': { status: 401, title: 'The access token is not valid' },
  'not-allowed': { status: 403, title: 'This person may not do this' },
  'origin-refused': { status: 403, title: 'Pages of this origin may not ask' },
  curated: { status: 403, title: 'A curated dashboard cannot be changed' },
  'not-found': { status: 404, title: 'There is no such dashboard' },
  'no-such-route': { status: 404, title: 'There is nothing here' },
  'title-taken': { status: 409, title: 'There is a dashboard with this title' },
  conflict: { status: 409, title: 'The dashboard has changed meanwhile' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-json': { status: 415, title: 'The body has to be JSON' },
  'invalid-request': { status: 422, title: 'The request is not as described' },
  'too-many-dashboards': { status: 422, title: 'One token cannot cover this many dashboards' },
  'asked-too-often': { status: 429, title: 'Too many requests' },
  broken: { status: 500, title: 'The gateway has failed' },
  'identity-unavailable': { status: 503, title: 'The identity provider cannot be reached' },
  'dashboards-unavailable': { status: 503, title: 'The dashboards cannot be reached' },
  'outcome-unknown': { status: 503, title: 'It is not known whether this was done' },
} as const

export type ProblemCode = keyof typeof problems

/** Ends a request. Nothing of another server's answer belongs into `detail`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** Seconds until asking again makes sense. */
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

/** Superset is away, or answers what nobody can use. */
export const dashboardsUnavailable = (): Problem =>
  new Problem('dashboards-unavailable', 'The dashboards cannot be reached at the moment. Try again soon.', 5)

/** A change was sent, and no answer came. */
export const outcomeUnknown = (): Problem =>
  new Problem('outcome-unknown', 'No answer came. Look at the list of dashboards before you try again.')

/** Somebody else's dashboard, and one that never was: nobody learns which. */
export const notFound = (): Problem =>
  new Problem('not-found', 'There is no dashboard with this id for this person.')

/** Takes one request of this caller, or throws `asked-too-often` with the seconds until there is one again. */
export function createCallerLimit(perMinute: number): (caller: string) => void {
  const limit = createRateLimit(perMinute)
  return (caller) => {
    const seconds = limit(caller)
    if (seconds > 0)
      throw new Problem('asked-too-often', `Too many requests. Try again in ${seconds} s.`, seconds)
  }
}
