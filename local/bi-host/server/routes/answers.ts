import * as v from 'valibot'
import type { FastifyInstance } from 'fastify'
import { goneSignal, type Warehouse } from '../../warehouse/warehouse'
import type { Attribute, Measure, Source } from '../../model/source'
import {
  sessionIdOf,
  type FieldsReply,
  type FieldView,
  type SourceView,
  type Answer,
  type AnswerOperations,
  type Completion,
  type OpenedPin,
  type PinReply,
  type SavedAnswerHead,
} from '../../wire/answers'
import { functions } from '../../query/expression'
import { grainsOf, narrowed, narrowingSchema, sourcesOf } from '../../query/resolve'
import { openWorksheet, type Worksheet } from '../../boards/library/catalogue'
import { idSchema } from '../document'
import { answerSchema, openForm } from '../../query/answer-form'
import { examplesFor, unsettled } from '../../questions/chips'
import { notReadYet, tokenCompletions } from '../../questions/token-completions'
import { completions } from '../../answers/read/complete'
import { readerFor } from '../../answers/read/readers'
import { runAnswer } from '../../boards/run-answer'
import { bearerOf, ownDashboard, personOf, sessionInfo } from '../access'
import { pack, sendPacked, parseBody, type Host } from '../host'
import { Refusal } from '../../warehouse/problem'
import type { Operation } from './boards'
import { csvOf, tableOf } from '../../rendering/table-model'
import { onNoBoard, type AnswerSessions } from '../built-answers'
import { ownerOf, tileOf } from '../answer-tiles'
import type { Person } from '../../wire/bi-token'
import type { SavedAnswer } from '../../store/answers-and-views'
import { tabLabelSchema } from '../../store/dashboard-tiles'
import { rowsOfHeight, tileGrid } from '../../wire/tile-grid'
import { newDashboard, pinRefusal } from '../copies'
import { noAnswer, roomForAnswers } from './import-objects'

/** Groups of the data panel, in order. A source without a group is listed under "More". */
const groups = [
  {
    id: 'market',
    label: 'Market',
    sources: ['price', 'market_cap', 'trading', 'hourly', 'sentiment', 'fear_greed'],
  },
  { id: 'stablecoins', label: 'Stablecoins', sources: ['stable_supply', 'stable_price', 'stable_bridge'] },
  { id: 'funds', label: 'Funds and tokenization', sources: ['etf', 'rwa'] },
  {
    id: 'derivatives',
    label: 'Derivatives',
    sources: [
      'funding',
      'futures_term',
      'options',
      'option_surface',
      'option_strikes',
      'exchange_liquidations',
    ],
  },
  {
    id: 'on-chain',
    label: 'On-chain',
    sources: ['onchain', 'lending', 'liquidations', 'staking', 'restaking'],
  },
  { id: 'context', label: 'Context', sources: ['rates', 'events', 'calendar'] },
] as const

function groupsOf(sources: readonly Source[]): FieldsReply['groups'] {
  const ids = sources.map(({ id }) => id)
  const shelved = groups.map(({ id, label, sources: own }) => ({
    id,
    label,
    sources: own.filter((source) => ids.includes(source)),
  }))
  const rest = ids.filter((id) => !groups.some(({ sources: own }) => (own as readonly string[]).includes(id)))
  return [...shelved, { id: 'more', label: 'More', sources: rest }].filter(
    (group) => group.sources.length > 0,
  )
}

const maxValues = 500

/** The data panel: sources in groups, with their measures and attributes. */
function fieldsReply(
  warehouse: Warehouse,
  { worksheetId, title, sources }: Worksheet,
  examples: readonly string[],
): Omit<FieldsReply, 'person'> {
  return {
    worksheetId,
    title,
    asOf: warehouse.asOf,
    groups: groupsOf(sources),
    sources: sources.map((source) => sourceView(warehouse, source)),
    functions: functions.map(({ name, signature, description }) => ({ name, signature, description })),
    examples,
  }
}

function sourceView(warehouse: Warehouse, source: Source): SourceView {
  const facts = warehouse.facts(source.id)
  return {
    id: source.id,
    label: source.label,
    description: source.description,
    synonyms: source.synonyms ?? [],
    measures: Object.entries(source.measures).map(([id, measure]) => measureView(source, id, measure)),
    attributes: Object.entries(source.attributes).map(([id, attribute]) =>
      attributeView(source, id, attribute, facts.values[id]),
    ),
    grains: grainsOf(source),
  }
}

const measureView = (source: Source, id: string, measure: Measure): FieldView => ({
  id: `${source.id}.${id}`,
  label: measure.label,
  kind: 'measure',
  dataType: 'number',
  synonyms: measure.synonyms ?? [],
  unit: measure.unit,
  definition: measure.definition,
  ...(measure.requires !== undefined && { needs: measure.requires.map((need) => `${source.id}.${need}`) }),
})

const attributeView = (
  source: Source,
  id: string,
  attribute: Attribute,
  values: readonly string[] | undefined,
): FieldView => ({
  id: `${source.id}.${id}`,
  label: attribute.label,
  kind: 'attribute',
  dataType: attribute.kind ?? 'text',
  synonyms: attribute.synonyms ?? [],
  concept: attribute.concept,
  ...(values === undefined ? {} : { values: values.slice(0, maxValues) }),
})

const worksheetId = v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(100)))

const fields: Operation = async (host, request, reply) => {
  const bearer = await bearerOf(request, host.tokens)
  const wanted = parseBody(v.object({ worksheetId }), request.body)
  const sheet = openWorksheet(host.warehouse.model, bearer, wanted.worksheetId)
  const found = fieldsReply(host.warehouse, sheet, examplesFor(sheet.sources))
  return sendPacked(request, reply, await pack({ ...found, person: sessionInfo(bearer).userGUID }))
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

/** An anonymous visitor may query the sources of Home only, however the answer refers to them. */
function checkReach({ model, asOf }: Warehouse, sheet: Worksheet, { query }: Answer): void {
  const sources = sourcesOf(model, query, asOf)
  if (sources.some((source) => !sheet.sources.includes(source)))
    throw new Refusal('forbidden', 'Log in to ask about this data.')
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000))
const newTab = v.object({ label: tabLabelSchema })

/** Operation for signed-in users only: anonymous visitors can store nothing. */
const forPerson =
  <Schema extends v.GenericSchema>(
    schema: Schema,
    work: (host: Host, person: Person, wanted: v.InferOutput<Schema>) => unknown,
  ): Operation =>
  async (host, request, reply) => {
    const person = personOf(await bearerOf(request, host.tokens))
    const made = await work(host, person, parseBody(schema, request.body))
    return reply.send(made)
  }

const headOf = ({ id: own, title, created, modified }: SavedAnswer): SavedAnswerHead => ({
  id: own,
  title,
  created,
  modified,
})

const save = forPerson(
  v.object({ id: v.exactOptional(id), answer: answerSchema }),
  async (host, person, wanted) => {
    const { answer } = wanted
    const { subject } = person
    if (wanted.id !== undefined) {
      const saved = await host.answers.replace(subject, wanted.id, answer.title, answer)
      if (!saved) throw noAnswer()
      return { head: headOf(saved) }
    }
    roomForAnswers(host, person, 1)
    return { head: headOf(await host.answers.create(subject, answer.title, answer)) }
  },
)

const open = forPerson(v.object({ id }), (host, { subject }, wanted) => {
  const saved = host.answers.get(subject, wanted.id)
  if (!saved) throw noAnswer()
  const { answer, problems } = openForm(saved.answer)
  if (!answer) throw new Refusal('bad-request', `This answer is damaged: ${problems.join(' ')}`)
  return { head: headOf(saved), answer, problems }
})

/** Opens a chart of a dashboard, whichever version it was stored in, and reports what could not be restored. */
const openPin = forPerson(v.object({ dashboardId: id, tileId: id }), (host, person, wanted): OpenedPin => {
  const dashboard = ownDashboard(person, wanted.dashboardId, host.dashboards)
  const tile = dashboard.tiles.find((candidate) => candidate.id === wanted.tileId)
  if (!tile) throw pinRefusal('not-found')
  const about = { dashboardId: dashboard.id, dashboardName: dashboard.name, tileId: tile.id }
  if (tile.kind === 'curated') return { ...about, answer: null, problems: [] }
  const { answer, problems } = openForm(tile.answer)
  return { ...about, answer: answer && { ...answer, title: tile.title }, problems }
})

const pin = forPerson(
  v.object({
    answer: answerSchema,
    to: v.union([
      v.object({ dashboardId: id, tab: v.exactOptional(v.union([v.object({ id }), newTab])) }),
      v.object({ newDashboard: name, tab: v.exactOptional(newTab) }),
    ]),
    tileId: v.exactOptional(id),
  }),
  async (host, person, { answer, to, tileId }): Promise<PinReply> => {
    const created = 'newDashboard' in to
    if (created && tileId !== undefined)
      throw new Refusal('bad-request', 'A chart can only be changed on the dashboard that it is on.')
    const dashboard = created
      ? await newDashboard(host, person, {
          name: to.newDashboard,
          description: 'Created from Data Weaver',
          tiles: [],
        })
      : ownDashboard(person, to.dashboardId, host.dashboards)
    const subject = { kind: 'answer' as const, title: answer.title, answer: { ...answer, v: 2 } }
    const change =
      tileId === undefined
        ? await host.dashboards.addTile(
            person.subject,
            dashboard.id,
            subject,
            { w: tileGrid.columns / 2, h: rowsOfHeight(360) },
            to.tab,
          )
        : await host.dashboards.replaceTile(person.subject, dashboard.id, tileId, subject)
    if (!change.ok) throw pinRefusal(change.why)
    return {
      dashboardId: dashboard.id,
      dashboardName: dashboard.name,
      tileId: change.tile.id,
      tabId: change.tile.tabId ?? null,
      created,
    }
  },
)

const answerStoreOperations = {
  ListAnswers: forPerson(v.object({}), (host, { subject }) => ({
    answers: host.answers.of(subject).map(headOf),
  })),
  OpenAnswer: open,
  OpenPin: openPin,
  OpenAnswerSession: forPerson(
    v.object({ answer: answerSchema, narrow: v.exactOptional(narrowingSchema) }),
    ({ builtAnswers, warehouse: { model, asOf } }, { subject }, { answer, narrow }) => ({
      sessionId: sessionIdOf(onNoBoard, builtAnswers.add(subject, narrowed(model, asOf, answer, narrow))),
    }),
  ),
  SaveAnswer: save,
  DeleteAnswer: forPerson(v.object({ id }), async (host, { subject }, wanted) => {
    if (!(await host.answers.remove(subject, wanted.id))) throw noAnswer()
    return {}
  }),
  ListPinTargets: forPerson(v.object({}), (host, { subject }) => ({
    dashboards: host.dashboards
      .of(subject)
      .toSorted((a, b) => b.modified - a.modified)
      .map(({ id: own, name: title, tabs }) => ({ id: own, name: title, tabs })),
  })),
  PinAnswer: pin,
} as const satisfies Readonly<Partial<Record<keyof AnswerOperations, Operation>>>

export const answerOperations: Readonly<Record<keyof AnswerOperations, Operation>> = {
  GetAnswerFields: fields,
  ReadQuestion: read,
  CompleteQuestion: complete,
  RunAnswer: run,
  ...answerStoreOperations,
}

const generation = v.pipe(v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), '1'), v.transform(Number))

/** Query parameters as the SDK writes them. */
const pictureQuery = v.object({
  sessionId: idSchema,
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

/** Downloads of an answer, as data or picture, at the SDK's URLs. */
export function answerFileRoutes(app: FastifyInstance, host: Host, sessions: AnswerSessions): void {
  app.get('/prism/download/answer/png', async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const query = v.safeParse(pictureQuery, request.query)
    if (!query.success) throw new Refusal('bad-request', pictureRefusal(query.issues))
    const { sessionId, genNo, deviceScaleFactor, omitBackground } = query.output
    const tile = await tileOf(host, bearer, sessionId, sessions.get(ownerOf(bearer), sessionId, genNo))
    // Loaded on demand: keeps the chart library out of startup.
    const { tilePng } = await import('../tile-png')
    return reply
      .header('content-disposition', 'attachment; filename="data.png"')
      .type('image/png')
      .send(tilePng(tile, { scale: deviceScaleFactor, omitBackground }))
  })
  app.get('/prism/download/answer/csv', async (request, reply) => {
    const bearer = await bearerOf(request, host.tokens)
    const query = v.safeParse(v.object({ sessionId: idSchema, genNo: generation }), request.query)
    if (!query.success) throw new Refusal('bad-request', 'The download names no answer.')
    const { sessionId, genNo } = query.output
    const tile = await tileOf(host, bearer, sessionId, sessions.get(ownerOf(bearer), sessionId, genNo))
    return reply
      .header('content-disposition', 'attachment; filename="data.csv"')
      .type('text/csv; charset=utf-8')
      .send(csvOf(tableOf(tile)))
  })
}
