import type { SurfaceFailure } from '../../../core/ports/dashboard-surface'
import type { BiToken, TokenRequest as TokenWanted } from '../../../core/ports/token-service'
import type { TokenSource } from '../../../core/ports/token-source'
import { tokenFailureText, tokenTrouble } from '../../../core/tokens/token-failure'

/** What a view's token request says about the token that it holds: nothing, that it expires soon, or that it was refused. */
export type TokenRequest = 'any' | 'ageing' | 'refused'

/**
 * Tracks which token each view holds. A view that was hidden may hold an older token than the broker caches. When that one expires, the
 * newest stays cached and the token service gets no extra call.
 */
export interface TokenHolders<Holder extends object> {
  /** A view has requested a token, or is about to receive one without a request. */
  onTokenRequested(holder: Holder, request: TokenRequest): void
  /** The token that the view holds may be the reason why it shows nothing. */
  onTokenDoubted(holder: Holder): void
  /** Drops the doubted tokens, so that a retry by the user gets a new one. */
  dropDoubted(): void
  /** The token for the views that requested one. `request`: what they show, for a vendor whose tokens depend on it. */
  token(request?: TokenWanted): ReturnType<TokenSource['token']>
}

export function createTokenHolders<Holder extends object>(
  source: Pick<TokenSource, 'token' | 'drop' | 'expireSoon' | 'for'>,
): TokenHolders<Holder> {
  const held = new WeakMap<
    Holder,
    { readonly value: string; readonly from: Pick<TokenSource, 'drop' | 'expireSoon'> }
  >()
  const waiting = new Set<Holder>()
  const doubted = new Map<Holder, () => void>()
  // For a view without an earlier request, the broker assumes that it holds the token issued last.
  const heldBy = (holder: Holder) => held.get(holder) ?? { value: undefined, from: source }
  return {
    onTokenDoubted(holder) {
      const { value, from } = heldBy(holder)
      if (value !== undefined) doubted.set(holder, () => from.drop(value))
    },
    dropDoubted() {
      for (const drop of doubted.values()) drop()
      doubted.clear()
    },
    onTokenRequested(holder, request) {
      const { value, from } = heldBy(holder)
      if (request === 'refused') from.drop(value)
      if (request === 'ageing') from.expireSoon(value)
      waiting.add(holder)
    },
    async token(request) {
      // A view that requests a token from here on gets it from a later call.
      const holders = [...waiting]
      waiting.clear()
      const from = request === undefined ? source : source.for(request)
      const result = await from.token()
      if (!result.ok) return result
      for (const holder of holders) {
        held.set(holder, { value: result.value.value, from })
        doubted.delete(holder)
      }
      return result
    },
  }
}

/** The tokens of all frames of one surface. */
export interface FrameTokens extends Pick<
  TokenHolders<HTMLIFrameElement>,
  'onTokenRequested' | 'onTokenDoubted'
> {
  /**
   * The token for the frames that requested one. Rejects if there is none, after `onFailure` has failed every frame. The exception is a
   * request for dashboards that the service does not know: it does not affect other frames.
   */
  token(request?: TokenWanted): Promise<BiToken>
  /** As `token`, but a failure affects no frame. */
  tokenIfAny(request?: TokenWanted): Promise<BiToken | undefined>
  /** Why the last request failed; undefined if it succeeded. */
  failure(): SurfaceFailure | undefined
  /** A token request is in flight. It has its own timeout. */
  areAwaited(): boolean
  retry(): void
}

export function createFrameTokens(
  source: TokenSource,
  onFailure: (failure: SurfaceFailure) => void,
): FrameTokens {
  const holders = createTokenHolders<HTMLIFrameElement>(source)
  let failure: SurfaceFailure | undefined
  let inFlight = 0
  return {
    onTokenRequested: (frame, request) => holders.onTokenRequested(frame, request),
    onTokenDoubted: (frame) => holders.onTokenDoubted(frame),
    async token(request) {
      inFlight += 1
      const result = await holders.token(request).finally(() => (inFlight -= 1))
      failure = undefined
      if (result.ok) return result.value
      if (result.failure.kind === 'dashboard-not-known') throw new Error(tokenFailureText(result.failure))
      failure = { kind: 'token-unavailable', trouble: tokenTrouble(result.failure) }
      onFailure(failure)
      throw new Error(tokenFailureText(result.failure))
    },
    async tokenIfAny(request) {
      const result = await holders.token(request)
      return result.ok ? result.value : undefined
    },
    failure: () => failure,
    areAwaited: () => inFlight > 0,
    retry() {
      holders.dropDoubted()
      source.retry()
    },
  }
}
