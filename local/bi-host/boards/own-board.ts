import { QueryProblem } from '../model/query'
import type { SemanticModel } from '../model/semantic-model'
import type { Dashboard } from '../store/dashboards'
import { parsePinned } from './answer'
import { answerTile } from './answer-tile'
import type { BoardDefinition, TileDefinition } from './definition'

/** A person's own dashboard as a board: its pinned answers in their order. What cannot be read is left out. */
export function ownBoard(model: SemanticModel, dashboard: Dashboard): BoardDefinition {
  const tiles = dashboard.visualizations.flatMap((visualization): readonly TileDefinition[] => {
    const pinned = parsePinned(visualization)
    if (pinned === null) return []
    try {
      return [answerTile(model, pinned)]
    } catch (error) {
      if (error instanceof QueryProblem) return []
      throw error
    }
  })
  return {
    id: dashboard.id,
    title: dashboard.name,
    description: dashboard.description,
    range: '90D',
    chips: [],
    tiles,
  }
}
