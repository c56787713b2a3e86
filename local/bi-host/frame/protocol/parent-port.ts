/** The part of a window that takes messages; the parent page is one. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

/** What is looked at of an incoming message before anything else. */
export interface Incoming {
  readonly source: unknown
  readonly origin: string
}

export interface ParentPort {
  /** Tells the parent something. `status` is `start` or `end` for actions of two phases. */
  post(type: string, data: unknown, status?: 'start' | 'end'): void
  /**
   * Asks the parent and gives the data of the first answer. Without `timeout` (ms) an unanswered ask stays pending:
   * a hidden frame gets no answers, which is no failure.
   * @throws Error when `timeout` has passed without an answer.
   */
  ask(type: string, data: unknown, timeout?: number): Promise<unknown>
  /** True for a message from the parent window, on an origin that may embed this page. */
  accepts(message: Incoming): boolean
}

export interface ParentPortOptions {
  readonly parent: MessageTarget
  /** Origins the server lets embed this page. */
  readonly allowed: readonly string[]
  /** The parent's origin as the browser names it, when it does (`ancestorOrigins`, referrer). */
  readonly announced?: string | undefined
  /** What is really said in place of a message; null for nothing. */
  readonly outgoing?: (type: string, data: unknown) => unknown
}

export function createParentPort(options: ParentPortOptions): ParentPort {
  const { parent, allowed, announced } = options
  let spoken: string | undefined

  // Until the parent is known each allowed origin is tried: the browser delivers to none but the right one.
  function targets(): readonly string[] {
    if (spoken !== undefined) return [spoken]
    if (announced !== undefined) return allowed.includes(announced) ? [announced] : []
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
      spoken = message.origin
      return true
    },
  }
}
