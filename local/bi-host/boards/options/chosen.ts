import type { QueryFilter } from '../../model/query'
import type { TileContext } from '../definition'

/** The asset a single-asset tile is about: the one the board is filtered to, else bitcoin. */
export function chosenAsset(context: TileContext): string {
  const filter = context
    .filtersOf('option_surface', [])
    .find(({ field, op, values }) => field === 'asset' && (op === 'in' || op === 'eq') && values.length > 0)
  return String(filter?.values[0] ?? 'BTC')
}

export const assetIs = (asset: string): QueryFilter => ({ field: 'asset', op: 'eq', values: [asset] })
export const tenorIs = (days: number): QueryFilter => ({ field: 'tenor', op: 'eq', values: [days] })
