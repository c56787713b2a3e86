import type { TokenBroker } from './token-broker'

/** What a view's wish for a token says about the one it has: nothing, that its end is near, or that it was refused. */
export type TokenWish = 'any' | 'ageing' | 'refused'

/**
 * Which token each view has. A view that has been out of sight holds an older one than the broker keeps: its end is no reason to throw
 * the newest away, and to call the token service for another.
 */
export interface TokenHolders<Holder extends object> {
  /** A view is about to be given a token. */
  wishes(holder: Holder, wish: TokenWish): void
  /** The token for the views that have wished for one. */
  token(): ReturnType<TokenBroker['token']>
}

export function createTokenHolders<Holder extends object>(
  broker: Pick<TokenBroker, 'token' | 'drop' | 'age'>,
): TokenHolders<Holder> {
  const held = new WeakMap<Holder, string>()
  const waiting = new Set<Holder>()
  return {
    wishes(holder, wish) {
      // Of a view that nobody has seen wish before, the broker assumes that it has what was given last.
      if (wish === 'refused') broker.drop(held.get(holder))
      if (wish === 'ageing') broker.age(held.get(holder))
      waiting.add(holder)
    },
    async token() {
      // Whoever wishes for one from here on is given that of a later call.
      const holders = [...waiting]
      waiting.clear()
      const result = await broker.token()
      if (result.ok) for (const holder of holders) held.set(holder, result.value.value)
      return result
    },
  }
}
