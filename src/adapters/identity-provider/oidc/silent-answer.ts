import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { IdentityProblem } from '../../../core/ports/identity-provider'
import { noAnswerInTime } from '../problem-codes'
import { OidcFailure } from './problems'

/** The two outcomes of a silent request. */
interface Outcomes {
  readonly answer: (parameters: URLSearchParams) => void
  readonly giveUp: (problem: IdentityProblem) => void
}

/**
 * Asks the provider in a hidden frame, and removes the frame with the answer. Rejects with `timeout` if none comes. `listen` returns the
 * function that stops it.
 */
function askInFrame(
  page: Window,
  address: string,
  sandbox: string,
  clock: Clock,
  listen: (frame: HTMLIFrameElement, ends: Outcomes) => () => void,
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it gets one three lines further down
    const frame = page.document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Sign-in check'
    frame.setAttribute('sandbox', sandbox)
    const end = (): void => {
      cancel()
      stop()
      frame.remove()
    }
    const giveUp = (problem: IdentityProblem): void => {
      end()
      reject(new OidcFailure(problem))
    }
    const answer = (parameters: URLSearchParams): void => {
      end()
      resolve(parameters)
    }
    const cancel = clock.after(timings.identityDeadline, () => giveUp(noAnswerInTime))
    const stop = listen(frame, { answer, giveUp })
    frame.src = address
    page.document.body.append(frame)
  })
}

/**
 * Uses the `web_message` draft. The answer counts only if it comes from this frame and from the provider's origin. The provider's page may
 * run scripts and read its own cookies; it may not navigate this page.
 */
export function answerByMessage(
  page: Window,
  address: string,
  origin: string,
  clock: Clock,
): Promise<URLSearchParams> {
  return askInFrame(page, address, 'allow-scripts allow-same-origin', clock, (frame, { answer }) => {
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return
      const parameters = parametersOf(event.data)
      if (parameters !== null) answer(parameters)
    }
    page.addEventListener('message', receive)
    return () => page.removeEventListener('message', receive)
  })
}

/** The `authorization_response` of the `web_message` draft, as the parameters that a redirect would have. */
function parametersOf(data: unknown): URLSearchParams | null {
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== 'authorization_response') {
    return null
  }
  const response: unknown = Reflect.get(data, 'response')
  if (typeof response !== 'object' || response === null) return null
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(response)) {
    if (typeof value === 'string') parameters.set(name, value)
  }
  return parameters
}

/** How long, in ms, a page that appears instead of an answer may still lead to the answer. */
const graceMs = 1_500

/** Without scripts. The second keyword lets Firefox send the provider's cookies across sites. */
const sandboxWithoutScripts = 'allow-same-origin allow-storage-access-by-user-activation'

/**
 * Uses a redirect, which every provider supports: the frame ends at a page of the portal, whose address contains the answer. If it ends
 * elsewhere, the provider shows a page that requires interaction.
 *
 * @param callback the registered address of that page
 */
export function answerByAddress(
  page: Window,
  address: string,
  callback: string,
  clock: Clock,
): Promise<URLSearchParams> {
  return askInFrame(page, address, sandboxWithoutScripts, clock, (frame, { answer, giveUp }) => {
    let endGrace = (): void => undefined
    const onLoad = (): void => {
      const found = addressOf(frame)
      if (found === 'about:blank') return
      endGrace()
      const url = found === null ? null : new URL(found)
      if (url !== null && url.origin + url.pathname === callback) return answer(url.searchParams)
      endGrace = clock.after(graceMs, () => giveUp({ code: 'interaction-required' }))
    }
    frame.addEventListener('load', onLoad)
    return () => {
      endGrace()
      frame.removeEventListener('load', onLoad)
    }
  })
}

/** The frame's address; null on a page of another origin. */
function addressOf(frame: HTMLIFrameElement): string | null {
  try {
    return frame.contentWindow?.location.href ?? null
  } catch {
    return null
  }
}
