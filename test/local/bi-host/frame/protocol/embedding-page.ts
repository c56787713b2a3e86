import {
  createFrame,
  type Frame,
  type FrameAddress,
  type FrameOptions,
} from '../../../../../local/bi-host/frame/protocol/frame'
import { schemaProblems } from '../../../../support/frame-schema'
import { createParentPort, type MessageTarget } from '../../../../../local/bi-host/frame/protocol/parent-port'

export const portal = 'http://portal.example'
export const homePath = '/embed/viz/6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'

export interface PostedMessage {
  readonly type: string
  readonly data: unknown
  readonly origin: string
}

export interface EmbeddingPage {
  readonly window: MessageTarget
  /** All messages and requests of the frame, in order. */
  readonly posted: PostedMessage[]
  readonly types: () => readonly string[]
  /** Answers later requests of a type; with `undefined` they stay open, as in a hidden page. */
  readonly answer: (type: string, reply: (data: unknown) => unknown) => void
  /** Sends a host event as the SDK does and returns the reply. */
  readonly trigger: (frame: Frame, type: string, data?: unknown) => Promise<unknown>
}

/** A parent window that takes the SDK's role. */
export function createEmbeddingPage(): EmbeddingPage {
  const posted: PostedMessage[] = []
  const answers = new Map<string, (data: unknown) => unknown>()
  const window: MessageTarget = {
    postMessage(message, origin, ports) {
      const { type, data } = message as { type: string; data: unknown }
      posted.push({ type, data, origin })
      const problems = schemaProblems('thoughtspot-frame', 'fromFrame', message)
      if (problems.length > 0) throw new Error(`${type} is not what was agreed: ${problems.join('; ')}`)
      const port = ports?.[0] as MessagePort | undefined
      const reply = answers.get(type)?.(data)
      if (port && reply !== undefined) port.postMessage({ type, data: reply })
    },
  }
  return {
    window,
    posted,
    types: () => posted.map((message) => message.type),
    answer: (type, reply) => answers.set(type, reply),
    trigger: (frame, type, data) =>
      Promise.resolve(frame.receive({ source: window, origin: portal, data: { type, data } })),
  }
}

export interface TestAddress extends FrameAddress {
  readonly visits: string[]
}

export function createAddress(
  hash = `#${homePath}`,
  search = '?embedApp=true&sdkVersion=1.52.0',
): TestAddress {
  let current = hash
  const visits: string[] = []
  return {
    search,
    visits,
    hash: () => current,
    push(path) {
      current = `#${path}`
      visits.push(`push ${path}`)
    },
    replace(path) {
      current = `#${path}`
      visits.push(`replace ${path}`)
    },
    travel(steps) {
      visits.push(`travel ${steps}`)
    },
  }
}

export interface Embedded {
  readonly page: EmbeddingPage
  readonly frame: Frame
  readonly address: TestAddress
}

/** `timing` is for pages that never answer: how long, and how often, the frame waits for one. */
export function embed(
  address: TestAddress = createAddress(),
  timing: Pick<FrameOptions, 'initTimeout' | 'initAttempts'> = {},
): Embedded {
  const page = createEmbeddingPage()
  const frame = createFrame({
    port: createParentPort({ parent: page.window, allowed: [portal], detected: portal }),
    address,
    ...timing,
  })
  return { page, frame, address }
}

/** An embedded frame whose `appInit` has been answered. */
export async function embedded(payload: object = {}, address?: TestAddress): Promise<Embedded> {
  const all = embed(address)
  all.page.answer('appInit', () => ({ authToken: 'first', customisations: {}, ...payload }))
  await all.frame.start()
  return all
}
