import type { BiBearer } from '../wire/bi-token'
import type { TileDefinition } from '../boards/definition'
import { ownBoard } from '../boards/own-board'
import { openWorksheet } from '../boards/library/catalogue'
import { openForm } from '../query/answer-form'
import { baseMeasure } from '../query/resolve'
import type { SemanticModel } from '../model/semantic-model'
import type { NumberFormat } from '../wire/board'
import type { Answer } from '../wire/answers'
import { phraseOf } from '../questions/phrase'
import { readerFor } from '../answers/read/readers'
import type { SavedAnswer } from '../store/answers-and-views'
import { tmlLayout, rectFor, type TileLayout, type TileSubject } from '../store/dashboard-tiles'
import type { TileRect } from '../wire/tile-grid'
import type { Opened } from './access'
import { tileOf } from './answer-tiles'
import { sessionSubject, subjectOf } from './copies'
import type { Host } from './host'

/** A tile in TML: its texts, and the ids by which an import finds it. */
interface TileTml {
  readonly name: string
  readonly description: string
  /** The vendor's clients drop an answer without one. */
  readonly search_query: string
}

/** The answer of a session. Throws Refusal if it does not exist or this bearer may not read it. */
export async function answerTml(host: Host, bearer: BiBearer, sessionId: string): Promise<TileTml> {
  const { title, trust, question } = await tileOf(host, bearer, sessionId, {
    filters: [],
    removed: [],
    added: [],
  })
  const { tile } = sessionSubject(host, bearer, sessionId)
  const search_query = question === undefined ? title : plainPhrase(host, bearer, question)
  return { name: title, description: trust.definition, search_query, ...contentOf(tile) }
}

/** The query of a tile as an answer that can be saved. Null if no query expresses how the tile is computed. */
export function answerOfSubject(
  { warehouse }: Host,
  bearer: BiBearer,
  { question, tile }: { readonly question: string | undefined; readonly tile: TileSubject },
): Answer | null {
  if (tile.kind === 'answer') return openForm(tile.answer).answer
  if (question === undefined) return null
  const { sources } = openWorksheet(warehouse.model, bearer, undefined)
  return readerFor(warehouse, sources).read({ phrase: question }).answer
}

/** The exact question of a tile in the words a user would type, if both give the same query. */
function plainPhrase({ warehouse }: Host, bearer: BiBearer, phrase: string): string {
  const { model } = warehouse
  const reader = readerFor(warehouse, openWorksheet(model, bearer, undefined).sources)
  const { answer } = reader.read({ phrase })
  return answer === null ? phrase : phraseOf(model, answer, (text) => reader.read({ phrase: text }).answer)
}

const categories: Readonly<Partial<Record<NumberFormat['kind'], string>>> = {
  percent: 'PERCENTAGE',
  usd: 'CURRENCY',
  price: 'CURRENCY',
  number: 'NUMBER',
  coins: 'NUMBER',
}

/** A chart column in the vendor's format, which multiplies percentages itself. A format it has no category for gets none. */
export function columnOf(model: SemanticModel, { measure: id, unit }: TileDefinition) {
  const { label: name, format } = baseMeasure(model, id).measure
  // For a chart that derives another value from its measure, the unit text is the only hint of the format.
  const kind = unit === undefined ? format.kind : unit.startsWith('Percent') ? 'percent' : undefined
  const category = kind && categories[kind]
  return { name, ...(category && { format: { category, isCategoryEditable: true } }) }
}

/** A whole dashboard. Importing it restores the same tiles in the same positions. */
function boardTml(model: SemanticModel, opened: Opened): object {
  const about = opened.kind === 'own' ? opened.dashboard : opened.board
  const name = 'title' in about ? about.title : about.name
  const subjects = about.tiles.map(({ id }) => ({ id, ...subjectOf(opened, id) }))
  const { tiles } = opened.kind === 'own' ? ownBoard(model, opened.dashboard) : opened.board
  const columns = new Map(tiles.map((tile) => [tile.id, columnOf(model, tile)]))
  return {
    guid: about.id,
    liveboard: {
      name,
      description: about.description,
      visualizations: subjects.map(({ id, tile, title }) => ({
        id,
        answer: { name: title, search_query: title, answer_columns: [columns.get(id)], ...contentOf(tile) },
      })),
      layout: { tiles: layoutOf(opened, subjects), ...tabsOf(opened) },
    },
  }
}

/** The tabs of an own dashboard with their tiles. Each tab has a grid of its own. */
function tabsOf(opened: Opened): { readonly tabs?: readonly object[] } {
  if (opened.kind !== 'own' || opened.dashboard.tabs.length === 0) return {}
  const { tabs, tiles } = opened.dashboard
  return {
    tabs: tabs.map(({ id, label }) => ({
      id,
      name: label,
      tiles: tiles.filter(({ tabId }) => tabId === id).map((tile) => tmlLayout(tile.id, tile.layout)),
    })),
  }
}

/** Positions of the tiles. Curated boards use a different grid, so their tiles get the positions that a copy would give them. */
function layoutOf(
  opened: Opened,
  subjects: readonly { readonly id: string; readonly size: { readonly w: number; readonly h: number } }[],
): readonly TileLayout[] {
  if (opened.kind === 'own') return opened.dashboard.tiles.map(({ id, layout }) => tmlLayout(id, layout))
  const taken: { readonly layout: TileRect }[] = []
  return subjects.map(({ id, size }) => {
    const layout = rectFor(taken, size)
    taken.push({ layout })
    return tmlLayout(id, layout)
  })
}

interface VizHeader {
  readonly id: string
  readonly name: string
}

export function vizHeaders(opened: Opened): readonly VizHeader[] {
  const { tiles } = opened.kind === 'own' ? opened.dashboard : opened.board
  return tiles.map(({ id }) => ({ id, name: subjectOf(opened, id).title }))
}

/** One entry of the vendor's export. JSON is valid YAML. */
interface Exported {
  readonly edoc: string
  readonly info: {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly status: object
  }
}

const entry = (id: string, name: string, type: string, tml: object): Exported => ({
  edoc: JSON.stringify(tml),
  info: { id, name, type, status: { status_code: 'OK' } },
})

export function exported(model: SemanticModel, opened: Opened): Exported {
  const about = opened.kind === 'own' ? opened.dashboard : opened.board
  return entry(about.id, 'title' in about ? about.title : about.name, 'liveboard', boardTml(model, opened))
}

/** A saved answer of any version. */
export function exportedAnswer({ id, title, answer }: SavedAnswer): Exported {
  const form = typeof answer === 'object' ? answer : {}
  return entry(id, title, 'answer', {
    guid: id,
    answer: { name: title, description: '', search_query: title, ...form, title },
  })
}

const contentOf = (tile: TileSubject): object =>
  tile.kind === 'curated'
    ? {
        tile: {
          boardId: tile.boardId,
          tileId: tile.tileId,
          ...(tile.title === undefined ? {} : { title: tile.title }),
        },
      }
    : { ...tile.answer, title: tile.title }
