import type { Clock } from '../../../core/ports/clock'

/** Superset's own message channel to one document of its embedded page. It ends with the document. */
export interface Switchboard {
  /** Sends a message that gets no reply. */
  emit(method: string, parameters: object): void
  /** Rejects if the page does not know the method or does not reply in time: Superset's protocol itself has no timeout. */
  get(method: string, parameters?: object): Promise<unknown>
  close(): void
}

/** Timeout for a reply of a running page. */
const replyTimeoutMs = 5_000

/**
 * Sends the page a message port. The browser delivers it only to a page of this origin; otherwise no reply ever comes. `onEmit` receives
 * the messages that the page sends unasked.
 */
export function connectSwitchboard(options: {
  readonly page: Window
  readonly origin: string
  readonly clock: Clock
  readonly onEmit: (method: string, parameters: unknown) => void
}): Switchboard {
  const { port1: port, port2: pagePort } = new MessageChannel()
  const pending = new Map<string, (answer: { readonly result?: unknown; readonly error?: string }) => void>()
  let requestCount = 0

  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { switchboardAction, messageId, method, args, result, error } = (data ?? {}) as Record<
      string,
      unknown
    >
    if (switchboardAction === 'emit') return options.onEmit(String(method), args)
    const settle = pending.get(String(messageId))
    if (switchboardAction === 'reply') settle?.({ result })
    if (switchboardAction === 'error') settle?.({ error: String(error) })
  })
  port.start()
  options.page.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, options.origin, [
    pagePort,
  ])

  return {
    emit: (method, parameters) => port.postMessage({ switchboardAction: 'emit', method, args: parameters }),
    get(method, parameters = {}) {
      const messageId = `assay-${(requestCount += 1)}`
      return new Promise((resolve, reject) => {
        const cancel = options.clock.after(replyTimeoutMs, () => {
          pending.delete(messageId)
          reject(new Error(`Superset's page did not answer ${method}.`))
        })
        pending.set(messageId, ({ result, error }) => {
          cancel()
          pending.delete(messageId)
          if (error === undefined) resolve(result)
          else reject(new Error(error))
        })
        port.postMessage({ switchboardAction: 'get', method, messageId, args: parameters })
      })
    },
    close: () => port.close(),
  }
}

/** Whether the portal has blanked the page: the address of a page of another origin cannot be read. */
export function isBlank(page: Window): boolean {
  try {
    return page.location.href === 'about:blank'
  } catch {
    return false
  }
}
