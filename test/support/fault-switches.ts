import type { Page } from 'playwright-core'
import type { StackOrigins } from '../../local/http/addresses'
import type { FaultRule, RequestCounts } from '../../local/http/faults'
import type { FlagKey } from '../../src/core/kernel/flag-table'

/** The fault switches of a running stack, over the same HTTP interface that a developer has. */
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

/** The switches on the flag service's own page, set as that page's form sends them. */
export interface FlagSwitches {
  change(flags: Readonly<Partial<Record<FlagKey, boolean>>>): Promise<void>
  /** As in a new stack. */
  reset(): Promise<void>
}

const fresh: Readonly<Record<FlagKey, boolean>> = {
  'miu-app-enabled': true,
  'miu-query-params-bypass': false,
  'new-feature': false,
  'UI-403': false,
  'miu-chart-interactions-enabled': true,
  'miu-deep-research-enabled': true,
}

export function flagSwitches({ services }: StackOrigins): FlagSwitches {
  async function change(flags: Readonly<Record<string, boolean>>): Promise<void> {
    for (const [flag, on] of Object.entries(flags)) {
      const reply = await fetch(`${services}/flags`, {
        method: 'POST',
        body: new URLSearchParams({ flag, email: '', action: on ? 'on' : 'off' }),
        redirect: 'manual',
      })
      if (reply.status !== 303) throw new Error(`The flags page answered ${reply.status}.`)
    }
  }
  return { change, reset: () => change(fresh) }
}

/** Records whether the start gate was ever visible on this page. Call it before the page is opened. */
export async function watchGate(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('.gate') !== null) document.documentElement.dataset['gateSeen'] = 'yes'
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => document.documentElement.dataset['gateSeen'] === 'yes')
}

/** The requests to the token service since the counts were cleared, without preflights. */
export interface TokenCalls {
  readonly anonymous: number
  readonly personal: number
  /** The SDK's own requests to the BI host (`session/isactive`), which check whether a token is valid. */
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
