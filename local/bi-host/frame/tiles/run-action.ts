import type { Tile } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { sessionOf } from '../../wire/answers'
import { analysesPath } from '../protocol/routes'
import type { Palette } from '../../rendering/theme/variables'
import type { Words } from '../theme/words'
import { fileNameOf, type LegendItem } from '../../rendering/readout'
import { pointEvent, sentenceOfPoint, type Point, copyAction, excludeAction, includeAction } from './point'
import { csvOf, tableOf, type PlainTable } from '../../rendering/table-model'
import { embedAnswerData } from './tile-actions'

export interface ActionContext {
  readonly tile: Tile
  /** Container of its answer's session: the board or the conversation. `null` if it has no session. */
  readonly sessionContainer: string | null
  /** The clicked point, if the action is about one number. */
  readonly point: Point | null
  readonly frame: Frame
  readonly words: Words
  readonly palette: Palette
  /** Table for a file of numbers, or for a picture of a tile without a chart, if it has more than the tile shows. */
  readonly table?: PlainTable
  /** The chart as on screen. `null` for tiles without one. */
  readonly picture: () => HTMLCanvasElement | null
  readonly legend: readonly LegendItem[]
  readonly color: (colorKey: string) => string
  /** Replaces the tile's chart with its numbers. */
  readonly showTable: () => void
}

/** Shown if a file could not be made, or its code could not be loaded. */
export const fileFailed = 'The file could not be made. Try again.'

/** Event names that differ from the action's id. */
const eventNames: Readonly<Record<string, string>> = {
  downloadAsCSV: 'downloadAsCsv',
  downloadAsXLSX: 'downloadAsXlsx',
  shareViz: 'share',
}

/** Runs a tile action and notifies the embedding page, as the vendor does. Returns a message for the user, or an empty text. */
export async function runTileAction(actionId: string, context: ActionContext): Promise<string> {
  const { tile, frame, words, point, sessionContainer } = context
  const custom = frame.state.get().options.customActions.find((action) => action.id === actionId)
  if (custom) {
    frame.port.post('customAction', {
      id: custom.id,
      vizId: tile.id,
      ...(sessionContainer === null ? {} : { session: sessionOf(sessionContainer, tile.id) }),
      embedAnswerData: embedAnswerData(tile),
      ...(point === null ? {} : { contextMenuPoints: pointEvent(tile.id, point) }),
    })
    return ''
  }
  const event = eventNames[actionId] ?? actionId
  const details = { vizId: tile.id }
  frame.port.post(event, details, 'start')
  try {
    return await perform(actionId, context)
  } catch {
    return words('viz.notOffered')
  } finally {
    frame.port.post(event, details, 'end')
  }
}

async function perform(actionId: string, context: ActionContext): Promise<string> {
  const { tile, frame, words } = context
  switch (actionId) {
    case 'downloadAsPng':
    case 'downloadAsPdf':
    case 'downloadAsCSV':
    case 'downloadAsXLSX':
      return download(actionId, context).then(
        () => '',
        () => fileFailed,
      )
    case 'showUnderlyingData':
      context.showTable()
      return ''
    case copyAction:
      await navigator.clipboard.writeText(sentenceOfPoint(context.point, tile.title))
      return ''
    case includeAction:
    case excludeAction:
      return ''
    case 'embedDocument': {
      const { route } = frame.state.get()
      // An answer that is on no board has no address.
      if (route.kind !== 'board') return words('viz.notOffered')
      await navigator.clipboard.writeText(`${location.origin}/#/pinboard/${route.liveboardId}/${tile.id}`)
      return 'Link copied'
    }
    case 'explore':
      if (frame.state.get().options.application && tile.question !== undefined)
        frame.navigate(`/answer?question=${encodeURIComponent(tile.question)}`, false)
      return ''
    case 'spotIQAnalyze':
      if (frame.state.get().options.application) frame.navigate(analysesPath, false)
      return ''
    default:
      return words('viz.notOffered')
  }
}

type Download = 'downloadAsPng' | 'downloadAsPdf' | 'downloadAsCSV' | 'downloadAsXLSX'

async function download(actionId: Download, context: ActionContext): Promise<void> {
  const { tile } = context
  const { documentOf, encoded, save, spreadsheetOf, tileCanvas } = await import('./files')
  const name = fileNameOf(tile)
  const table = context.table ?? tableOf(tile)
  switch (actionId) {
    case 'downloadAsPng':
      return save(await encoded(tileCanvas(context, context.picture()), 'image/png'), `${name}.png`)
    case 'downloadAsPdf': {
      const picture = tileCanvas(context, context.picture())
      const jpeg = new Uint8Array(await (await encoded(picture, 'image/jpeg')).arrayBuffer())
      return save(documentOf(jpeg, picture), `${name}.pdf`)
    }
    case 'downloadAsCSV':
      return save(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    case 'downloadAsXLSX':
      return save(await spreadsheetOf(table, tile.title), `${name}.xlsx`)
  }
}
