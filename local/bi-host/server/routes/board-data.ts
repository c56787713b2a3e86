import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BoardDefinition } from '../../boards/definition'
import { ownBoard } from '../../boards/own-board'
import { type BoardRequest, rangeIds } from '../../wire/board'
import { bearerOf, openBoard } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import type { Host } from '../host'
import { loadBoard, tabOf } from '../../boards/load-board'
import { pack, parseBody, sendPacked, type Packed } from '../bodies'
import { Refusal } from '../../warehouse/problem'

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
