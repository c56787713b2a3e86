import * as v from 'valibot'
import { fail, ok, type Result } from '../../../core/kernel/result'
import type {
  DashboardLibrary,
  LibraryFailure,
  Listing,
  SavedDashboard,
} from '../../../core/ports/dashboard-library'
import { exchange, mediaType, type ExchangeOptions, type Reply } from '../../_shared/http/exchange'

/** Routes of the gateway's API (`docs/gateway.md`). The pact is checked against this table. */
export const gatewayLibraryRoutes = {
  list: { method: 'GET', path: '/v1/dashboards' },
  create: { method: 'POST', path: '/v1/dashboards' },
  rename: { method: 'PATCH', path: '/v1/dashboards/:id' },
  remove: { method: 'DELETE', path: '/v1/dashboards/:id' },
} as const

export interface GatewayLibraryOptions extends ExchangeOptions {
  /** Origin of the gateway. */
  readonly baseUrl: string
  /** The user's token, from the identity provider, which tracks its expiry. `renew`: a new token, not the cached one. */
  readonly accessToken: (options: { readonly renew: boolean }) => Promise<Result<string, unknown>>
}

/** For each row the gateway may have to query Superset once, within the few seconds that it allows for a page. */
const pageSize = 25
/** Stops reading after this many pages: a gateway with more is assumed never to reach the last one. */
const maxPages = 400

const row = v.object({ id: v.string(), title: v.string(), modified: v.fallback(v.string(), '') })
const pageReply = v.object({ dashboards: v.array(v.unknown()), total: v.number() })
const createdReply = v.object({ id: v.string() })

/** Copy uses the same route as create. */
type Act = keyof typeof gatewayLibraryRoutes | 'copy'

/** For the journal. */
const operationLabels: Readonly<Record<Act, string>> = {
  list: 'List',
  create: 'Create',
  copy: 'Copy',
  rename: 'Rename',
  remove: 'Delete',
}

/** A user's saved dashboards in Superset, which the gateway lists and changes for the holder of the access token. */
export function gatewayDashboardLibrary(given: GatewayLibraryOptions): DashboardLibrary {
  const options = { ...given, access: accessTokens(given) }

  async function createOrCopy(act: 'create' | 'copy', body: object): ReturnType<DashboardLibrary['create']> {
    const reply = await send(options, act, { body })
    if (!reply.ok) return reply
    const created = read(createdReply, reply.value)
    if (created !== null) return ok({ id: created.id })
    options.drift?.('id')
    // The gateway accepted it, but the new dashboard's id is unknown.
    return fail(failure('library-malformed', act, reply.value, 'unknown'))
  }

  return {
    capabilities: {
      create: true,
      remove: true,
      rename: true,
      copy: true,
      describe: false,
      charts: false,
      numbers: false,
      restore: false,
      completeListing: true,
    },
    // The gateway has no call for these.
    describe: () => notSupported('Describe'),
    charts: () => notSupported('Charts'),
    addCharts: () => notSupported('Add charts'),
    numbers: () => notSupported('Numbers'),
    removeCharts: () => notSupported('Remove charts'),
    snapshot: () => notSupported('Snapshot'),
    restore: () => notSupported('Restore'),
    list: () => listAll(options),
    create: (title) => createOrCopy('create', { title }),
    copy: (copyOf, title) => createOrCopy('copy', { title, copyOf }),
    async rename(id, title) {
      const reply = await send(options, 'rename', { id, body: { title } })
      return reply.ok ? ok() : reply
    },
    async remove(id) {
      const reply = await send(options, 'remove', { id })
      return reply.ok ? ok() : reply
    },
  }
}

async function notSupported(what: string): Promise<Result<never, LibraryFailure>> {
  const text = `${what} failed: not supported`
  return fail({ kind: 'library-not-supported', status: null, text, outcome: 'not-done' })
}

interface AccessTokens {
  readonly token: () => ReturnType<GatewayLibraryOptions['accessToken']>
  readonly drop: (value: string) => void
}

/** Returns the cached token, unless the gateway has refused it. */
function accessTokens({ accessToken }: GatewayLibraryOptions): AccessTokens {
  let refused: string | undefined
  return {
    async token() {
      const cached = await accessToken({ renew: false })
      return cached.ok && cached.value === refused ? accessToken({ renew: true }) : cached
    },
    drop: (value) => void (refused = value),
  }
}

type Options = GatewayLibraryOptions & { readonly access: AccessTokens }

async function send(
  options: Options,
  act: Act,
  { id = '', query = '', body }: { readonly id?: string; readonly query?: string; readonly body?: object },
): Promise<Result<Reply, LibraryFailure>> {
  const token = await options.access.token()
  if (!token.ok) {
    return fail({
      kind: 'library-token',
      status: null,
      text: `${operationLabels[act]} failed: no token`,
      outcome: 'not-done',
    })
  }
  const { method, path } = gatewayLibraryRoutes[act === 'copy' ? 'create' : act]
  const reply = await exchange(
    `${options.baseUrl}${path.replace(':id', encodeURIComponent(id))}${query}`,
    {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token.value}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    options,
  )
  if (!reply.ok) {
    const cause = reply.failure
    const kind = cause.kind === 'timeout' ? 'library-timeout' : 'library-unreachable'
    const isSent = cause.kind !== 'unreachable' || cause.sent
    const outcome = act !== 'list' && isSent ? 'unknown' : 'not-done'
    return fail({ kind, status: null, text: `${operationLabels[act]} failed: ${cause.kind}`, outcome })
  }
  const { status } = reply.value
  if (status >= 200 && status < 300) return reply
  if (status === 401) options.access.drop(token.value)
  const isUnavailable = status >= 500 || status === 429
  const outcome = act !== 'list' && mayBeDone(reply.value) ? 'unknown' : 'not-done'
  return fail(failure(isUnavailable ? 'library-unavailable' : 'library-refused', act, reply.value, outcome))
}

/** A proxy gave up on the gateway, or the gateway gave up on Superset, after the change was sent. */
function mayBeDone({ status, text }: Reply): boolean {
  if (status === 502 || status === 504) return true
  return v.is(v.pipe(v.string(), v.parseJson(), v.object({ code: v.literal('outcome-unknown') })), text)
}

async function listAll(options: Options): Promise<Result<Listing, LibraryFailure>> {
  const dashboards = new Map<string, SavedDashboard>()
  // The newest come first: one that is saved or removed between two requests shifts the others, and one of them may be on no page.
  const totals = new Set<number>()
  let dropped = 0
  for (let number = 1; number <= maxPages; number += 1) {
    const page = await readPage(options, number)
    // A partial list is better than none, and it is marked as incomplete.
    if (!page.ok && number === 1) return page
    if (!page.ok) break
    const before = dashboards.size
    for (const given of page.value.dashboards) {
      const parsed = v.safeParse(row, given)
      if (parsed.success) dashboards.set(parsed.output.id, savedDashboard(parsed.output))
      else dropped += 1
    }
    totals.add(page.value.total)
    const hasAll = dashboards.size + dropped >= page.value.total
    if (hasAll || dashboards.size === before) {
      if (dropped > 0) options.drift?.('dashboards.*')
      const complete = hasAll && totals.size === 1
      return ok({ dashboards: [...dashboards.values()], dropped, complete, own: true })
    }
  }
  return ok({ dashboards: [...dashboards.values()], dropped, complete: false, own: true })
}

async function readPage(
  options: Options,
  number: number,
): Promise<Result<v.InferOutput<typeof pageReply>, LibraryFailure>> {
  const query = `?page=${number}&pageSize=${pageSize}`
  const first = await send(options, 'list', { query })
  // A read can be repeated safely with a new token.
  const reply = !first.ok && first.failure.status === 401 ? await send(options, 'list', { query }) : first
  if (!reply.ok) return reply
  const page = read(pageReply, reply.value)
  if (page !== null) return ok(page)
  options.drift?.(mediaType(reply.value.headers) === 'application/json' ? 'dashboards' : 'content-type')
  return fail(failure('library-malformed', 'list', reply.value, 'not-done'))
}

function savedDashboard({ id, title, modified }: v.InferOutput<typeof row>): SavedDashboard {
  const modifiedAt = Date.parse(modified)
  return {
    id,
    name: title,
    description: '',
    author: '',
    createdAt: null,
    modifiedAt: Number.isNaN(modifiedAt) ? null : modifiedAt,
  }
}

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  { headers, text }: Reply,
): v.InferOutput<Schema> | null {
  if (mediaType(headers) !== 'application/json') return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? parsed.output : null
}

function failure(
  kind: LibraryFailure['kind'],
  act: Act,
  { status, text }: Reply,
  outcome: LibraryFailure['outcome'],
): LibraryFailure {
  return { kind, status, text: `${operationLabels[act]} failed ${status}: ${text.slice(0, 200)}`, outcome }
}
