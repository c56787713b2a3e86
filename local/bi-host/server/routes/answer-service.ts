import * as v from 'valibot'
import { openWorksheet } from '../../boards/library/catalogue'
import type { BiBearer } from '../../wire/bi-token'
import type { FieldFilter } from '../../wire/board'
import { tabLabelSchema } from '../../store/dashboard-tiles'
import { bearerOf, personOf } from '../access'
import { answerOf, ownerOf, shownTable, sourceDetail, tileOf } from '../answer-tiles'
import type { AnswerChanges, AnswerSessions } from '../built-answers'
import type { AssistantAnswers } from './answer-view'
import { answerSubject, sessionSubject, copyBoard, pinTile, renamed } from '../copies'
import type { Host } from '../host'
import { Refusal } from '../../warehouse/problem'
import { answerTml } from '../tml'
import { tracedWarehouse } from '../../warehouse/warehouse'
import type { Operation } from './board-data'
import { longestBoardName } from './import-objects'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(410))
const sessionSchema = v.object({ sessionId: id, genNo: v.pipe(v.number(), v.integer(), v.minValue(0)) })
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite()), v.boolean()])
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
/** Of a dashboard: what the import accepts. */
const boardName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestBoardName))
const tab = { tabId: v.exactOptional(id), newTabName: v.exactOptional(tabLabelSchema) }
const columnIds = v.pipe(v.array(id), v.maxLength(100))

const variables = {
  answer: v.object({ session: sessionSchema }),
  add: v.object({
    session: sessionSchema,
    columns: v.pipe(v.array(v.object({ logicalColumnId: id })), v.maxLength(100)),
  }),
  remove: v.object({ session: sessionSchema, logicalColumnIds: columnIds }),
  filter: v.object({
    session: sessionSchema,
    params: v.object({
      filterContent: v.pipe(
        v.array(
          v.object({
            filterType: v.picklist(['EQ', 'IN', 'NE', 'NOT_IN', 'LT', 'LE', 'GT', 'GE', 'CONTAINS']),
            value: v.pipe(v.array(v.record(v.string(), value)), v.minLength(1), v.maxLength(200)),
          }),
        ),
        v.length(1),
      ),
      filterGroupId: v.object({ logicalColumnId: id }),
    }),
  }),
  sources: v.object({ ids: v.pipe(v.array(id), v.maxLength(20)) }),
  copy: v.object({ liveboardId: id, name: boardName }),
  pin: v.union([
    v.object({ session: sessionSchema, newVizName: v.exactOptional(name), liveboardId: id, ...tab }),
    v.object({
      session: sessionSchema,
      newVizName: v.exactOptional(name),
      newLiveboardName: boardName,
      newTabName: tab.newTabName,
    }),
  ]),
}

const operators: Readonly<Record<string, FieldFilter['op']>> = {
  EQ: 'in',
  IN: 'in',
  NE: 'not-in',
  NOT_IN: 'not-in',
  LT: 'lt',
  LE: 'le',
  GT: 'gt',
  GE: 'ge',
  CONTAINS: 'contains',
}

function variablesOf<Schema extends v.GenericSchema>(body: unknown, schema: Schema): v.InferOutput<Schema> {
  const result = v.safeParse(v.object({ variables: schema }), body)
  if (result.success) return result.output.variables
  const [issue] = result.issues
  throw new Refusal('bad-request', `The call is not understood: ${v.getDotPath(issue) ?? 'body'}.`)
}

/** The answer behind a tile, as the SDK's answer service works on it: its columns, its data, filters, a copy on a dashboard. */
export function answerServiceOperations(
  sessions: AnswerSessions,
  assistant: AssistantAnswers,
): Readonly<Record<string, Operation>> {
  const idOf = (sessionId: string, genNo: number): object => ({
    sessionId,
    genNo,
    acSession: { sessionId, genNo },
  })
  const read = async (host: Host, bearer: BiBearer, session: v.InferOutput<typeof sessionSchema>) => {
    const changes = sessions.get(ownerOf(bearer), session.sessionId, session.genNo)
    const tile = await tileOf(host, bearer, session.sessionId, changes)
    return { tile, changes, id: idOf(session.sessionId, session.genNo) }
  }
  /** The answer under other changes is another generation of its session. */
  const change = async (
    host: Host,
    bearer: BiBearer,
    session: v.InferOutput<typeof sessionSchema>,
    how: (before: AnswerChanges) => AnswerChanges,
  ): Promise<object> => {
    const next = how(sessions.get(ownerOf(bearer), session.sessionId, session.genNo))
    await tileOf(host, bearer, session.sessionId, next)
    return { id: idOf(session.sessionId, sessions.add(ownerOf(bearer), session.sessionId, next)) }
  }

  return {
    GetAnswer: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const read_ = await read(host, bearer, variablesOf(request.body, variables.answer).session)
      return { data: { getAnswer: { id: read_.id, answer: answerOf(host, read_.tile, read_.changes) } } }
    },
    GetUnAggregatedAnswerSession: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const {
        tile,
        changes,
        id: own,
      } = await read(host, bearer, variablesOf(request.body, variables.answer).session)
      return { data: { Answer__getUnaggregatedAnswer: { id: own, answer: answerOf(host, tile, changes) } } }
    },
    AddColumns: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { session, columns } = variablesOf(request.body, variables.add)
      const added = columns.map(({ logicalColumnId }) => logicalColumnId)
      const data = await change(host, bearer, session, (before) => ({
        ...before,
        removed: before.removed.filter((column) => !added.includes(column)),
      }))
      return { data: { Answer__addColumn: data } }
    },
    RemoveColumns: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { session, logicalColumnIds } = variablesOf(request.body, variables.remove)
      const data = await change(host, bearer, session, (before) => ({
        ...before,
        removed: [...new Set([...before.removed, ...logicalColumnIds])],
      }))
      return { data: { Answer__removeColumns: data } }
    },
    AddUpdateFilter: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { session, params } = variablesOf(request.body, variables.filter)
      const field = params.filterGroupId.logicalColumnId
      const [content] = params.filterContent
      const values = (content?.value ?? []).flatMap((entry) =>
        Object.entries(entry).flatMap(([name, given]) => (name.endsWith('Value') ? [plain(given)] : [])),
      )
      const op = operators[content?.filterType ?? 'EQ'] ?? 'in'
      const data = await change(host, bearer, session, (before) => ({
        ...before,
        filters: [...before.filters.filter((filter) => filter.field !== field), { field, op, values }],
      }))
      return { data: { Answer__addUpdateFilter: data } }
    },
    UpdateDisplayMode: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { tile, id: own } = await read(host, bearer, variablesOf(request.body, variables.answer).session)
      return {
        data: {
          Answer__updateProperties: {
            id: own,
            answer: { id: tile.id, displayMode: 'TABLE_MODE', suggestedDisplayMode: 'TABLE_MODE' },
          },
        },
      }
    },
    GetUnsavedAnswerTML: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { session } = variablesOf(request.body, variables.answer)
      const { tile } = await read(host, bearer, session)
      // YAML reads JSON too.
      const edoc = JSON.stringify({ answer: await answerTml(host, bearer, session.sessionId) })
      return {
        data: { UnsavedAnswer_getTML: { zipFile: '', object: [{ edoc, name: tile.title, type: 'ANSWER' }] } },
      }
    },
    GetSourceDetail: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { ids } = variablesOf(request.body, variables.sources)
      const { sources } = openWorksheet(host.warehouse.model, bearer, undefined)
      if (bearer.kind === 'anonymous' && ids.some((id_) => sources.every((source) => source.id !== id_)))
        throw new Refusal('forbidden', 'Log in to ask about this data.')
      return { data: { getSourceDetailById: ids.map((source) => sourceDetail(host, source)) } }
    },
    GetSQLQuery: async (host, request) => {
      const bearer = await bearerOf(request, host.tokens)
      const { session } = variablesOf(request.body, variables.answer)
      const statements: string[] = []
      const traced = { ...host, warehouse: tracedWarehouse(host.warehouse, (sql) => statements.push(sql)) }
      await read(traced, bearer, session)
      return { data: { Answer__getQuery: { sql: [...new Set(statements)].join(';\n\n') } } }
    },
    AddVizToLiveboard: async (host, request) => {
      const person = personOf(await bearerOf(request, host.tokens))
      const { session, newVizName, ...to } = variablesOf(request.body, variables.pin)
      const answer = assistant(person.subject, session.sessionId)
      const subject =
        answer === null ? sessionSubject(host, person, session.sessionId) : answerSubject(answer)
      const pinned = await pinTile(host, person, renamed(subject, newVizName), to)
      return {
        data: {
          Answer__addVizToPinboard: {
            id: idOf(session.sessionId, session.genNo),
            pinboardId: pinned.dashboard.id,
            pinboardName: pinned.dashboard.name,
            vizId: pinned.tile.id,
            created: pinned.created,
            tabId: pinned.tile.tabId ?? null,
          },
        },
      }
    },
    CopyLiveboard: async (host, request) => {
      const person = personOf(await bearerOf(request, host.tokens))
      const { liveboardId, name } = variablesOf(request.body, variables.copy)
      const made = await copyBoard(host, person, liveboardId, name)
      return { data: { Pinboard__copy: { pinboardId: made.id, pinboardName: made.name } } }
    },
  }
}

/** `GetTableWithHeadlineData` as the answer service sends it, with a session instead of a board. */
export function answerDataOperation(board: Operation, sessions: AnswerSessions): Operation {
  return async (host, request, reply) => {
    if (!v.is(v.object({ variables: variables.answer }), request.body)) return board(host, request, reply)
    const bearer = await bearerOf(request, host.tokens)
    const { session } = variablesOf(request.body, variables.answer)
    const changes = sessions.get(ownerOf(bearer), session.sessionId, session.genNo)
    const tile = await tileOf(host, bearer, session.sessionId, changes)
    const { columns, rows } = shownTable(host, tile, changes)
    return {
      data: {
        getAnswer: {
          id: session,
          answer: {
            id: tile.id,
            visualizations: [
              {
                id: tile.id,
                columns: columns.map(({ column }) => ({ column })),
                data: [
                  {
                    columnDataLite: columns.map(({ column, at }) => ({
                      columnId: column.id,
                      columnDataType: column.dataType,
                      dataValue: rows.map((row) => row[at]?.raw ?? null),
                    })),
                    completionRatio: 1,
                    samplingRatio: 1,
                    totalRowCount: rows.length,
                  },
                ],
              },
            ],
          },
        },
      },
    }
  }
}

const plain = (given: string | number | boolean): string | number =>
  typeof given === 'boolean' ? String(given) : given
