import type { Page } from 'playwright-core'
import type { StackOrigins } from '../../local/http/addresses'
import type { FlagKey } from '../../src/core/kernel/flag-table'

/** The switches of the flag service's own page, as a form of that page sends them. */
export interface FlagSwitches {
  change(flags: Readonly<Partial<Record<FlagKey, boolean>>>): Promise<void>
  /** As the stack has them when it is new. */
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

/** Notes whether the start gate was ever on the screen of this page. Call it before the page is opened. */
export async function watchGate(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('.gate') !== null) document.documentElement.dataset['gateSeen'] = 'yes'
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => document.documentElement.dataset['gateSeen'] === 'yes')
}
