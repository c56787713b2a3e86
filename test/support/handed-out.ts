import type { BrowserContext, Response } from 'playwright-core'
import { followTraces } from '../conformance/identity-provider/traces'

/** Everything that a browser was handed in confidence, and where a script or a person could find it again. */
export interface HandedOut {
  /** Places in which one of them, or anything that looks like one, lies now or has passed; each with what was found. */
  leaks(): Promise<readonly string[]>
}

/**
 * Watches a browser profile from its first request on. Nothing that looks like a JSON web token, and no token that was handed out
 * (opaque ones such as refresh tokens too), may be in web storage, IndexedDB, cookies that scripts can read, an address, the history's
 * state, a Referer or the console.
 */
export function followHandedOut(context: BrowserContext, portal: string): HandedOut {
  const traces = followTraces(context, portal)
  const tokens = new Set<string>()
  const reading = new Set<Promise<void>>()

  async function read(response: Response): Promise<void> {
    const { pathname } = new URL(response.url())
    if (!response.ok() || response.request().method() === 'OPTIONS') return
    if (pathname === '/oauth/token') {
      const answer = (await response.json()) as Readonly<Record<string, unknown>>
      for (const name of ['access_token', 'id_token', 'refresh_token']) {
        const token = answer[name]
        if (typeof token === 'string') tokens.add(token)
      }
    }
    if (pathname === '/api/token' || pathname === '/api/token-authenticated')
      tokens.add(await response.text())
  }
  context.on('response', (response) => {
    // A page that leaves takes the bodies with it that nobody has read; what it was handed is then looked for by its shape alone.
    const done: Promise<void> = read(response)
      .catch(() => undefined)
      .finally(() => reading.delete(done))
    reading.add(done)
  })

  return {
    async leaks() {
      await Promise.all(reading)
      for (const token of tokens) if (token.length >= 20) traces.remember(token)
      return traces.leaks()
    },
  }
}
