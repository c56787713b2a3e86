import type { LibraryFailure } from '../ports/dashboard-library'
import type { SurfaceEvent, SurfaceFailure, ViewPurpose } from '../ports/dashboard-surface'
import type { FlagStatus } from '../ports/flag-source'
import type { clockProblem, ProblemCode } from '../ports/identity-provider'
import type { FlightRecord, JournalEntry } from '../ports/journal'
import type { StoreFailure } from '../ports/key-value-store'
import type { ResearchFailure } from '../ports/research-assistant'
import type { TokenSourceFailure } from '../ports/token-source'

type RecordedEvent = FlightRecord['events'][number]['event']
type Defaults = Extract<FlagStatus, { readonly kind: 'defaults' }>

/** Every word that a report may contain. All are constants in the source, so that none comes from a user or a service. */
type Word =
  | SurfaceFailure['kind']
  | SurfaceEvent['kind']
  | ViewPurpose
  | TokenSourceFailure['kind']
  | LibraryFailure['kind']
  | 'signed-out'
  | 'name-empty'
  | 'busy'
  | 'outcome-unknown'
  | 'changed-since'
  | ResearchFailure['kind']
  | StoreFailure['kind']
  | ProblemCode
  | typeof clockProblem
  | FlagStatus['kind']
  | Defaults['reason']
  | 'session-failure'
  | 'drift'
  | 'ok'
  | 'done'
  | 'failed'
  | 'thrown'

const words: Readonly<Record<Word, true>> = {
  'dashboard-id-invalid': true,
  'source-missing': true,
  'not-supported': true,
  'frame-silent': true,
  'sdk-unavailable': true,
  'token-unavailable': true,
  'view-refused': true,
  'frame-blocked': true,
  loading: true,
  rendered: true,
  failed: true,
  navigated: true,
  narrowed: true,
  'not-restored': true,
  'not-filtered': true,
  data: true,
  'library-changed': true,
  'page-asked': true,
  dialog: true,
  restyled: true,
  'unsaved-work': true,
  'edit-ended': true,
  'tile-starred': true,
  action: true,
  board: true,
  saved: true,
  edit: true,
  builder: true,
  answer: true,
  conversation: true,
  tile: true,
  'token-refused': true,
  'token-unreachable': true,
  'token-timeout': true,
  'token-malformed': true,
  'token-rejected': true,
  'dashboard-not-known': true,
  'token-session-lost': true,
  'token-identity-away': true,
  'signed-out': true,
  'name-empty': true,
  busy: true,
  'outcome-unknown': true,
  'changed-since': true,
  'library-refused': true,
  'library-unavailable': true,
  'library-unreachable': true,
  'library-timeout': true,
  'library-malformed': true,
  'library-token': true,
  'library-not-supported': true,
  'assistant-error': true,
  'assistant-rejected': true,
  'assistant-refused': true,
  'assistant-unavailable': true,
  'assistant-unreachable': true,
  'assistant-timeout': true,
  'assistant-malformed': true,
  'assistant-token': true,
  'store-blocked': true,
  'store-full': true,
  refused: true,
  'login-required': true,
  'interaction-required': true,
  'mfa-required': true,
  'session-lost': true,
  timeout: true,
  unreachable: true,
  'invalid-response': true,
  misconfigured: true,
  clock: true,
  live: true,
  cached: true,
  defaults: true,
  malformed: true,
  'session-failure': true,
  drift: true,
  ok: true,
  done: true,
  thrown: true,
}

/** Replaces any other word with "unknown". */
const known = (text: string): string => (Object.hasOwn(words, text) ? text : 'unknown')

/**
 * A problem report as text for an operator: the visit's trace id and its events, oldest first. It contains nothing from a user or a
 * service, only the words above, numbers typed as such, and names from the source.
 */
export function problemReport(
  { trace, began, count, events }: FlightRecord,
  about: {
    readonly now: number
    readonly path: string
    /** Paths of the portal's own pages. Any other path is reported as "another". */
    readonly pages: readonly string[]
    readonly browser: string
  },
): string {
  const lines = events.map(
    ({ at, event }) => `${seconds(at - began)}  ${event.kind.padEnd(8)}  ${wordsOf(event)}`,
  )
  return [
    'Report of a problem',
    `Visit     ${trace}`,
    `Began     ${new Date(began).toISOString()}`,
    `Written   ${new Date(about.now).toISOString()}`,
    `Page      ${pageOf(about.path, about.pages)}`,
    `Browser   ${about.browser}`,
    `Events    the last ${events.length} of ${count}`,
    '',
    ...lines,
    '',
  ].join('\n')
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3).padStart(10)} s`

const pageOf = (path: string, pages: readonly string[]): string =>
  pages.find((page) => path === page || path.startsWith(`${page}/`)) ?? 'another'

function wordsOf(event: RecordedEvent): string {
  switch (event.kind) {
    case 'session':
      return event.state
    case 'flags':
      return known(event.status)
    case 'token':
      return `${event.whose}: ${known(event.outcome)} after ${event.ms} ms`
    case 'view':
      return `${known(event.purpose)}: ${known(event.event)}${event.failure === undefined ? '' : ` (${known(event.failure)})`} at ${event.ms} ms`
    case 'paint':
      return `after ${Math.round(event.ms)} ms`
    case 'frame':
      return event.event
    case 'use-case':
      return `${event.name}: ${known(event.outcome)} after ${event.ms} ms`
    case 'journal':
      return `${event.level} of ${event.where}${failureOf(event)}${event.reference === undefined ? '' : ` (${event.reference})`}`
  }
}

function failureOf({ failure }: Pick<JournalEntry, 'failure'>): string {
  if (failure === undefined) return ''
  const { kind, status } = failure
  return `: ${known(kind)}${typeof status === 'number' ? ` ${status}` : ''}`
}
