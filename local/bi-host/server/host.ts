import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Refusal } from '../warehouse/problem'
import type { BiTokens } from '../wire/bi-token'
import type { AnswerStore, ViewStore } from '../store/answers-and-views'
import type { DashboardStore } from '../store/dashboards'
import type { BuiltAnswers } from './built-answers'
import type { ResultCache } from '../warehouse/result-cache'
import type { Warehouse } from '../warehouse/warehouse'

/** Parses a request body against a schema. Throws `bad-request`, naming the invalid member. */
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

/** Parses a text member that itself holds JSON. Null if it is not valid JSON. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const zip = promisify(gzip)
const worthwhileBytes = 1400

/** A JSON response, serialized and compressed once. */
export interface Packed {
  readonly plain: Buffer
  readonly gzip: Buffer | null
}

/** Nine significant digits are more than any chart shows and take half the bytes of seventeen. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value

/** Level 1 gets two thirds of the savings of level 6 in a quarter of the time. */
export async function pack(value: unknown): Promise<Packed> {
  const plain = Buffer.from(JSON.stringify(value, rounded))
  return {
    plain,
    gzip: plain.length < worthwhileBytes ? null : await zip(plain, { level: constants.Z_BEST_SPEED }),
  }
}

export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: Packed,
): Promise<FastifyReply> {
  const zipped =
    packed.gzip !== null &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers['accept-encoding'] ?? '')
  reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'Origin, Accept-Encoding' })
  if (zipped) reply.header('content-encoding', 'gzip')
  return reply.send(zipped ? packed.gzip : packed.plain)
}

/** Dependencies of the routes. */
export interface Host {
  readonly tokens: BiTokens
  readonly warehouse: Warehouse
  readonly dashboards: DashboardStore
  readonly answers: AnswerStore
  readonly builtAnswers: BuiltAnswers
  readonly views: ViewStore
  /** Cached replies for curated boards, which are the same for every bearer who may open them. */
  readonly boardReplies: ResultCache<Packed>
  /** Logs a fault. `reference` is the id that was shown to the user. */
  report(reference: string, error: unknown): void
}
