import type { SurfaceFailure } from '../../../core/ports/dashboard-surface'
import type { BiToken, TokenRequest as TokenWanted } from '../../../core/ports/token-service'
import type { TokenSource } from '../../../core/ports/token-source'
import { tokenFailureText, tokenTrouble } from '../../../core/tokens/token-failure'

/** What a view's request for a token says about the one it has: nothing, that its end is near, or that it was refused. */
export type TokenRequest = 'any' | 'ageing' | 'refused'

/**
 * Which token each view has. A view that has been out of sight holds an older one than the broker keeps: its end is no reason to throw
 * the newest away, and to call the token service for another.
 */
export interface TokenHolders<Holder extends object> {
  /** A view has asked, or is about to be given one without asking. */
  onTokenRequested(holder: Holder, request: TokenRequest): void
  /** What the view has may be the reason why it shows nothing. */
  onTokenDoubted(holder: Holder): void
  /** What was doubted is given to nobody again: a person wants to see it all the same. */
  dropDoubted(): void
  /** The token for the views that have asked for one; for what they show, where tokens differ by that. */
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
  // Of a view that nobody has seen ask before, the broker assumes that it has what was given last.
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
      // Whoever asks for one from here on is given that of a later call.
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

/** Tokens as all frames of one surface have them. */
export interface FrameTokens extends Pick<
  TokenHolders<HTMLIFrameElement>,
  'onTokenRequested' | 'onTokenDoubted'
> {
  /**
   * The token for the frames that have asked for one. Rejects where there is none, after every frame was told why: but for one that was
   * asked for dashboards which the service does not know, which is about no other frame.
   */
  token(request?: TokenWanted): Promise<BiToken>
  /** Why there was none the last time; nothing since there was one. */
  failure(): SurfaceFailure | undefined
  /** One is being asked for; how long that takes has a bound of its own. */
  areAwaited(): boolean
  retry(): void
}

export function createFrameTokens(
  source: TokenSource,
  onFailure: (failure: SurfaceFailure) => void,
): FrameTokens {
  const holders = createTokenHolders<HTMLIFrameElement>(source)
  let failure: SurfaceFailure | undefined
  let asked = 0
  return {
    onTokenRequested: (frame, request) => holders.onTokenRequested(frame, request),
    onTokenDoubted: (frame) => holders.onTokenDoubted(frame),
    async token(request) {
      asked += 1
      const result = await holders.token(request).finally(() => (asked -= 1))
      failure = undefined
      if (result.ok) return result.value
      if (result.failure.kind === 'dashboard-not-known') throw new Error(tokenFailureText(result.failure))
      failure = { kind: 'token-unavailable', trouble: tokenTrouble(result.failure) }
      onFailure(failure)
      throw new Error(tokenFailureText(result.failure))
    },
    failure: () => failure,
    areAwaited: () => asked > 0,
    retry() {
      holders.dropDoubted()
      source.retry()
    },
  }
}
