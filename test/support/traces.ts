import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

/** Everything that a page leaves where a script, a user or another server could find it. */
export interface Traces {
  /** Where a token, or something that looks like one, was found. */
  leaks(): Promise<readonly string[]>
  /** Violations of the page's policy, as reported by the browser. */
  violations(): readonly string[]
  stop(): void
  /** Issued values that must be found nowhere. */
  remember(secret: unknown): void
}

const policyWords = /Content Security Policy|TrustedHTML|TrustedScript|requires 'Trusted/i

export function followTraces(context: BrowserContext, portal: string): Traces {
  const secrets = new Set<string>()
  const seen: { readonly where: string; readonly text: string }[] = []
  const violations: string[] = []

  const onConsole = (message: ConsoleMessage): void => {
    seen.push({ where: 'console', text: message.text() })
    if (policyWords.test(message.text())) violations.push(message.text())
  }
  const see = (request: Request): void => {
    const { referer } = request.headers()
    if (referer !== undefined) seen.push({ where: 'referer', text: referer })
    // A navigation request: its URL appears in the address bar and the history.
    if (request.isNavigationRequest()) seen.push({ where: 'address', text: request.url() })
  }
  context.on('console', onConsole)
  context.on('request', see)

  const lookInto = async (page: Page): Promise<void> => {
    if (!page.url().startsWith(portal)) return
    const stored = await page.evaluate(storedByPage)
    for (const [where, text] of Object.entries(stored)) seen.push({ where, text })
  }

  return {
    remember(secret) {
      if (typeof secret === 'string' && secret !== '') secrets.add(secret)
    },
    violations: () => violations,
    stop() {
      context.off('console', onConsole)
      context.off('request', see)
    },
    async leaks() {
      for (const page of context.pages()) await lookInto(page)
      return seen
        .filter(({ text }) => hasToken(text) || [...secrets].some((secret) => text.includes(secret)))
        .map(({ where, text }) => `${where}: ${text.slice(0, 120)}`)
    },
  }
}

/** Runs in the page. */
async function storedByPage(): Promise<Record<string, string>> {
  const databases: string[] = []
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error(name)))
    })
    for (const store of database.objectStoreNames) {
      databases.push(
        await new Promise<string>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(JSON.stringify(request.result)))
          request.addEventListener('error', () => resolve(''))
        }),
      )
    }
    database.close()
  }
  /** Blocked storage throws on any access, and holds nothing. */
  const entriesOf = (storage: () => Storage): string => {
    try {
      return JSON.stringify(Object.entries(storage()))
    } catch {
      return ''
    }
  }
  return {
    localStorage: entriesOf(() => localStorage),
    sessionStorage: entriesOf(() => sessionStorage),
    indexedDB: databases.join('\n'),
    cookies: document.cookie,
    address: location.href,
    'history state': JSON.stringify(history.state),
  }
}

/** Three dot-separated base64url parts whose first decodes to JSON with `alg`. */
export function hasToken(text: string): boolean {
  for (const [, header = ''] of decoded(text).matchAll(/([\w-]{10,})\.[\w-]+\.[\w-]*/g)) {
    try {
      const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))
      if (typeof parsed === 'object' && parsed !== null && 'alg' in parsed) return true
    } catch {
      // No JSON: a file name, a version, a host.
    }
  }
  return false
}

function decoded(text: string): string {
  try {
    return `${text}\n${decodeURIComponent(text)}`
  } catch {
    return text
  }
}
