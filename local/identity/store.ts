import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Entry {
  readonly payload: AdapterPayload
  /** Epoch milliseconds, `Infinity` when it does not expire. */
  readonly expiresAt: number
}

/**
 * Sessions, grants and codes of one provider, in memory: a restart signs everybody out. Expired entries go when they
 * are met or when the store is swept on writing.
 */
export function createStore(): AdapterFactory {
  const entries = new Map<string, Entry>()

  function read(key: string): AdapterPayload | undefined {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }

  function sweep() {
    const now = Date.now()
    for (const [key, entry] of entries) if (entry.expiresAt <= now) entries.delete(key)
  }

  function findWhere(model: string, holds: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of entries.keys()) {
      if (!key.startsWith(`${model}:`)) continue
      const payload = read(key)
      if (payload !== undefined && holds(payload)) return payload
    }
    return undefined
  }

  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      sweep()
      const expiresAt = expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000
      entries.set(`${model}:${id}`, { payload, expiresAt })
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => findWhere(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findWhere(model, (payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(`${model}:${id}`)
      if (entry === undefined) return
      const consumed = Math.floor(Date.now() / 1000)
      entries.set(`${model}:${id}`, { ...entry, payload: { ...entry.payload, consumed } })
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    /** Called once per kind of token. A running interaction names the grant too and has to outlive it. */
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key)
    },
  })
}
