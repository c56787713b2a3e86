import type { Source } from '../../model/source'
import type { Warehouse } from '../../warehouse/warehouse'
import { explaining } from './explaining'
import { createReader } from './reader'
import type { Reader } from './reader'

const kept = new WeakMap<Warehouse, Map<string, Reader>>()

/** The reader over some sources of a warehouse, made once. */
export function readerFor(warehouse: Warehouse, sources: readonly Source[]): Reader {
  const own = kept.get(warehouse) ?? new Map<string, Reader>()
  kept.set(warehouse, own)
  const key = sources.map(({ id }) => id).join(' ')
  const known = own.get(key)
  if (known) return known
  const plain = createReader({
    model: warehouse.model,
    sources,
    asOf: warehouse.asOf,
    facts: (source) => warehouse.facts(source),
  })
  const reader = explaining(plain, warehouse.model, warehouse.asOf)
  own.set(key, reader)
  return reader
}
