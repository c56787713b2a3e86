import type { Clock } from '../../../core/ports/clock'

/** Superset's own channel into one document of its embedded page. It ends with the document. */
export interface Switchboard {
  /** Told without an answer. */
  emit(method: string, parameters: object): void
  /** Rejects where the page does not know the method, or says nothing in time: by itself it would never end. */
  get(method: string, parameters?: object): Promise<unknown>
  close(): void
}

/** At most: for an answer of a page that runs. */
const answerMilliseconds = 5_000

/**
 * Hands the page a port. The browser gives it to a page of this origin alone; a port that nobody took is a port on which nobody answers.
 * `onEmit`: the page tells something by itself.
 */
export function connectSwitchboard(given: {
  readonly page: Window
  readonly origin: string
  readonly clock: Clock
  readonly onEmit: (method: string, parameters: unknown) => void
}): Switchboard {
  const { port1: port, port2: theirs } = new MessageChannel()
  const waiting = new Map<string, (answer: { readonly result?: unknown; readonly error?: string }) => void>()
  let asked = 0

  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { switchboardAction, messageId, method, args, result, error } = (data ?? {}) as Record<
      string,
      unknown
    >
    if (switchboardAction === 'emit') return given.onEmit(String(method), args)
    const answered = waiting.get(String(messageId))
    if (switchboardAction === 'reply') answered?.({ result })
    if (switchboardAction === 'error') answered?.({ error: String(error) })
  })
  port.start()
  given.page.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, given.origin, [theirs])

  return {
    emit: (method, parameters) => port.postMessage({ switchboardAction: 'emit', method, args: parameters }),
    get(method, parameters = {}) {
      const messageId = `assay-${(asked += 1)}`
      return new Promise((resolve, reject) => {
        const cancel = given.clock.after(answerMilliseconds, () => {
          waiting.delete(messageId)
          reject(new Error(`Superset's page did not answer ${method}.`))
        })
        waiting.set(messageId, ({ result, error }) => {
          cancel()
          waiting.delete(messageId)
          if (error === undefined) resolve(result)
          else reject(new Error(error))
        })
        port.postMessage({ switchboardAction: 'get', method, messageId, args: parameters })
      })
    },
    close: () => port.close(),
  }
}

/** Blanked by ourselves: every page of another origin keeps its address for itself. */
export function isBlank(page: Window): boolean {
  try {
    return page.location.href === 'about:blank'
  } catch {
    return false
  }
}
