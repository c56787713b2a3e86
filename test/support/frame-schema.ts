import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

/** The schemas of `contracts/schemas`, by the other side of the channel. */
export type FrameSchema = 'thoughtspot-frame' | 'superset-page'

export interface SchemaDocument {
  readonly definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const compiled = new Map<string, ValidateFunction>()

export const readSchema = (name: FrameSchema): SchemaDocument =>
  JSON.parse(readFileSync(`contracts/schemas/${name}.json`, 'utf8')) as SchemaDocument

/** Differences of a message from its definition; empty if it fits. */
export function schemaProblems(name: FrameSchema, definition: string, message: unknown): readonly string[] {
  const key = `${name}#/definitions/${definition}`
  const validate =
    compiled.get(key) ??
    new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
      .addSchema(readSchema(name), name)
      .compile({ $ref: key })
  compiled.set(key, validate)
  // What JSON cannot express is not sent.
  if (validate(JSON.parse(JSON.stringify(message)))) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message: problem }) => `${instancePath} ${problem ?? ''}`,
  )
}
