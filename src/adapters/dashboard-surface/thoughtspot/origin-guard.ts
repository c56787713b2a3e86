import type { EmbedEvent } from '@thoughtspot/visual-embed-sdk'
import type { TokenRequest } from '../../_shared/embedded-frame/token-holders'

/** Marks every frame the SDK makes. The identity frame has no such mark: its answer passes. */
const sdkFrames = 'iframe[data-ts-iframe]'

/** What a frame asks the SDK for a token with, and what that says of the one it has. */
export const tokenRequests: ReadonlyMap<string, TokenRequest> = new Map<`${EmbedEvent}`, TokenRequest>([
  ['appInit', 'any'],
  ['ThoughtspotAuthExpired', 'refused'],
  // The session of the token has ended before the token: to log in again, the vendor wants a new one.
  ['IdleSessionTimeout', 'refused'],
  ['RefreshAuthToken', 'ageing'],
])

/**
 * A frame says that its session at the host is over. The SDK would take away its own ability to renew tokens, which is that of all frames,
 * and would tell nobody: it is not told.
 */
const loggedOut: `${EmbedEvent}` = 'ThoughtspotAuthLogout'
/** A frame says that it may not show anything, or not with the token that it has. */
const refused: `${EmbedEvent}` = 'ThoughtspotAuthFailure'

export interface OriginGuardOptions {
  readonly window: Window
  readonly biOrigin: string
  /** The page inside the frame is not the BI host's. The message was stopped; nothing of it was read. */
  readonly onForeign: (frame: HTMLIFrameElement, origin: string) => void
  /** A frame asks to be given a token anew: called before the SDK asks for one. */
  readonly onTokenRequested: (frame: HTMLIFrameElement, request: TokenRequest) => void
  /** Its token may be the reason why a frame shows nothing. */
  readonly onTokenDoubted: (frame: HTMLIFrameElement) => void
  /** The message was stopped. */
  readonly onLoggedOut: (frame: HTMLIFrameElement) => void
}

/**
 * Stands before the SDK, which checks the window a message came from but not its origin, and would hand the BI token to any page
 * that got into the frame. Registered in the capture phase before any vendor code; a second lock beside the policy's frame-src.
 */
export function installOriginGuard(options: OriginGuardOptions): () => void {
  const { window: page, biOrigin } = options
  const listener = (event: MessageEvent<unknown>): void => {
    // Nobody here says nothing: the SDK reads a member of every message's data, whoever sent it, and would throw.
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
  // As the SDK reads it: an empty one is none.
  const type = named.type || named.__type
  return typeof type === 'string' ? type : ''
}
