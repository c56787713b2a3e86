import { QueryProblem } from '../model/query'
import type { SemanticModel } from '../model/semantic-model'
import type { Dashboard } from '../store/dashboards'
import type { DashboardTile } from '../store/dashboard-tiles'
import { heightOfRows, inReadingOrder, tileGrid } from '../wire/tile-grid'
import { openForm } from '../query/answer-form'
import { parseSavedAnswer } from './answer'
import { answerTile } from './answer-tile'
import { curatedBoards } from './catalogue'
import { parsePinned, pinnedAnswer } from './pinned-answer'
import type { BoardDefinition, TileDefinition } from './definition'

/** A person's own dashboard as a board: its tiles in reading order. */
export function ownBoard(model: SemanticModel, dashboard: Dashboard): BoardDefinition {
  const tiles = dashboard.tiles.toSorted((one, other) => inReadingOrder(one.layout, other.layout))
  return {
    id: dashboard.id,
    title: dashboard.name,
    description: dashboard.description,
    range: '90D',
    chips: [],
    tiles: tiles.map((tile) => ({
      ...drawn(model, tile),
      id: tile.id,
      place: tile.layout,
      span: (tile.layout.w * 60) / tileGrid.columns,
      height: heightOfRows(tile.layout.h),
    })),
    tabs: dashboard.tabs.map(({ id, label }) => ({
      id,
      label,
      tiles: tiles.filter(({ tabId }) => tabId === id).map((tile) => tile.id),
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
  if (tile.kind === 'curated') {
    const shown = curatedTile(tile.boardId, tile.tileId)
    if (shown === null)
      return lost('A tile that is gone', 'This tile is not kept any more. You may remove it.')
    return tile.title === undefined ? shown : { ...shown, title: tile.title }
  }
  // The builder opens what is kept, not a question.
  const broken = (why: string): TileDefinition => ({
    ...lost(tile.title, `${why} Open it in Data Weaver to mend it, or remove it.`),
    question: '',
  })
  try {
    const first = parseSavedAnswer(tile.answer)
    if (first)
      return {
        ...answerTile(model, tile.id, { ...first, title: tile.title }),
        question: '',
        ...(first.query.range === undefined ? {} : { keepsRange: true }),
      }
    const pinned = parsePinned(tile.answer)
    if (pinned) return pinnedAnswer(model, tile.id, { ...pinned, title: tile.title })
    return broken(`This chart is damaged. ${openForm(tile.answer).problems.join(' ')}`)
  } catch (error) {
    if (error instanceof QueryProblem)
      return broken('This chart can no longer be drawn: what it was made from has changed.')
    throw error
  }
}

/** Stands where a tile cannot be drawn any more: it is the person's to take away, not ours. */
function lost(title: string, why: string): TileDefinition {
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
    build: () => Promise.reject(new QueryProblem(why)),
  }
}
