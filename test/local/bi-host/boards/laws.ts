import type { BoardDefinition, TileDefinition } from '../../../../local/bi-host/boards/definition'
import { isSameName, normalize } from '../../../../local/bi-host/rendering/theme/series-colors'
import { addDays, intervalEnd, intervalStart } from '../../../../local/bi-host/model/days'
import type { QueryFilter, Range } from '../../../../local/bi-host/model/source'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import type { FieldFilter, RangeId, SeriesData, TableData, Tile } from '../../../../local/bi-host/wire/board'
import { sum } from './tile-shape'

/** One dashboard under a range and filters, and the same dashboard without filters. */
export interface Look {
  readonly board: BoardDefinition
  readonly range: RangeId
  readonly filters: readonly FieldFilter[]
  readonly tiles: readonly Tile[]
  readonly open: readonly Tile[]
}

/** What is wrong with a chart of a look, as sentences; empty if nothing is, or if the law does not apply to the chart. */
type Law = (warehouse: Warehouse, look: Look, tile: Tile) => Promise<readonly string[]> | readonly string[]

const isNear = (one: number, other: number, size = Math.max(Math.abs(one), Math.abs(other))): boolean =>
  Math.abs(one - other) <= 1e-6 * Math.max(size, 1)

const definitionOf = ({ board }: Look, { id }: Tile): TileDefinition => {
  const found = board.tiles.find((tile) => tile.id === id)
  if (found === undefined) throw new Error(`${board.title} has no ${id}`)
  return found
}

const sourceOf = ({ measure }: TileDefinition): string => measure.split('.')[0] ?? ''

/** First days of the ranges, as constants: the sample ends on 20 November 2026. */
const firstDays = { '30D': '2026-10-22', '90D': '2026-08-23', '1Y': '2025-11-21', ALL: '' } as const

/** If a caption names the range, the chart begins with the range and ends with the last day of its source. */
const statesItsRange: Law = (warehouse, look, tile) => {
  const { data, scope, subtitle, trust } = tile
  if (data?.kind !== 'series' && data?.kind !== 'candles') return []
  if (scope?.range === undefined || data.dates.length === 0) return []
  const grain = data.kind === 'series' ? data.grain : 'day'
  const { firstDay } = warehouse.facts(sourceOf(definitionOf(look, tile)))
  const wanted = firstDays[look.range]
  const from = intervalStart(wanted < firstDay ? firstDay : wanted, grain)
  const [first = '', last = ''] = [data.dates[0]?.slice(0, 10), data.dates.at(-1)?.slice(0, 10)]
  const trading = warehouse.model.source(sourceOf(definitionOf(look, tile))).tradingDays === true
  const latest = look.range === 'ALL' ? '9' : addDays(from, trading && grain === 'day' ? 4 : 0)
  const known =
    data.kind === 'series' ? data.series.filter(({ values }) => values.some((one) => one !== null)) : []
  const empty = known.length > 0 && look.range !== 'ALL' && known.every(({ values }) => values[0] === null)
  return [
    ...(look.range !== 'ALL' && first < from ? [`begins ${first}, before ${from}`] : []),
    ...(first > latest ? [`begins ${first}, after ${from}: "${subtitle}"`] : []),
    ...(empty ? [`says ${scope.range} but has no value on its first day`] : []),
    ...(intervalEnd(last, grain) < trust.lastDay ? [`ends ${last}, before ${trust.lastDay}`] : []),
    ...(last > trust.lastDay ? [`ends ${last}, after ${trust.lastDay}`] : []),
  ]
}

/** If a caption counts days, the chart covers that many. If it says all history, the chart begins with its source. */
const countsItsDays: Law = (warehouse, look, tile) => {
  const { data, subtitle, title } = tile
  const source = sourceOf(definitionOf(look, tile))
  const trading = warehouse.model.source(source).tradingDays === true
  const [begin = ''] = data?.kind === 'series' ? data.dates : []
  if (subtitle.startsWith('All history') && begin > addDays(warehouse.facts(source).firstDay, 31))
    return [`says all history but begins ${begin}`]
  const count = Number(/last (\d+) days/.exec(subtitle)?.[1] ?? Number.NaN)
  if (data?.kind === 'series' && data.grain === 'day' && count > 0 && data.dates.length > 0 && !trading)
    return data.dates.length === count ? [] : [`says ${count} days but shows ${data.dates.length}`]
  if (data?.kind !== 'kpi') return []
  const over = look.board.tiles.find((tile) => tile.title === title)?.drill?.over ?? 1
  return over === 1 || `${title} ${subtitle}`.includes(String(over))
    ? []
    : [`adds up ${over} days without saying so`]
}

/** The filters of a look that narrow a source, by the source's own field names. */
function narrowing(
  warehouse: Warehouse,
  look: Look,
  tile: Tile,
  where: readonly QueryFilter[],
): QueryFilter[] {
  const source = warehouse.model.source(sourceOf(definitionOf(look, tile)))
  const own = look.filters.map(({ field }) => field)
  const defaults = (look.board.defaults ?? []).filter(({ field }) => !own.includes(field))
  const apart = definitionOf(look, tile).whole
  return [
    ...where,
    ...[...look.filters, ...defaults].flatMap((filter) => {
      const field = warehouse.model.counterpart(source, filter.field)
      return field === null || filter.field === apart || where.some((fixed) => fixed.field === field)
        ? []
        : [{ field, op: filter.op, values: filter.values }]
    }),
  ]
}

/** The parts of a chart add up to the warehouse's total in every interval. */
const addsUp: Law = async (warehouse, look, tile) => {
  const definition = definitionOf(look, tile)
  const { drill, measure } = definition
  const [source = '', name = ''] = measure.split('.')
  const about = warehouse.model.source(source).measures[name]
  const { data } = tile
  if (drill === undefined || about === undefined || about.kind === 'ratio' || data === null) return []
  const read = async (range: Range, grain?: SeriesData['grain']): Promise<Map<string, number>> => {
    const { columns } = await warehouse.run({
      source,
      measures: [name],
      range,
      filters: narrowing(warehouse, look, tile, drill.where),
      ...(grain === undefined ? {} : { grain }),
    })
    return new Map(
      (columns[name] ?? []).map((value, row) => [String(columns['date']?.[row] ?? ''), Number(value ?? 0)]),
    )
  }
  const { lastDay } = warehouse.facts(source)
  if (data.kind === 'series') {
    const drawnWhole =
      data.shape !== 'line' || data.series.length === 1 || data.series.some(({ key }) => key === 'Other')
    if (!drawnWhole || data.dates[0] === undefined || data.grain === 'hour') return []
    const whole = await read({ from: data.dates[0], to: lastDay }, data.grain)
    return data.dates.flatMap((date, row) => {
      const parts = data.series.map(({ values }) => values[row] ?? 0)
      const size = parts.reduce((all, value) => all + Math.abs(value), 0)
      return isNear(sum(parts), whole.get(date) ?? 0, size)
        ? []
        : [`${date}: parts ${sum(parts)}, whole ${whole.get(date)}`]
    })
  }
  const over = drill.over ?? 1
  if (data.kind === 'kpi') {
    const days = await read({ last: 3 * over + 10, unit: 'day' }, 'day')
    const last = [...days.values()].slice(about.kind === 'additive' ? -over : -1)
    return isNear(data.value ?? 0, sum(last)) ? [] : [`says ${data.value}, the warehouse ${sum(last)}`]
  }
  if (data.kind !== 'bars' || data.from !== undefined) return []
  const days = await read(drill.range ?? { last: 2, unit: 'day' }, 'day')
  const whole = about.kind === 'additive' ? sum([...days.values()]) : ([...days.values()].at(-1) ?? 0)
  const parts = sum(data.series[0]?.values ?? [])
  return isNear(parts, whole) ? [] : [`bars ${parts}, whole ${whole}`]
}

const columnOf = (
  { columns, cells }: TableData,
  label: string | RegExp,
): readonly (number | null)[] | undefined => {
  const at = columns.findIndex((column) =>
    typeof label === 'string' ? column.label === label : label.test(column.label),
  )
  return at < 0 ? undefined : cells[at]?.map((cell) => (typeof cell === 'number' ? cell : null))
}

/** Shares are of the whole: they add up to at most 100%, and a filter on names does not change them. */
const sharesAreOfAll: Law = (warehouse, look, tile) => {
  const { data } = tile
  const before = look.open.find(({ id }) => id === tile.id)?.data
  const definition = definitionOf(look, tile)
  if (data?.kind === 'series' && data.shape === 'area-100' && definition.whole === look.filters[0]?.field)
    return look.filters.length === 0 || JSON.stringify(data) === JSON.stringify(before)
      ? []
      : ['shares are of the filtered names only']
  if (data?.kind !== 'table' || before?.kind !== 'table') return []
  const shares = columnOf(data, /^Share/)
  if (shares === undefined) return []
  const source = warehouse.model.source(sourceOf(definition))
  const by = definition.crossFilterField
  const ofNames = look.filters.every(
    ({ field }) => by !== undefined && warehouse.model.counterpart(source, field) === by.split('.')[1],
  )
  const [was, names] = [columnOf(before, /^Share/), before.cells[0] ?? []]
  const moved = data.cells[0]?.filter(
    (name, row) => !isNear(shares[row] ?? 0, was?.[names.indexOf(name)] ?? 0),
  )
  return [
    ...(sum(shares) > 100.0001 ? [`shares add up to ${sum(shares)}`] : []),
    ...(look.filters.length === 0 && !isNear(sum(shares), 100) ? [`shares add up to ${sum(shares)}`] : []),
    ...(ofNames && moved && moved.length > 0
      ? [`shares of ${moved.join()} are of the filtered names only`]
      : []),
  ]
}

const seriesOf = ({ data }: Tile): Pick<SeriesData, 'dates' | 'series' | 'grain'> =>
  data?.kind === 'series' ? data : { dates: [], series: [], grain: 'day' }

/** The warehouse's daily values of a measure under the filters of a chart. */
async function answersOf(
  warehouse: Warehouse,
  look: Look,
  tile: Tile,
  ask: { readonly field: string; readonly grain: SeriesData['grain']; readonly from?: string },
): Promise<Map<string, number>> {
  const [source = '', measure = ''] = ask.field.split('.')
  const range = ask.from === undefined ? 'ALL' : { from: ask.from, to: warehouse.facts(source).lastDay }
  const filters = narrowing(warehouse, look, tile, [])
  const { columns } = await warehouse.run({ source, measures: [measure], grain: ask.grain, range, filters })
  return new Map(
    (columns[measure] ?? []).map((value, row) => [String(columns['date']?.[row]), Number(value ?? 0)]),
  )
}

/** Two series of a chart add up to the change of the level over each interval. */
const explains =
  (level: string): Law =>
  async (warehouse, look, tile) => {
    const { dates, series, grain } = seriesOf(tile)
    const levels = await answersOf(warehouse, look, tile, { field: level, grain })
    const days = [...levels.keys()]
    return dates.flatMap((date, row) => {
      const before = levels.get(days[days.indexOf(date) - 1] ?? '')
      if (before === undefined || series.some(({ values }) => values[row] === null)) return []
      const change = (levels.get(date) ?? 0) - before
      const parts = series.map(({ values }) => values[row] ?? 0)
      return isNear(sum(parts), change, Math.abs(before))
        ? []
        : [`${date}: ${sum(parts)} of a change of ${change}`]
    })
  }

/** A chart draws all of a flow, whichever sign its sides are drawn with. */
const drawsAllOf =
  (field: string, leftOut: RegExp = /^$/): Law =>
  async (warehouse, look, tile) => {
    const { dates, series, grain } = seriesOf(tile)
    if (dates[0] === undefined) return []
    const whole = await answersOf(warehouse, look, tile, { field, grain, from: dates[0] })
    return dates.flatMap((date, row) => {
      const parts = series
        .filter(({ label }) => !leftOut.test(label))
        .map(({ values }) => Math.abs(values[row] ?? 0))
      return isNear(sum(parts), whole.get(date) ?? 0) ? [] : [`${date}: ${sum(parts)} of ${whole.get(date)}`]
    })
  }

/** A column of a table is the signed sum of other columns, row by row. */
const makes =
  (label: string, parts: Readonly<Record<string, 1 | -1>>): Law =>
  (_, __, { data }) => {
    if (data?.kind !== 'table') return ['no table']
    const whole = columnOf(data, label) ?? []
    return whole.flatMap((value, row) => {
      const made = Object.entries(parts).map(
        ([part, sign]) => sign * (columnOf(data, part)?.[row] ?? Number.NaN),
      )
      const size = Math.max(...made.map(Math.abs))
      return value === null || isNear(value, sum(made), size)
        ? []
        : [`row ${row}: ${value} is not ${sum(made)}`]
    })
  }

/** The real yield is the reward after the growth of supply. */
const deflates: Law = (_, __, { data }) => {
  if (data?.kind !== 'table') return ['no table']
  const [reward = [], dilution = [], left = []] = ['APR', 'Dilution', 'Real yield'].map((label) =>
    columnOf(data, label),
  )
  return left.flatMap((value, row) => {
    const made = ((100 + (reward[row] ?? NaN)) / (100 + (dilution[row] ?? NaN)) - 1) * 100
    return value === null || Math.abs(value - made) < 0.01 ? [] : [`row ${row}: ${value} is not ${made}`]
  })
}

/** The net flow of a chain is the difference between its received and sent amounts in the matrix of movements. */
const netsOut: Law = (_, { tiles, filters }, { data }) => {
  const net = tiles.find(({ id }) => id === 'net-movement')?.data
  if (data?.kind !== 'matrix' || net?.kind !== 'bars') return ['no matrix or no bars']
  if (filters.some(({ field }) => field.endsWith('.chain')) || data.rows.some(({ key }) => key === 'Other'))
    return []
  return net.categories.flatMap(({ key }, at) => {
    const [row, column] = [data.rows, data.columns].map((names) =>
      names.findIndex((name) => name.key === key),
    )
    const sent = sum(data.values[row ?? -1] ?? [])
    const received = sum(data.values.map((cells) => cells[column ?? -1] ?? null))
    const shown = net.series[0]?.values[at] ?? 0
    return isNear(received - sent, shown, received + sent)
      ? []
      : [`${key}: ${received} in, ${sent} out, ${shown} net`]
  })
}

/** The share of the largest three is at least that of the largest one, both are at most 100%, and filters on names change neither. */
const isConcentration: Law = (_, { open }, tile) => {
  const [one, more] = seriesOf(tile).series
  const rises = one?.values.every((value, row) => {
    const other = more?.values[row] ?? null
    return value === null || other === null || (value > 0 && value <= other + 1e-9 && other <= 100 + 1e-9)
  })
  const was = open.find(({ id }) => id === tile.id)?.data
  const network = tile.scope?.filters.some((filter) => /Chain|Network/.test(filter)) === true
  return [
    ...(rises === true ? [] : ['the largest has more than the largest three, or more than 100%']),
    ...(network || JSON.stringify(tile.data) === JSON.stringify(was) ? [] : ['a filter on names changes it']),
  ]
}

/** Laws for single charts, by dashboard and chart. */
const own: Readonly<Record<string, Law>> = {
  'Stablecoins/identity': makes('Change', { Issued: 1, Redeemed: 1, 'Bridged in': 1, 'Bridged out': 1 }),
  'Stablecoins/movement': netsOut,
  'Stablecoins/concentration': isConcentration,
  'Staking/concentration': isConcentration,
  'Staking/networks': deflates,
  'ETF/flow-or-price': explains('etf.aum'),
  'RWA/growth': explains('rwa.value'),
  'Global Crypto Market/volume-by-type': drawsAllOf('trading.volume', /mean/),
  'Global Crypto Market/liquidations': drawsAllOf('exchange_liquidations.amount'),
  'Futures/liquidations': drawsAllOf('exchange_liquidations.amount'),
  'Lending/liquidation-history': drawsAllOf('liquidations.amount'),
}

/** A chart whose title names something is not narrowed to another name. */
const staysWithItsName: Law = (warehouse, look, tile) => {
  const [filter] = look.filters
  if (filter === undefined || tile.data === null) return []
  const [source = '', field = ''] = filter.field.split('.')
  const words = normalize(tile.title).split(/[^a-z0-9]+/)
  const named = (warehouse.facts(source).values[field] ?? []).filter((value) =>
    words.some((word) => word.length > 2 && isSameName(word, value)),
  )
  // A name that others are compared with is not the chart's subject.
  if (/\b(over|less|against)\b/i.test(tile.title)) return []
  if (named.length === 0 || named.some((name) => filter.values.includes(name))) return []
  const label = look.board.chips.find((chip) => chip.field === filter.field)?.label
  const shown = tile.scope?.filters.filter((one) => one.endsWith(`= ${filter.values.join(', ')}`)) ?? []
  return shown.length === 0
    ? []
    : [`is about ${named.join()} but is narrowed to ${filter.values.join()} (${label ?? ''})`]
}

/** The caption names what a legend cannot: the measure behind the size of dots, and a band whose edges are not lines. */
const namesItsMarks: Law = (_, __, { data, subtitle }) => {
  const isNamed = (word: string): boolean => subtitle.toLowerCase().includes(word.toLowerCase())
  if (data?.kind === 'scatter')
    return isNamed(data.sizeLabel ?? '')
      ? []
      : [`does not say what sets the size of dots (${data.sizeLabel ?? ''})`]
  if (data?.kind !== 'series') return []
  const lines = new Set(data.series.map(({ values }) => values.join()))
  const loose = data.series.filter(
    ({ band }) => band !== undefined && !(lines.has(band.low.join()) && lines.has(band.high.join())),
  )
  return loose.length === 0 || isNamed('band')
    ? []
    : [`does not explain the band around ${loose[0]?.label ?? ''}`]
}

/** A mean or sum over days states how many: in its title, caption or note, or in the label of its line. */
const tellsItsWindow: Law = (_, __, { data, title, subtitle, trust }) => {
  if (data?.kind !== 'kpi' && data?.kind !== 'series') return []
  const own = data.kind === 'kpi' ? [data.note ?? ''] : data.series.map(({ label }) => label)
  const words: readonly string[] = [title, subtitle, ...own].join(' ').match(/\d+/g) ?? []
  const silent = [...trust.unit.matchAll(/(?<!\(|at most )\b(\d+)[- ]days?\b/g)].filter(
    ([, count = '']) => !words.includes(count),
  )
  return silent.map(([days]) => `is over ${days} without saying so`)
}

/** A card about the worst or best name has the color of that name. */
const wearsItsName: Law = (_, __, { data }) =>
  data?.kind !== 'kpi' || data.subject === undefined || data.colorKey === data.subject
    ? []
    : [`is about ${data.subject} in the color of ${data.colorKey}`]

/** A flow in the note of a card has a date. Without one, next to a change over twenty days, it reads as a part of that change. */
const datesItsMoney: Law = (_, __, { data }) => {
  const note = data?.kind === 'kpi' ? (data.note ?? '') : ''
  return !/[+\u2212]\$/.test(note) || /\b\d+ (?:d|[A-Z][a-z]{2})\b/.test(note)
    ? []
    : [`"${note}" has no date`]
}

/** A share in the note of a card names its whole: "its class" is ambiguous when two classes are selected. */
const namesItsWhole: Law = (_, __, { data }) => {
  const note = data?.kind === 'kpi' ? (data.note ?? '') : ''
  return /% of (?:its|this|that|the)\b/.test(note) ? [`"${note}" does not name its whole`] : []
}

/** The card of a lending rate states its side, because lenders and borrowers have different rates. */
const saysWhoseRate: Law = (_, { board }, { id, data, title }) => {
  const measure = board.tiles.find((tile) => tile.id === id)?.measure ?? ''
  const side = /\.(borrow|supply)_apy$/.exec(measure)?.[1]
  return data?.kind !== 'kpi' || side === undefined || title.toLowerCase().includes(side)
    ? []
    : [`"${title}" does not name its side, ${side}`]
}

const everywhere: Readonly<Record<string, Law>> = {
  'states its range': statesItsRange,
  'counts its days': countsItsDays,
  'adds up': addsUp,
  'shares are of the whole': sharesAreOfAll,
  'is not narrowed to another name': staysWithItsName,
  'captions its marks': namesItsMarks,
  'states its window': tellsItsWindow,
  'has the color of its name': wearsItsName,
  'dates its flows': datesItsMoney,
  'states its side': saysWhoseRate,
  'names its whole': namesItsWhole,
}

/** Names of the laws for every chart, and of the charts that have a law of their own. */
export const lawNames: readonly string[] = [...Object.keys(everywhere), ...Object.keys(own)]

/** A dashboard's violations of all laws, or of the one in `only`, as sentences. */
export async function brokenLaws(
  warehouse: Warehouse,
  look: Look,
  only?: 'counts its days',
): Promise<readonly string[]> {
  const found = await Promise.all(
    look.tiles.flatMap((tile) => {
      const name = `${look.board.title}/${tile.id}`
      const special = own[name]
      const all = [...Object.entries(everywhere), ...(special ? [[name, special] as const] : [])]
      const laws = all.filter(([law]) => only === undefined || law === only)
      return laws.map(async ([law, holds]) =>
        (await holds(warehouse, look, tile))
          .slice(0, 2)
          .map((fault) => `${name} [${look.range} ${JSON.stringify(look.filters)}] ${law}: ${fault}`),
      )
    }),
  )
  return found.flat()
}
