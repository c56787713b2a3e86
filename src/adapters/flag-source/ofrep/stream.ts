import * as v from 'valibot'
import type { Clock } from '../../../core/ports/clock'
import { backOff } from '../flag-state'

export type OpenStream = (address: string) => Pick<EventSource, 'close' | 'addEventListener' | 'readyState'>

export interface StreamNeeds {
  /** Streams are followed only on this origin, whatever the service names. */
  readonly streamHost: string
  readonly clock: Clock
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly openStream: OpenStream
}

/** Follows the service's word of changes while the page can be seen. */
export interface ChangeStream {
  /** Where the service says its streams are: all of them have to be followed. What one elsewhere would tell is missed. */
  at(addresses: readonly string[]): void
  /** Whether nothing can be missed. */
  isOpen(): boolean
  dispose(): void
}

/** A stream that opens is followed by the service's own word at once, and one word is enough for both. In milliseconds. */
const gather = 20
const closed = 2

/**
 * `changed` is also called when a stream has opened, first or again: something may have been missed. It is told the version of the
 * configuration that the service has spoken of, as a query of the next question; empty where it has not. `resumed` is true once after a
 * time in which nobody saw the page and a stream was not open.
 */
export function changeStream(
  needs: StreamNeeds,
  changed: (version: string, resumed: boolean) => void,
): ChangeStream {
  let streams: readonly OneStream[] = []
  let areAllHere = false
  let cancelNotify: (() => void) | undefined
  let latest = ''
  /** Streams were shut while nobody saw the page. With the first that opens, whatever its address, everything is asked for. */
  let paused = false
  let resumed = false
  const on: StreamListener = {
    paused: () => void (paused = true),
    opened() {
      resumed ||= paused
      paused = false
      notify('')
    },
    refetch: notify,
  }

  function notify(version: string): void {
    latest = version || latest
    cancelNotify ??= needs.clock.after(gather, () => {
      cancelNotify = undefined
      changed(latest, resumed)
      latest = ''
      resumed = false
    })
  }

  /**
   * As many as before, of other addresses: a service may sign them anew with every answer. Those that are open stay, or each one that
   * opens would bring the answer that replaces it.
   */
  function at(named: readonly string[]): void {
    const addresses = [...new Set(named)].filter((address) => originOf(address) === needs.streamHost)
    areAllHere = addresses.length === new Set(named).size
    const areAsMany = addresses.length === streams.length
    const stale = streams.filter(({ address }) => !addresses.includes(address))
    streams = addresses.map((address) => {
      const known = streams.find((stream) => stream.address === address)
      if (known !== undefined) return known
      const before = stale.shift()
      if (areAsMany && before?.isOpen() === true) return before
      before?.close()
      return followStream(needs, address, on)
    })
    for (const stream of stale) stream.close()
  }

  return {
    at,
    isOpen: () => areAllHere && streams.length > 0 && streams.every((stream) => stream.isOpen()),
    dispose() {
      at([])
      cancelNotify?.()
    },
  }
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

interface StreamListener {
  readonly paused: () => void
  readonly opened: () => void
  /** With the version that its word names, as a query. */
  readonly refetch: (version: string) => void
}

interface OneStream {
  readonly address: string
  isOpen(): boolean
  close(): void
}

function followStream(
  { clock, page, openStream }: StreamNeeds,
  address: string,
  on: StreamListener,
): OneStream {
  let stream: ReturnType<OpenStream> | undefined
  let open = false
  let failures = 0
  let cancelReopen = (): void => undefined

  function shut(): void {
    cancelReopen()
    stream?.close()
    stream = undefined
    open = false
  }

  function follow(): void {
    if (page.visibilityState === 'hidden') {
      if (stream !== undefined) on.paused()
      return shut()
    }
    if (stream !== undefined) return
    const made = openStream(address)
    stream = made
    made.addEventListener('open', () => {
      open = true
      failures = 0
      on.opened()
    })
    made.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const version = refetchVersion(data)
      if (version !== null) on.refetch(version)
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
  follow()
  return {
    address,
    isOpen: () => open,
    close() {
      page.removeEventListener('visibilitychange', follow)
      shut()
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
