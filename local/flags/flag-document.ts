import * as v from 'valibot'

const valueSchema = v.union([v.boolean(), v.string(), v.number()])

const ruleSchema = v.strictObject({
  /** Attribute of the person, e.g. `email`, `key`, `anonymous`. */
  attribute: v.pipe(v.string(), v.nonEmpty()),
  op: v.picklist(['in', 'not-in', 'starts-with', 'ends-with']),
  values: v.array(valueSchema),
  value: valueSchema,
})

const flagSchema = v.strictObject({
  description: v.exactOptional(v.string()),
  /** For whoever no rule speaks of. */
  value: valueSchema,
  /** The first that holds decides. */
  rules: v.exactOptional(v.array(ruleSchema)),
})

const documentSchema = v.record(v.pipe(v.string(), v.nonEmpty()), flagSchema)

export type FlagValue = v.InferOutput<typeof valueSchema>
export type FlagRule = Readonly<v.InferOutput<typeof ruleSchema>>
export type Flag = Readonly<v.InferOutput<typeof flagSchema>>
/** What `flags.json` holds: a flag by its key. */
export type FlagDocument = Readonly<Record<string, Flag>>

/** A document that cannot be used; the message says where it is wrong, in words for whoever edits the file. */
export class BadFlagDocument extends Error {
  override readonly name = 'BadFlagDocument'
}

/** @throws BadFlagDocument for text that is no JSON (a half-written file too) or not of this shape */
export function parseFlagDocument(text: string): FlagDocument {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new BadFlagDocument(
      `flags.json is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
  if (Array.isArray(json)) throw new BadFlagDocument('flags.json, top level: must be an object')
  const result = v.safeParse(documentSchema, json)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new BadFlagDocument(`flags.json, ${v.getDotPath(issue) ?? 'top level'}: ${issue.message}`)
}

export function writeFlagDocument(document: FlagDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
