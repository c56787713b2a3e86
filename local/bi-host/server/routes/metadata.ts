import { asJson, parseBody, type Host } from '../host'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BiBearer, Person } from '../../wire/bi-token'
import { curatedBoards } from '../../boards/library/catalogue'
import { bearerOf, openBoard, ownDashboard, personOf } from '../access'
import { Refusal } from '../../warehouse/problem'
import { exported, vizHeaders } from '../tml'
import { importForm, importObjects } from './import-objects'
import { liveboards } from '../../wire/liveboards'
import type { Dashboard } from '../../store/dashboards'

const base = '/callosum/v1/tspublic/v1/metadata'

/** The part of the host that these calls use. */
export type LibraryHost = Pick<Host, 'tokens' | 'dashboards' | 'answers' | 'views'> & {
  readonly warehouse: Pick<Host['warehouse'], 'asOf' | 'model'>
  readonly release?: () => string | undefined
}

const curator = 'curator@assay.local'

/** One row of the vendor's list. */
interface Header {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  readonly authorName: string
  readonly authorDisplayName: string
  readonly owner: string
  readonly created: number
  readonly modified: number
  readonly hasTabs: boolean
  /** Our extension: tabs of the user's own dashboards, as pin targets. The vendor only reports that there are some. */
  readonly tabs?: readonly { readonly id: string; readonly label: string }[]
}

const common = {
  isDeleted: false,
  isHidden: false,
  isAutoCreated: false,
  isExternal: false,
  isDeprecated: false,
  tags: [],
}

type BoardHeader = Header & typeof common

export function headersFor(
  bearer: BiBearer,
  host: Pick<Host, 'dashboards'> & {
    readonly warehouse: Pick<Host['warehouse'], 'asOf' | 'model'>
    /** Set while the host imitates a cluster of this release: lists then have no tabs, as at the vendor. */
    readonly release?: () => string | undefined
  },
): readonly BoardHeader[] {
  const madeOn = Date.parse(`${host.warehouse.asOf}T00:00:00Z`)
  const curated = curatedBoards
    .filter(({ id }) => bearer.kind === 'person' || id === liveboards.home.id)
    .map(({ id, title, description, tabs }) => ({
      ...common,
      id,
      name: title,
      description,
      author: curator,
      authorName: curator,
      authorDisplayName: 'Assay',
      owner: curator,
      created: madeOn,
      modified: madeOn,
      hasTabs: (tabs ?? []).length > 0,
    }))
  if (bearer.kind === 'anonymous') return curated
  return [
    ...host.dashboards
      .of(bearer.subject)
      .map((dashboard) => headerOf(dashboard, bearer.name, host.release?.() === undefined)),
    ...curated,
  ]
}

function headerOf(dashboard: Dashboard, displayName: string, listsTabs: boolean): BoardHeader {
  const { id, name, description, author, owner, created, modified, tabs } = dashboard
  return {
    ...common,
    id,
    name,
    description,
    author,
    authorName: author,
    authorDisplayName: displayName,
    owner,
    created,
    modified,
    hasTabs: tabs.length > 0,
    ...(listsTabs && tabs.length > 0 ? { tabs: tabs.map(({ id: tab, label }) => ({ id: tab, label })) } : {}),
  }
}

/** The vendor's public REST calls for the caller's saved dashboards. */
export function metadataRoutes(app: FastifyInstance, host: LibraryHost): void {
  const pageOf = async (request: FastifyRequest) => {
    const bearer = await bearerOf(request, host.tokens)
    const wanted = parseBody(listQuery, request.query)
    const all = selectHeaders(headersFor(bearer, host), wanted, bearer)
    const start = Math.max(0, wanted.offset)
    const headers = all.slice(start, wanted.batchsize < 0 ? undefined : start + wanted.batchsize)
    return { headers, isLastBatch: start + headers.length >= all.length, debugInfo: {} }
  }
  app.get(`${base}/list`, pageOf)
  app.get(`${base}/listobjectheaders`, async (request) => (await pageOf(request)).headers)

  app.get(`${base}/listvizheaders`, async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const { id } = parseBody(oneId, request.query)
    return reply.send(
      vizHeaders(openBoard(bearer, id, host.dashboards)).map(({ id: viz, name }) => ({ id: viz, name })),
    )
  })

  app.post(`${base}/tml/export`, async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const { export_ids: ids } = parseBody(exportForm, request.body)
    return reply.send({
      object: jsonIds(ids).map((id) =>
        exported(host.warehouse.model, openBoard(bearer, id, host.dashboards)),
      ),
    })
  })

  app.post(`${base}/tml/import`, async (request, reply) => {
    const person = personOf(await bearerOf(request, host.tokens))
    const object = await importObjects(host, person, importForm(request.body))
    return reply.send({ object })
  })

  for (const what of ['assigntag', 'unassigntag']) {
    app.post(`${base}/${what}`, async (request) => {
      const person = personOf(await bearerOf(request, host.tokens))
      const { id } = parseBody(oneText, request.body)
      for (const board of jsonIds(id)) ownDashboard(person, board, host.dashboards)
      throw noTags()
    })
  }

  app.post(`${base}/delete`, async (request, reply) => {
    const person = personOf(await bearerOf(request, host.tokens))
    await deleteDashboards(host, person, jsonIds(parseBody(deleteForm, request.body).id))
    return reply.code(204).send()
  })
}

/** All or nothing. Throws Refusal before anything is deleted. */
export async function deleteDashboards(
  host: Pick<Host, 'dashboards' | 'views'>,
  person: Person,
  ids: readonly string[],
): Promise<void> {
  if (ids.some((id) => curatedBoards.some((board) => board.id === id))) {
    throw new Refusal('forbidden', 'A curated dashboard cannot be deleted.')
  }
  for (const id of ids) ownDashboard(person, id, host.dashboards)
  await host.dashboards.remove(ids)
  await host.views.forget(ids)
}

const wholeNumber = v.pipe(v.string(), v.regex(/^-?\d{1,6}$/), v.transform(Number))
const flag = v.pipe(
  v.string(),
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)

const listQuery = v.object({
  type: v.optional(
    v.picklist(['PINBOARD_ANSWER_BOOK', 'QUESTION_ANSWER_BOOK', 'LOGICAL_TABLE']),
    'PINBOARD_ANSWER_BOOK',
  ),
  category: v.optional(v.picklist(['ALL', 'MY', 'FAVORITE', 'REQUESTED']), 'ALL'),
  sort: v.optional(
    v.picklist(['DEFAULT', 'NAME', 'DISPLAY_NAME', 'AUTHOR', 'CREATED', 'MODIFIED']),
    'DEFAULT',
  ),
  sortascending: v.optional(flag),
  offset: v.optional(wholeNumber, '-1'),
  batchsize: v.optional(wholeNumber, '-1'),
  pattern: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  authorguid: v.optional(v.pipe(v.string(), v.maxLength(200))),
  fetchids: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  skipids: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
  tagname: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
})

const oneText = v.object({ id: v.pipe(v.string(), v.maxLength(20_000)) })

const oneId = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

const exportForm = v.object({ export_ids: v.pipe(v.string(), v.maxLength(20_000)) })

const deleteForm = v.object({
  type: v.picklist(['PINBOARD_ANSWER_BOOK']),
  id: v.pipe(v.string(), v.maxLength(20_000)),
  includedisabled: v.optional(flag),
})

/** Tag filters are accepted but match nothing: tags cannot be created. */
export const noTags = (): Refusal =>
  new Refusal('bad-request', 'There is no such tag: this host has no tags.')

/** `["id", …]`: how the vendor encodes lists in a form. */
function jsonTexts(text: string): readonly string[] {
  const list = v.safeParse(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(500)),
    asJson(text),
  )
  if (!list.success) throw notAList()
  return [...new Set(list.output)]
}

function jsonIds(text: string): readonly string[] {
  const ids = jsonTexts(text)
  if (ids.length === 0) throw notAList()
  return ids
}

const notAList = (): Refusal =>
  new Refusal('bad-request', 'The list of identifiers must be a JSON array of texts.')

function selectHeaders<Row extends Header>(
  rows: readonly Row[],
  wanted: v.InferOutput<typeof listQuery>,
  bearer: BiBearer,
): readonly Row[] {
  if (
    wanted.type !== 'PINBOARD_ANSWER_BOOK' ||
    wanted.category === 'FAVORITE' ||
    wanted.category === 'REQUESTED'
  )
    return []
  // The host has no tags, so no object matches a tag.
  if (wanted.tagname !== undefined && jsonTexts(wanted.tagname).length > 0) return []
  const own = bearer.kind === 'person' ? bearer.subject : ''
  const fetched = wanted.fetchids === undefined ? null : new Set(jsonIds(wanted.fetchids))
  const skipped = new Set(wanted.skipids === undefined ? [] : jsonIds(wanted.skipids))
  const matches = like(wanted.pattern)
  const chosen = rows.filter(
    (row) =>
      (wanted.category !== 'MY' || row.owner === own) &&
      (wanted.authorguid === undefined || row.owner === wanted.authorguid) &&
      (fetched === null || fetched.has(row.id)) &&
      !skipped.has(row.id) &&
      matches(row.name),
  )
  const descending =
    wanted.sortascending === undefined
      ? wanted.sort === 'DEFAULT' || wanted.sort === 'MODIFIED' || wanted.sort === 'CREATED'
      : !wanted.sortascending
  return chosen.sort(
    (a, b) => (descending ? -1 : 1) * compareHeaders(a, b, wanted.sort) || a.name.localeCompare(b.name),
  )
}

type Sortable = Pick<Header, 'name' | 'author' | 'created' | 'modified'>

/** Sort keys the host does not track, such as views and favorites, fall back to the last change. */
export function compareHeaders(a: Sortable, b: Sortable, sort: string): number {
  if (sort === 'NAME' || sort === 'DISPLAY_NAME') return a.name.localeCompare(b.name)
  if (sort === 'AUTHOR') return a.author.localeCompare(b.author)
  return sort === 'CREATED' ? a.created - b.created : a.modified - b.modified
}

/** `%` matches any text. All other characters are literal. A pattern without a wildcard matches anywhere in the name. */
export function like(pattern: string): (name: string) => boolean {
  if (pattern === '') return () => true
  const pieces = pattern.toLowerCase().split('%')
  if (pieces.length === 1) return (name) => name.toLowerCase().includes(pattern.toLowerCase())
  return (name) => {
    const text = name.toLowerCase()
    const first = pieces[0] ?? ''
    const last = pieces.at(-1) ?? ''
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const piece of pieces.slice(1, -1)) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at + last.length <= text.length
  }
}
