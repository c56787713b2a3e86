import { parsed } from '../../../core/kernel/json'
import { fail, ok, type Result } from '../../../core/kernel/result'
import type { DashboardLibrary, LibraryFailure, Listing } from '../../../core/ports/dashboard-library'
import type { BoundTokens } from '../../../core/ports/token-source'
import {
  exchange,
  mediaType,
  type ExchangeFailure,
  type ExchangeOptions,
  type Reply,
} from '../../_shared/http/exchange'
import { numbersIn, withUnit } from './chart-numbers'
import { listingOf } from './list-reply'
import { chartsIn, sameId, tmlOf, withCharts, withoutCharts, withTexts, type Tml } from './liveboard-tml'
import { at, restVersions, type ChartHeaders, type RestCall, type RestPage } from './rest-versions'

export interface ThoughtSpotLibraryOptions extends ExchangeOptions {
  /** Origin of the BI host. */
  readonly baseUrl: string
  /** The version of the vendor's REST API. */
  readonly version: keyof typeof restVersions
  /** Called once per operation, so that all its steps run for the same user. */
  readonly tokens: () => BoundTokens
}

/** What the calls of one operation share. */
type Operation = Omit<ThoughtSpotLibraryOptions, 'tokens'> & { readonly tokens: BoundTokens }

type What =
  | 'TS request'
  | 'Create'
  | 'Delete'
  | 'Rename'
  | 'Copy'
  | 'Describe'
  | 'Add charts'
  | 'Remove charts'
  | 'Snapshot'
  | 'Restore'

/** Stops reading after this many pages: a host with more is assumed never to reach the last one. */
const maxPages = 100

/** ThoughtSpot's REST API, with the user's BI token as the credential. */
export function thoughtSpotDashboardLibrary(given: ThoughtSpotLibraryOptions): DashboardLibrary {
  const version = restVersions[given.version]
  const operation = (): Operation => ({ ...given, tokens: given.tokens() })
  return {
    capabilities: {
      create: true,
      remove: true,
      rename: true,
      copy: true,
      describe: true,
      charts: true,
      numbers: true,
      restore: true,
      completeListing: true,
    },
    rename: (id, name) => rewrite(operation(), 'Rename', [id], ([own]) => withTexts(own, { name })),
    describe: (id, description) =>
      rewrite(operation(), 'Describe', [id], ([own]) => withTexts(own, { description })),
    async copy(id, name) {
      const reply = await send(operation(), 'Copy', version.copy(id, name))
      if (!reply.ok) return reply
      const copied = at(parsed(reply.value.text), 'metadata_id')
      if (typeof copied === 'string' && copied !== '') return ok({ id: copied })
      given.drift?.('metadata_id')
      return fail(malformed('Copy', reply.value, 'unknown'))
    },
    charts: (ids) => chartsOf(operation(), ids),
    addCharts: (id, charts) =>
      rewrite(
        operation(),
        'Add charts',
        [...new Set([id, ...charts.map((chart) => chart.dashboardId)])],
        (all) => withCharts(all, charts),
      ),
    numbers: (charts) => numbersOf(operation(), charts),
    removeCharts: (id, chartIds) =>
      rewrite(operation(), 'Remove charts', [id], ([own]) => withoutCharts(own, chartIds)),
    async snapshot(id) {
      const read = await exported(operation(), 'Snapshot', [id])
      return read.ok ? ok({ id, content: JSON.stringify(read.value[0]) }) : read
    },
    async restore({ content }) {
      const tml = tmlOf(content)
      return tml === null
        ? fail({
            kind: 'library-refused',
            status: null,
            text: 'Restore failed: no dashboard',
            outcome: 'not-done',
          })
        : overwrite(operation(), 'Restore', tml)
    },
    list: () => listAll(operation()),
    async create(name) {
      const options = operation()
      const reply = await send(options, 'Create', version.create(name))
      return reply.ok ? created(options, 'Create', reply.value) : reply
    },
    async remove(id) {
      const reply = await send(operation(), 'Delete', version.remove(id))
      return reply.ok ? ok() : reply
    },
  }
}

/**
 * The vendor's documented way to change a dashboard: export it whole as TML, change it, and overwrite it. If `change` returns a text, the
 * operation is refused for that reason and nothing is written. If it returns null, there is nothing to do.
 */
async function rewrite(
  options: Operation,
  what: What,
  ids: readonly string[],
  change: (dashboards: readonly Tml[]) => Tml | string | null,
): Promise<Result<void, LibraryFailure>> {
  const read = await exported(options, what, ids)
  if (!read.ok) return read
  const changed = change(read.value)
  if (changed === null) return ok()
  if (typeof changed === 'string') {
    const text = `${what} failed: ${changed}`
    return fail({ kind: 'library-refused', status: 404, text, outcome: 'not-done' })
  }
  return overwrite(options, what, changed)
}

async function overwrite(options: Operation, what: What, tml: Tml): Promise<Result<void, LibraryFailure>> {
  const reply = await send(options, what, restVersions[options.version].write(tml, 'itself'))
  if (!reply.ok) return reply
  const written = created(options, what, reply.value)
  return written.ok ? ok() : written
}

/** Exports these dashboards whole, in this order. */
async function exported(
  options: Operation,
  what: What,
  ids: readonly string[],
): Promise<Result<readonly Tml[], LibraryFailure>> {
  const { export: exportCall, exportedPath } = restVersions[options.version]
  const reply = await send(options, what, exportCall(ids), 'reads')
  if (!reply.ok) return reply
  const body = parsed(reply.value.text)
  const objects = exportedPath === '' ? body : at(body, exportedPath)
  const found = Array.isArray(objects) ? (objects as readonly unknown[]) : []
  const read = found.map((object) => tmlOf(at(object, 'edoc')))
  const whole = read.filter((tml) => tml !== null)
  if (whole.length === ids.length && whole.length === read.length)
    return ok(
      ids.flatMap((id, index) => {
        // The vendor does not document the order of the reply.
        const tml = whole.find(({ guid }) => sameId(guid, id)) ?? whole[index]
        // An import without a `guid` creates another dashboard, whatever its options are.
        return tml === undefined ? [] : { guid: id, ...tml }
      }),
    )
  // A dashboard that is broken, or may not be exported, comes with a reason in place of its TML.
  const why = found.map((object) => at(at(object, 'info'), 'status')).find(isRefused)
  if (why !== undefined) {
    const failure = refusedInside(what, reply.value, why, 'not-done')
    return fail(
      /\bFORBIDDEN\b|lack of access/.test(failure.text)
        ? { ...failure, status: 403 }
        : { ...failure, kind: 'library-malformed' },
    )
  }
  options.drift?.(`${exportedPath === '' ? '' : `${exportedPath}.`}*.edoc`)
  return fail(malformed(what, reply.value, 'not-done'))
}

async function chartsOf(options: Operation, ids: readonly string[]): ReturnType<DashboardLibrary['charts']> {
  if (ids.length === 0) return ok([])
  const version = restVersions[options.version]
  const calls = version.charts(ids)
  const replies = await Promise.all(calls.map((call) => send(options, 'TS request', call)))
  const lists: ChartHeaders[] = []
  let failure: LibraryFailure | undefined
  for (const [index, reply] of replies.entries()) {
    const headers = reply.ok
      ? version.chartHeaders(parsed(reply.value.text), calls.length === 1 ? ids : ids.slice(index))
      : null
    if (headers !== null) lists.push(...headers)
    else failure ??= reply.ok ? malformed('TS request', reply.value, 'not-done') : reply.failure
  }
  if (failure !== undefined && lists.length === 0) return fail(failure)
  return ok(
    ids.flatMap((dashboardId) => {
      const list = lists.find((one) => sameId(one.dashboardId, dashboardId))
      return list === undefined ? [] : [{ dashboardId, charts: chartsIn(dashboardId, list.headers) }]
    }),
  )
}

async function numbersOf(
  options: Operation,
  charts: Parameters<DashboardLibrary['numbers']>[0],
): ReturnType<DashboardLibrary['numbers']> {
  const ids = [...new Set(charts.map(({ dashboardId }) => dashboardId))]
  const replies = await Promise.all(
    ids.map(async (id): ReturnType<DashboardLibrary['numbers']> => {
      const chartIds = charts.flatMap(({ dashboardId, chartId }) => (dashboardId === id ? [chartId] : []))
      const data = await dataOf(options, id, [...new Set(chartIds)])
      if (!data.ok) return data
      const numbers = data.value
      if (numbers.length === 0) return ok([])
      // The data contain no formats. A user who may not export the dashboard gets its numbers without units. After a failure that
      // passes, a number without its unit would be compared with one that has it.
      const whole = await exported(options, 'TS request', [id])
      if (!whole.ok && isTemporary(whole.failure)) return whole
      const tml = whole.ok ? whole.value[0] : undefined
      return ok(numbers.map((number) => withUnit(id, number, tml)))
    }),
  )
  return readable(replies)
}

/** The cluster refuses a request if one of its charts is broken or no longer exists. The charts are then requested in parts. */
const maxParts = 10

async function dataOf(options: Operation, id: string, chartIds: readonly string[]): Promise<ChartData> {
  const whole = await dataIn(options, id, chartIds)
  if (whole.ok || chartIds.length === 1 || ![400, 500].includes(whole.failure.status ?? 0)) return whole
  const size = Math.ceil(chartIds.length / maxParts)
  const parts: Promise<ChartData>[] = []
  for (let at = 0; at < chartIds.length; at += size)
    parts.push(dataIn(options, id, chartIds.slice(at, at + size)))
  return readable(await Promise.all(parts))
}

type ChartData = Result<NonNullable<ReturnType<typeof numbersIn>>, LibraryFailure>

async function dataIn(options: Operation, id: string, chartIds: readonly string[]): Promise<ChartData> {
  const reply = await send(options, 'TS request', restVersions[options.version].data(id, chartIds))
  if (!reply.ok) return reply
  const numbers = numbersIn(parsed(reply.value.text))
  if (numbers !== null) return ok(numbers)
  options.drift?.('contents')
  return fail(malformed('TS request', reply.value, 'not-done'))
}

/** What could be read; a failure if that is nothing. */
function readable<Row>(
  replies: readonly Result<readonly Row[], LibraryFailure>[],
): Result<readonly Row[], LibraryFailure> {
  const read = replies.flatMap((reply) => (reply.ok ? [reply.value] : []))
  const failed = replies.find((reply) => !reply.ok)
  return failed !== undefined && read.length === 0 ? failed : ok(read.flat())
}

const isTemporary = ({ kind, status }: LibraryFailure): boolean =>
  status === 401 || (kind !== 'library-refused' && kind !== 'library-malformed')

/** Sends one request with the present token, once, and returns the reply if its status is 2xx. The caller decides about a retry. */
async function send(
  options: Operation,
  what: What,
  { method, path, query, accept, form, json }: RestCall,
  effect: 'reads' | 'changes' = what === 'TS request' ? 'reads' : 'changes',
): Promise<Result<Reply, LibraryFailure>> {
  const token = await options.tokens.token()
  if (!token.ok) {
    const text = `${what} failed: no BI token`
    return fail({ kind: 'library-token', status: null, text, outcome: 'not-done' })
  }
  const reply = await exchange(
    `${options.baseUrl}${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
    {
      method,
      headers: {
        accept,
        authorization: `Bearer ${token.value.value}`,
        'x-requested-by': 'ThoughtSpot',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    },
    options,
  )
  const changes = effect === 'changes'
  if (!reply.ok) return fail(noReply(what, reply.failure, changes))
  const { status } = reply.value
  if (status >= 200 && status < 300) return reply
  if (status === 401) options.tokens.drop(token.value.value)
  return fail(refusal(what, reply.value, changes))
}

function refusal(what: What, { status, text }: Reply, changes: boolean): LibraryFailure {
  return {
    kind: status >= 500 || status === 429 ? 'library-unavailable' : 'library-refused',
    status,
    text: `${what} failed ${status}: ${excerpt(text)}`,
    // After a gateway error, whether the host carried out the change is unknown.
    outcome: changes && (status === 502 || status === 504) ? 'unknown' : 'not-done',
  }
}

async function listAll(options: Operation): ReturnType<DashboardLibrary['list']> {
  const first = await readAll(options)
  if (!first.ok) return first
  const hasShifted = first.value.hasShifted && first.value.listing.complete
  const again = hasShifted ? await readAll(options) : first
  const read = again.ok ? again.value : first.value
  const { listing } = read
  if (listing.dropped > 0) options.drift?.(`${restVersions[options.version].listPath}.*.id`)
  return ok({ ...listing, complete: listing.complete && !read.hasShifted })
}

/** Reads the list once. A deletion between two requests shifts the rows, so that one of them may be on no page. */
async function readAll(
  options: Operation,
): Promise<Result<{ readonly listing: Listing; readonly hasShifted: boolean }, LibraryFailure>> {
  const { overlap } = restVersions[options.version]
  const first = await page(options, 0)
  if (!first.ok) return first
  const pages = [first.value]
  let listing = listingOf(pages)
  let offset = first.value.rows.length
  let hasShifted = false
  while (!listing.complete && pages.length < maxPages) {
    const next = await page(options, offset - overlap)
    // A partial list is better than none, and it is marked as incomplete.
    if (!next.ok) break
    const { rows, last } = next.value
    const isSteady = overlap === 0 || idOf(rows[0]) === idOf(pages.at(-1)?.rows.at(-1))
    if (!isSteady) hasShifted = true
    pages.push({ rows: isSteady ? rows.slice(overlap) : rows, last })
    const longer = listingOf(pages)
    // A host that ignores the offset would send the same page forever.
    if (longer.dashboards.length === listing.dashboards.length && !last) break
    listing = longer
    offset += rows.length - overlap
  }
  return ok({ listing, hasShifted })
}

const idOf = (row: unknown): string | undefined => listingOf([{ rows: [row], last: true }]).dashboards[0]?.id

/** Reads the page of rows from this offset on. */
async function page(options: Operation, offset: number): Promise<Result<RestPage, LibraryFailure>> {
  const version = restVersions[options.version]
  const first = await send(options, 'TS request', version.list(offset))
  // A read can be repeated safely with a new token.
  const shouldRetry = !first.ok && first.failure.status === 401
  const reply = shouldRetry ? await send(options, 'TS request', version.list(offset)) : first
  if (!reply.ok) return reply
  const isJson = mediaType(reply.value.headers) === 'application/json'
  const read = isJson ? version.page(parsed(reply.value.text)) : null
  if (read !== null) return ok(read)
  options.drift?.(isJson ? version.listPath : 'content-type')
  return fail(malformed('TS request', reply.value, 'not-done'))
}

/** The host's result for a dashboard that was imported. */
function created(
  { version, drift }: Operation,
  what: What,
  reply: Reply,
): Result<{ readonly id: string }, LibraryFailure> {
  const path = `${restVersions[version].importedPath}.response`
  const response = path.split('.').reduce(at, parsed(reply.text))
  const id = at(at(response, 'header'), 'id_guid')
  const hasId = typeof id === 'string' && id !== ''
  const status = at(response, 'status')
  if (isRefused(status)) return fail(refusedInside(what, reply, status, hasId ? 'unknown' : 'not-done'))
  // Parts of the dashboard may be lost.
  if (at(status, 'status_code') === 'WARNING') drift?.(`${path}.status`)
  if (hasId) return ok({ id })
  // The host accepted it, but the dashboard's id is unknown.
  drift?.(`${path}.header.id_guid`)
  return fail(malformed(what, reply, 'unknown'))
}

/** The vendor refuses an object inside a reply with status 200. */
const isRefused = (status: unknown): boolean => at(status, 'status_code') === 'ERROR'

function refusedInside(
  what: What,
  reply: Reply,
  status: unknown,
  outcome: LibraryFailure['outcome'],
): LibraryFailure {
  const why = at(status, 'error_message')
  return {
    kind: 'library-refused',
    status: reply.status,
    text: `${what} failed ${reply.status}: ${typeof why === 'string' ? excerpt(why) : 'no reason given'}`,
    outcome,
  }
}

function noReply(what: What, failure: ExchangeFailure, changes: boolean): LibraryFailure {
  const isTimeout = failure.kind === 'timeout'
  return {
    kind: isTimeout
      ? 'library-timeout'
      : failure.kind === 'too-long'
        ? 'library-malformed'
        : 'library-unreachable',
    status: null,
    text: `${what} failed: ${isTimeout ? 'no answer in time' : failure.kind === 'too-long' ? 'the reply is too long' : 'the BI host cannot be reached'}`,
    outcome: changes && (failure.kind !== 'unreachable' || failure.sent) ? 'unknown' : 'not-done',
  }
}

function malformed(what: What, reply: Reply, outcome: LibraryFailure['outcome']): LibraryFailure {
  return {
    kind: 'library-malformed',
    status: reply.status,
    text: `${what} failed ${reply.status}: ${excerpt(reply.text)}`,
    outcome,
  }
}

/** Bodies go into the journal with their first 500 characters; the journal masks what looks like a token. */
function excerpt(body: string): string {
  return body.slice(0, 500)
}
