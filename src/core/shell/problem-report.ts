import type { FlightRecord } from '../ports/journal'

type RecordedEvent = FlightRecord['events'][number]['event']

/**
 * A report of a problem as a text that an operator reads: the visit's trace and what happened in it, oldest first. Nothing in it comes
 * from a person or a service: of the journal's free text stands what is before its first detail, without figures.
 */
export function problemReport(
  { trace, began, count, events }: FlightRecord,
  about: { readonly now: number; readonly path: string; readonly browser: string },
): string {
  const lines = events.map(
    ({ at, event }) => `${seconds(at - began)}  ${event.kind.padEnd(8)}  ${words(event)}`,
  )
  return [
    'Report of a problem',
    `Visit     ${trace}`,
    `Began     ${new Date(began).toISOString()}`,
    `Written   ${new Date(about.now).toISOString()}`,
    `Page      ${pageOf(about.path)}`,
    `Browser   ${about.browser}`,
    `Events    the last ${events.length} of ${count}`,
    '',
    ...lines,
    '',
  ].join('\n')
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3).padStart(10)} s`

/** Pages of datasets are everybody's; what is behind another page's first part is somebody's own. */
function pageOf(path: string): string {
  const parts = path.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? []
  const shown = parts[0] === 'datasets' ? parts.slice(0, 2) : parts.slice(0, 1)
  return `/${shown.filter((part) => /^[a-z-]{1,40}$/.test(part)).join('/')}`
}

function words(event: RecordedEvent): string {
  switch (event.kind) {
    case 'session':
      return event.state
    case 'flags':
      return event.status
    case 'token':
      return `${event.whose}: ${event.outcome} after ${event.ms} ms`
    case 'view':
      return `${event.purpose}: ${event.event}${event.failure === undefined ? '' : ` (${event.failure})`} at ${event.ms} ms`
    case 'paint':
      return `after ${Math.round(event.ms)} ms`
    case 'frame':
      return event.event
    case 'use-case':
      return `${event.name}: ${event.outcome} after ${event.ms} ms`
    case 'journal':
      return `${event.level} of ${event.where}: ${plainText(event.text)}${event.reference === undefined ? '' : ` (${event.reference})`}`
  }
}

/**
 * The sentence of an entry: up to its first colon, quotation mark, bracket or line, and a status or a name of a failure behind that. What
 * services and people have written stands further on; figures are none of it.
 */
function plainText(text: string): string {
  const [head = '', detail = ''] =
    /^([^:"“‘'`<>([{\n@]{0,120})[:\s]*(\d{3}\b|[a-z]+(?:-[a-z]+)+\b)?/.exec(text)?.slice(1) ?? []
  return `${head.replaceAll(/\S*\d\S*/g, (word) => (/^[1-5]\d\d$/.test(word) ? word : '…')).trim()}${detail === '' ? '' : `: ${detail}`}`
}
