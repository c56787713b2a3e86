import type { FaultSwitches } from './fault-switches'

/** What the token service has been asked since the counts were cleared, preflights aside. */
export interface TokenCalls {
  readonly anonymous: number
  readonly personal: number
  /** The SDK's own questions at the BI host (`session/isactive`), whether a token is any good. */
  readonly probes: number
}

export async function tokenCalls(faults: FaultSwitches): Promise<TokenCalls> {
  const counts = await faults.counts()
  const asked = counts['token-service'] ?? {}
  const probes = Object.entries(counts['bi-host'] ?? {}).filter(([key]) => /isactive/i.test(key))
  return {
    anonymous: asked['GET /api/token'] ?? 0,
    personal: asked['GET /api/token-authenticated'] ?? 0,
    probes: probes.reduce((sum, [, count]) => sum + count, 0),
  }
}
