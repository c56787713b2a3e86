import type { Better, NumberFormat } from '../board'
import type { AnswerGrain } from './question'

/** What can be asked about. */

export interface FieldsRequest {
  /** Only what this worksheet (one per curated dataset) or this one source is about; absent: everything the person may see. */
  readonly worksheetId?: string
}

export interface FieldsReply {
  readonly worksheetId: string | null
  /** Name of the worksheet or source. */
  readonly title: string
  /** Last day of the data, ISO. */
  readonly asOf: string
  readonly badge: string | null
  readonly dataVersion: string
  /** In the order of the data panel. */
  readonly groups: readonly {
    readonly id: string
    readonly label: string
    readonly sources: readonly string[]
  }[]
  readonly sources: readonly SourceView[]
  readonly functions: readonly FunctionView[]
  /** Questions that work, for the empty page. */
  readonly examples: readonly string[]
}

export interface SourceView {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly synonyms: readonly string[]
  readonly measures: readonly FieldView[]
  readonly attributes: readonly FieldView[]
  /** Intervals this source can be read by, finest first. */
  readonly grains: readonly AnswerGrain[]
  readonly firstDay: string
  readonly lastDay: string
  /** Where the numbers come from. */
  readonly origin: string
}

export interface FieldView {
  /** Qualified: `stable_supply.supply`. */
  readonly id: string
  readonly label: string
  readonly kind: 'measure' | 'attribute'
  readonly dataType: 'number' | 'text' | 'day'
  readonly synonyms: readonly string[]
  /** Measures: what one number is, and how it is made. */
  readonly unit?: string
  readonly definition?: string
  readonly format?: NumberFormat
  readonly better?: Better
  /** Measures: summed over days, read at the end of an interval, or a weighted ratio. */
  readonly adds?: 'flow' | 'balance' | 'ratio'
  /** Measures: attribute ids of which one must be split by or filtered to one value ("a price needs an asset"). */
  readonly needs?: readonly string[]
  /** Attributes: fields of other sources with this concept are the same thing. */
  readonly concept?: string
  /** Attributes of text: distinct values, most rows first. Days and numbers have none: use a range control. */
  readonly values?: readonly string[]
}

export interface FunctionView {
  /** `moving_average`. */
  readonly name: string
  /** `moving_average(measure, days)`. */
  readonly signature: string
  readonly description: string
  readonly example: string
}
