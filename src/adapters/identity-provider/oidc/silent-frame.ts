import type { Clock } from '../../../core/ports/clock'
import { noAnswerInTime } from '../problem-codes'
import { OidcFailure } from './problems'

/**
 * Asks the provider in a frame nobody sees. The answer counts only when it comes from that very frame and from the provider's
 * origin. Rejects with `timeout` when none comes: the provider is down, or shows a page instead of answering.
 */
export function askSilently(
  page: Window,
  address: string,
  origin: string,
  deadline: { readonly clock: Clock; readonly milliseconds: number },
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it gets one three lines further down
    const frame = page.document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Sign-in check'
    // The provider's page may run and read its own cookies; it may not take this page elsewhere.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    const end = (): void => {
      cancel()
      page.removeEventListener('message', hear)
      frame.remove()
    }
    const hear = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return
      const answer = answerOf(event.data)
      if (answer === null) return
      end()
      resolve(answer)
    }
    const cancel = deadline.clock.after(deadline.milliseconds, () => {
      end()
      reject(new OidcFailure(noAnswerInTime))
    })
    page.addEventListener('message', hear)
    frame.src = address
    page.document.body.append(frame)
  })
}

/** The `authorization_response` of the web_message draft as the parameters a redirect would have carried. */
function answerOf(data: unknown): URLSearchParams | null {
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
