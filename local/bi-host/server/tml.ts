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
import type { SavedAnswer } from '../store/answers'
import { tmlLayout, rectFor, type TileLayout, type TileSubject } from '../store/dashboard-tiles'
import type { TileRect } from '../wire/tile-grid'
import type { Opened } from './access'
import { tileOf } from './answer-tiles'
import { sessionSubject, subjectOf } from './copies'
import type { Host } from './host'

/** A tile in the vendor's modelling language: its words, and what an import finds the tile by again. */
interface TileTml {
  readonly name: string
  readonly description: string
  /** The vendor's clients leave out an answer without one. */
  readonly search_query: string
}

/** The answer of a session. Throws Refusal when it is not there or not for this bearer. */
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

/** What a tile asks, as something that can be saved for itself; null where it is computed in a way that no question has. */
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

/** An exact question, as tiles carry one, in the words that a person would type, where they ask the same. */
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

/** A chart's column as the vendor has it: percent are fractions that it multiplies; what it has no category for has none. */
export function columnOf(model: SemanticModel, { measure: id, unit }: TileDefinition) {
  const { label: name, format } = baseMeasure(model, id).measure
  // Of a chart that computes something else from its measure the words of its unit are all there is to say.
  const kind = unit === undefined ? format.kind : unit.startsWith('Percent') ? 'percent' : undefined
  const category = kind && categories[kind]
  return { name, ...(category && { format: { category, isCategoryEditable: true } }) }
}

/** A whole dashboard; imported again it has the same tiles in the same places. */
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

/** The tabs of an own dashboard, each with its tiles: those have places on a grid of their own. */
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

/** Where the tiles stand. A curated board has another grid: its tiles stand as on a copy of it. */
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

/** One entry of the vendor's export; YAML readers take JSON too. */
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

/** An answer that somebody kept, whatever its version. */
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
