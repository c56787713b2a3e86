import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** The portal's name in every pact. */
export const consumerName = 'assay-portal'

/** Folder of the committed pacts, relative to the repository's root. */
export const pactFolder = 'contracts/pacts'

export function pactFileName(provider: string): string {
  return `${consumerName}-${provider}.json`
}

const interactionSchema = v.looseObject({
  type: v.literal('Synchronous/HTTP'),
  description: v.string(),
  pending: v.optional(v.boolean(), false),
  comments: v.optional(
    v.looseObject({ obligation: v.optional(v.picklist(['must', 'may-not-run']), 'must') }),
    () => ({ obligation: 'must' as const }),
  ),
  providerStates: v.optional(
    v.array(v.object({ name: v.string(), params: v.optional(v.record(v.string(), v.unknown()), {}) })),
    [],
  ),
  request: v.looseObject({
    method: v.string(),
    path: v.string(),
    headers: v.optional(v.record(v.string(), v.array(v.string())), {}),
  }),
  response: v.looseObject({ status: v.number() }),
})

const pactSchema = v.looseObject({
  consumer: v.object({ name: v.string() }),
  provider: v.object({ name: v.string() }),
  interactions: v.array(interactionSchema),
})

export type Pact = v.InferOutput<typeof pactSchema>
export type PactInteraction = Pact['interactions'][number]

/** @throws if the file is not a pact of HTTP interactions */
export function readPact(file: string): Pact {
  return parsePact(readFileSync(file, 'utf8'))
}

/** @throws if the text is not a pact of HTTP interactions */
export function parsePact(text: string): Pact {
  return v.parse(pactSchema, JSON.parse(text))
}
