import { expect, test } from 'vitest'
import { deskValues } from '../../../../local/bi-host/answers/read/desk-values'
import { deskWords } from '../../../../local/bi-host/answers/read/desk-words'
import { everydayWords } from '../../../../local/bi-host/answers/read/everyday-words'
import { boundWords, looseWords } from '../../../../local/bi-host/answers/read/trade-words'
import { extraValueNames } from '../../../../local/bi-host/answers/read/value-names'
import { extraSynonyms } from '../../../../local/bi-host/answers/read/vocabulary'
import { readerFor } from '../../../../local/bi-host/answers/read/readers'
import { nameWords } from '../../../../local/bi-host/answers/read/words'
import { sampleWarehouse } from '../boards/sample-warehouse'

test('every name in the tables is of something in the data, and none stands twice', async () => {
  const warehouse = await sampleWarehouse()
  const { model } = warehouse
  const fields = new Map<string, readonly string[]>(
    model.sources.flatMap((source) =>
      [...Object.entries(source.measures), ...Object.entries(source.attributes)].map(
        ([id, { label, synonyms = [] }]) => [`${source.id}.${id}`, [label, ...synonyms]] as const,
      ),
    ),
  )
  const tables = [extraSynonyms, everydayWords, deskWords]
  const named = [...tables, looseWords, boundWords].flatMap((table) => Object.keys(table))
  expect(named.filter((id) => !fields.has(id))).toEqual([])
  // What is said of par is made into names of the peg: those may be the model's as well.
  const ids = [...new Set(tables.flatMap((table) => Object.keys(table)))].filter(
    (id) => !id.startsWith('stable_price.'),
  )
  const twice = ids.flatMap((id) => {
    const own = new Set(fields.get(id)?.map((text) => nameWords(text).join(' ')))
    return tables
      .flatMap((table) => table[id] ?? [])
      .filter((text) => {
        const words = nameWords(text).join(' ')
        if (own.has(words)) return true
        own.add(words)
        return false
      })
      .map((text) => `${id}: ${text}`)
  })
  expect(twice).toEqual([])

  const concepts = new Map<string, string>(
    model.sources.flatMap((source) =>
      Object.entries(source.attributes).map(([id, { concept }]) => [`${source.id}.${id}`, concept] as const),
    ),
  )
  const values = new Set(
    readerFor(warehouse, model.sources).lexicon.names.flatMap(({ sense }) =>
      sense.kind === 'value' ? [`${concepts.get(sense.id) ?? ''} / ${sense.value}`] : [],
    ),
  )
  const valued = [
    ...deskValues.map(([concept, value]) => `${concept} / ${value}`),
    ...Object.entries(extraValueNames).flatMap(([concept, of]) =>
      Object.keys(of).map((value) => `${concept} / ${value}`),
    ),
  ]
  expect(valued.filter((value) => !values.has(value))).toEqual([])
  await warehouse.close()
})
