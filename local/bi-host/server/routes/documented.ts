import * as v from 'valibot'
import type { BiBearer } from '../../wire/bi-token'
import { Refusal } from '../../warehouse/problem'
import { bearerOf } from '../access'
import { ownerOf } from '../answer-tiles'
import { DocumentProblem, pick, rootOf, selectionOf, type VendorOperation } from '../document'
import type { Host } from '../host'
import type { Operation } from './board-data'

/** Whose call it is, and the answer that it is about. */
export interface Asked {
  readonly host: Host
  readonly bearer: BiBearer
  readonly owner: string
}

/** One of the SDK's own operations: gives the value of its root field. */
type Answered<Schema extends v.GenericSchema> = (
  given: v.InferOutput<Schema>,
  asked: Asked,
) => Promise<unknown>

/** The reply is what the document asks for. The host's own page sends none, and gets all there is. */
export function documented<Schema extends v.GenericSchema>(
  name: VendorOperation,
  schema: Schema,
  run: Answered<Schema>,
): Operation {
  return async (host, request) => {
    const bearer = await bearerOf(request, host.tokens)
    const root = rootOf(name)
    try {
      const { body } = request
      const selection = v.is(v.object({ query: v.string() }), body) ? selectionOf(name, body.query) : null
      const value = await run(variablesOf(body, schema), { host, bearer, owner: ownerOf(bearer) })
      return { data: { [root]: pick(value, selection) } }
    } catch (error) {
      if (!(error instanceof DocumentProblem)) throw error
      return { data: null, errors: [{ message: error.message, path: [root] }] }
    }
  }
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(410))

/** As the SDK names an answer: its session, and the generation of it. */
export const sessionSchema = v.object({
  sessionId: id,
  genNo: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

export const idOf = (sessionId: string, genNo: number): object => ({
  sessionId,
  genNo,
  acSession: { sessionId, genNo },
})

/** Throws `bad-request`, naming the variable that is wrong. */
export function variablesOf<Schema extends v.GenericSchema>(
  body: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(v.object({ variables: schema }), body)
  if (result.success) return result.output.variables
  const [issue] = result.issues
  throw new Refusal('bad-request', `The call is not understood: ${v.getDotPath(issue) ?? 'body'}.`)
}
