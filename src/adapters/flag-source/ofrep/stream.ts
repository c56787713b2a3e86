import { isRecent } from '../../../core/kernel/waiting'
import * as v from 'valibot'
import type { Clock } from '../../../core/ports/clock'
import { backOff } from '../flag-state'

export type OpenStream = (address: string) => Pick<EventSource, 'close' | 'addEventListener' | 'readyState'>

export interface StreamNeeds {
  /** Streams are followed only on this origin, whatever addresses the service names. */
  readonly streamHost: string
  readonly clock: Clock
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly openStream: OpenStream
}

/** Follows the service's streams of changes while the page is visible. */
export interface ChangeStream {
  /** Sets the addresses that an answer of the service names: all of them have to be followed. Changes on a stream of another origin are missed. */
  at(addresses: readonly string[]): void
  /** Whether all streams are open, and the last answer is not so old that something in between may hold their events back. */
  isTrusted(): boolean
  dispose(): void
}

/** In ms. A message of the service often follows at once when a stream opens: one notification covers both. */
const gatherMs = 20
/** In ms, from an answer to the next request of a page whose streams are open but say nothing. */
const maxSilence = 300_000
/** `EventSource.CLOSED`. */
const closed = 2

/**
 * `changed` is also called when a stream has opened or reopened: changes may have been missed. `version` is the configuration that the
 * service has announced, as a query for the next request; empty if it has not. `resumed` is true once after a time in which the page was
 * hidden and a stream was closed.
 */
export function changeStream(
  needs: StreamNeeds,
  changed: (version: string, resumed: boolean) => void,
): ChangeStream {
  let streams: readonly OneStream[] = []
  let areAllHere = false
  let answeredAt = 0
  let cancelNotify: (() => void) | undefined
  let latest = ''
  /** Streams were closed while the page was hidden. The first one that opens, whatever its address, leads to a full request. */
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
    cancelNotify ??= needs.clock.after(gatherMs, () => {
      cancelNotify = undefined
      changed(latest, resumed)
      latest = ''
      resumed = false
    })
  }

  /**
   * If there are as many addresses as before, but other ones, open streams stay: a service may sign its addresses anew with every answer.
   * Otherwise each stream that opens would trigger the answer that replaces it.
   */
  function at(named: readonly string[]): void {
    answeredAt = needs.clock.now()
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
    isTrusted: () =>
      areAllHere &&
      streams.length > 0 &&
      streams.every((stream) => stream.isOpen()) &&
      isRecent(answeredAt, needs.clock.now(), maxSilence),
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
  /** `version`: as named by the message, as a query. */
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
  let isOpen = false
  let failures = 0
  let cancelReopen = (): void => undefined

  function shut(): void {
    cancelReopen()
    stream?.close()
    stream = undefined
    isOpen = false
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
      isOpen = true
      failures = 0
      on.opened()
    })
    made.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const version = refetchVersion(data)
      if (version !== null) on.refetch(version)
    })
    made.addEventListener('error', () => {
      isOpen = false
      // The browser reconnects by itself after a lost connection, but not after a reply that is not a stream.
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
    isOpen: () => isOpen,
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

/** The version in a message that requests a new evaluation, as a query; null for every other message. */
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
