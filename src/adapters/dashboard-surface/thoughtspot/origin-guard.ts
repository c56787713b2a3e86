import type { EmbedEvent } from '@thoughtspot/visual-embed-sdk'
import type { TokenRequest } from '../../_shared/embedded-frame/token-holders'

/** Selects every frame that the SDK creates. The identity provider's frame has no such mark: its messages pass. */
const sdkFrames = 'iframe[data-ts-iframe]'

/** The messages by which a frame requests a token from the SDK, and what each says about the token that it holds. */
export const tokenRequests: ReadonlyMap<string, TokenRequest> = new Map<`${EmbedEvent}`, TokenRequest>([
  ['appInit', 'any'],
  ['ThoughtspotAuthExpired', 'refused'],
  // The token's session has ended before the token expired: to log in again, the vendor needs a new one.
  ['IdleSessionTimeout', 'refused'],
  ['RefreshAuthToken', 'ageing'],
])

/**
 * A frame reports that its session at the host is over. The SDK would then stop renewing tokens, for all frames and without a
 * notification: the guard stops this message.
 */
const loggedOut: `${EmbedEvent}` = 'ThoughtspotAuthLogout'
/** A frame reports that it may not show anything, or not with the token that it holds. */
const refused: `${EmbedEvent}` = 'ThoughtspotAuthFailure'

export interface OriginGuardOptions {
  readonly window: Window
  readonly biOrigin: string
  /** The page inside the frame is not the BI host's. The message was stopped unread. */
  readonly onForeign: (frame: HTMLIFrameElement, origin: string) => void
  /** A frame requests a token: called before the SDK asks for one. */
  readonly onTokenRequested: (frame: HTMLIFrameElement, request: TokenRequest) => void
  /** The frame's token may be the reason why it shows nothing. */
  readonly onTokenDoubted: (frame: HTMLIFrameElement) => void
  /** The frame's session at the host is over. The message was stopped. */
  readonly onLoggedOut: (frame: HTMLIFrameElement) => void
}

/**
 * Runs before the SDK, which checks the window a message came from but not its origin, and would send the BI token to any page that got
 * into the frame. Registered in the capture phase before any vendor code; a second line of defense beside the policy's `frame-src`.
 */
export function installOriginGuard(options: OriginGuardOptions): () => void {
  const { window: page, biOrigin } = options
  const listener = (event: MessageEvent<unknown>): void => {
    // The portal sends no empty messages. The SDK reads a member of every message's data, from any sender, and would throw.
    if (event.data === null || event.data === undefined) return event.stopImmediatePropagation()
    if (event.source === null) return
    const frame = [...page.document.querySelectorAll<HTMLIFrameElement>(sdkFrames)].find(
      (candidate) => candidate.contentWindow === event.source,
    )
    if (frame === undefined) return
    if (event.origin !== biOrigin) {
      event.stopImmediatePropagation()
      options.onForeign(frame, event.origin)
      return
    }
    const type = typeOf(event.data)
    if (type === refused || type === loggedOut) options.onTokenDoubted(frame)
    if (type === loggedOut) {
      event.stopImmediatePropagation()
      options.onLoggedOut(frame)
      return
    }
    const request = tokenRequests.get(type)
    if (request !== undefined) options.onTokenRequested(frame, request)
  }
  page.addEventListener('message', listener, true)
  return () => page.removeEventListener('message', listener, true)
}

function typeOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const named = data as { readonly type?: unknown; readonly __type?: unknown }
  // Like the SDK, treats an empty type as none.
  const type = named.type || named.__type
  return typeof type === 'string' ? type : ''
}
