import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'

interface Document {
  readonly paths: Readonly<Record<string, string>>
  readonly schemas: Readonly<Record<string, object>>
}

/** The part of the vendor's OpenAPI document that the portal's requests are checked against; the file states its source. */
export const vendorOpenApi = JSON.parse(
  readFileSync(join(import.meta.dirname, 'rest-v2.oas.json'), 'utf8'),
) as Document

/** JSON Schema of one of its schemas, with its references inlined and no additional members allowed. */
function schemaOf(name: string): object {
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { readonly $ref?: string }
    if ($ref !== undefined) return schemaOf($ref.split('/').at(-1) ?? '')
    const all = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member)]))
    return 'properties' in all ? { ...all, additionalProperties: false } : all
  }
  const schema = vendorOpenApi.schemas[name]
  if (schema === undefined) throw new Error(`The vendor's document has no ${name}.`)
  return filled(schema) as object
}

/** Violations of the vendor's schema of that name; null for none. */
export async function openApiProblem(
  name: string,
  value: unknown,
  { list = false } = {},
): Promise<string | null> {
  const app = Fastify({
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, strict: false } },
  })
  const schema = schemaOf(name)
  app.post('/', { schema: { body: list ? { type: 'array', items: schema } : schema } }, () => 'fine')
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload: value as object })
  await app.close()
  return statusCode === 200 ? null : body
}
