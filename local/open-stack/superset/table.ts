import * as formats from '../../bi-host/model/formats'
import type { QueryFilter } from '../../bi-host/model/source'
import type { NumberFormat } from '../../bi-host/wire/board'
import type { DatasetKey } from '../../../src/core/catalogue/catalogue'

/** A measure such as `stable_supply.supply`, filtered by `where`. */
export interface Part {
  readonly measure: string
  readonly where?: readonly QueryFilter[]
  /** -1 for drawing it below zero. */
  readonly sign?: 1 | -1
}

/** Several measures, from any sources, as lines of one chart, or the daily quotient of two measures. */
export type Composite =
  | { readonly lines: Readonly<Record<string, Part>> }
  | {
      readonly top: Part
      readonly bottom: Part
      /** Attributes of one concept, one for each measure, by which both are split. */
      readonly by?: readonly [top: string, bottom: string]
      /** Format in the embedded dashboard. A percentage is the quotient times a hundred. */
      readonly format: NumberFormat
    }

type Kind =
  /** One number, its change from `lag` rows ago, and its trend line. */
  | 'number'
  | 'line'
  | 'area'
  /** Shares of the whole. */
  | 'shares'
  | 'columns'
  /** Horizontal bars, largest on top. */
  | 'bars'
  | 'parts'
  | 'matrix'
  | 'table'

/** One chart of a dashboard. Title, subtitle, unit and definition are those of the embedded dashboard's tile with this id. */
export interface Chart {
  readonly tile: string
  readonly kind: Kind
  /** Measures of one source, or a composite of several. */
  readonly of: string | readonly string[] | Composite
  /** Attribute of the same source to split by. */
  readonly by?: string
  /** In a matrix, `by` has the rows and `across` the columns. */
  readonly across?: string
  readonly where?: readonly QueryFilter[]
  readonly grain?: 'day' | 'week' | 'month'
  /** Number of largest parts. The rest is one part `Other`; lines leave it out. */
  readonly top?: number
  /** Number of last days in a chart that is not a time series; 1 is only the last day. */
  readonly days?: number
  /** For a number: rows that are summed (flows) or averaged (rates). For a line: rows of its moving average. */
  readonly over?: number
  /** For a number: rows back to the value that it is compared with. */
  readonly lag?: number
  /** Format in the embedded tile, if it differs from the measure's own. */
  readonly format?: NumberFormat
  /** Width in columns of 12. */
  readonly width?: number
  /** Height in units of 8 px; default by kind. */
  readonly height?: number
}

export interface Tab {
  readonly id: string
  readonly title: string
  readonly charts: readonly Chart[]
}

export interface Board {
  readonly key: DatasetKey
  /** Filter fields, besides the time range. */
  readonly filters: readonly string[]
  readonly tabs: readonly Tab[]
  /** Tiles of the embedded dashboard without a chart here, each with the reason. */
  readonly leftOut: Readonly<Record<string, string>>
}

export const is = (field: string, ...values: readonly (string | number)[]): readonly QueryFilter[] => [
  { field, op: 'in', values },
]

/** Reasons why a tile of the embedded dashboard has no chart here. */
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
