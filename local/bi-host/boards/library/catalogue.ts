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
 * A worksheet that a user may query: it has the sources of its board's tiles. A single source is a worksheet of one. Anonymous visitors may
 * only query Home's. Throws `forbidden` or `not-found`.
 */
export function openWorksheet(
  model: SemanticModel,
  bearer: BiBearer,
  worksheetId: string | undefined,
): Worksheet {
  const wanted = worksheetId ?? (bearer.kind === 'anonymous' ? liveboards.home.worksheetId : undefined)
  if (wanted === undefined) return { worksheetId: null, title: 'All data', sources: model.sources }
  if (bearer.kind === 'anonymous' && wanted !== liveboards.home.worksheetId)
    throw new Refusal('forbidden', 'Log in to ask about this data.')
  const sources = sourcesIn(model, wanted)
  const title = worksheets.find((known) => known.worksheetId === wanted)?.title ?? sources[0]?.label
  if (title === undefined) throw new Refusal('not-found', 'There is no such worksheet.')
  return { worksheetId: wanted, title, sources }
}

const worksheets = Object.values(liveboards)

/** Sources of a worksheet, or a single source. Empty if the id is neither. */
export function sourcesIn(model: SemanticModel, id: string | undefined): readonly Source[] {
  const board = worksheets.find(({ worksheetId }) => worksheetId === id)
  if (board === undefined) return model.sources.filter((source) => source.id === id)
  const tiles = curatedBoards.find((known) => known.id === board.id)?.tiles ?? []
  const ids = new Set(tiles.map(({ measure }) => measure.slice(0, measure.indexOf('.'))))
  return model.sources.filter((source) => ids.has(source.id))
}

/** The source, or a worksheet, that has all of these sources. Null if none does. */
export function holderOf(model: SemanticModel, sources: readonly Source[]): string | null {
  const [first, ...more] = sources
  if (first === undefined || more.length === 0) return first?.id ?? null
  const holds = (held: readonly Source[]): boolean => sources.every((source) => held.includes(source))
  return worksheets.find(({ worksheetId }) => holds(sourcesIn(model, worksheetId)))?.worksheetId ?? null
}

/** The twelve curated boards, in the order of the portal's catalogue. */
export const curatedBoards: readonly BoardDefinition[] = Object.values({
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
} satisfies Record<keyof typeof liveboards, BoardDefinition>)
