import * as v from 'valibot'
import type { Clock } from '../../../core/ports/clock'
import { backOff } from '../flag-state'

export type OpenStream = (address: string) => Pick<EventSource, 'close' | 'addEventListener' | 'readyState'>

interface StreamNeeds {
  readonly clock: Clock
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly openStream: OpenStream
}

/** Follows the service's word of changes while the page can be seen. */
export interface ChangeStream {
  /** Where the service says its stream is; null closes. */
  at(address: string | null): void
  isOpen(): boolean
  dispose(): void
}

/** A stream that opens is followed by the service's own word at once, and one word is enough for both. In milliseconds. */
const gather = 20
const closed = 2

/**
 * `changed` is also called when a stream has opened, first or again: something may have been missed. It is told the version of the
 * configuration that the service has spoken of, as a query of the next question; empty where it has not. `resumed` is true once after a
 * time in which nobody saw the page and no stream was open.
 */
export function changeStream(
  { clock, page, openStream }: StreamNeeds,
  changed: (version: string, resumed: boolean) => void,
): ChangeStream {
  let wanted: string | null = null
  let stream: ReturnType<OpenStream> | undefined
  let open = false
  let failures = 0
  let cancelReopen = (): void => undefined
  let cancelNotify: (() => void) | undefined
  let latest = ''
  let resumed = false

  function notify(version: string): void {
    latest = version || latest
    cancelNotify ??= clock.after(gather, () => {
      cancelNotify = undefined
      changed(latest, resumed && open)
      latest = ''
      if (open) resumed = false
    })
  }

  function shut(): void {
    cancelReopen()
    stream?.close()
    stream = undefined
    open = false
  }

  function follow(): void {
    if (page.visibilityState === 'hidden' || wanted === null) {
      resumed ||= stream !== undefined
      return shut()
    }
    if (stream !== undefined) return
    const made = openStream(wanted)
    stream = made
    made.addEventListener('open', () => {
      open = true
      failures = 0
      notify('')
    })
    made.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const version = refetchVersion(data)
      if (version !== null) notify(version)
    })
    made.addEventListener('error', () => {
      open = false
      // The browser comes back by itself from a lost connection, not from an answer that is no stream.
      if (made.readyState !== closed || stream !== made) return
      shut()
      cancelReopen = clock.after(backOff(failures), follow)
      failures += 1
    })
  }

  page.addEventListener('visibilitychange', follow)
  return {
    at(address) {
      if (address !== wanted) shut()
      wanted = address
      follow()
    },
    isOpen: () => open,
    dispose() {
      wanted = null
      shut()
      cancelNotify?.()
      page.removeEventListener('visibilitychange', follow)
    },
  }
}

const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.literal('refetchEvaluation'),
    etag: v.optional(v.string()),
    lastModified: v.optional(v.union([v.string(), v.number()])),
  }),
)

/** The version named by the one message that asks for a new evaluation, as a query; null for every other message. */
export function refetchVersion(data: unknown): string | null {
  const { success, output } = v.safeParse(messageSchema, data)
  if (!success) return null
  const { etag, lastModified } = output
  const query = new URLSearchParams({
    ...(etag !== undefined && { flagConfigEtag: etag }),
    ...(lastModified !== undefined && { flagConfigLastModified: String(lastModified) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}
