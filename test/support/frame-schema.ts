import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

/** The schemas of `contracts/schemas`, by what is on the other side. */
export type FrameSchema = 'thoughtspot-frame' | 'superset-page'

export interface SchemaDocument {
  readonly definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const compiled = new Map<string, ValidateFunction>()

export const readSchema = (name: FrameSchema): SchemaDocument =>
  JSON.parse(readFileSync(`contracts/schemas/${name}.json`, 'utf8')) as SchemaDocument

/** Where a message differs from the definition of it; empty where it fits. */
export function schemaProblems(name: FrameSchema, definition: string, message: unknown): readonly string[] {
  const key = `${name}#/definitions/${definition}`
  const validate =
    compiled.get(key) ??
    new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
      .addSchema(readSchema(name), name)
      .compile({ $ref: key })
  compiled.set(key, validate)
  // What cannot be said in JSON is not sent.
  if (validate(JSON.parse(JSON.stringify(message)))) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message: problem }) => `${instancePath} ${problem ?? ''}`,
  )
}
