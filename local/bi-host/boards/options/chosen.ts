import type { QueryFilter } from '../../model/query'
import type { TileContext } from '../definition'

const usual = 'BTC'

/** The asset a single-asset tile is about: the one the board is filtered to, else bitcoin. */
export function chosenAsset(context: TileContext): string {
  const filter = context
    .filtersOf('option_surface', [])
    .find(({ field, op, values }) => field === 'asset' && (op === 'in' || op === 'eq') && values.length > 0)
  return String(filter?.values[0] ?? usual)
}

export const assetIs = (asset: string): QueryFilter => ({ field: 'asset', op: 'eq', values: [asset] })
/** The same for a question of such a tile. */
export const unlessChosen = [assetIs(usual)] as const

export const tenorIs = (days: number): QueryFilter => ({ field: 'tenor', op: 'eq', values: [days] })
