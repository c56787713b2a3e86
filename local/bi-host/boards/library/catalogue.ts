import { bitcoin } from './bitcoin'
import type { BoardDefinition } from '../definition'
import { etf } from './etf'
import { derivatives } from './derivatives'
import { ethereum } from './ethereum'
import { futures } from './futures'
import { globalCryptoMarket } from './global-market'
import { home } from './home'
import { lending } from './lending'
import { rwa } from './rwa'
import { spotAnalytics } from './spot'
import { stablecoins } from './stablecoins'
import { staking } from './staking'
import type { BiBearer } from '../../wire/bi-token'
import { liveboards } from '../../wire/liveboards'
import type { SemanticModel } from '../../model/semantic-model'
import type { Source } from '../../model/source'
import { Refusal } from '../../warehouse/problem'

export interface Worksheet {
  readonly worksheetId: string | null
  readonly title: string
  readonly sources: readonly Source[]
}

/**
 * What a person may ask about: a worksheet holds the sources that its board's tiles rest on, and a source by itself is a
 * worksheet of one. A visitor has Home's and no other. Throws `forbidden` or `not-found`.
 */
export function openWorksheet(
  model: SemanticModel,
  bearer: BiBearer,
  worksheetId: string | undefined,
): Worksheet {
  const wanted = worksheetId ?? (bearer.kind === 'anonymous' ? liveboards.home.worksheetId : undefined)
  if (wanted === undefined) return { worksheetId: null, title: 'All data', sources: model.sources }
  const board = Object.values(liveboards).find((known) => known.worksheetId === wanted)
  if (bearer.kind === 'anonymous' && wanted !== liveboards.home.worksheetId)
    throw new Refusal('forbidden', 'Log in to ask about this data.')
  const alone = model.sources.filter(({ id }) => id === wanted)
  if (!board && alone[0]) return { worksheetId: wanted, title: alone[0].label, sources: alone }
  if (!board) throw new Refusal('not-found', 'There is no such worksheet.')
  const measures = curatedBoards.find(({ id }) => id === board.id)?.tiles.map(({ measure }) => measure) ?? []
  const ids = new Set(measures.map((measure) => measure.slice(0, measure.indexOf('.'))))
  return { worksheetId: wanted, title: board.title, sources: model.sources.filter(({ id }) => ids.has(id)) }
}

/** The twelve curated boards in the order of the portal's catalogue. */
export const curatedBoards: readonly BoardDefinition[] = [
  home,
  stablecoins,
  globalCryptoMarket,
  bitcoin,
  ethereum,
  etf,
  lending,
  spotAnalytics,
  derivatives,
  futures,
  staking,
  rwa,
]
