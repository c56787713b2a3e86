import * as v from 'valibot'
import type { ReportDrift } from '../../_shared/http/drift'

/** Bulk evaluation of OFREP. One flag that could not be evaluated carries an error code instead of a value. */
const replySchema = v.object({
  flags: v.array(v.object({ key: v.string(), value: v.optional(v.unknown()) })),
  eventStreams: v.optional(v.array(v.object({ type: v.string(), url: v.string() }))),
})

export interface OfrepReply {
  readonly values: ReadonlyMap<string, unknown>
  /** Addresses of server-sent event streams that tell of changes. */
  readonly streams: readonly string[]
  /** Sent back with the next question, so that "nothing new" is a short answer. */
  readonly tag: string | null
}

/** Anything that is not a bulk evaluation is null, and told by where it differs. */
export function parseOfrepReply(text: string, tag: string | null, drift: ReportDrift): OfrepReply | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), replySchema), text)
  if (!parsed.success) {
    drift(v.getDotPath(parsed.issues[0]) ?? 'body')
    return null
  }
  const { flags, eventStreams = [] } = parsed.output
  return {
    values: new Map(flags.map(({ key, value }) => [key, value])),
    streams: eventStreams.filter(({ type }) => type === 'sse').map(({ url }) => url),
    tag,
  }
}
