import { fail, ok, type Result } from '../../../core/kernel/result'
import { timings } from '../../../core/kernel/limits'
import type { Journal } from '../../../core/ports/journal'

/** Told where a reply is not what was agreed, e.g. `object.0.response.header.id_guid` or `content-type`; never what stood there. */
export type ReportDrift = (path: string) => void

/** Writes a drift of a service from its contract into the journal, each path once: it comes with every reply. */
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

/** One request and its whole reply. Not a status means no reply was had at all. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** UTF-8, at most `maximumBytes` long; of a longer body nothing is read. */
  readonly text: string
}

export type ExchangeFailure =
  /** `sent` is false where the browser knew of no network when it was asked: whoever is at the address has had nothing. */
  | { readonly kind: 'unreachable'; readonly sent: boolean }
  | { readonly kind: 'timeout' }
  /** There was a reply, but of its body nothing was read. */
  | { readonly kind: 'too-long'; readonly status: number; readonly headers: Headers }

export interface ExchangeOptions {
  readonly fetch?: typeof fetch
  readonly deadlineMs?: number
  readonly maximumBytes?: number
  /** Hears where a reply is not what was agreed. */
  readonly drift?: ReportDrift
  /** In place of the window, where there is one. */
  readonly page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined
}

const pageEvents = ['pagehide', 'pageshow'] as const
const tenMegabytes = 10_000_000

/**
 * `fetch` with one deadline over reply and body, and a bound on the body that is enforced while it arrives. Sends no cookies and
 * follows no redirect: a token would go along. Never throws. Leaving the page cuts off what is under way; that says nothing of who was
 * asked, and is told only if the page is ever shown again.
 */
export async function exchange(
  address: string,
  init: RequestInit,
  options: ExchangeOptions = {},
): Promise<Result<Reply, ExchangeFailure>> {
  const send = options.fetch ?? fetch
  const deadline = AbortSignal.timeout(options.deadlineMs ?? timings.httpDeadline)
  const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline
  const { page = globalThis.window } = options
  // It is tried all the same: a machine without a network may be the one that is asked.
  const sent = globalThis.navigator?.onLine ?? true
  let isLeft = false
  const onLeaving = ({ type }: Event): void => {
    isLeft = type === 'pagehide'
  }
  for (const type of pageEvents) page?.addEventListener(type, onLeaving)
  try {
    const reply = await send(address, { credentials: 'omit', redirect: 'error', ...init, signal })
    const text = await boundedText(reply, options.maximumBytes ?? tenMegabytes)
    const { status, headers } = reply
    return text === null ? fail({ kind: 'too-long', status, headers }) : ok({ status, headers, text })
  } catch {
    if (isLeft) await new Promise((resolve) => page?.addEventListener('pageshow', resolve, { once: true }))
    return fail(deadline.aborted ? { kind: 'timeout' } : { kind: 'unreachable', sent })
  } finally {
    for (const type of pageEvents) page?.removeEventListener(type, onLeaving)
  }
}

/** Null, with the transfer given up, as soon as there is more than that. */
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
      // However that goes: what there was to know is known.
      void reader.cancel().catch(() => undefined)
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

const longestWait = 60_000

/**
 * Milliseconds to wait by a `Retry-After` header (seconds or a date, as HTTP or as OFREP writes it), one minute at most; null without
 * one that can be read. A date is measured against the reply's own `Date` where it has one, so that this machine's clock does not
 * matter; else against `now`.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, longestWait)
  // Not whatever this engine's parser would make a date of: "-5" is one to some.
  const then = /^(?:[A-Z][a-z]{2,8}, .+ GMT|\d{4}-.+T.+)$/.test(text) ? Date.parse(text) : Number.NaN
  const base = Date.parse(headers.get('date') ?? '')
  const wait = then - (Number.isNaN(base) ? now : base)
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), longestWait)
}

/** The media type of a reply, lower case, without parameters. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The character set a reply says it is in, lower case; null when it does not say. */
export function characterSet(headers: Headers): string | null {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(headers.get('content-type') ?? '')
  return found === null ? null : (found[1] ?? found[2] ?? '').toLowerCase()
}
