import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BoardDefinition } from '../../boards/definition'
import { ownBoard, curatedTile } from '../../boards/own-board'
import {
  rangeIds,
  type BoardRequest,
  type PersonalView,
  type ArrangementRequest,
  type TileOffer,
} from '../../wire/board'
import { bearerOf, openBoard, personOf, ownDashboard } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import { pack, parseBody, sendPacked, type Host, type Packed } from '../host'
import { loadBoard, tabOf } from '../../boards/load-board'
import { Refusal } from '../../warehouse/problem'
import type { Person } from '../../wire/bi-token'
import { maxViews, type ViewFailure, type BoardOfOwner } from '../../store/answers-and-views'
import { curatedBoards } from '../../boards/library/catalogue'
import { tabSchema } from '../../store/dashboard-tiles'
import { rowsOfHeight, tileGrid } from '../../wire/tile-grid'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

const filterSchema = v.object({
  field: id,
  op: v.picklist(['in', 'not-in', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'contains']),
  values: v.pipe(
    v.array(v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite())])),
    v.minLength(1),
    v.maxLength(200),
  ),
  fromTile: v.exactOptional(id),
})

const day = v.pipe(v.string(), v.isoDate())
const days = v.exactOptional(v.object({ from: day, to: day }))

const requestSchema = v.object({
  liveboardId: id,
  tabId: v.exactOptional(id),
  range: v.exactOptional(v.picklist(rangeIds)),
  days,
  filters: v.exactOptional(v.pipe(v.array(filterSchema), v.maxLength(20))),
  tiles: v.exactOptional(v.pipe(v.array(id), v.maxLength(60))),
  drill: v.exactOptional(v.object({ tile: id, by: id, days })),
  allTabs: v.exactOptional(v.literal(true)),
  events: v.exactOptional(v.literal(true)),
  part: v.exactOptional(v.picklist(['all', 'definition'])),
})

/** One `/prism/` operation, with the host or the part of it that it needs. */
export type Operation<Needs = Host> = (
  host: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>

const board: Operation = async (host, request, reply) => {
  const bearer = await bearerOf(request, host.tokens)
  const wanted: BoardRequest = parseBody(requestSchema, request.body)
  const opened = openBoard(bearer, wanted.liveboardId, host.dashboards)
  const definition =
    opened.kind === 'curated' ? opened.board : ownBoard(host.warehouse.model, opened.dashboard)
  return sendPacked(
    request,
    reply,
    await answer(host, { definition, wanted, shared: opened.kind === 'curated' }, goneSignal(reply)),
  )
}

/** Operations under the vendor's names for data calls. The same body requests a whole board or one of its tiles. */
export const boardOperations = {
  LoadContextBook: board,
  GetChartWithData: board,
  GetTableWithData: board,
  GetTableWithHeadlineData: board,
} satisfies Readonly<Record<string, Operation>>

export function boardDataRoutes<Needs extends Pick<Host, 'tokens'>>(
  app: FastifyInstance,
  host: Needs,
  operations: Readonly<Record<string, Operation<Needs>>>,
): void {
  app.post('/prism/', async (request, reply) => {
    const { op } = request.query as Record<string, unknown>
    const operation = typeof op === 'string' && Object.hasOwn(operations, op) ? operations[op] : undefined
    if (!operation) {
      await bearerOf(request, host.tokens)
      throw new Refusal('not-found', 'This host does not know that operation.')
    }
    return operation(host, request, reply)
  })
}

async function answer(
  host: Host,
  job: { readonly definition: BoardDefinition; readonly wanted: BoardRequest; readonly shared: boolean },
  signal: AbortSignal,
): Promise<Packed> {
  const compute = async (stop: AbortSignal): Promise<{ packed: Packed; whole: boolean }> => {
    const { reply, faults } = await loadBoard(host.warehouse, job.definition, job.wanted, {
      editable: !job.shared,
      signal: stop,
    })
    for (const { reference, error } of faults) host.report(reference, error)
    return { packed: await pack(reply), whole: reply.tiles.every(({ problem }) => problem === undefined) }
  }
  if (!job.shared) return (await compute(signal)).packed
  const tabId = tabOf(job.definition, job.wanted.tabId)?.id ?? null
  // The tab is part of the key even if the request leaves it out (the first tab).
  const usual = { tabId, range: job.definition.range, filters: [], part: 'all' }
  // Every member of the request is part of the key. A member left out could serve this reply to a different request.
  const key = JSON.stringify([
    host.warehouse.dataVersion,
    { ...usual, ...job.wanted, liveboardId: job.definition.id, tabId },
  ])
  return host.boardReplies.get(
    key,
    async (stop) => {
      const { packed, whole } = await compute(stop)
      // Do not cache a board on which a tile failed.
      if (!whole) setImmediate(() => host.boardReplies.forget(key))
      return packed
    },
    signal,
  )
}

/** Warms the cache with the curated board that every visitor sees first. If that fails, the first request computes it. */
export async function prepareBoard(
  host: Host,
  definition: BoardDefinition,
  signal: AbortSignal,
): Promise<void> {
  await answer(host, { definition, wanted: { liveboardId: definition.id }, shared: true }, signal).catch(
    () => undefined,
  )
}

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

const choice = {
  range: v.nullable(v.picklist(rangeIds)),
  chosen: v.pipe(
    v.record(id, v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(200))),
    v.check((fields) => Object.keys(fields).length <= 20),
  ),
}

/** An operation on the user's views of a board that they may open. */
const onBoard =
  <Entries extends v.ObjectEntries>(
    root: string,
    entries: Entries,
    work: (
      host: Host,
      board: BoardOfOwner,
      variables: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    ) => object | Promise<object>,
  ): Operation =>
  async (host, request, reply) => {
    const person: Person = personOf(await bearerOf(request, host.tokens))
    const { variables } = parseBody(v.object({ variables: v.object({ liveboardId: id }) }), request.body)
    const own = parseBody(v.object({ variables: v.object(entries) }), request.body)
    openBoard(person, variables.liveboardId, host.dashboards)
    const board = { owner: person.subject, liveboardId: variables.liveboardId }
    const data = await work(host, board, own.variables)
    return reply.send({ data: { [root]: data } })
  }

export const personalViewOperations: Readonly<Record<string, Operation>> = {
  ListPersonalisedViews: onBoard('Pinboard__personalisedViews', {}, (host, board) => ({
    views: host.views.of(board).map((view) => readable(host, view)),
  })),
  SavePersonalisedView: onBoard(
    'Pinboard__savePersonalisedView',
    { id: v.exactOptional(id), name, ...choice },
    async ({ views }, board, view) => {
      const saved = await views.save(board, view)
      if (!saved.ok) throw refused(saved.why)
      return { view: saved.view }
    },
  ),
  DeletePersonalisedViews: onBoard(
    'Pinboard__deletePersonalisedViews',
    { ids: v.pipe(v.array(id), v.maxLength(maxViews)) },
    async ({ views }, board, { ids }) => ({ views: await views.remove(board, ids) }),
  ),
}

function refused(why: ViewFailure): Refusal {
  switch (why) {
    case 'not-found':
      return new Refusal('not-found', 'There is no such view, or it is not yours.')
    case 'taken':
      return new Refusal('bad-request', 'You have a view of that name already. Choose another.')
    case 'full':
      return new Refusal(
        'bad-request',
        `You have reached the limit of ${maxViews} views of this dashboard. Delete one to make room.`,
      )
  }
}

/** Drops fields that the model no longer has, so that the board still opens. */
function readable({ warehouse }: Host, view: PersonalView): PersonalView {
  const known = Object.entries(view.chosen).filter(([field]) => warehouse.model.knows(field))
  return { ...view, chosen: Object.fromEntries(known) }
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
const rect = v.object({ x: whole, y: whole, w: whole, h: whole })
const { maxTabs, maxTiles } = tileGrid

const schema = v.object({
  liveboardId: id,
  positions: v.pipe(
    v.array(v.object({ id, layout: rect, tabId: v.exactOptional(id) })),
    v.maxLength(maxTiles),
  ),
  removed: v.pipe(v.array(id), v.maxLength(maxTiles)),
  added: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.uuid()),
        boardId: id,
        tileId: id,
        layout: rect,
        tabId: v.exactOptional(id),
      }),
    ),
    v.maxLength(maxTiles),
  ),
  tabs: v.exactOptional(
    v.object({
      list: v.pipe(v.array(tabSchema), v.maxLength(maxTabs)),
      removed: v.pipe(v.array(id), v.maxLength(maxTabs)),
    }),
  ),
})

function parse(body: unknown): ArrangementRequest {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new Refusal('bad-request', 'The dashboard’s new layout is not valid.')
}

/** Operations of the frame's edit page: list the tiles that can be added to a dashboard, and save an arrangement. */
export const editOperations: Readonly<Record<string, Operation>> = {
  GetTileOffers: async (host, request, reply) => {
    personOf(await bearerOf(request, host.tokens))
    return reply.send({ offers: offers() })
  },
  SaveArrangement: async (host, request, reply) => {
    const person = personOf(await bearerOf(request, host.tokens))
    const { liveboardId, added, ...rest } = parse(request.body)
    ownDashboard(person, liveboardId, host.dashboards)
    for (const { boardId, tileId } of added) {
      if (curatedTile(boardId, tileId) === null)
        throw new Refusal('bad-request', 'The chart to add does not exist.')
    }
    const saved = await host.dashboards.saveLayout(person.subject, liveboardId, {
      ...rest,
      added: added.map((tile) => ({ kind: 'curated', ...tile })),
    })
    if (saved === 'full') throw new Refusal('bad-request', `A dashboard holds at most ${maxTiles} charts.`)
    if (saved === 'too-many-tabs')
      throw new Refusal('bad-request', `A dashboard holds at most ${maxTabs} tabs.`)
    if (saved === 'not-found')
      throw new Refusal('not-found', 'There is no such dashboard, or it is not yours.')
    return reply.send({ liveboardId, liveboardName: saved.name })
  },
}

function offers(): readonly TileOffer[] {
  return curatedBoards.flatMap((board) =>
    board.tiles.map(({ id: tileId, title, subtitle, kind, span, height }) => ({
      boardId: board.id,
      boardTitle: board.title,
      tileId,
      title,
      // A subtitle with placeholders is filled in only when the tile is computed.
      subtitle: subtitle.includes('{') ? '' : subtitle,
      kind,
      w: Math.max(tileGrid.minWidth, Math.round((span * tileGrid.columns) / 60)),
      h: Math.min(tileGrid.maxHeight, Math.max(tileGrid.minHeight, rowsOfHeight(height))),
    })),
  )
}
