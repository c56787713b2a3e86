import { randomUUID } from 'node:crypto'
import type { Answer } from '../wire/answers'
import type { BiBearer, Person } from '../wire/bi-token'
import type { BoardDefinition } from '../boards/definition'
import { curatedTile } from '../boards/own-board'
import {
  type DashboardTile,
  type TileSubject,
  rectFor,
  onTab,
  type TabChoice,
} from '../store/dashboard-tiles'
import type { Dashboard, TileFailure } from '../store/dashboards'
import { rowsOfHeight, tileGrid } from '../wire/tile-grid'
import { openBoard, ownDashboard, type Opened } from './access'
import { ownerOf, tileIdsOf } from './answer-tiles'
import { onNoBoard } from './built-answers'
import type { Host } from './host'
import { Refusal } from '../warehouse/problem'
import { roomForDashboards, type ImportHost } from './routes/import-objects'

/** Why a chart could not be added to a dashboard or changed on it, worded for the user. */
export function pinRefusal(why: TileFailure): Refusal {
  switch (why) {
    case 'full':
      return new Refusal(
        'bad-request',
        `This dashboard is full: it holds at most ${tileGrid.maxTiles} charts.`,
      )
    case 'too-many-tabs':
      return new Refusal('bad-request', `This dashboard has ${tileGrid.maxTabs} tabs, the most it can hold.`)
    case 'no-such-tab':
      return new Refusal('not-found', 'This dashboard no longer has that tab.')
    case 'not-found':
      return new Refusal('not-found', 'This chart is no longer on that dashboard.')
    case 'not-an-answer':
      return new Refusal('bad-request', 'This chart cannot be saved as it is.')
  }
}

/** Resolves a session of the answer service to something that can be pinned to a dashboard. */
export function sessionSubject(host: Host, bearer: BiBearer, sessionId: string): Subject {
  const [boardId, tileId] = tileIdsOf(sessionId)
  if (boardId === onNoBoard) return answerSubject(host.builtAnswers.get(ownerOf(bearer), tileId))
  return subjectOf(openBoard(bearer, boardId, host.dashboards), tileId)
}

/** The content of a tile of any dashboard. Throws Refusal if there is no such tile. */
export function subjectOf(opened: Opened, tileId: string): Subject {
  return opened.kind === 'curated'
    ? curatedSubject(opened.board, tileId)
    : ownSubject(opened.dashboard, tileId)
}

export function answerSubject(answer: Answer): Subject {
  const { title, query, chart } = answer
  const isSingle = query.measures.length === 1 && !query.grain && (query.attributes ?? []).length === 0
  const isNumber = chart.type === 'kpi' || (chart.type === 'auto' && isSingle)
  return {
    title,
    tile: { kind: 'answer', title, answer: { ...answer, v: 2 } },
    size: { w: tileGrid.columns / (isNumber ? 4 : 2), h: rowsOfHeight(isNumber ? 168 : 360) },
  }
}

/** An existing dashboard or a new one, and a tab of it: an existing one, a new one, or (default) the first. */
export type PinTarget = {
  readonly tabId?: string
  readonly newTabName?: string
} & ({ readonly liveboardId: string } | { readonly newLiveboardName: string })

export function renamed(subject: Subject, title: string | undefined): Subject {
  return title === undefined ? subject : { ...subject, title, tile: { ...subject.tile, title } }
}

/** Pins the subject to one of the user's dashboards, existing or new. */
export async function pinTile(
  host: Host,
  person: Person,
  { tile, size }: Subject,
  to: PinTarget,
): Promise<{ readonly dashboard: Dashboard; readonly tile: DashboardTile; readonly created: boolean }> {
  const target =
    'liveboardId' in to
      ? ownDashboard(person, to.liveboardId, host.dashboards)
      : await newDashboard(host, person, { name: to.newLiveboardName, description: '', tiles: [] })
  const added = await host.dashboards.addTile(person.subject, target.id, tile, size, tabOf(to))
  if (added.ok) return { ...added, created: !('liveboardId' in to) }
  throw pinRefusal(added.why)
}

function tabOf({ tabId, newTabName }: PinTarget): TabChoice | undefined {
  if (newTabName !== undefined) return { label: newTabName }
  return tabId === undefined ? undefined : { id: tabId }
}

/** Copies count toward the same limit of dashboards per user as imports. */
export function newDashboard(
  host: ImportHost,
  person: Person,
  about: Pick<Dashboard, 'name' | 'description' | 'tiles'> & Partial<Pick<Dashboard, 'tabs'>>,
): Promise<Dashboard> {
  roomForDashboards(host, person, 1)
  return host.dashboards.create({ owner: person.subject, author: person.email, ...about })
}

interface Subject {
  readonly title: string
  readonly tile: TileSubject
  readonly size: { readonly w: number; readonly h: number }
}

function curatedSubject(board: BoardDefinition, tileId: string): Subject {
  const tile = board.tiles.find((candidate) => candidate.id === tileId)
  if (tile === undefined) throw new Refusal('not-found', 'There is no such chart.')
  return {
    title: tile.title,
    tile: { kind: 'curated', boardId: board.id, tileId },
    size: { w: Math.round((tile.span * tileGrid.columns) / 60), h: rowsOfHeight(tile.height) },
  }
}

function ownSubject(
  dashboard: { readonly tiles: readonly (TileSubject & { id: string; layout: { w: number; h: number } })[] },
  tileId: string,
): Subject {
  const tile = dashboard.tiles.find((candidate) => candidate.id === tileId)
  if (tile === undefined) throw new Refusal('not-found', 'There is no such chart.')
  const { layout, ...rest } = tile
  const subject: TileSubject =
    rest.kind === 'curated'
      ? {
          kind: 'curated',
          boardId: rest.boardId,
          tileId: rest.tileId,
          ...(rest.title === undefined ? {} : { title: rest.title }),
        }
      : { kind: 'answer', title: rest.title, answer: rest.answer }
  const title =
    subject.kind === 'answer'
      ? subject.title
      : (subject.title ?? curatedTile(subject.boardId, subject.tileId)?.title ?? 'Deleted chart')
  return { title, tile: subject, size: { w: layout.w, h: layout.h } }
}

export async function copyBoard(
  host: ImportHost,
  person: Person,
  liveboardId: string,
  name: string,
): Promise<Dashboard> {
  const opened = openBoard(person, liveboardId, host.dashboards)
  const tiles: DashboardTile[] = []
  if (opened.kind === 'own')
    tiles.push(...opened.dashboard.tiles.map((tile) => ({ ...tile, id: randomUUID() })))
  else
    for (const { id } of opened.board.tiles.slice(0, tileGrid.maxTiles)) {
      const { tile, size } = curatedSubject(opened.board, id)
      const tabId = opened.board.tabs?.find((tab) => tab.tiles.includes(id))?.id
      const there = tiles.filter((other) => other.tabId === tabId)
      tiles.push(onTab({ ...tile, id: randomUUID(), layout: rectFor(there, size) }, tabId))
    }
  const { description, tabs = [] } = opened.kind === 'own' ? opened.dashboard : opened.board
  const about = { name, description, tiles, tabs: tabs.map(({ id, label }) => ({ id, label })) }
  return newDashboard(host, person, about)
}
