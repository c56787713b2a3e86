import * as v from 'valibot'
import { filterOperators, type FieldFilter, type Tile } from '../../wire/board'
import { answerOf, shownTable, sourceDetail, tileOf } from '../answer-tiles'
import type { AnswerChanges, AnswerSessions } from '../built-answers'
import {
  documented,
  idOf,
  idSchema,
  sessionSchema,
  type VendorOperation,
  type CallContext,
} from '../document'
import type { Host } from '../host'
import { answerTml } from '../tml'
import { tracedWarehouse } from '../../warehouse/warehouse'
import type { Operation } from './boards'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
type Session = v.InferOutput<typeof sessionSchema>
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite()), v.boolean()])
const columnIds = v.pipe(v.array(idSchema), v.maxLength(100))

const variables = {
  answer: v.object({ session: sessionSchema }),
  display: v.object({
    session: sessionSchema,
    displayMode: v.optional(v.picklist(['TABLE_MODE', 'CHART_MODE']), 'TABLE_MODE'),
  }),
  data: v.object({
    session: sessionSchema,
    dataPaginationParams: v.optional(v.object({ offset: whole, size: whole }), { offset: 0, size: 1_000 }),
  }),
  /** A clicked data point. The SDK sends a value plain or in the form its chart points have. */
  underlying: v.object({
    session: sessionSchema,
    columns: v.pipe(v.array(v.object({ columnId: idSchema, dataValue: v.unknown() })), v.maxLength(20)),
  }),
  add: v.object({
    session: sessionSchema,
    columns: v.pipe(v.array(v.object({ logicalColumnId: idSchema })), v.maxLength(100)),
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
      filterGroupId: v.object({ logicalColumnId: idSchema }),
    }),
  }),
  preview: v.object({ vizId: idSchema, liveboardId: idSchema }),
  sources: v.object({ ids: v.pipe(v.array(idSchema), v.maxLength(20)) }),
}

type Operations = Readonly<Partial<Record<VendorOperation, Operation>>>

/** Reads the answer of a session as a tile, with its changes applied. */
function answersOf(sessions: AnswerSessions) {
  return {
    read: async ({ host, bearer, owner }: CallContext, { sessionId, genNo }: Session) => {
      const changes = sessions.get(owner, sessionId, genNo)
      const tile = await tileOf(host, bearer, sessionId, changes)
      return { tile, changes, id: idOf(sessionId, genNo) }
    },
    /** Every change creates a new generation of the session. */
    change: async (
      { host, bearer, owner }: CallContext,
      { sessionId, genNo }: Session,
      how: (before: AnswerChanges) => AnswerChanges,
    ) => {
      const changes = how(sessions.get(owner, sessionId, genNo))
      const tile = await tileOf(host, bearer, sessionId, changes)
      return { tile, changes, id: idOf(sessionId, sessions.add(owner, sessionId, changes)) }
    },
  }
}

/** The answer behind a tile as the SDK's answer service works on it: its columns, data and filters. */
export const answerServiceOperations = (sessions: AnswerSessions): Operations => ({
  ...readingOperations(answersOf(sessions)),
  ...changingOperations(answersOf(sessions)),
})

function readingOperations({ read }: ReturnType<typeof answersOf>): Operations {
  return {
    GetAnswer: documented('GetAnswer', variables.answer, async ({ session }, asked) => {
      const { id, tile, changes } = await read(asked, session)
      return { id, answer: answerOf(asked.host, tile, changes) }
    }),
    GetUnsavedAnswerTML: documented('GetUnsavedAnswerTML', variables.answer, async ({ session }, asked) => {
      const { tile } = await read(asked, session)
      // JSON is valid YAML.
      const edoc = JSON.stringify({ answer: await answerTml(asked.host, asked.bearer, session.sessionId) })
      return { zipFile: '', object: [{ edoc, name: tile.title, type: 'ANSWER' }] }
    }),
    GetSourceDetail: documented('GetSourceDetail', variables.sources, async ({ ids }, { host, bearer }) =>
      ids.map((source) => sourceDetail(host, bearer, source)),
    ),
    GetSQLQuery: documented('GetSQLQuery', variables.answer, async ({ session }, asked) => {
      const statements: string[] = []
      const warehouse = tracedWarehouse(asked.host.warehouse, (sql) => statements.push(sql))
      await read({ ...asked, host: { ...asked.host, warehouse } }, session)
      return { sql: [...new Set(statements)].join(';\n\n') }
    }),
    GetTableWithHeadlineData: documented('GetTableWithHeadlineData', variables.data, async (given, asked) => {
      const { id, tile, changes } = await read(asked, given.session)
      return { id, answer: { id: tile.id, visualizations: [dataOf(asked.host, tile, changes, given)] } }
    }),
    GetEurekaVizSnapshots: documented('GetEurekaVizSnapshots', variables.preview, async () => ({
      vizContent: '',
    })),
  }
}

function changingOperations({ read, change }: ReturnType<typeof answersOf>): Operations {
  return {
    GetUnAggregatedAnswerSession: documented(
      'GetUnAggregatedAnswerSession',
      variables.underlying,
      async ({ session, columns }, asked) => {
        const { tile, changes } = await read(asked, session)
        const filters = pointFilters(columns, shownTable(asked.host, tile, changes).columns)
        const under = await change(asked, session, (before) => ({
          ...before,
          filters: [...before.filters, ...filters],
        }))
        return { id: under.id, answer: answerOf(asked.host, under.tile, under.changes) }
      },
    ),
    AddColumns: documented('AddColumns', variables.add, ({ session, columns }, asked) => {
      const added = columns.map(({ logicalColumnId }) => logicalColumnId)
      return change(asked, session, (before) => ({
        ...before,
        added: [...new Set([...before.added, ...added])],
        removed: before.removed.filter((column) => !added.includes(column)),
      }))
    }),
    RemoveColumns: documented('RemoveColumns', variables.remove, ({ session, logicalColumnIds }, asked) =>
      change(asked, session, (before) => ({
        ...before,
        added: before.added.filter((column) => !logicalColumnIds.includes(column)),
        removed: [...new Set([...before.removed, ...logicalColumnIds])],
      })),
    ),
    AddUpdateFilter: documented('AddUpdateFilter', variables.filter, ({ session, params }, asked) => {
      const field = params.filterGroupId.logicalColumnId
      const [content] = params.filterContent
      const values = (content?.value ?? []).flatMap((entry) =>
        Object.entries(entry).flatMap(([name, given]) => (name.endsWith('Value') ? [plain(given)] : [])),
      )
      const op = filterOperators[content?.filterType ?? 'EQ']
      return change(asked, session, (before) => ({
        ...before,
        filters: [...before.filters.filter((filter) => filter.field !== field), { field, op, values }],
      }))
    }),
    UpdateDisplayMode: documented(
      'UpdateDisplayMode',
      variables.display,
      async ({ session, displayMode }, asked) => {
        const { id, tile, changes } = await change(asked, session, (before) => ({ ...before, displayMode }))
        const answer = answerOf(asked.host, tile, changes)
        return { id, answer: { ...answer, suggestedDisplayMode: answer.displayMode } }
      },
    ),
  }
}

function dataOf(
  host: Host,
  tile: Tile,
  changes: AnswerChanges,
  { dataPaginationParams: { offset, size } }: v.InferOutput<typeof variables.data>,
): object {
  const { columns, rows } = shownTable(host, tile, changes)
  const page = rows.slice(offset, offset + size)
  return {
    id: tile.id,
    columns: columns.map(({ column }) => ({ column })),
    data: [
      {
        columnDataLite: columns.map(({ column, at }) => ({
          columnId: column.id,
          columnDataType: column.dataType,
          dataValue: page.map((row) => row[at]?.raw ?? null),
        })),
        completionRatio: 1,
        samplingRatio: 1,
        totalRowCount: rows.length,
      },
    ],
  }
}

/** Turns the clicked point into filters on the fields of its columns. Dates and computed columns add no filter. */
function pointFilters(
  points: v.InferOutput<typeof variables.underlying>['columns'],
  shown: ReturnType<typeof shownTable>['columns'],
): readonly FieldFilter[] {
  return points.flatMap(({ columnId, dataValue }) => {
    const column = shown.find(({ guid, column: { id: own } }) => own === columnId || guid === columnId)
    const values = [dataValue].flat().flatMap((given) => {
      const one = v.is(v.object({ value }), given) ? given.value : given
      return v.is(value, one) ? [plain(one)] : []
    })
    const field = column?.column.type === 'ATTRIBUTE' ? column.guid : columnId
    return field.includes('.') && !field.endsWith('.date') && values.length > 0
      ? [{ field, op: 'in', values }]
      : []
  })
}

/** Two calls share this name: the answer service sends a session, the host's own page sends a board. */
export function boardOrAnswer(board: Operation, answer: Operation | undefined): Operation {
  return (host, request, reply) =>
    v.is(v.object({ variables: variables.answer }), request.body) && answer
      ? answer(host, request, reply)
      : board(host, request, reply)
}

const plain = (given: string | number | boolean): string | number =>
  typeof given === 'boolean' ? String(given) : given
