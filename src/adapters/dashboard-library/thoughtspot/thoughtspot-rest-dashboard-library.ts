import { fail, ok, type Result } from '../../../core/kernel/result'
import type { DashboardLibrary, LibraryFailure } from '../../../core/ports/dashboard-library'
import type { TokenSource } from '../../../core/ports/token-source'
import {
  exchange,
  mediaType,
  type ExchangeFailure,
  type ExchangeOptions,
  type Reply,
} from '../../_shared/http/exchange'
import { readListing } from './list-reply'

/** Operations of the BI host's REST interface that the portal uses. The pact is checked against this table. */
export const dashboardLibraryRoutes = {
  list: { method: 'GET', path: '/callosum/v1/tspublic/v1/metadata/list' },
  create: { method: 'POST', path: '/callosum/v1/tspublic/v1/metadata/tml/import' },
  delete: { method: 'POST', path: '/callosum/v1/tspublic/v1/metadata/delete' },
} as const

/** The vendor's type of a liveboard. */
const liveboardType = 'PINBOARD_ANSWER_BOOK'

export interface ThoughtSpotLibraryOptions extends ExchangeOptions {
  /** Origin of the BI host. */
  readonly baseUrl: string
  readonly tokens: Pick<TokenSource, 'token' | 'drop'>
}

type What = 'TS request' | 'Create' | 'Delete'

/** ThoughtSpot's REST interface of version 1, with the person's BI token as the credential. */
export function thoughtSpotDashboardLibrary(options: ThoughtSpotLibraryOptions): DashboardLibrary {
  async function send(
    what: What,
    route: { readonly method: string; readonly path: string },
    accept: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<Result<Reply, LibraryFailure>> {
    const token = await options.tokens.token()
    if (!token.ok) {
      return fail({
        kind: 'library-token',
        status: null,
        text: `${what} failed: no BI token`,
        outcome: 'not-done',
      })
    }
    const reply = await exchange(
      `${options.baseUrl}${route.path}${form === undefined ? `?type=${liveboardType}&batchsize=-1` : ''}`,
      {
        method: route.method,
        headers: { accept, authorization: `Bearer ${token.value.value}`, 'x-requested-by': 'ThoughtSpot' },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      },
      options,
    )
    if (!reply.ok) return fail(noReply(what, reply.failure, form !== undefined))
    const { status, text } = reply.value
    if (status >= 200 && status < 300) return reply
    if (status === 401) options.tokens.drop(token.value.value)
    return fail({
      kind: status >= 500 || status === 429 ? 'library-unavailable' : 'library-refused',
      status,
      text: `${what} failed ${status}: ${start(text)}`,
      // A gateway that gave up has not heard what the host did.
      outcome: form !== undefined && (status === 502 || status === 504) ? 'unknown' : 'not-done',
    })
  }

  async function list() {
    const first = await send('TS request', dashboardLibraryRoutes.list, 'application/json')
    // Reading again with a new token does no harm.
    return !first.ok && first.failure.status === 401
      ? send('TS request', dashboardLibraryRoutes.list, 'application/json')
      : first
  }

  return {
    async list() {
      const reply = await list()
      if (!reply.ok) return reply
      const isJson = mediaType(reply.value.headers) === 'application/json'
      const listing = isJson ? readListing(json(reply.value.text)) : null
      if (listing === null) {
        options.drift?.(isJson ? 'headers' : 'content-type')
        return fail(malformed('TS request', reply.value, 'not-done'))
      }
      if (listing.dropped > 0) options.drift?.('headers.*.id')
      return ok(listing)
    },
    async create(name) {
      const reply = await send('Create', dashboardLibraryRoutes.create, 'text/plain', {
        import_objects: JSON.stringify([
          { liveboard: { name, description: 'Created from dashboard page', visualizations: [] } },
        ]),
        import_policy: 'PARTIAL',
        create_new: 'true',
      })
      if (!reply.ok) return reply
      const id = createdId(json(reply.value.text))
      if (id !== null) return ok({ id })
      // Accepted, but which one it is nobody knows.
      options.drift?.('object.0.response.header.id_guid')
      return fail(malformed('Create', reply.value, 'unknown'))
    },
    async remove(id) {
      const reply = await send('Delete', dashboardLibraryRoutes.delete, 'application/json', {
        type: liveboardType,
        id: JSON.stringify([id]),
        includedisabled: 'false',
      })
      return reply.ok ? ok() : reply
    },
  }
}

function noReply(what: What, failure: ExchangeFailure, changes: boolean): LibraryFailure {
  const timeout = failure.kind === 'timeout'
  return {
    kind: timeout
      ? 'library-timeout'
      : failure.kind === 'too-long'
        ? 'library-malformed'
        : 'library-unreachable',
    status: null,
    text: `${what} failed: ${timeout ? 'no answer in time' : failure.kind === 'too-long' ? 'the reply is too long' : 'the BI host cannot be reached'}`,
    outcome: changes ? 'unknown' : 'not-done',
  }
}

function malformed(what: What, reply: Reply, outcome: LibraryFailure['outcome']): LibraryFailure {
  return {
    kind: 'library-malformed',
    status: reply.status,
    text: `${what} failed ${reply.status}: ${start(reply.text)}`,
    outcome,
  }
}

/** Bodies go into the journal with their first 500 characters; the journal masks what looks like a token. */
function start(body: string): string {
  return body.slice(0, 500)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `object[0].response.header.id_guid`, a text that is not empty. */
function createdId(body: unknown): string | null {
  const id = at(at(at(at(at(body, 'object'), '0'), 'response'), 'header'), 'id_guid')
  return typeof id === 'string' && id !== '' ? id : null
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined
}
