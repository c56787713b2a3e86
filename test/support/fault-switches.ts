import type { StackOrigins } from '../../local/http/addresses'
import type { FaultRule, RequestCounts } from '../../local/http/faults'

/** The fault switches of a running stack, over the same HTTP surface that a person has. */
export interface FaultSwitches {
  /** Replaces all rules. */
  set(...rules: readonly FaultRule[]): Promise<void>
  clear(): Promise<void>
  /** Requests by service since the counts were cleared. */
  counts(): Promise<RequestCounts>
  clearCounts(): Promise<void>
}

export function faultSwitches({ services }: StackOrigins): FaultSwitches {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${services}/_local/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok)
      throw new Error(`The fault switches answered ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    set: async (...rules) => void (await call('PUT', 'faults', rules)),
    clear: async () => void (await call('DELETE', 'faults')),
    clearCounts: async () => void (await call('DELETE', 'counts')),
    counts: async () => {
      const { counts }: { counts: RequestCounts } = await (await call('GET', 'counts')).json()
      return counts
    },
  }
}
