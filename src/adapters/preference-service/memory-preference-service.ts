import { fail, ok } from '../../core/kernel/result'
import type { PreferenceFailure, PreferenceService } from '../../core/ports/preference-service'

export interface MemoryPreferenceService extends PreferenceService {
  /** Makes the next call fail with this, without an effect. */
  failNext(failure: PreferenceFailure): void
  /** Writes, as another browser of this person would. */
  put(accessToken: string, text: string): void
  /** What is stored for this person; null for nothing. */
  stored(accessToken: string): string | null
}

/** A preference service in memory, where each access token is a separate person. */
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
