/** One message of a frame, as received. */
export interface Wire {
  readonly type: string
  readonly data: unknown
  readonly status: unknown
  readonly asked: boolean
}

/** Functions for tests, in a page that exchanges messages with a frame by `postMessage` only, without the vendor's SDK. */
export interface WireInPage {
  open(address: string): void
  received(): readonly Wire[]
  /** Answers later requests of a type: with this data, or with a new token if the data is `token`. */
  answer(type: string, data: object | 'token'): void
  send(type: string, data?: unknown): Promise<unknown>
}

const page = window as Window & { client?: WireInPage }
const received: Wire[] = []
const answers = new Map<string, object | 'token'>()
let frame: HTMLIFrameElement | undefined

async function answerAsk(port: MessagePort, type: string, given: object | 'token'): Promise<void> {
  const token = await (await fetch('/token')).text()
  port.postMessage({ type, data: given === 'token' ? { authToken: token } : { authToken: token, ...given } })
}

window.addEventListener(
  'message',
  (event: MessageEvent<{ type: string; data: unknown; status: unknown }>) => {
    if (event.source !== frame?.contentWindow) return
    const { type, data, status } = event.data
    const port = event.ports[0]
    received.push({ type, data, status, asked: port !== undefined })
    const given = answers.get(type)
    if (port && given !== undefined) void answerAsk(port, type, given)
  },
)

page.client = {
  open(address) {
    frame = document.createElement('iframe')
    frame.style.cssText = 'width:100%;height:800px;border:0'
    frame.src = address
    document.body.append(frame)
  },
  received: () => received,
  answer: (type, data) => answers.set(type, data),
  send: (type, data) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', (event: MessageEvent<unknown>) => resolve(event.data), { once: true })
      port1.start()
      const target = new URL(frame?.src ?? location.href).origin
      frame?.contentWindow?.postMessage({ type, data }, target, [port2])
    }),
}
