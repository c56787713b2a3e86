import { QueryProblem } from '../model/query'
import type { SemanticModel } from '../model/semantic-model'
import type { Dashboard } from '../store/dashboards'
import type { DashboardTile } from '../store/dashboard-tiles'
import { heightOfRows, inReadingOrder, tileGrid } from '../tile-grid'
import { parseSavedAnswer } from './answer'
import { answerTile } from './answer-tile'
import { curatedBoards } from './catalogue'
import { parsePinned, pinnedAnswer } from './pinned-answer'
import type { BoardDefinition, TileDefinition } from './definition'

/** A person's own dashboard as a board: its tiles in reading order. */
export function ownBoard(model: SemanticModel, dashboard: Dashboard): BoardDefinition {
  return {
    id: dashboard.id,
    title: dashboard.name,
    description: dashboard.description,
    range: '90D',
    chips: [],
    tiles: dashboard.tiles
      .toSorted((one, other) => inReadingOrder(one.layout, other.layout))
      .map((tile) => ({
        ...drawn(model, tile),
        id: tile.id,
        place: tile.layout,
        span: (tile.layout.w * 60) / tileGrid.columns,
        height: heightOfRows(tile.layout.h),
      })),
  }
}

/** A tile of a curated board, by both ids. */
export function curatedTile(boardId: string, tileId: string): TileDefinition | null {
  const board = curatedBoards.find(({ id }) => id === boardId)
  const tile = board?.tiles.find(({ id }) => id === tileId)
  return tile === undefined || board?.defaults === undefined
    ? (tile ?? null)
    : { ...tile, defaults: board.defaults }
}

function drawn(model: SemanticModel, tile: DashboardTile): TileDefinition {
  if (tile.kind === 'curated') return curatedTile(tile.boardId, tile.tileId) ?? lost('A tile that is gone')
  const answer = parseSavedAnswer(tile.answer)
  const pinned = answer === null ? parsePinned(tile.answer) : null
  try {
    if (answer) return answerTile(model, tile.id, { ...answer, title: tile.title })
    return pinned ? pinnedAnswer(model, tile.id, { ...pinned, title: tile.title }) : lost(tile.title)
  } catch (error) {
    if (error instanceof QueryProblem) return lost(tile.title)
    throw error
  }
}

/** Stands where a tile cannot be drawn any more: it is the person's to take away, not ours. */
function lost(title: string): TileDefinition {
  return {
    id: '',
    title,
    subtitle: '',
    kind: 'table',
    span: 30,
    height: 360,
    measure: 'price.close',
    unit: '',
    definition: 'This host cannot draw what was pinned here.',
    build: () =>
      Promise.reject(
        new QueryProblem(
          'This chart can no longer be drawn: what it was made from has changed. You may remove it.',
        ),
      ),
  }
}
