import { fail, ok } from '../../core/kernel/result'
import type { PreferenceFailure, PreferenceService } from '../../core/ports/preference-service'

export interface MemoryPreferenceService extends PreferenceService {
  /** The next call fails so, and does nothing. */
  failNext(failure: PreferenceFailure): void
  /** As another browser of this person would. */
  put(accessToken: string, text: string): void
  /** What is kept of this person; null for nothing. */
  stored(accessToken: string): string | null
}

/** In memory: each access token is a person of its own. */
export function memoryPreferenceService(): MemoryPreferenceService {
  const rows = new Map<string, { readonly text: string; readonly version: string }>()
  const failures: PreferenceFailure[] = []
  let writes = 0
  function put(accessToken: string, text: string): string {
    writes += 1
    rows.set(accessToken, { text, version: `"${writes}"` })
    return `"${writes}"`
  }
  return {
    failNext: (failure) => void failures.push(failure),
    put: (accessToken, text) => void put(accessToken, text),
    stored: (accessToken) => rows.get(accessToken)?.text ?? null,
    async read(accessToken) {
      const failure = failures.shift()
      return failure === undefined
        ? ok(rows.get(accessToken) ?? { text: null, version: null })
        : fail(failure)
    },
    async write(accessToken, text, version) {
      const failure = failures.shift()
      if (failure !== undefined) return fail(failure)
      if ((rows.get(accessToken)?.version ?? null) !== version) return fail({ kind: 'preferences-changed' })
      return ok({ version: put(accessToken, text) })
    },
  }
}
