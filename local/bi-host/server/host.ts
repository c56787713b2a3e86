import type { BiTokens } from '../wire/bi-token'
import type { AnswerStore } from '../store/answers'
import type { DashboardStore } from '../store/dashboards'
import type { BuiltAnswers } from './built-answers'
import type { ViewStore } from '../store/views'
import type { Packed } from './bodies'
import type { ResultCache } from '../warehouse/result-cache'
import type { Warehouse } from '../warehouse/warehouse'

/** Dependencies of the routes. */
export interface Host {
  readonly tokens: BiTokens
  readonly warehouse: Warehouse
  readonly dashboards: DashboardStore
  readonly answers: AnswerStore
  readonly builtAnswers: BuiltAnswers
  readonly views: ViewStore
  /** Cached replies for curated boards, which are the same for every bearer who may open them. */
  readonly boardReplies: ResultCache<Packed>
  /** Logs a fault. `reference` is the id that was shown to the user. */
  report(reference: string, error: unknown): void
}
