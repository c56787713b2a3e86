import { stat } from 'node:fs/promises'
import { compile, type CompiledQuery } from '../model/compile'
import type { Query, ResultSet } from '../model/query'
import type { SemanticModel, SourceFacts } from '../model/semantic-model'
import type { Source } from '../model/source'
import { openEngine } from './engine'
import type { Columns, Engine, EngineOptions } from './engine'
import { createResultCache } from './result-cache'

/** The semantic model over one opened data file: answers queries, remembers answers. */
export interface Warehouse {
  readonly model: SemanticModel
  /** Last complete day of the data, ISO; every relative range counts back from it. */
  readonly asOf: string
  /** Changes with the data file. */
  readonly dataVersion: string
  /** "Sample data" while the generator made the data, else null. */
  readonly badge: string | null
  readonly sourceLabel: string
  /** Where a source's numbers come from, as its tables say. */
  origin(sourceId: string): SourceOrigin
  facts(sourceId: string): SourceFacts
  /** The statement that answers a query. Throws QueryProblem. */
  compiled(query: Query): CompiledQuery
  /** Throws QueryProblem for what the model cannot answer, QueryStopped on timeout or abort. */
  run(query: Query, signal?: AbortSignal): Promise<ResultSet>
  /** Runs a statement that was compiled from the model; remembered like an answer. Throws QueryStopped. */
  statement(sql: string, values: readonly (string | number)[], signal?: AbortSignal): Promise<Columns>
  /** Drops every remembered answer (measurements). */
  forget(): void
  close(): Promise<void>
}

export interface SourceOrigin {
  readonly source: string
  readonly status: 'final' | 'provisional' | 'sample'
  readonly note: string | null
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
    const compiledOf = (query: Query): CompiledQuery =>
      compile(model, query, { asOf, source: factsOf(query.source), rowCap })
    return {
      model,
      asOf,
      dataVersion: [meta.get('seed') ?? '0', asOf, Math.round(mtimeMs).toString(36), size.toString(36)].join(
        '-',
      ),
      badge: meta.get('label') ?? meta.get('dataset') ?? null,
      sourceLabel: [...new Set([...origins.values()].map(({ source }) => source))].join('; '),
      origin: (id) => origins.get(model.source(id).tables[0] ?? '') ?? unknownOrigin,
      facts: factsOf,
      compiled: compiledOf,
      run: async (query, signal) => {
        const compiled = compiledOf(query)
        const answer = async (stop: AbortSignal): Promise<ResultSet> => {
          const columns = await engine.rows(compiled.sql, compiled.values, stop)
          return limited(compiled.hasDayNumbers ? withDays(columns) : columns, compiled.limit)
        }
        return cache.get(JSON.stringify([compiled.sql, compiled.values]), answer, signal)
      },
      statement: (sql, values, signal) =>
        statements.get(JSON.stringify([sql, values]), (stop) => engine.rows(sql, values, stop), signal),
      forget: () => {
        cache.clear()
        statements.clear()
      },
      close: () => engine.close(),
    }
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

const unknownOrigin: SourceOrigin = { source: 'Calendar of this host', status: 'final', note: null }

async function readOrigins(engine: Engine): Promise<ReadonlyMap<string, SourceOrigin>> {
  const {
    table_name: tables = [],
    source = [],
    status = [],
    note = [],
  } = await engine.rows('select table_name, source, status, note from dim_source order by table_name', [])
  return new Map(
    tables.map((table, row) => [
      String(table),
      {
        source: String(source[row]),
        status: statusOf(source[row] === null ? '' : String(status[row])),
        note: note[row] === null || note[row] === undefined ? null : String(note[row]),
      },
    ]),
  )
}

const statusOf = (text: string): SourceOrigin['status'] =>
  text === 'sample' || text === 'provisional' ? text : 'final'

/** First and last day and the distinct values of every text attribute, in one pass per source. */
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
