import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { openForm } from '../../query/answer-form'
import { runAnswer } from '../../boards/run-answer'
import { localSecretKey } from '../../../http/addresses'
import { personByEmail } from '../../../identity/people'
import { sessionIdOf, type AnswerTable, type Answer, type Reading } from '../../wire/answers'
import type { BiBearer } from '../../wire/bi-token'
import { ownBoard } from '../../boards/own-board'
import { tableOf, csvOf } from '../../rendering/table-model'
import { columnOf } from '../tml'
import { openBoard, personOf, sessionInfo, bearerOf } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import { parseBody, type Host } from '../host'
import { loadBoard } from '../../boards/load-board'
import { Refusal } from '../../warehouse/problem'
import { noTags } from './metadata'
import { noAnswer } from './import-objects'
import { count, id, restBase, restRoute } from './metadata-v2'
import { idSchema } from '../document'
import { readerFor } from '../../answers/read/readers'
import { openWorksheet } from '../../boards/library/catalogue'
import { canonical } from '../../questions/canonical'
import { examplesFor } from '../../questions/chips'
import { ownerOf, tileOf } from '../answer-tiles'
import { onNoBoard, type AnswerSessions } from '../built-answers'

const page = { record_offset: v.optional(count, 0), record_size: v.optional(count, 10) }

const bodies = {
  liveboardData: v.object({
    metadata_identifier: id,
    visualization_identifiers: v.exactOptional(v.pipe(v.array(id), v.maxLength(60))),
    ...page,
  }),
  answerData: v.object({ metadata_identifier: id, ...page }),
  fullToken: v.object({
    username: id,
    validity_time_in_sec: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_592_000)),
      300,
    ),
    auto_create: v.optional(v.boolean(), false),
    email: v.exactOptional(id),
    display_name: v.exactOptional(id),
  }),
}

/** The vendor's version 2 REST calls that its SDK and public clients make. */
export function restRoutes(app: FastifyInstance, host: Host): void {
  const route = restRoute(app, host)
  route('GET', '/auth/session/user', (bearer) => {
    const { userGUID, userName, userDisplayName, userEmail, privileges } = sessionInfo(bearer)
    return {
      id: userGUID,
      name: userName,
      display_name: userDisplayName,
      email: userEmail,
      account_type: 'LOCAL_USER',
      account_status: 'ACTIVE',
      privileges,
    }
  })
  route('POST', '/auth/session/logout', () => undefined)
  app.post(`${restBase}/auth/token/full`, async ({ body }, reply) => reply.send(await fullToken(host, body)))
  for (const kind of ['object', 'custom']) {
    app.post(`${restBase}/auth/token/${kind}`, () => {
      throw new Refusal('unauthenticated', 'This host takes tokens from the token service only.')
    })
  }

  route('POST', '/tags/search', () => [])
  for (const what of ['create', 'assign', 'unassign']) {
    route('POST', `/tags/${what}`, (bearer) => {
      personOf(bearer)
      throw noTags()
    })
  }
  route('POST', '/metadata/liveboard/data', (bearer, { body }, reply) =>
    liveboardData(host, bearer, parseBody(bodies.liveboardData, body), goneSignal(reply)),
  )
  route('POST', '/metadata/answer/data', (bearer, { body }, reply) =>
    answerData(host, bearer, parseBody(bodies.answerData, body), goneSignal(reply)),
  )
}

const secret = v.object({ secret_key: v.literal(localSecretKey) })

/**
 * Trusted authentication as token services use it: issues a token for the named user. Known users are the seeded ones (by e-mail address),
 * `anonymous` for visitors, and with `auto_create` any name.
 */
async function fullToken({ tokens }: Host, body: unknown): Promise<object> {
  if (!v.is(secret, body)) throw new Refusal('unauthenticated', 'The secret key is not the one of this host.')
  const wanted = parseBody(bodies.fullToken, body)
  const bearer = userOf(wanted)
  const token = await tokens.issue(bearer, wanted.validity_time_in_sec)
  const ends = ((await tokens.verify(token))?.expiresAt ?? 0) * 1000
  return {
    token,
    creation_time_in_millis: ends - wanted.validity_time_in_sec * 1000,
    expiration_time_in_millis: ends,
    scope: { access_type: 'FULL', org_id: 0, metadata_id: null },
    valid_for_user_id: sessionInfo(bearer).userGUID,
    valid_for_username: wanted.username,
  }
}

function userOf(wanted: v.InferOutput<typeof bodies.fullToken>): BiBearer {
  const { username } = wanted
  if (username === 'anonymous') return { kind: 'anonymous' }
  const seeded = personByEmail(username)
  if (seeded) return { kind: 'person', subject: seeded.subject, email: seeded.email, name: seeded.name }
  if (!wanted.auto_create)
    throw new Refusal('unauthenticated', `There is no user "${username}" here; auto_create makes one.`)
  const { email = username, display_name: name = username } = wanted
  return { kind: 'person', subject: username, email, name }
}

interface Page {
  readonly record_offset: number
  readonly record_size: number
}

/** Rows in the vendor's compact format. */
function contents(columns: readonly string[], rows: readonly (readonly unknown[])[], wanted: Page): object {
  const { record_offset: from, record_size: size } = wanted
  const shown = rows.slice(from, from + size)
  return {
    column_names: columns,
    data_rows: shown,
    available_data_row_count: rows.length,
    returned_data_row_count: shown.length,
    record_offset: from,
    record_size: size,
    sampling_ratio: 1,
  }
}

async function liveboardData(
  host: Host,
  bearer: BiBearer,
  wanted: v.InferOutput<typeof bodies.liveboardData>,
  signal: AbortSignal,
): Promise<object> {
  const { metadata_identifier: liveboardId, visualization_identifiers: named } = wanted
  const opened = openBoard(bearer, liveboardId, host.dashboards)
  const board = opened.kind === 'curated' ? opened.board : ownBoard(host.warehouse.model, opened.dashboard)
  const tiles = named ?? board.tiles.map(({ id: tile }) => tile)
  const { reply } = await loadBoard(host.warehouse, board, { liveboardId, tiles }, { signal })
  return {
    metadata_id: liveboardId,
    metadata_name: board.title,
    contents: reply.tiles.map((tile) => {
      const { columns, rows } = tableOf(tile)
      // To the vendor a KPI is one number: its data include neither its title nor its changes.
      const [first, most] = tile.data?.kind === 'kpi' ? [1, 1] : [0, rows.length]
      const labels = columns.slice(first).map(({ label }) => label)
      const cells = rows.slice(0, most).map((row) => row.slice(first).map(({ raw }) => raw))
      const own = board.tiles.find(({ id: one }) => one === tile.id)
      const at = columns.slice(first).findIndex(({ numeric }) => numeric)
      if (own !== undefined && columns.filter(({ numeric }) => numeric).length === 1) {
        const { name, format } = columnOf(host.warehouse.model, own)
        labels[at] = name
        if (format?.category === 'PERCENTAGE')
          for (const row of cells) if (typeof row[at] === 'number') row[at] /= 100
      }
      return { visualization_id: tile.id, visualization_name: tile.title, ...contents(labels, cells, wanted) }
    }),
  }
}

async function answerData(
  host: Host,
  bearer: BiBearer,
  wanted: v.InferOutput<typeof bodies.answerData>,
  signal: AbortSignal,
): Promise<object> {
  const { subject } = personOf(bearer)
  const saved = host.answers.get(subject, wanted.metadata_identifier)
  if (!saved) throw noAnswer()
  const { answer, problems } = openForm(saved.answer)
  if (!answer) throw new Refusal('bad-request', `This answer is damaged: ${problems.join(' ')}`)
  const made = await runAnswer(host.warehouse, answer, { signal })
  if (made.kind === 'problem') throw new Refusal('bad-request', made.message)
  return {
    metadata_id: saved.id,
    metadata_name: saved.title,
    contents: [
      contents(
        made.table.columns.map(({ label }) => label),
        rowsOf(made.table),
        wanted,
      ),
    ],
  }
}

const rowsOf = ({ cells, rows }: AnswerTable): readonly (readonly unknown[])[] =>
  Array.from({ length: rows }, (_, row) => cells.map((column) => column[row] ?? null))

const question = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))

const askingBodies = {
  decomposed: v.object({
    nlsRequest: v.object({ query: v.pipe(v.string(), v.minLength(1), v.maxLength(5_000)) }),
    worksheetIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(20)),
    maxDecomposedQueries: v.optional(count, 5),
  }),
  answer: v.object({ query: question, metadata_identifier: id }),
  report: v.object({
    session_identifier: idSchema,
    generation_number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999)),
    file_format: v.optional(v.picklist(['CSV', 'PNG']), 'PNG'),
  }),
  search: v.object({ query_string: question, data_source_guid: id }),
}

/** Questions over REST, as in the vendor's examples: decomposed, answered, exported as a file, and as rows of the version 1 API. */
export function askingRoutes(app: FastifyInstance, host: Host, sessions: AnswerSessions): void {
  const route = restRoute(app, host)
  const readIn = (bearer: BiBearer, worksheetId: string, phrase: string): Reading => {
    const { sources } = openWorksheet(host.warehouse.model, bearer, worksheetId)
    return readerFor(host.warehouse, sources).read({ phrase })
  }
  const answerTo = (bearer: BiBearer, worksheetId: string, phrase: string): Answer => {
    const { answer, notUnderstood } = readIn(bearer, worksheetId, phrase)
    if (answer !== null && notUnderstood.length === 0) return answer
    const words = notUnderstood.map(({ text }) => `“${text}”`).join(', ')
    throw new Refusal('bad-request', `This question was not understood${words === '' ? '' : `: ${words}`}.`)
  }

  route('POST', '/ai/analytical-questions', (bearer, { body }) => {
    const wanted = parseBody(askingBodies.decomposed, body)
    const found = wanted.worksheetIds.flatMap((worksheetId) => {
      const { title, sources } = openWorksheet(host.warehouse.model, bearer, worksheetId)
      const sentences = wanted.nlsRequest.query
        .split(/[?.;]|,? and /)
        .map((part) => part.trim().slice(0, 500))
      const understood = sentences.filter((part) => {
        if (part === '') return false
        const { answer, notUnderstood } = readIn(bearer, worksheetId, part)
        return answer !== null && notUnderstood.length === 0
      })
      const queries = understood.length > 0 ? understood : examplesFor(sources)
      return queries.map((query) => ({ query, worksheetId, worksheetName: title }))
    })
    return { decomposedQueryResponse: { decomposedQueries: found.slice(0, wanted.maxDecomposedQueries) } }
  })
  route('POST', '/ai/answer/create', (bearer, { body }) => {
    const { query, metadata_identifier: worksheetId } = parseBody(askingBodies.answer, body)
    const answer = answerTo(bearer, worksheetId, query)
    const tokens = canonical(host.warehouse.model, answer)
    return {
      session_identifier: sessionIdOf(onNoBoard, host.builtAnswers.add(ownerOf(bearer), answer)),
      generation_number: 1,
      message_type: 'TSAnswer',
      visualization_type: answer.chart.type === 'table' ? 'Table' : 'Chart',
      tokens,
      display_tokens: tokens,
    }
  })
  route('POST', '/report/answer', async (bearer, { body }, reply) => {
    const wanted = parseBody(askingBodies.report, body)
    const { session_identifier: sessionId, generation_number: genNo, file_format: format } = wanted
    const tile = await tileOf(host, bearer, sessionId, sessions.get(ownerOf(bearer), sessionId, genNo))
    reply.header('content-disposition', `attachment; filename="answer.${format.toLowerCase()}"`)
    reply.type(format === 'CSV' ? 'text/csv; charset=utf-8' : 'image/png')
    if (format === 'CSV') return csvOf(tableOf(tile))
    const { tilePng } = await import('../tile-png')
    return tilePng(tile, { scale: 2, omitBackground: false })
  })
  app.post('/callosum/v1/tspublic/v1/searchdata', async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const { query_string: phrase, data_source_guid: worksheetId } = parseBody(
      askingBodies.search,
      request.query,
    )
    const answer = answerTo(bearer, worksheetId, phrase)
    const made = await runAnswer(host.warehouse, answer, { signal: goneSignal(reply) })
    if (made.kind === 'problem') throw new Refusal('bad-request', made.message)
    const data = rowsOf(made.table)
    const counts = { totalRowCount: data.length, rowCount: data.length, pageSize: data.length, offset: 0 }
    return { columnNames: made.table.columns.map(({ label }) => label), data, samplingRatio: 1, ...counts }
  })
}
