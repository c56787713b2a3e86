import * as v from 'valibot'
import { Refusal } from '../warehouse/problem'

/** A request's body in the shape that is wanted. Throws `bad-request`, naming the member that is wrong. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body ?? {})
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Refusal(
    'bad-request',
    `The request is not understood: ${v.getDotPath(issue) ?? 'body'} is not as it should be.`,
  )
}
