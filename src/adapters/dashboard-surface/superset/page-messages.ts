import {
  integer,
  literal,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
  variant,
  type InferOutput,
} from 'valibot'

/* What the page script inside Superset's embedded page and the portal's adapter say to each other, by `postMessage`. */

const count = pipe(number(), integer(), minValue(0))
const tabId = pipe(string(), regex(/^[\w-]{1,64}$/))

/** What was asked of Superset's interface, as far as it matters what became of it. */
const requestKinds = ['dashboard', 'chart-data', 'person', 'other'] as const

/** From the page to the portal. */
export const pageMessage = variant('assay', [
  /** The document lives; its application has not begun. */
  object({ assay: literal('start') }),
  /** A call of the page was not answered well. */
  object({ assay: literal('http'), status: count, request: picklist(requestKinds) }),
  /** The dashboard is laid out, on this of its top tabs; its charts need not be there. */
  object({ assay: literal('hydrated'), tab: nullable(tabId) }),
  /** Another of its top tabs is on screen. */
  object({ assay: literal('tab'), tab: tabId }),
  /** A chart's answer: its rows, when Superset put it into its cache (ISO 8601, null for fresh), the last day that it speaks of. */
  object({
    assay: literal('data'),
    rows: count,
    cachedAt: nullable(string()),
    lastDay: nullable(pipe(string(), regex(/^\d{4}-\d{2}-\d{2}$/))),
  }),
  /** Charts are asked for again: a filter, another tab. */
  object({ assay: literal('busy') }),
  /** Every chart on screen is drawn, or `failed`; or those that are not have had four seconds, and it is said again once they are. */
  object({ assay: literal('rendered'), charts: count, failed: count }),
  /** How high the dashboard is, in px, whatever the frame's own height. */
  object({ assay: literal('height'), pixels: count }),
])

/** From the portal to the page. */
export const portalMessage = variant('assay', [
  /** To this top tab; null for the first. Answered by `rendered`. */
  object({ assay: literal('show-tab'), tab: nullable(tabId) }),
  /** The guest token, as answer to `start`: what the application asks first is asked for while its scripts are on their way. */
  object({ assay: literal('token'), token: pipe(string(), regex(/^[\w.-]{8,8191}$/)) }),
])

export type PageMessage = InferOutput<typeof pageMessage>
export type PortalMessage = InferOutput<typeof portalMessage>
