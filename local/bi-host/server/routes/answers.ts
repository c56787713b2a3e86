import * as v from 'valibot'
import { answerSchema } from '../../query/answer-form'
import { examplesFor } from '../../questions/chips'
import { fieldsReply } from '../../boards/answer-fields'
import { narrowed, narrowingSchema, sourcesOf } from '../../query/narrow'
import { completions } from '../../answers/read/complete'
import { readerFor } from '../../answers/read/readers'
import { runAnswer } from '../../boards/run-answer'
import { openWorksheet, type Worksheet } from '../../boards/library/catalogue'
import type { Answer, AnswerOperations } from '../../wire/answers'
import { bearerOf } from '../access'
import { goneSignal, type Warehouse } from '../../warehouse/warehouse'
import { pack, sendPacked, parseBody } from '../bodies'
import { Refusal } from '../../warehouse/problem'
import { answerStoreOperations } from './answer-store'
import type { Operation } from './board-data'

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
  return sendPacked(request, reply, await pack(readerFor(host.warehouse, sheet.sources).read(wanted)))
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
  const list = completions(readerFor(host.warehouse, sheet.sources), host.warehouse.model, wanted)
  return sendPacked(request, reply, await pack({ completions: list }))
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
