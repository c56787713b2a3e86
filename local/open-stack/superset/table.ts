import * as formats from '../../bi-host/model/formats'
import type { QueryFilter } from '../../bi-host/model/source'
import type { NumberFormat } from '../../bi-host/wire/board'
import type { DatasetKey } from '../../../src/core/catalogue/catalogue'

/** What of a measure is shown: `stable_supply.supply`, narrowed to `where` it is about. */
export interface Part {
  readonly measure: string
  readonly where?: readonly QueryFilter[]
  /** -1 draws it below zero. */
  readonly sign?: 1 | -1
}

/** Several measures, of any sources, as the lines of one chart; or one measure over another, day by day. */
export type Composite =
  | { readonly lines: Readonly<Record<string, Part>> }
  | {
      readonly top: Part
      readonly bottom: Part
      /** Both are split by it: fields of one concept. */
      readonly by?: readonly [top: string, bottom: string]
      /** As the embedded dashboard writes it. A percentage is the quotient times a hundred. */
      readonly format: NumberFormat
    }

type Kind =
  /** One number, what it was `lag` rows ago, and its course. */
  | 'number'
  | 'line'
  | 'area'
  /** Shares of the whole. */
  | 'shares'
  | 'columns'
  /** Horizontal bars, the largest on top. */
  | 'bars'
  | 'parts'
  | 'matrix'
  | 'table'

/** One chart of a dashboard. Title, subtitle, unit and definition are those of the embedded dashboard's tile of this id. */
export interface Chart {
  readonly tile: string
  readonly kind: Kind
  /** Measures of one source, or what is made of several. */
  readonly of: string | readonly string[] | Composite
  /** Attribute it is split by, of the same source. */
  readonly by?: string
  /** A matrix: `by` runs down, `across` along the top. */
  readonly across?: string
  readonly where?: readonly QueryFilter[]
  readonly grain?: 'day' | 'week' | 'month'
  /** The largest so many; the rest is one part `Other`, in lines it is left out. */
  readonly top?: number
  /** Days up to the last one that a chart without a course is about; 1 is the last day. */
  readonly days?: number
  /** A number: rows that are added up (flows) or averaged (rates). A line: rows of its running mean. */
  readonly over?: number
  /** A number: rows between it and what it is compared with. */
  readonly lag?: number
  /** As the embedded tile writes it, where that is not the measure's own way. */
  readonly format?: NumberFormat
  /** Of 12 columns. */
  readonly width?: number
  /** In units of 8 px; else as its kind has it. */
  readonly height?: number
}

export interface Tab {
  readonly id: string
  readonly title: string
  readonly charts: readonly Chart[]
}

export interface Board {
  readonly key: DatasetKey
  /** Fields people filter by, beside the range. */
  readonly filters: readonly string[]
  readonly tabs: readonly Tab[]
  /** Tiles of the embedded dashboard that have no chart here, and why. */
  readonly leftOut: Readonly<Record<string, string>>
}

export const is = (field: string, ...values: readonly (string | number)[]): readonly QueryFilter[] => [
  { field, op: 'in', values },
]

/** Why a tile of the embedded dashboard has no chart here. */
export const without = {
  twoDays: 'A change between two days is no measure of a relation: it needs a dataset of its own',
  sparks: 'Its table has sparkline and change cells, which the table chart does not have',
  statistics:
    'Statistics of a history (percentiles, correlations, deviations) are computed by the embedded host, not in SQL',
  candles: 'Superset has no candlesticks',
  curves: 'Curves of several days over a tenor have no chart of their own',
  ranges: 'Bars from one value to another are not drawn',
  ahead: 'Scheduled events lie after the last day, outside every range',
  list: 'A list of findings is no chart',
} as const

export const futures = is('market_type', 'Perpetual', 'Dated future')
export const spot = is('market_type', 'Spot')
export const btc = is('asset', 'BTC')
export const eth = is('asset', 'ETH')
export const dollars = is('asset_class', 'Dollar')
export const treasuries = is('asset_class', 'Treasuries')
export const onEthereum = is('network', 'Ethereum')
export const month = is('tenor', 30)
export const bill = { measure: 'rates.bill' }
export const funding = {
  BTC: { measure: 'funding.funding_rate', where: btc },
  ETH: { measure: 'funding.funding_rate', where: eth },
  'T-bill': bill,
}
export const leverage = {
  top: { measure: 'trading.open_interest' },
  bottom: { measure: 'price.cap' },
  format: formats.percentFine,
} as const
export const fundDemand = (coin: readonly ReturnType<typeof is>[number][], asset: typeof coin) =>
  ({
    lines: {
      'Fund flow': { measure: 'etf.flow_coins', where: coin },
      Issuance: { measure: 'onchain.issuance', where: asset },
    },
  }) as const
