import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { curatedBoards } from '../../../local/bi-host/boards/library/catalogue'
import { loadBoard } from '../../../local/bi-host/boards/load-board'
import { liveboards } from '../../../local/bi-host/wire/liveboards'
import { formatOf } from '../../../local/open-stack/superset/charts'
import { madeSampleData } from '../../../local/cli/build'
import { addDays } from '../../../local/bi-host/model/days'
import type { Query } from '../../../local/bi-host/model/source'
import type { Warehouse } from '../../../local/bi-host/warehouse/warehouse'
import { madeBoards, model } from '../../../local/open-stack/superset/made-boards'
import { chartQuery, namesQuery } from './chart-sql'
import { sampleWarehouse } from '../bi-host/boards/sample-warehouse'

/** For every chart that shows measures of one source, both are queried for this many last days. */
const days = 56
const plain = madeBoards.flatMap(({ title, tabs }) =>
  tabs.flatMap(({ charts }) =>
    charts.flatMap((made) => {
      const { of } = made.chart
      const measures = typeof of === 'string' ? [of] : Array.isArray(of) ? (of as readonly string[]) : []
      return measures.length === 0 ? [] : [{ name: `${title}: ${made.tile.title}`, made, measures }]
    }),
  ),
)

/** Kinds of charts that distinguish names of the data by color. */
const coloredByName = ['line', 'area', 'shares', 'columns', 'parts']
const named = madeBoards.flatMap(({ board, tabs }) =>
  tabs.flatMap(({ charts }) =>
    charts.flatMap((made) => {
      const { by, metrics } = made.asked
      const isNamed = by !== undefined && by !== 'line' && metrics.length === 1
      return isNamed && coloredByName.includes(made.chart.kind) ? [{ dashboard: board.key, made }] : []
    }),
  ),
)
const ranges = [30, 90, 365, undefined] as const

type Figures = ReadonlyMap<string, number>

describe('figures of the dashboards for Superset', () => {
  let instance: DuckDBInstance
  let warehouse: Warehouse
  beforeAll(async () => {
    instance = await DuckDBInstance.create((await madeSampleData()).path, { access_mode: 'READ_ONLY' })
    warehouse = await sampleWarehouse()
  })
  afterAll(async () => {
    instance.closeSync()
    await warehouse.close()
  })

  async function superset({ made }: (typeof plain)[number], from: string): Promise<Figures> {
    const { dataset, asked } = made
    const connection = await instance.connect()
    const metrics = asked.metrics.map((name) => dataset.metrics.find((metric) => metric.name === name))
    const { sql, keys } = chartQuery(made, from)
    const rows = (await connection.runAndReadAll(sql)).getRows()
    connection.closeSync()
    return new Map(
      rows.flatMap((row) => {
        const key = row
          .slice(0, keys)
          // Superset's datasets write a tenor with its unit.
          .map((part) =>
            String(part)
              .replace(/^(\d+) d$/, '$1')
              .slice(0, 60),
          )
          .join('|')
        return asked.metrics.flatMap((metric, at): [string, number][] => {
          const value = row[keys + at]
          const factor = metrics[at]?.expression.startsWith('1e-2') ? 100 : 1
          return value === null || value === undefined ? [] : [[`${key}|${metric}`, factor * Number(value)]]
        })
      }),
    )
  }

  async function host({
    made: { asked, chart },
    measures,
  }: (typeof plain)[number]): Promise<readonly [Figures, string]> {
    const [sourceId = ''] = measures[0]?.split('.') ?? []
    const source = model.source(sourceId)
    const dims = [chart.by, chart.across === 'day' ? undefined : chart.across].filter(
      (id) => id !== undefined,
    )
    const query: Query = {
      source: sourceId,
      measures: measures.map((measure) => measure.slice(sourceId.length + 1)),
      dims,
      ...(chart.where && { filters: chart.where }),
      ...(asked.hasDays
        ? { grain: chart.grain ?? 'day', range: { last: days, unit: 'day' } }
        : { range: { last: chart.days ?? 1, unit: 'day' } }),
    }
    const { columns, rows } = await warehouse.run(query)
    const figures = new Map<string, number>()
    for (let row = 0; row < rows; row += 1) {
      const key = [...(asked.hasDays ? ['date'] : []), ...dims.map((id) => model.attribute(source, id).id)]
        .map((name) => String(columns[name]?.[row]))
        .join('|')
      for (const metric of asked.metrics) {
        const value = columns[metric]?.[row]
        if (typeof value === 'number') figures.set(`${key}|${metric}`, value)
      }
    }
    const dates = (columns['date'] ?? []).map(String).sort()
    return [figures, dates[0] ?? addDays(warehouse.asOf, -days)]
  }

  it('have names that are listed, so that every legend entry can get a color', async () => {
    const connection = await instance.connect()
    const legends: string[] = []
    for (const { dashboard, made } of named) {
      const { top, kind, tile } = made.chart
      const names = new Set<string>()
      let hasMore = false
      for (const range of made.asked.hasDays ? ranges : ([undefined] as const)) {
        const from = range === undefined ? undefined : addDays(warehouse.asOf, 1 - range)
        const rows = (await connection.runAndReadAll(namesQuery(made, from))).getRows()
        for (const [name] of rows.slice(0, top)) names.add(String(name))
        hasMore ||= rows.length > (top ?? rows.length)
      }
      if (hasMore && kind !== 'line') names.add('Others')
      legends.push(JSON.stringify({ dashboard, chart: tile, names: [...names] }))
    }
    connection.closeSync()
    // `npx vitest -u` writes this file.
    await expect(`${legends.join('\n')}\n`).toMatchFileSnapshot(
      '../../../local/open-stack/superset/legends.jsonl',
    )
  })

  it.each(madeBoards.map((made) => [made.title, made] as const))(
    'of %s are written as the embedded dashboard writes them',
    async (_, { board, tabs }) => {
      const embedded = curatedBoards.find(({ id }) => id === liveboards[board.key].id)
      if (!embedded) throw new Error(`There is no embedded ${board.key}.`)
      const { reply } = await loadBoard(warehouse, embedded, {
        liveboardId: embedded.id,
        tiles: tabs.flatMap(({ charts }) => charts.map(({ chart }) => chart.tile)),
      })
      const formats = new Map(
        reply.tiles.flatMap(({ id, data }) => (data && 'format' in data ? [[id, data.format] as const] : [])),
      )
      const written = tabs.flatMap(({ charts }) =>
        charts.flatMap(({ chart, asked }) => {
          const theirs = formats.get(chart.tile)
          return chart.kind === 'shares' || theirs === undefined
            ? []
            : [{ chart: chart.tile, ours: formatOf(asked.format), theirs: formatOf(theirs) }]
        }),
      )
      expect(written.map(({ chart, ours }) => ({ chart, ...ours }))).toEqual(
        written.map(({ chart, theirs }) => ({ chart, ...theirs })),
      )
    },
  )

  it('are compared on far more than ten measures', () => {
    expect(new Set(plain.flatMap(({ measures }) => measures)).size).toBeGreaterThan(40)
  })

  it.each(plain.map((one) => [one.name, one] as const))('%s equals the embedded host', async (_, one) => {
    const [expected, from] = await host(one)
    const found = await superset(one, from)
    expect(expected.size).toBeGreaterThan(0)
    const differing = [...found.keys(), ...expected.keys()].filter(
      (key) => !found.has(key) || !expected.has(key),
    )
    expect(differing).toEqual([])
    for (const [key, value] of expected) {
      const size = Math.max(1e-9, Math.abs(value))
      expect(Math.abs((found.get(key) ?? Number.NaN) - value) / size, key).toBeLessThan(1e-9)
    }
  })
})
