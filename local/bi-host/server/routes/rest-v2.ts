import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { openForm } from '../../query/answer-form'
import { runAnswer } from '../../boards/run-answer'
import type { BiBearer } from '../../wire/bi-token'
import { ownBoard } from '../../boards/own-board'
import { tableOf } from '../../rendering/table-model'
import type { SavedAnswer } from '../../store/answers'
import { bearerOf, openBoard, personOf } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import type { Host } from '../host'
import { loadBoard } from '../../boards/load-board'
import { parseBody } from '../bodies'
import { Refusal } from '../../warehouse/problem'
import { exported, exportedAnswer, vizHeaders } from '../tml'
import { importObjects } from './import-objects'
import { headersFor } from './dashboard-headers'
import { deleteDashboards, like, noTags } from './metadata'
import { sessionInfo } from './session'

const base = '/api/rest/2.0'
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))
const page = { record_offset: v.optional(count, 0), record_size: v.optional(count, 10) }
const type = v.picklist(['LIVEBOARD', 'ANSWER', 'LOGICAL_TABLE'])

const bodies = {
  search: v.object({
    metadata: v.optional(
      v.pipe(
        v.array(
          v.object({
            type: v.optional(type, 'LIVEBOARD'),
            identifier: v.exactOptional(id),
            name_pattern: v.exactOptional(id),
          }),
        ),
        v.maxLength(50),
      ),
      [{ type: 'LIVEBOARD' }],
    ),
    include_visualization_headers: v.optional(v.boolean(), false),
    tag_identifiers: v.optional(v.pipe(v.array(id), v.maxLength(100)), []),
    record_offset: v.optional(count, 0),
    // -1 is all of them.
    record_size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(100_000)), 10),
  }),
  liveboardData: v.object({
    metadata_identifier: id,
    visualization_identifiers: v.exactOptional(v.pipe(v.array(id), v.maxLength(60))),
    ...page,
  }),
  answerData: v.object({ metadata_identifier: id, ...page }),
  import: v.object({
    metadata_tmls: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200_000))), v.minLength(1), v.maxLength(20)),
    import_policy: v.optional(v.picklist(['PARTIAL', 'ALL_OR_NONE', 'VALIDATE_ONLY']), 'PARTIAL'),
    create_new: v.optional(v.boolean(), false),
  }),
  objects: v.object({
    metadata: v.pipe(
      v.array(v.object({ type: v.exactOptional(type), identifier: id })),
      v.minLength(1),
      v.maxLength(100),
    ),
  }),
}

type Work = (bearer: BiBearer, request: FastifyRequest, reply: FastifyReply) => unknown

/** The vendor's newer REST calls that its SDK and public clients make. */
export function restRoutes(app: FastifyInstance, host: Host): void {
  const route = (method: 'GET' | 'POST', path: string, work: Work): void => {
    app.route({
      method,
      url: `${base}${path}`,
      async handler(request, reply) {
        const bearer = await bearerOf(request, host.tokens)
        reply.header('cache-control', 'no-store')
        const made = await work(bearer, request, reply)
        return made === undefined ? reply.code(204).send() : reply.send(made)
      },
    })
  }

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
  for (const kind of ['full', 'object', 'custom']) {
    app.post(`${base}/auth/token/${kind}`, () => {
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
  route('POST', '/metadata/search', (bearer, { body }) =>
    search(host, bearer, parseBody(bodies.search, body)),
  )
  route('POST', '/metadata/liveboard/data', (bearer, { body }, reply) =>
    liveboardData(host, bearer, parseBody(bodies.liveboardData, body), goneSignal(reply)),
  )
  route('POST', '/metadata/answer/data', (bearer, { body }, reply) =>
    answerData(host, bearer, parseBody(bodies.answerData, body), goneSignal(reply)),
  )
  route('POST', '/metadata/tml/import', async (bearer, { body }) => {
    const person = personOf(bearer)
    const { metadata_tmls: objects, import_policy, create_new } = parseBody(bodies.import, body)
    const { object } = await importObjects(host, person, {
      import_objects: JSON.stringify(objects),
      import_policy,
      create_new: String(create_new),
    })
    return object
  })
  route('POST', '/metadata/tml/export', (bearer, { body }) =>
    objectsOf(host, bearer, parseBody(bodies.objects, body)).map((object) =>
      object.type === 'ANSWER'
        ? exportedAnswer(object.answer)
        : exported(openBoard(bearer, object.id, host.dashboards)),
    ),
  )
  route('POST', '/metadata/delete', async (bearer, { body }) => {
    const person = personOf(bearer)
    const objects = objectsOf(host, person, parseBody(bodies.objects, body))
    const boards = objects.flatMap((object) => (object.type === 'LIVEBOARD' ? [object.id] : []))
    if (boards.length > 0) await deleteDashboards(host, person, [...new Set(boards)])
    for (const object of objects)
      if (object.type === 'ANSWER') await host.answers.remove(person.subject, object.answer.id)
  })
}

type RestObject =
  | { readonly type: 'LIVEBOARD'; readonly id: string }
  | { readonly type: 'ANSWER'; readonly answer: SavedAnswer }

/** What a call names. Throws Refusal for an answer that is not there; whoever opens the dashboards judges those. */
function objectsOf(
  host: Host,
  bearer: BiBearer,
  { metadata }: v.InferOutput<typeof bodies.objects>,
): readonly RestObject[] {
  return metadata.map(({ type: given, identifier }) => {
    if (given === 'LOGICAL_TABLE')
      throw new Refusal('bad-request', 'This host does this with dashboards and answers only.')
    const answer =
      given === 'LIVEBOARD' || bearer.kind === 'anonymous'
        ? undefined
        : host.answers.get(bearer.subject, identifier)
    if (answer) return { type: 'ANSWER', answer }
    if (given === 'ANSWER') throw noAnswer()
    return { type: 'LIVEBOARD', id: identifier }
  })
}

const noAnswer = (): Refusal => new Refusal('not-found', 'There is no such answer, or it is not yours.')

/** Dashboards that this bearer may open, and answers they kept. */
function search(host: Host, bearer: BiBearer, wanted: v.InferOutput<typeof bodies.search>): object {
  // Nothing has a tag, so nothing has one of these.
  if (wanted.tag_identifiers.length > 0) return []
  const boards = headersFor(bearer, host).map((header) => ({ kind: 'LIVEBOARD', header }))
  const answers =
    bearer.kind === 'anonymous'
      ? []
      : host.answers.of(bearer.subject).map(({ id: own, title, created, modified }) => ({
          kind: 'ANSWER',
          header: { id: own, name: title, description: '', created, modified },
        }))
  const found = [...boards, ...answers].filter(({ kind, header }) =>
    wanted.metadata.some(
      ({ type: sought, identifier, name_pattern: pattern }) =>
        sought === kind &&
        (identifier === undefined || identifier === header.id || identifier === header.name) &&
        (pattern === undefined || like(pattern)(header.name)),
    ),
  )
  const { record_offset: from, record_size: size, include_visualization_headers: withTiles } = wanted
  return found.slice(from, size < 0 ? undefined : from + size).map(({ kind, header }) => ({
    metadata_id: header.id,
    metadata_name: header.name,
    metadata_type: kind,
    metadata_header: header,
    visualization_headers:
      withTiles && kind === 'LIVEBOARD' ? vizHeaders(openBoard(bearer, header.id, host.dashboards)) : null,
  }))
}

interface Page {
  readonly record_offset: number
  readonly record_size: number
}

/** Rows as the vendor's compact format gives them. */
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
      return {
        visualization_id: tile.id,
        visualization_name: tile.title,
        ...contents(
          columns.map(({ label }) => label),
          rows.map((row) => row.map(({ raw }) => raw)),
          wanted,
        ),
      }
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
  const { columns, cells, rows } = made.table
  return {
    metadata_id: saved.id,
    metadata_name: saved.title,
    contents: [
      contents(
        columns.map(({ label }) => label),
        Array.from({ length: rows }, (_, row) => cells.map((column) => column[row] ?? null)),
        wanted,
      ),
    ],
  }
}
