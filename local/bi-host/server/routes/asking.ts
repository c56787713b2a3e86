import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { idSchema } from '../document'
import { readerFor } from '../../answers/read/readers'
import { openWorksheet } from '../../boards/library/catalogue'
import { runAnswer } from '../../boards/run-answer'
import { canonical } from '../../questions/canonical'
import { examplesFor } from '../../questions/chips'
import { csvOf, tableOf } from '../../rendering/table-model'
import { goneSignal } from '../../warehouse/warehouse'
import { Refusal } from '../../warehouse/problem'
import { sessionIdOf, type Answer, type Reading } from '../../wire/answers'
import type { BiBearer } from '../../wire/bi-token'
import { bearerOf } from '../access'
import { ownerOf, tileOf } from '../answer-tiles'
import { parseBody, type Host } from '../host'
import { onNoBoard, type AnswerSessions } from '../built-answers'
import { count, id, restRoute } from './metadata-v2'
import { rowsOf } from './rest-v2'

const question = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))

const bodies = {
  decomposed: v.object({
    nlsRequest: v.object({ query: v.pipe(v.string(), v.minLength(1), v.maxLength(5_000)) }),
    worksheetIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(20)),
    maxDecomposedQueries: v.optional(count, 5),
  }),
  answer: v.object({ query: question, metadata_identifier: id }),
  report: v.object({
    session_identifier: idSchema,
    generation_number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999)),
    file_format: v.optional(v.picklist(['CSV', 'PNG']), 'PNG'),
  }),
  search: v.object({ query_string: question, data_source_guid: id }),
}

/** Questions over REST, as in the vendor's examples: decomposed, answered, exported as a file, and as rows of the version 1 API. */
export function askingRoutes(app: FastifyInstance, host: Host, sessions: AnswerSessions): void {
  const route = restRoute(app, host)
  const readIn = (bearer: BiBearer, worksheetId: string, phrase: string): Reading => {
    const { sources } = openWorksheet(host.warehouse.model, bearer, worksheetId)
    return readerFor(host.warehouse, sources).read({ phrase })
  }
  const answerTo = (bearer: BiBearer, worksheetId: string, phrase: string): Answer => {
    const { answer, notUnderstood } = readIn(bearer, worksheetId, phrase)
    if (answer !== null && notUnderstood.length === 0) return answer
    const words = notUnderstood.map(({ text }) => `“${text}”`).join(', ')
    throw new Refusal('bad-request', `This question was not understood${words === '' ? '' : `: ${words}`}.`)
  }

  route('POST', '/ai/analytical-questions', (bearer, { body }) => {
    const wanted = parseBody(bodies.decomposed, body)
    const found = wanted.worksheetIds.flatMap((worksheetId) => {
      const { title, sources } = openWorksheet(host.warehouse.model, bearer, worksheetId)
      const sentences = wanted.nlsRequest.query
        .split(/[?.;]|,? and /)
        .map((part) => part.trim().slice(0, 500))
      const understood = sentences.filter((part) => {
        if (part === '') return false
        const { answer, notUnderstood } = readIn(bearer, worksheetId, part)
        return answer !== null && notUnderstood.length === 0
      })
      const queries = understood.length > 0 ? understood : examplesFor(sources)
      return queries.map((query) => ({ query, worksheetId, worksheetName: title }))
    })
    return { decomposedQueryResponse: { decomposedQueries: found.slice(0, wanted.maxDecomposedQueries) } }
  })
  route('POST', '/ai/answer/create', (bearer, { body }) => {
    const { query, metadata_identifier: worksheetId } = parseBody(bodies.answer, body)
    const answer = answerTo(bearer, worksheetId, query)
    const tokens = canonical(host.warehouse.model, answer)
    return {
      session_identifier: sessionIdOf(onNoBoard, host.builtAnswers.add(ownerOf(bearer), answer)),
      generation_number: 1,
      message_type: 'TSAnswer',
      visualization_type: answer.chart.type === 'table' ? 'Table' : 'Chart',
      tokens,
      display_tokens: tokens,
    }
  })
  route('POST', '/report/answer', async (bearer, { body }, reply) => {
    const wanted = parseBody(bodies.report, body)
    const { session_identifier: sessionId, generation_number: genNo, file_format: format } = wanted
    const tile = await tileOf(host, bearer, sessionId, sessions.get(ownerOf(bearer), sessionId, genNo))
    reply.header('content-disposition', `attachment; filename="answer.${format.toLowerCase()}"`)
    reply.type(format === 'CSV' ? 'text/csv; charset=utf-8' : 'image/png')
    if (format === 'CSV') return csvOf(tableOf(tile))
    const { tilePng } = await import('../tile-png')
    return tilePng(tile, { scale: 2, omitBackground: false })
  })
  app.post('/callosum/v1/tspublic/v1/searchdata', async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const { query_string: phrase, data_source_guid: worksheetId } = parseBody(bodies.search, request.query)
    const answer = answerTo(bearer, worksheetId, phrase)
    const made = await runAnswer(host.warehouse, answer, { signal: goneSignal(reply) })
    if (made.kind === 'problem') throw new Refusal('bad-request', made.message)
    const data = rowsOf(made.table)
    const counts = { totalRowCount: data.length, rowCount: data.length, pageSize: data.length, offset: 0 }
    return { columnNames: made.table.columns.map(({ label }) => label), data, samplingRatio: 1, ...counts }
  })
}
