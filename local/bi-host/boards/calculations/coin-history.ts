import type { QueryFilter } from '../../model/source'
import type { TileContext } from '../definition'
import { aligned, figureAt, only, readPanel, type Panel } from '../panel'
import type { Values } from '../../query/statistics'
import { shownRows } from '../tiles/series'

const usual = 'BTC'

/** Asset of a single-asset tile: the one the board is filtered to, else Bitcoin. */
export function chosenAsset(context: TileContext): string {
  const filter = context
    .filtersOf('option_surface', [])
    .find(({ field, op, values }) => field === 'asset' && (op === 'in' || op === 'eq') && values.length > 0)
  return String(filter?.values[0] ?? usual)
}

export const assetIs = (asset: string): QueryFilter => ({ field: 'asset', op: 'eq', values: [asset] })
/** The same default for the tile's question. */
export const unlessChosen = [assetIs(usual)] as const

export const tenorIs = (days: number): QueryFilter => ({ field: 'tenor', op: 'eq', values: [days] })

/** The whole daily history of one measure of one asset. */
export interface History {
  readonly dates: readonly string[]
  readonly values: Values
  readonly panel: Panel
}

export const ofAsset = (asset: string): readonly QueryFilter[] => [assetIs(asset)]

export async function history(
  context: TileContext,
  measure: string,
  where: readonly QueryFilter[],
): Promise<History> {
  const panel = await readPanel(context, { measure, where, range: 'ALL' })
  return { dates: panel.dates, values: only(panel), panel }
}

export const histories = <const M extends readonly string[]>(
  context: TileContext,
  measures: M,
  where: readonly QueryFilter[],
): Promise<{ [K in keyof M]: History }> =>
  Promise.all(measures.map((measure) => history(context, measure, where))) as never

/** The latest value as a figure, on which all tiles that show it must agree. */
export function latestFigure({ dates, values, panel }: History): Readonly<Record<string, number>> {
  const last = values.at(-1)
  return typeof last === 'number' ? { [figureAt(panel.meaning, dates.at(-1) ?? '')]: last } : {}
}

export const onDates = (dates: readonly string[], other: History): (number | null)[] =>
  aligned(dates, other.panel)

/** The part of the dates, and of a list parallel to them, that is in the board's range. */
export function shown(
  context: TileContext,
  dates: readonly string[],
): { readonly dates: readonly string[]; readonly cut: (values: Values) => Values } {
  const rows = shownRows(context, dates)
  const { first, end } = context.shown(dates.slice(-rows))
  return {
    dates: dates.slice(-rows).slice(first, end),
    cut: (values) => values.slice(-rows).slice(first, end),
  }
}
