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

/* The `postMessage` protocol between the page script inside Superset's embedded page and the portal's adapter. */

const count = pipe(number(), integer(), minValue(0))
const tabId = pipe(string(), regex(/^[\w-]{1,64}$/))

/** The kinds of requests to Superset's API whose failures matter to the portal. */
const requestKinds = ['dashboard', 'chart-data', 'person', 'other'] as const

/** From the page to the portal. */
export const pageMessage = variant('assay', [
  /** The document has loaded the page script; its application has not started. */
  object({ assay: literal('start') }),
  /** A request of the page got an error status. */
  object({ assay: literal('http'), status: count, request: picklist(requestKinds) }),
  /** The dashboard is laid out, on this of its top tabs; its charts may still be loading. */
  object({ assay: literal('hydrated'), tab: nullable(tabId) }),
  /** Another of its top tabs is on screen. */
  object({ assay: literal('tab'), tab: tabId }),
  /** A chart's data: its rows, when Superset cached it (ISO 8601, null for fresh data), and the last day in it. */
  object({
    assay: literal('data'),
    rows: count,
    cachedAt: nullable(string()),
    lastDay: nullable(pipe(string(), regex(/^\d{4}-\d{2}-\d{2}$/))),
  }),
  /** Charts are requested again, after a filter or for another tab. */
  object({ assay: literal('busy') }),
  /** Every chart on screen is drawn or `failed`. If that takes over four seconds, it is sent then, and again once all are. */
  object({ assay: literal('rendered'), charts: count, failed: count }),
  /** The height of the dashboard, in px, independent of the frame's height. */
  object({ assay: literal('height'), pixels: count }),
])

/** From the portal to the page. */
export const portalMessage = variant('assay', [
  /** Switches to this top tab; null for the first. `rendered` follows. */
  object({ assay: literal('show-tab'), tab: nullable(tabId) }),
  /** The guest token, in reply to `start`: the page script sends the application's first requests while its scripts are still loading. */
  object({ assay: literal('token'), token: pipe(string(), regex(/^[\w.-]{8,8191}$/)) }),
])

export type PageMessage = InferOutput<typeof pageMessage>
export type PortalMessage = InferOutput<typeof portalMessage>
