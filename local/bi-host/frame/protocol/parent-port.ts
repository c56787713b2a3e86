/** The part of a window that receives messages, such as the parent page. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

/** The fields of an incoming message that are checked first. */
export interface Incoming {
  readonly source: unknown
  readonly origin: string
}

export interface ParentPort {
  /** Notifies the parent. `status` is `start` or `end` for two-phase actions. */
  post(type: string, data: unknown, status?: 'start' | 'end'): void
  /**
   * Sends a request to the parent and resolves to the data of the first reply. Without `timeout` (ms), an unanswered request stays pending:
   * a hidden frame gets no replies, which is no failure. @throws Error after `timeout` without a reply.
   */
  ask(type: string, data: unknown, timeout?: number): Promise<unknown>
  /** True for a message from the parent window, if its origin may embed this page. */
  accepts(message: Incoming): boolean
}

export interface ParentPortOptions {
  readonly parent: MessageTarget
  /** Origins that the server allows to embed this page. */
  readonly allowed: readonly string[]
  /** The parent's origin, if the browser reveals it (`ancestorOrigins`, referrer). */
  readonly detected?: string | undefined
  /** The message that is sent instead. Null for none. */
  readonly outgoing?: (type: string, data: unknown) => unknown
}

export function createParentPort(options: ParentPortOptions): ParentPort {
  const { parent, allowed, detected } = options
  let parentOrigin: string | undefined

  // Until the parent is known, post to each allowed origin: the browser delivers only to the matching one.
  function targets(): readonly string[] {
    if (parentOrigin !== undefined) return [parentOrigin]
    if (detected !== undefined) return allowed.includes(detected) ? [detected] : []
    return allowed
  }

  return {
    post(type, data, status) {
      const outgoing = options.outgoing === undefined ? data : options.outgoing(type, data)
      if (outgoing === null) return
      const message = status === undefined ? { type, data: outgoing } : { type, data: outgoing, status }
      for (const origin of targets()) parent.postMessage(message, origin)
    },
    ask(type, data, timeout) {
      return new Promise((resolve, reject) => {
        const channels = targets().map((origin) => {
          const channel = new MessageChannel()
          parent.postMessage({ type, data }, origin, [channel.port2])
          return channel
        })
        const timer =
          timeout === undefined
            ? undefined
            : setTimeout(() => finish(() => reject(new Error(`No answer to ${type}`))), timeout)
        function finish(settle: () => void): void {
          clearTimeout(timer)
          for (const channel of channels) channel.port1.close()
          settle()
        }
        for (const channel of channels) {
          channel.port1.addEventListener('message', (event: MessageEvent<unknown>) => {
            const answer = event.data as { readonly data?: unknown } | null
            finish(() => resolve(answer?.data))
          })
          channel.port1.start()
        }
      })
    },
    accepts(message) {
      if (message.source !== parent || !allowed.includes(message.origin)) return false
      parentOrigin = message.origin
      return true
    },
  }
}
