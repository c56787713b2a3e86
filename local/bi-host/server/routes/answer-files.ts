import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { csvOf, tableOf } from '../../rendering/table-model'
import { bearerOf } from '../access'
import type { AnswerSessions } from '../built-answers'
import { ownerOf, tileOf } from '../answer-tiles'
import type { Host } from '../host'
import { Refusal } from '../../warehouse/problem'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(410))
const generation = v.pipe(v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), '1'), v.transform(Number))

/** As the SDK writes them into the address. */
const pictureQuery = v.object({
  sessionId: id,
  genNo: generation,
  deviceScaleFactor: v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^\d(?:\.\d{1,3})?$/)), '2'),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(4),
  ),
  omitBackground: v.pipe(
    v.optional(v.picklist(['true', 'false']), 'false'),
    v.transform((text) => text === 'true'),
  ),
})

function pictureRefusal([issue]: readonly v.BaseIssue<unknown>[]): string {
  const field = issue && v.getDotPath(issue)
  if (field === 'deviceScaleFactor') return 'deviceScaleFactor is a number from 1 to 4.'
  if (field === 'omitBackground') return 'omitBackground is true or false.'
  return 'The download names no answer.'
}

/** An answer as a file, data or picture, where the SDK fetches it. */
export function answerFileRoutes(app: FastifyInstance, host: Host, sessions: AnswerSessions): void {
  app.get('/prism/download/answer/png', async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const query = v.safeParse(pictureQuery, request.query)
    if (!query.success) throw new Refusal('bad-request', pictureRefusal(query.issues))
    const { sessionId, genNo, deviceScaleFactor, omitBackground } = query.output
    const tile = await tileOf(host, bearer, sessionId, sessions.get(ownerOf(bearer), sessionId, genNo))
    // Drawing is for those who ask for it: the chart library is not part of a start.
    const { tilePng } = await import('../tile-png')
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="data.png"')
      .type('image/png')
      .send(tilePng(tile, { scale: deviceScaleFactor, omitBackground }))
  })
  app.get('/prism/download/answer/csv', async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const query = v.safeParse(v.object({ sessionId: id, genNo: generation }), request.query)
    if (!query.success) throw new Refusal('bad-request', 'The download names no answer.')
    const { sessionId, genNo } = query.output
    const tile = await tileOf(host, bearer, sessionId, sessions.get(ownerOf(bearer), sessionId, genNo))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="data.csv"')
      .type('text/csv; charset=utf-8')
      .send(csvOf(tableOf(tile)))
  })
}
