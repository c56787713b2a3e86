import { stat } from 'node:fs/promises'
import { compile, type CompiledQuery } from '../model/compile'
import { dayOf } from '../model/days'
import { type Query, type ResultSet, type Source, partsOf } from '../model/source'
import type { SemanticModel, SourceFacts } from '../model/semantic-model'
import { openEngine, type Columns, type Engine, type EngineOptions } from './engine'
import { createResultCache } from './result-cache'
import { setMaxListeners } from 'node:events'
import type { FastifyReply } from 'fastify'

/** The same warehouse, with `onStatement` called for every statement. The values are inlined for reading. */
export function tracedWarehouse(warehouse: Warehouse, onStatement: (sql: string) => void): Warehouse {
  return {
    ...warehouse,
    run(query, signal) {
      const { sql, values } = warehouse.compiled(query)
      onStatement(readable(sql, values))
      return warehouse.run(query, signal)
    },
    statement(sql, values, signal) {
      onStatement(readable(sql, values))
      return warehouse.statement(sql, values, signal)
    },
  }
}

/** SQL with its values inlined, for display only: real statements bind their values as parameters. */
function readable(sql: string, values: readonly (string | number)[]): string {
  return sql.replaceAll(/\$(\d+)/g, (parameter, at: string) => {
    const value = values[Number(at) - 1]
    if (value === undefined) return parameter
    return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
  })
}

/** Aborts when the client disconnects before the reply. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

type Run = (query: Query) => Promise<ResultSet>

interface Waiting {
  readonly query: Query
  readonly resolve: (result: Promise<ResultSet>) => void
}

/** Limit of the compiler. Batches with more measures are split. */
const maxMeasures = 12

/**
 * The tiles of a board query in parallel, and many want the same rows of one source with different measures. Merges queries of the same
 * microtask that differ only in their measures.
 */
export function batchQueries(model: SemanticModel, run: Run): Run {
  let waiting = new Map<string, Waiting[]>()

  const flush = (): void => {
    const groups = waiting
    waiting = new Map()
    for (const group of groups.values()) {
      for (let at = 0; at < group.length;) at += answer(group.slice(at), run)
    }
  }

  return (query) =>
    new Promise((resolve) => {
      if (waiting.size === 0) queueMicrotask(flush)
      const key = keyOf(model, query)
      const waiter: Waiting = { query, resolve }
      waiting.set(key, [...(waiting.get(key) ?? []), waiter])
    })
}

/** Answers as many queries of the group as fit into one, and returns their number. */
function answer(group: readonly Waiting[], run: Run): number {
  const measures = new Set<string>()
  let count = 0
  for (const { query } of group) {
    const wanted = new Set([...measures, ...query.measures])
    if (count > 0 && wanted.size > maxMeasures) break
    for (const measure of query.measures) measures.add(measure)
    count += 1
  }
  const [first] = group
  if (!first) return 1
  const together = [...measures].sort()
  const result =
    together.length === first.query.measures.length
      ? run(first.query)
      : run({ ...first.query, measures: together })
  for (const { query, resolve } of group.slice(0, count)) {
    // If the model rejects one measure, run the queries separately so that the others still succeed.
    resolve(
      result.catch((error: unknown) =>
        together.length === query.measures.length ? Promise.reject(error as Error) : run(query),
      ),
    )
  }
  return count
}

/** Batch key: same rows, and measures that are read on the same days. A flow and a balance together would need a join. */
function keyOf(model: SemanticModel, query: Query): string {
  const { measures, ...rest } = query
  const over = measures.map((name) => {
    try {
      return partsOf(model.measure(model.source(query.source), name).measure).over
    } catch {
      return name
    }
  })
  const alone = query.top || query.sort || query.compare || query.limit ? measures : []
  return JSON.stringify([rest, [...new Set(over)].sort(), alone])
}

/** The semantic model over one open data file: runs queries and caches their results. */
export interface Warehouse {
  readonly model: SemanticModel
  /** Last complete day of the data, ISO; every relative range counts back from it. */
  readonly asOf: string
  /** Changes with every new data file. */
  readonly dataVersion: string
  /** "Sample data" for generated data, else null. */
  readonly badge: string | null
  readonly sourceLabel: string
  /** Origin of a source's numbers, as recorded with its tables. */
  origin(sourceId: string): SourceOrigin
  facts(sourceId: string): SourceFacts
  /** The same data up to an earlier day, which relative ranges then count back from. */
  upTo(day: string): Promise<Warehouse>
  /** Compiles a query to its statement. Throws QueryProblem. */
  compiled(query: Query): CompiledQuery
  /** Throws QueryProblem for what the model cannot answer, QueryStopped on timeout or abort. */
  run(query: Query, signal?: AbortSignal): Promise<ResultSet>
  /** Runs a statement that was compiled from the model. Its result is cached like an answer. Throws QueryStopped. */
  statement(sql: string, values: readonly (string | number)[], signal?: AbortSignal): Promise<Columns>
  /** Clears the result cache (for measurements). */
  forget(): void
  close(): Promise<void>
}

export interface SourceOrigin {
  readonly source: string
  readonly status: 'final' | 'provisional' | 'sample'
}

const rowCap = 50_000
const cachedResults = 400
const cachedStatements = 100

export async function openWarehouse(model: SemanticModel, options: EngineOptions): Promise<Warehouse> {
  const engine = await openEngine(options)
  try {
    const meta = await readMeta(engine)
    const { mtimeMs, size } = await stat(options.file)
    const asOf = meta.get('as_of') ?? ''
    const facts = new Map(
      await Promise.all(
        model.sources.map(async (source) => [source.id, await readFacts(engine, source, asOf)] as const),
      ),
    )
    const origins = await readOrigins(engine)
    const cache = createResultCache<ResultSet>(cachedResults)
    const statements = createResultCache<Columns>(cachedStatements)
    const factsOf = (id: string): SourceFacts => facts.get(model.source(id).id) ?? emptyFacts
    const lastDays = model.sources.flatMap((source) =>
      source.reachesAhead === true
        ? []
        : `(select cast(max(${dayOf(source)}) as varchar) from ${source.from} t where ${dayOf(source)} <= cast($1 as date)) as "${source.id}"`,
    )
    const statement: Warehouse['statement'] = (sql, values, signal) =>
      statements.get(JSON.stringify([sql, values]), (stop) => engine.rows(sql, values, stop), signal)
    const until = (asOf: string, factsOf: (id: string) => SourceFacts): Warehouse => ({
      model,
      asOf,
      dataVersion: [meta.get('seed') ?? '0', asOf, Math.round(mtimeMs).toString(36), size.toString(36)].join(
        '-',
      ),
      badge: meta.get('label') ?? meta.get('dataset') ?? null,
      sourceLabel: [...new Set([...origins.values()].map(({ source }) => source))].join('; '),
      origin: (id) => origins.get(model.source(id).tables[0] ?? '') ?? unknownOrigin,
      facts: factsOf,
      async upTo(day) {
        const last = await statement(`select ${lastDays.join(', ')}`, [day])
        const lastDay = (id: string): string =>
          String(last[id]?.[0] ?? (id in last ? day : factsOf(id).lastDay))
        return until(day, (id) => ({ ...factsOf(id), lastDay: lastDay(id) }))
      },
      compiled: (query) => compile(model, query, { asOf, source: factsOf(query.source), rowCap }),
      run: async (query, signal) => {
        const compiled = compile(model, query, { asOf, source: factsOf(query.source), rowCap })
        const answer = async (stop: AbortSignal): Promise<ResultSet> => {
          const columns = await engine.rows(compiled.sql, compiled.values, stop)
          return limited(compiled.hasDayNumbers ? withDays(columns) : columns, compiled.limit)
        }
        return cache.get(JSON.stringify([compiled.sql, compiled.values]), answer, signal)
      },
      statement,
      forget: () => {
        cache.clear()
        statements.clear()
      },
      close: () => engine.close(),
    })
    return until(asOf, factsOf)
  } catch (error) {
    await engine.close()
    throw error
  }
}

const emptyFacts: SourceFacts = { firstDay: '', lastDay: '', values: {} }

const dayTexts = new Map<number, string>()

function withDays(columns: ResultSet['columns']): ResultSet['columns'] {
  const text = (value: string | number | null): string => {
    const day = Number(value)
    const known = dayTexts.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
    dayTexts.set(day, known)
    return known
  }
  return { ...columns, date: (columns['date'] ?? []).map(text) }
}

function limited(columns: ResultSet['columns'], limit: number): ResultSet {
  const rows = Object.values(columns)[0]?.length ?? 0
  if (rows <= limit) return { columns, rows, truncated: false }
  const cut = Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, values.slice(0, limit)]),
  )
  return { columns: cut, rows: limit, truncated: true }
}

async function readMeta(engine: Engine): Promise<Map<string, string>> {
  const { key = [], value = [] } = await engine.rows(
    'select key, cast(value as varchar) as value from meta',
    [],
  )
  return new Map(key.map((name, row) => [String(name), String(value[row] ?? '')]))
}

const unknownOrigin: SourceOrigin = { source: 'Calendar of this host', status: 'final' }

async function readOrigins(engine: Engine): Promise<ReadonlyMap<string, SourceOrigin>> {
  const {
    table_name: tables = [],
    source = [],
    status = [],
  } = await engine.rows('select table_name, source, status from dim_source order by table_name', [])
  return new Map(
    tables.map((table, row) => [
      String(table),
      { source: String(source[row]), status: statusOf(source[row] === null ? '' : String(status[row])) },
    ]),
  )
}

const statusOf = (text: string): SourceOrigin['status'] =>
  text === 'sample' || text === 'provisional' ? text : 'final'

/** First day, last day and distinct values of every text attribute, in one pass per source. */
async function readFacts(engine: Engine, source: Source, asOf: string): Promise<SourceFacts> {
  const texts = Object.entries(source.attributes).filter(([, { kind }]) => (kind ?? 'text') === 'text')
  const day = `cast(t.${source.date.column} as date)`
  const columns = [
    `cast(min(${day}) as varchar) as "first_day"`,
    `cast(max(${day}) filter (where ${source.reachesAhead === true} or ${day} <= cast($1 as date)) as varchar) as "last_day"`,
    ...texts.map(([id, { sql }]) => `cast(to_json(histogram(${sql})) as varchar) as "${id}"`),
  ]
  const result = await engine.rows(`select ${columns.join(', ')} from ${source.from} t`, [asOf])
  const only = (name: string): string => String(result[name]?.[0] ?? '')
  const values = texts.map(([id]) => {
    const counts = Object.entries(JSON.parse(only(id) || '{}') as Record<string, number>)
    return [id, counts.sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([name]) => name)] as const
  })
  return { firstDay: only('first_day'), lastDay: only('last_day'), values: Object.fromEntries(values) }
}
