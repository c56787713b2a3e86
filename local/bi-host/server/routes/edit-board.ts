import * as v from 'valibot'
import { curatedBoards } from '../../boards/library/catalogue'
import { curatedTile } from '../../boards/own-board'
import type { ArrangementRequest, TileOffer } from '../../wire/board'
import { tabSchema } from '../../store/dashboard-tiles'
import { rowsOfHeight, tileGrid } from '../../wire/tile-grid'
import { bearerOf, ownDashboard, personOf } from '../access'
import { Refusal } from '../../warehouse/problem'
import type { Operation } from './board-data'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
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
