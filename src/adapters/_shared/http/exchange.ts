import { fail, ok, type Result } from '../../../core/kernel/result'
import { timings } from '../../../core/kernel/limits'
import type { Journal } from '../../../core/ports/journal'

/** Receives the path at which a reply breaks the contract, e.g. `object.0.response.header.id_guid` or `content-type`; never content. */
export type ReportDrift = (path: string) => void

/** Records a service's drift from its contract in the journal, once per path: every reply has the same drift. */
export function journalDrift(journal: Journal, port: string): ReportDrift {
  const known = new Set<string>()
  return (path) => {
    if (known.has(path)) return
    known.add(path)
    journal.record({
      level: 'error',
      where: port,
      text: `Contract drift: ${path} is not as agreed`,
      failure: { kind: 'drift' },
    })
  }
}

/** A whole reply to one request. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** UTF-8, at most `maximumBytes` long; a longer body is a failure. */
  readonly text: string
}

export type ExchangeFailure =
  /** `sent` is false if the browser reported no network at the start: the server has received nothing. */
  | { readonly kind: 'unreachable'; readonly sent: boolean }
  | { readonly kind: 'timeout' }
  /** There was a reply, but its body was discarded. */
  | { readonly kind: 'too-long'; readonly status: number; readonly headers: Headers }

export interface ExchangeOptions {
  readonly fetch?: typeof fetch
  readonly deadlineMs?: number
  readonly maximumBytes?: number
  /** Receives the path at which a reply differs from the contract. */
  readonly drift?: ReportDrift
}

const pageEvents = ['pagehide', 'pageshow'] as const
const tenMegabytes = 10_000_000

/**
 * `fetch` with one timeout for reply and body, and a limit on the body that is enforced while it arrives. Sends no cookies and follows no
 * redirect, since a token would go along. Never throws. Leaving the page aborts requests in flight. That is not a failure of the server,
 * so it is reported only if the page is shown again.
 */
export async function exchange(
  address: string,
  init: RequestInit,
  options: ExchangeOptions = {},
): Promise<Result<Reply, ExchangeFailure>> {
  const send = options.fetch ?? fetch
  const deadline = AbortSignal.timeout(options.deadlineMs ?? timings.httpDeadline)
  const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline
  const { window: page } = globalThis as { readonly window?: Window }
  // The request is sent even without a network: the server may be on this machine.
  const sent = globalThis.navigator?.onLine ?? true
  let hasLeft = false
  const onLeaving = ({ type }: Event): void => {
    hasLeft = type === 'pagehide'
  }
  for (const type of pageEvents) page?.addEventListener(type, onLeaving)
  try {
    const reply = await send(address, { credentials: 'omit', redirect: 'error', ...init, signal })
    const text = await boundedText(reply, options.maximumBytes ?? tenMegabytes)
    const { status, headers } = reply
    return text === null ? fail({ kind: 'too-long', status, headers }) : ok({ status, headers, text })
  } catch {
    if (hasLeft) await new Promise((resolve) => page?.addEventListener('pageshow', resolve, { once: true }))
    return fail(deadline.aborted ? { kind: 'timeout' } : { kind: 'unreachable', sent })
  } finally {
    for (const type of pageEvents) page?.removeEventListener(type, onLeaving)
  }
}

/** Null as soon as the body is longer than that; the transfer is then aborted. */
async function boundedText(reply: Response, maximumBytes: number): Promise<string | null> {
  const reader = reply.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > maximumBytes) {
      // A failure to cancel does not matter: the body is too long in any case.
      void reader.cancel().catch(() => undefined)
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

const maxWait = 60_000

/**
 * The delay of a `Retry-After` header (seconds, or a date as in HTTP or OFREP), in ms, one minute at most; null without a header that can
 * be parsed. A date is measured against the reply's own `Date`, if any, so that this machine's clock does not matter; otherwise against
 * `now`.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, maxWait)
  // Engines' own parsers accept too much: some parse "-5" as a date.
  const then = /^(?:[A-Z][a-z]{2,8}, .+ GMT|\d{4}-.+T.+)$/.test(text) ? Date.parse(text) : Number.NaN
  const base = Date.parse(headers.get('date') ?? '')
  const wait = then - (Number.isNaN(base) ? now : base)
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), maxWait)
}

/** The media type of a reply, lower case, without parameters. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The character set that a reply declares, lower case; null if it declares none. */
export function characterSet(headers: Headers): string | null {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(headers.get('content-type') ?? '')
  return found === null ? null : (found[1] ?? found[2] ?? '').toLowerCase()
}
