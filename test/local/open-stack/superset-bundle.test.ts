import { readFileSync } from 'node:fs'
import { differenceCiede2000 } from 'culori'
import { describe, expect, it, afterAll, beforeAll } from 'vitest'
import { DuckDBInstance } from '@duckdb/node-api'
import { curatedBoards } from '../../../local/bi-host/boards/library/catalogue'
import { contrast, parseColor } from '../../../local/bi-host/rendering/theme/variables'
import { liveboards } from '../../../local/bi-host/wire/liveboards'
import { bundleFiles, dashboardList, legendsOf } from '../../../local/open-stack/superset/bundle'
import { madeBoards, model } from '../../../local/open-stack/superset/made-boards'
import { schemes, seriesScheme, theme } from '../../../local/open-stack/superset/look'
import { createCatalogue } from '../../../src/core/catalogue/catalogue'
import { palette } from '../../../src/core/theme/palette'
import { catalogueConfiguration } from '../../support/catalogue'
import { loadBoard } from '../../../local/bi-host/boards/load-board'
import { formatOf } from '../../../local/open-stack/superset/charts'
import { madeSampleData } from '../../../local/cli/build'
import { addDays } from '../../../local/bi-host/model/days'
import type { Query } from '../../../local/bi-host/model/source'
import type { Warehouse } from '../../../local/bi-host/warehouse/warehouse'
import { chartQuery, namesQuery } from './chart-sql'
import { sampleWarehouse } from '../bi-host/warehouse/open-warehouse'

const away = differenceCiede2000()
const files = bundleFiles({ uri: 'duckdb:////data/market.duckdb' })

type Json = Readonly<Record<string, unknown>>
const parsed = (prefix: string): readonly Json[] =>
  [...files].filter(([path]) => path.startsWith(prefix)).map(([, text]) => JSON.parse(text) as Json)

describe('the dashboards for Superset', () => {
  it('are the twelve pages of the portal, each with its slug, title and identity', () => {
    const catalogue = createCatalogue(catalogueConfiguration)
    const slugOf = (key: string): string =>
      catalogue.navigation
        .flatMap((entry) => (entry.kind === 'dataset' ? [entry.dataset] : entry.folder.children))
        .find((dataset) => dataset.key === key)
        ?.path.split('/')
        .at(-1) ?? key
    const list: unknown = JSON.parse(readFileSync('local/open-stack/superset/dashboards.json', 'utf8'))
    expect(list).toEqual(dashboardList(slugOf))
    expect(madeBoards).toHaveLength(12)
  })

  it('are as many as the embedded ones', () => {
    const missing = Object.entries(liveboards).filter(
      ([key]) => !madeBoards.some(({ board }) => board.key === key),
    )
    const folder = 'local/open-stack/superset/boards'
    expect(missing.map(([, { title }]) => `There is no dashboard ${title} in ${folder}.`)).toEqual([])
  })

  it('have the same identities whenever they are made', () => {
    expect(madeBoards[0]?.embeddedId).toBe('c0958521-27fa-52b8-9d36-7481467c9a48')
    expect(bundleFiles({ uri: 'duckdb:////data/market.duckdb' })).toEqual(files)
    const ids = [...parsed('charts/'), ...parsed('datasets/'), ...parsed('dashboards/')].map(
      ({ uuid }) => uuid,
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(madeBoards.map((made) => [made.title, made] as const))(
    '%s draws or leaves out each chart of the embedded dashboard, under its title',
    (_, { board, tabs }) => {
      const embedded = curatedBoards.find(({ id }) => id === liveboards[board.key].id)
      const drawn = tabs.flatMap(({ charts }) => charts)
      const least = ['home', 'stablecoins', 'etf'].includes(board.key) ? 10 : 6
      expect(drawn.length).toBeGreaterThanOrEqual(least)
      expect([...drawn.map(({ chart }) => chart.tile), ...Object.keys(board.leftOut)].sort()).toEqual(
        embedded?.tiles.map(({ id }) => id).sort(),
      )
      for (const { title, chart } of drawn) {
        const own = embedded?.tiles.find(({ id }) => id === chart.tile)?.title ?? 'none'
        expect(title.split(own)[0]).toBe('')
      }
    },
  )

  it('say in a title what Superset shows nowhere else: what a chart is narrowed to, its unit and its days', () => {
    const others: Readonly<Record<string, string>> = {
      BTC: 'BTC|Bitcoin',
      ETH: 'ETH|Ether',
      Ethereum: 'ETH|Ether',
      Treasuries: 'Treasur',
      Perpetual: 'Futures',
      'Dated future': 'Futures',
    }
    const charts = madeBoards.flatMap(({ title: board, tabs }) =>
      tabs.flatMap((tab) => tab.charts.map((made) => ({ board, ...made }))),
    )
    for (const { board, title, asked } of charts)
      for (const { column, values } of asked.where)
        for (const value of column === asked.by ? [] : values.map(String))
          expect(`${board}: ${title}`).toMatch(new RegExp(others[value] ?? value, 'i'))
    const longer = charts.filter(({ title, tile, chart }) => title !== tile.title && !chart.days)
    expect(longer.map(({ board, title }) => `${board}: ${title}`)).toEqual([
      'Stablecoins: Distance from par, bp',
      'Bitcoin: Hash rate, EH/s',
      'Bitcoin: Funds against issuance, coins',
      'Ethereum: Staking queues, days',
      'Ethereum: Funds against issuance, coins',
      'ETF: Premium to NAV, bp',
      'Derivatives: Put skew, BTC, 30 d, pp',
      'Derivatives: Put/call OI, BTC',
      'Derivatives: Put skew through time, BTC, pp',
      'Derivatives: Puts to calls, BTC',
      'Derivatives: Option open interest by expiry, BTC',
      'Staking: Ether staking queues, days',
      'Staking: Liquid tokens to value, Ethereum, bp',
      'RWA: Value by class, Distributed',
      'RWA: Net subscriptions by class, Distributed',
      'RWA: Change of RWA value, Distributed',
      'RWA: RWA value by chain, Distributed',
      'RWA: RWA value by class and product, Distributed',
      'RWA: RWA value by issuer, Distributed',
      'RWA: Yield by product, Treasuries',
      'RWA: RWA share used in DeFi, Distributed',
      'RWA: Products, Distributed',
    ])
    for (const { title, chart } of charts)
      if ((chart.days ?? 1) > 1) expect(title).toMatch(new RegExp(`, ${chart.days} days$`))
  })

  it('refer to nothing that is not in the bundle', () => {
    const idsOf = (prefix: string): readonly unknown[] => parsed(prefix).map(({ uuid }) => uuid)
    const [datasets, charts] = [idsOf('datasets/'), idsOf('charts/')]
    for (const chart of parsed('charts/')) expect(datasets).toContain(chart['dataset_uuid'])
    for (const { position } of parsed('dashboards/')) {
      const parts = position as Readonly<
        Record<string, { id: string; type: string; children?: string[]; meta?: Json }>
      >
      const { DASHBOARD_VERSION_KEY: _, ...nodes } = parts
      for (const [id, node] of Object.entries(nodes)) {
        expect(node.id).toBe(id)
        for (const child of node.children ?? []) expect(nodes).toHaveProperty([child])
        if (node.type === 'CHART') expect(charts).toContain(node.meta?.['uuid'])
        if (node.type === 'ROW') {
          const widths = (node.children ?? []).map((child) => Number(nodes[child]?.meta?.['width']))
          expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(12)
        }
      }
    }
  })

  it('show guests of a dataset no column that the dashboard neither draws nor filters by', () => {
    for (const { board, datasets, tabs } of madeBoards) {
      const used = new Set<string>()
      for (const { dataset, asked } of tabs.flatMap(({ charts }) => charts)) {
        const columns = [asked.by, asked.across, ...asked.where.map(({ column }) => column)]
        for (const column of columns) if (column !== undefined) used.add(`${dataset.name}.${column}`)
        for (const metric of asked.metrics) {
          const expression = dataset.metrics.find(({ name }) => name === metric)?.expression ?? ''
          for (const { name } of dataset.columns)
            if (expression.includes(`(${name})`)) used.add(`${dataset.name}.${name}`)
        }
      }
      const filters = parsed('dashboards/')
        .filter(({ uuid }) => uuid === madeBoards.find((made) => made.board === board)?.dashboardId)
        .flatMap(
          ({ metadata }) =>
            (metadata as { native_filter_configuration: { targets: { column?: { name: string } }[] }[] })
              .native_filter_configuration,
        )
        .flatMap(({ targets }) => targets.map(({ column }) => column?.name))
      for (const { name, columns } of datasets)
        for (const column of columns)
          expect(
            column.name === 'day' || filters.includes(column.name) || used.has(`${name}.${column.name}`),
            `${name}.${column.name}`,
          ).toBe(true)
    }
  })

  it('query only columns that their datasets have', () => {
    for (const { datasets, tabs } of madeBoards)
      for (const { tile, dataset, asked } of tabs.flatMap(({ charts }) => charts)) {
        const stored = datasets.find(({ name }) => name === dataset.name)
        expect(
          stored?.metrics.map(({ name }) => name),
          tile.title,
        ).toEqual(
          expect.arrayContaining([...asked.metrics, ...(asked.rank === undefined ? [] : [asked.rank])]),
        )
        const columns = [asked.by, asked.across].filter((name) => name !== undefined)
        expect(
          stored?.columns.map(({ name }) => name),
          tile.title,
        ).toEqual(expect.arrayContaining(columns))
      }
  })

  it('have separate datasets, so that no dashboard can read another’s', () => {
    const names = madeBoards.flatMap(({ datasets }) => datasets.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })

  it('ask in SQL that DuckDB, PostgreSQL and Trino all know', () => {
    for (const { datasets } of madeBoards)
      for (const { sql, metrics } of datasets)
        for (const statement of [sql, ...metrics.map(({ expression }) => expression)]) {
          expect(statement).not.toMatch(
            /::|\bgroup by all\b|\bilike\b|\bqualify\b|\bmedian\b|\bstrftime\b|\blist_|\bunnest\b|\bexclude\b|\bas double\b(?! precision)|date(?:_add|_diff)\(|;/i,
          )
          expect(statement).not.toMatch(/\bdate\)? [-+] \d/)
        }
  })
})

describe('the look', () => {
  const rgb = (color: string): readonly [number, number, number] => parseColor(color) ?? [0, 0, 0]

  it('fills each row of its twelve columns', () => {
    for (const dashboard of parsed('dashboards/')) {
      const position = dashboard['position'] as Record<
        string,
        { readonly type?: string; readonly children?: readonly string[]; readonly meta?: { width?: number } }
      >
      const rows = Object.values(position).filter(({ type }) => type === 'ROW')
      expect(rows.length).toBeGreaterThan(1)
      for (const { children = [] } of rows)
        expect(children.reduce((sum, id) => sum + (position[id]?.meta?.width ?? 0), 0)).toBe(12)
    }
  })

  it.each(madeBoards.map((made) => [made.title, made] as const))(
    'gives no two names of one chart of %s similar colors',
    (_, made) => {
      const stored = parsed('dashboards/').find(({ uuid }) => uuid === made.dashboardId)
      if (stored === undefined) throw new Error(`There is no ${made.title}.`)
      const { label_colors: colors } = stored['metadata'] as {
        readonly label_colors: Readonly<Record<string, string>>
      }
      for (const names of legendsOf(made))
        for (const [at, name] of names.entries())
          for (const other of names.slice(0, at)) {
            const distance = away(colors[name] ?? '', colors[other] ?? '')
            expect(distance, `${name} and ${other}: ${colors[name]}, ${colors[other]}`).toBeGreaterThan(8)
          }
    },
  )

  it('has colors that are visible on the cards of both themes', () => {
    for (const color of seriesScheme)
      for (const { card } of Object.values(palette))
        expect(contrast(rgb(color), rgb(card)), `${color} on ${card}`).toBeGreaterThanOrEqual(2.9)
  })

  it('takes its theme tokens from the portal, and has no animation, as the embedded dashboards', () => {
    expect(theme('dark')).toMatchObject({
      algorithm: 'dark',
      echartsOptionsOverrides: { animation: false },
      token: {
        colorBgLayout: palette.dark.page,
        colorBgContainer: palette.dark.card,
        colorText: palette.dark.text,
      },
    })
    expect(schemes().categorical[0]?.colors).toEqual(seriesScheme)
  })
})

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
const ranges = { '30D': 30, '90D': 90, '1Y': 365, ALL: undefined } as const

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
      for (const range of made.asked.hasDays ? Object.values(ranges) : [undefined]) {
        const from = range && addDays(warehouse.asOf, 1 - range)
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

  it.each(Object.entries(ranges))(
    'show the names that the embedded dashboards show: %s',
    async (id, range) => {
      const from = range && addDays(warehouse.asOf, 1 - range)
      const connection = await instance.connect()
      const missing: string[] = []
      for (const { board, tabs } of madeBoards) {
        const embedded = curatedBoards.find((one) => one.id === liveboards[board.key].id)
        const limited = tabs.flatMap(({ charts }) => charts).filter(({ chart }) => chart.top !== undefined)
        if (!embedded || limited.length === 0) continue
        const { reply } = await loadBoard(warehouse, embedded, {
          liveboardId: embedded.id,
          range: id as keyof typeof ranges,
          tiles: limited.map(({ chart }) => chart.tile),
        })
        for (const made of limited) {
          const rows = (await connection.runAndReadAll(namesQuery(made, from))).getRows()
          const ours = new Set(rows.slice(0, made.chart.top).map(([name]) => String(name)))
          const data = reply.tiles.find((tile) => tile.id === made.chart.tile)?.data
          const theirs =
            data?.kind === 'series'
              ? data.series
              : data?.kind === 'bars'
                ? data.categories
                : [{ label: 'nothing' }]
          for (const { label } of theirs)
            if (label !== 'Other' && !ours.has(label))
              missing.push(`${board.key}, ${made.chart.tile}: ${label}`)
        }
      }
      connection.closeSync()
      expect(missing).toEqual([])
    },
  )

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
