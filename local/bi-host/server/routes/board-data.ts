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

/** One call of `/prism/`, with the host or the part of it that it looks at. */
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

/** Names the vendor uses for data calls; one board or one tile of it, by the same body. */
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
  // The tab has its place in the key whether it was named or not.
  const usual = { tabId, range: job.definition.range, filters: [], part: 'all' }
  // All that is asked for, by whatever name: what the key leaves out somebody else would be shown.
  const key = JSON.stringify([
    host.warehouse.dataVersion,
    { ...usual, ...job.wanted, liveboardId: job.definition.id, tabId },
  ])
  return host.boardReplies.get(
    key,
    async (stop) => {
      const { packed, whole } = await compute(stop)
      // A board with a tile that failed is computed anew next time.
      if (!whole) setImmediate(() => host.boardReplies.forget(key))
      return packed
    },
    signal,
  )
}

/** Computes a curated board before anybody asks: the first page everybody sees. A failure is left to the first request. */
export async function prepareBoard(
  host: Host,
  definition: BoardDefinition,
  signal: AbortSignal,
): Promise<void> {
  await answer(host, { definition, wanted: { liveboardId: definition.id }, shared: true }, signal).catch(
    () => undefined,
  )
}
