import type { Source } from '../../model/source'
import type { Warehouse } from '../../warehouse/warehouse'
import { explaining } from './explaining'
import { createReader } from './reader'
import type { Reader } from './reader'
import type { TokenScope } from '../../questions/token-fields'
import { isTokenPhrase } from '../../questions/token-syntax'
import { readTokens } from '../../questions/tokens'

const kept = new WeakMap<Warehouse, Map<string, Reader>>()
/** A reader holds some 5 MB of names. People meet those of thirteen worksheets; each source can be asked for as one, too. */
const most = 20

/** The reader over some sources of a warehouse, made once while it is in use. */
export function readerFor(warehouse: Warehouse, sources: readonly Source[]): Reader {
  const own = kept.get(warehouse) ?? new Map<string, Reader>()
  kept.set(warehouse, own)
  const key = sources.map(({ id }) => id).join(' ')
  const known = own.get(key)
  if (known) {
    own.delete(key)
    own.set(key, known)
    return known
  }
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
  const [oldest] = own.keys()
  if (own.size > most && oldest !== undefined) own.delete(oldest)
  return reader
}
