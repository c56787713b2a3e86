import type { TokenSource } from '../../../core/ports/token-source'

/** What a view's request for a token says about the one it has: nothing, that its end is near, or that it was refused. */
export type TokenRequest = 'any' | 'ageing' | 'refused'

/**
 * Which token each view has. A view that has been out of sight holds an older one than the broker keeps: its end is no reason to throw
 * the newest away, and to call the token service for another.
 */
export interface TokenHolders<Holder extends object> {
  /** A view has asked, or is about to be given one without asking. */
  onTokenRequested(holder: Holder, request: TokenRequest): void
  /** The token for the views that have asked for one. */
  token(): ReturnType<TokenSource['token']>
}

export function createTokenHolders<Holder extends object>(
  source: Pick<TokenSource, 'token' | 'drop' | 'expireSoon'>,
): TokenHolders<Holder> {
  const held = new WeakMap<Holder, string>()
  const waiting = new Set<Holder>()
  return {
    onTokenRequested(holder, request) {
      // Of a view that nobody has seen ask before, the broker assumes that it has what was given last.
      if (request === 'refused') source.drop(held.get(holder))
      if (request === 'ageing') source.expireSoon(held.get(holder))
      waiting.add(holder)
    },
    async token() {
      // Whoever asks for one from here on is given that of a later call.
      const holders = [...waiting]
      waiting.clear()
      const result = await source.token()
      if (result.ok) for (const holder of holders) held.set(holder, result.value.value)
      return result
    },
  }
}
