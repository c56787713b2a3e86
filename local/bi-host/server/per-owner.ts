/** What people work on, in memory: an owner's oldest goes when they have too many, and nobody else's. */
export interface PerOwner<Value> {
  get(owner: string, id: string): Value | undefined
  put(owner: string, id: string, value: Value): void
}

export function createPerOwner<Value>(most: number): PerOwner<Value> {
  const owners = new Map<string, Map<string, Value>>()
  return {
    get: (owner, id) => owners.get(owner)?.get(id),
    put(owner, id, value) {
      const own = owners.get(owner) ?? new Map<string, Value>()
      owners.set(owner, own.set(id, value))
      const [oldest] = own.keys()
      if (own.size > most && oldest !== undefined) own.delete(oldest)
    },
  }
}
