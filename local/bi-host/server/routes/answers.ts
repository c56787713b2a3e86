import * as v from 'valibot'
import { answerSchema } from '../../query/answer-form'
import { examplesFor, unsettled } from '../../questions/chips'
import { fieldsReply } from '../../boards/answer-fields'
import { narrowed, narrowingSchema, sourcesOf } from '../../query/narrow'
import { notReadYet, tokenCompletions } from '../../questions/token-completions'
import { completions } from '../../answers/read/complete'
import { readerFor } from '../../answers/read/readers'
import { runAnswer } from '../../boards/run-answer'
import { openWorksheet, type Worksheet } from '../../boards/library/catalogue'
import type { Answer, AnswerOperations, Completion } from '../../wire/answers'
import { bearerOf } from '../access'
import { goneSignal, type Warehouse } from '../../warehouse/warehouse'
import { pack, sendPacked, parseBody } from '../bodies'
import { Refusal } from '../../warehouse/problem'
import { answerStoreOperations } from './answer-store'
import type { Operation } from './board-data'
import type { FastifyInstance } from 'fastify'
import { csvOf, tableOf } from '../../rendering/table-model'
import type { AnswerSessions } from '../built-answers'
import { ownerOf, tileOf } from '../answer-tiles'
import type { Host } from '../host'

const worksheetId = v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(100)))

const fields: Operation = async (host, request, reply) => {
  const bearer = await bearerOf(request, host.tokens)
  const wanted = parseBody(v.object({ worksheetId }), request.body)
  const sheet = openWorksheet(host.warehouse.model, bearer, wanted.worksheetId)
  return sendPacked(
    request,
    reply,
    await pack(fieldsReply(host.warehouse, sheet, examplesFor(sheet.sources))),
  )
}

const run: Operation = async (host, request, reply) => {
  const bearer = await bearerOf(request, host.tokens)
  const wanted = parseBody(
    v.object({ answer: answerSchema, worksheetId, narrow: v.exactOptional(narrowingSchema) }),
    request.body,
  )
  const sheet = openWorksheet(host.warehouse.model, bearer, wanted.worksheetId)
  if (bearer.kind === 'anonymous') checkReach(host.warehouse, sheet, wanted.answer)
  const { model, asOf } = host.warehouse
  const made = await runAnswer(host.warehouse, narrowed(model, asOf, wanted.answer, wanted.narrow), {
    signal: goneSignal(reply),
    reader: readerFor(host.warehouse, sheet.sources),
  })
  return sendPacked(request, reply, await pack(made))
}

const phraseText = v.pipe(v.string(), v.maxLength(500))

const read: Operation = async (host, request, reply) => {
  const bearer = await bearerOf(request, host.tokens)
  const wanted = parseBody(
    v.object({
      phrase: phraseText,
      worksheetId,
      previous: v.exactOptional(answerSchema),
      choices: v.exactOptional(
        v.record(v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(200))),
      ),
    }),
    request.body,
  )
  const sheet = openWorksheet(host.warehouse.model, bearer, wanted.worksheetId)
  const reader = readerFor(host.warehouse, sheet.sources)
  const reading = unsettled(reader.read(wanted), (phrase) => reader.read({ ...wanted, phrase }))
  return sendPacked(request, reply, await pack(reading))
}

const complete: Operation = async (host, request, reply) => {
  const bearer = await bearerOf(request, host.tokens)
  const wanted = parseBody(
    v.object({
      phrase: phraseText,
      caret: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(500)),
      worksheetId,
      limit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30))),
    }),
    request.body,
  )
  const sheet = openWorksheet(host.warehouse.model, bearer, wanted.worksheetId)
  const { model, asOf } = host.warehouse
  const scope = { model, sources: sheet.sources, asOf, facts: (id: string) => host.warehouse.facts(id) }
  const reader = readerFor(host.warehouse, sheet.sources)
  const { phrase, limit = 8 } = wanted
  const inWords = (): readonly Completion[] =>
    notReadYet(completions(reader, model, { ...wanted, limit: 30 }), phrase, reader).slice(0, limit)
  return sendPacked(request, reply, await pack({ completions: tokenCompletions(scope, wanted) ?? inWords() }))
}

/** A visitor asks of Home's sources only, whatever way the answer names them. */
function checkReach({ model, asOf }: Warehouse, sheet: Worksheet, { query }: Answer): void {
  const sources = sourcesOf(model, query, asOf)
  if (sources.some((source) => !sheet.sources.includes(source)))
    throw new Refusal('forbidden', 'Log in to ask about this data.')
}

/** What the answer builder asks of the host. */
export const answerOperations: Readonly<Record<keyof AnswerOperations, Operation>> = {
  GetAnswerFields: fields,
  ReadQuestion: read,
  CompleteQuestion: complete,
  RunAnswer: run,
  ...answerStoreOperations,
}

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
      .header('content-disposition', 'attachment; filename="data.csv"')
      .type('text/csv; charset=utf-8')
      .send(csvOf(tableOf(tile)))
  })
}
