import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { openForm } from '../../query/answer-form'
import { runAnswer } from '../../boards/run-answer'
import { localSecretKey } from '../../../http/addresses'
import { personByEmail } from '../../../identity/people'
import type { AnswerTable } from '../../wire/answers'
import type { BiBearer } from '../../wire/bi-token'
import { ownBoard } from '../../boards/own-board'
import { tableOf } from '../../rendering/table-model'
import { columnOf } from '../tml'
import { openBoard, personOf, sessionInfo } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import { parseBody, type Host } from '../host'
import { loadBoard } from '../../boards/load-board'
import { Refusal } from '../../warehouse/problem'
import { noTags } from './metadata'
import { noAnswer } from './import-objects'
import { count, id, restBase, restRoute } from './metadata-v2'
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

export const rowsOf = ({ cells, rows }: AnswerTable): readonly (readonly unknown[])[] =>
  Array.from({ length: rows }, (_, row) => cells.map((column) => column[row] ?? null))
