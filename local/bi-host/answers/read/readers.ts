import type { Source } from '../../model/source'
import type { Warehouse } from '../../warehouse/warehouse'
import { explaining } from './explaining'
import { createReader } from './reader'
import type { Reader } from './reader'
import type { TokenScope } from '../../questions/token-fields'
import { isTokenPhrase } from '../../questions/token-syntax'
import { readTokens } from '../../questions/tokens'

const kept = new WeakMap<Warehouse, Map<string, Reader>>()

/** The reader over some sources of a warehouse, made once. */
export function readerFor(warehouse: Warehouse, sources: readonly Source[]): Reader {
  const own = kept.get(warehouse) ?? new Map<string, Reader>()
  kept.set(warehouse, own)
  const key = sources.map(({ id }) => id).join(' ')
  const known = own.get(key)
  if (known) return known
  const scope: TokenScope = {
    model: warehouse.model,
    sources,
    asOf: warehouse.asOf,
    facts: (source) => warehouse.facts(source),
  }
  const plain = explaining(createReader(scope), warehouse.model, warehouse.asOf)
  const reader: Reader = {
    lexicon: plain.lexicon,
    // Token language is exact and a question of its own: no rule for plain words gets to see it.
    read: (request) =>
      isTokenPhrase(request.phrase) ? readTokens(scope, request.phrase) : plain.read(request),
  }
  own.set(key, reader)
  return reader
}
