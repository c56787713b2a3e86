import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BiBearer } from '../../wire/bi-token'
import type { SavedAnswer } from '../../store/answers-and-views'
import { bearerOf, openBoard, personOf } from '../access'
import { asJson, parseBody, type Host } from '../host'
import { Refusal } from '../../warehouse/problem'
import { copyBoard } from '../copies'
import { boardName, noAnswer, importObjects, importPolicies } from './import-objects'
import { exported, exportedAnswer, vizHeaders } from '../tml'
import { headersFor, compareHeaders, deleteDashboards, like, type LibraryHost } from './metadata'

export const restBase = '/api/rest/2.0'
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))
const type = v.picklist(['LIVEBOARD', 'ANSWER', 'LOGICAL_TABLE'])
const sortFields = [
  'NAME',
  'DISPLAY_NAME',
  'AUTHOR',
  'CREATED',
  'MODIFIED',
  'VIEWS',
  'FAVORITES',
  'LAST_ACCESSED',
] as const

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
    created_by_user_identifiers: v.optional(v.pipe(v.array(id), v.maxLength(100)), []),
    sort_options: v.exactOptional(
      v.object({
        field_name: v.optional(v.picklist(sortFields), 'NAME'),
        order: v.optional(v.picklist(['ASC', 'DESC']), 'ASC'),
      }),
    ),
    include_headers: v.optional(v.boolean(), true),
    include_visualization_headers: v.optional(v.boolean(), false),
    tag_identifiers: v.optional(v.pipe(v.array(id), v.maxLength(100)), []),
    record_offset: v.optional(count, 0),
    // -1 means all.
    record_size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(100_000)), 10),
  }),
  import: v.object({
    metadata_tmls: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200_000))), v.minLength(1), v.maxLength(20)),
    import_policy: v.optional(v.picklist(importPolicies), 'PARTIAL'),
    create_new: v.optional(v.boolean(), false),
  }),
  copy: v.object({ identifier: id, type: v.optional(v.literal('LIVEBOARD')), title: boardName }),
  objects: v.object({
    metadata: v.pipe(
      v.array(v.object({ type: v.exactOptional(type), identifier: id })),
      v.minLength(1),
      v.maxLength(100),
    ),
  }),
}

type Work = (bearer: BiBearer, request: FastifyRequest, reply: FastifyReply) => unknown

/** Registers a call of the vendor's version 2 REST API. A handler without a result is answered with 204. */
export const restRoute =
  (app: FastifyInstance, { tokens }: Pick<Host, 'tokens'>) =>
  (method: 'GET' | 'POST', path: string, work: Work): void => {
    app.route({
      method,
      url: `${restBase}${path}`,
      async handler(request, reply) {
        const bearer = await bearerOf(request, tokens)
        const made = await work(bearer, request, reply)
        return made === undefined ? reply.code(204).send() : reply.send(made)
      },
    })
  }

/** Search, import, export and delete for the caller's saved dashboards and answers. */
export function metadataRoutesV2(app: FastifyInstance, host: LibraryHost): void {
  const route = restRoute(app, host)
  route('POST', '/metadata/search', (bearer, { body }) =>
    search(host, bearer, parseBody(bodies.search, body)),
  )
  route('POST', '/metadata/tml/import', async (bearer, { body }) => {
    const person = personOf(bearer)
    const { metadata_tmls: objects, import_policy, create_new } = parseBody(bodies.import, body)
    return importObjects(host, person, {
      objects: objects.map(asJson),
      policy: import_policy,
      creating: create_new,
    })
  })
  route('POST', '/metadata/copyobject', async (bearer, { body }) => {
    const { identifier, title } = parseBody(bodies.copy, body)
    return { metadata_id: (await copyBoard(host, personOf(bearer), identifier, title)).id }
  })
  route('POST', '/metadata/tml/export', (bearer, { body }) =>
    objectsOf(host, bearer, parseBody(bodies.objects, body)).map((object) =>
      object.type === 'ANSWER'
        ? exportedAnswer(object.answer)
        : exported(host.warehouse.model, openBoard(bearer, object.id, host.dashboards)),
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

/** The objects a call names. Throws Refusal for an unknown answer. Dashboards are checked when they are opened. */
function objectsOf(
  host: LibraryHost,
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

/** The dashboards this bearer may open, and the answers they saved. */
function search(
  host: LibraryHost,
  bearer: BiBearer,
  wanted: v.InferOutput<typeof bodies.search>,
): readonly object[] {
  // The host has no tags, so no object matches a tag.
  if (wanted.tag_identifiers.length > 0) return []
  const boards = headersFor(bearer, host).map((header) => ({ kind: 'LIVEBOARD', header }))
  const answers =
    bearer.kind === 'anonymous'
      ? []
      : host.answers.of(bearer.subject).map(({ id: own, title, created, modified }) => ({
          kind: 'ANSWER',
          header: {
            id: own,
            name: title,
            description: '',
            author: bearer.email,
            owner: bearer.subject,
            created,
            modified,
          },
        }))
  const { created_by_user_identifiers: authors, sort_options: sort } = wanted
  const found = [...boards, ...answers].filter(
    ({ kind, header }) =>
      (authors.length === 0 || authors.includes(header.owner) || authors.includes(header.author)) &&
      wanted.metadata.some(
        ({ type: sought, identifier, name_pattern: pattern }) =>
          sought === kind &&
          (identifier === undefined || identifier === header.id || identifier === header.name) &&
          (pattern === undefined || like(pattern)(header.name)),
      ),
  )
  if (sort !== undefined) {
    const direction = sort.order === 'ASC' ? 1 : -1
    found.sort(
      (a, b) =>
        direction * compareHeaders(a.header, b.header, sort.field_name) ||
        a.header.name.localeCompare(b.header.name),
    )
  }
  const { record_offset: from, record_size: size } = wanted
  return found.slice(from, size < 0 ? undefined : from + size).map(({ kind, header }) => ({
    metadata_id: header.id,
    metadata_name: header.name,
    metadata_type: kind,
    metadata_obj_id: null,
    dependent_objects: null,
    incomplete_objects: null,
    metadata_detail: null,
    metadata_header: wanted.include_headers ? header : null,
    visualization_headers:
      wanted.include_visualization_headers && kind === 'LIVEBOARD'
        ? vizHeaders(openBoard(bearer, header.id, host.dashboards))
        : null,
    stats: null,
  }))
}
