import type { BiTokens } from '../wire/bi-token'
import type { AnswerStore } from '../store/answers'
import type { DashboardStore } from '../store/dashboards'
import type { BuiltAnswers } from './built-answers'
import type { ViewStore } from '../store/views'
import type { Packed } from './bodies'
import type { ResultCache } from '../warehouse/result-cache'
import type { Warehouse } from '../warehouse/warehouse'

/** What the routes work with. */
export interface Host {
  readonly tokens: BiTokens
  readonly warehouse: Warehouse
  readonly dashboards: DashboardStore
  readonly answers: AnswerStore
  readonly builtAnswers: BuiltAnswers
  readonly views: ViewStore
  /** Finished answers of curated boards, which look the same to everybody who may open them. */
  readonly boardReplies: ResultCache<Packed>
  /** Tells the log about a fault; `reference` is what the reader was given. */
  report(reference: string, error: unknown): void
}
