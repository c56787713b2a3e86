import type { Grain, Guide, NumberFormat, Series, SeriesData } from '../../wire/board'
import { isRunning, spanOf } from '../../model/days'
import type { QueryFilter, Range } from '../../model/source'
import {
  grainFor,
  type BuiltTile,
  type TileContext,
  type TileDefinition,
  type TileQuestion,
} from '../definition'
import { figureAt, figureOver, readPanel, totalOf, type Panel } from '../panel'
import { known, type Values } from '../../query/statistics'
import { formatNumber, rangeInWords, spanInWords } from '../../rendering/format'
import { tileHead, type Calculation, type TileText } from './shapes'

export interface SeriesText extends TileText {
  /** Default: lines. */
  readonly shape?: SeriesData['shape']
  readonly format?: NumberFormat
  readonly guides?: readonly Guide[]
  readonly axisNotes?: SeriesData['axisNotes']
  readonly logScale?: boolean
}

export interface SeriesChoice {
  readonly grain?: Grain
  readonly by?: string
  readonly where?: readonly QueryFilter[]
  /** Keeps the largest, and adds the rest up as "Other". */
  readonly top?: number
  /** Keeps the largest, and drops the rest (lines). */
  readonly most?: number
  /** Measure for ranking. Default: the drawn one. */
  readonly rankBy?: string
  /** Names that take the color of another: an issuer and its stablecoin. */
  readonly colors?: Readonly<Record<string, string>>
  /** Default: the board's range. */
  readonly range?: Range
}

const size = [30, 340] as const

export function series(
  id: string,
  title: string,
  measure: string,
  text: SeriesText & SeriesChoice,
): TileDefinition {
  const [source = ''] = measure.split('.')
  const crossFilterField = text.by === undefined ? undefined : `${source}.${text.by}`
  const isShare = text.shape === 'area-100' && crossFilterField !== undefined
  return {
    ...tileHead(id, title, {
      kind: 'series',
      measure,
      size,
      text: { ...text, subtitle: plainSubtitle(text) },
      crossFilterField,
      drill: {
        where: text.where ?? [],
        by: text.by === undefined ? [] : [text.by],
        grain: text.grain ?? 'day',
        ...(text.range === undefined ? {} : { range: text.range }),
      },
      ...(isShare ? { whole: crossFilterField } : {}),
      asks: askedBy(measure, text),
    }),
    build: async (board) => {
      const context = isShare ? board.whole(crossFilterField) : board
      const grain = grainFor(text.grain ?? 'day', context.range)
      const count = text.top ?? text.most
      const panel = await readPanel(context, {
        measure,
        grain,
        range: text.range ?? context.range,
        ...(text.by === undefined ? {} : { by: text.by }),
        ...(text.where === undefined ? {} : { where: text.where }),
        ...(count !== undefined && {
          top: { count, other: text.top !== undefined, ...(text.rankBy && { by: text.rankBy }) },
        }),
      })
      return seriesTile(context, { ...text, title, measure }, { panel, grain })
    },
  }
}

function askedBy(measure: string, text: SeriesText & SeriesChoice): TileQuestion {
  const { by, where, grain = 'day', range, top, most, rankBy, shape = 'line' } = text
  const count = top ?? most
  return {
    measures: [measure],
    grain,
    chart: shape === 'diverging-bars' ? 'stacked-bars' : shape === 'change' ? 'stacked-area' : shape,
    ...(by === undefined ? {} : { by: [by] }),
    ...(where === undefined ? {} : { where }),
    ...(range === undefined ? {} : { range }),
    // The builder cannot rank by a measure that is not drawn, so its question has all names.
    ...(count === undefined || rankBy !== undefined ? {} : { top: { count, other: top !== undefined } }),
  }
}

/** Lines that the board computes itself. */
export interface OwnSeries {
  readonly dates: readonly string[]
  readonly series: readonly Series[]
  readonly grain: Grain
  readonly rightFormat?: NumberFormat
  readonly guides?: readonly Guide[]
  readonly tradingDays?: boolean
  readonly figures?: Readonly<Record<string, number>>
  readonly subtitle?: string
  readonly summary?: string
}

export const line = (label: string, values: Values, more: Partial<Series> = {}): Series => ({
  key: label,
  label,
  colorKey: label,
  values,
  ...more,
})

/** Number of rows at the end of a history that are in the board's range. */
export function shownRows(
  { range, asOf }: Pick<TileContext, 'range' | 'asOf'>,
  dates: readonly string[],
  grain: Grain = 'day',
): number {
  const { from } = spanOf(range, { asOf, firstDay: dates[0] ?? asOf, lastDay: asOf }, grain)
  return dates.filter((day) => day >= from).length
}

/** Lines over a whole daily history, cut to the board's range. */
export function dailySeries(
  context: TileContext,
  dates: readonly string[],
  lines: readonly Series[],
): OwnSeries {
  const rows = shownRows(context, dates)
  const series = lines.map((one) => ({ ...one, values: rows === 0 ? [] : one.values.slice(-rows) }))
  return { dates: rows === 0 ? [] : dates.slice(-rows), grain: 'day', series }
}

export function seriesOf(
  id: string,
  title: string,
  calculation: Calculation<OwnSeries>,
  text: SeriesText,
): TileDefinition {
  return {
    ...tileHead(id, title, {
      ...calculation,
      kind: 'series',
      size,
      text: { ...text, subtitle: plainSubtitle(text) },
    }),
    build: async (context) => {
      const own = await calculation.build(context)
      const [source = '', measureId = ''] = calculation.measure.split('.')
      const { measure } = context.model.measure(context.model.source(source), measureId)
      return finish(
        context,
        { ...text, title },
        {
          ...own,
          source,
          format: text.format ?? measure.format,
          running:
            (own.grain === 'week' || own.grain === 'month') &&
            isBars(text.shape) &&
            isRunning(context.facts(source).lastDay, own.grain),
        },
      )
    },
  }
}

/** The sum of an incomplete week looks like a fall. The last point of a line does not. */
const isBars = (shape = 'line'): boolean => shape.includes('bars')

const plainSubtitle = (text: SeriesText & SeriesChoice): string =>
  (text.subtitle ?? '')
    .replace('{grain}', text.grain ?? 'day')
    .replace('{assets}, ', '')
    .replace(/,? ?\{range\}/, '')

interface SeriesSpec extends SeriesText {
  readonly title: string
}

function seriesTile(
  context: TileContext,
  spec: SeriesSpec & SeriesChoice & { readonly measure: string },
  { panel, grain }: { panel: Panel; grain: Grain },
): BuiltTile {
  const [sourceId = ''] = spec.measure.split('.')
  const source = context.model.source(sourceId)
  // A line for a single asset or network has that name's color.
  const subject = spec.where?.find(({ field, op }) => op === 'eq' && /^(asset|network)$/.test(field))
    ?.values[0]
  const lines = panel.keys.map((key) => ({
    key: key === '' ? spec.measure : key,
    label: key === '' ? panel.measure.label : key,
    colorKey: key === '' ? String(subject ?? panel.measure.label) : (spec.colors?.[key] ?? key),
    values: panel.values[key] ?? [],
  }))
  const day = context.facts(sourceId).lastDay
  return finish(context, spec, {
    dates: panel.dates,
    series: lines,
    grain,
    format: spec.format ?? panel.measure.format,
    tradingDays: source.tradingDays === true && grain === 'day',
    running: isRunning(day, grain) && panel.measure.kind === 'additive',
    figures: latestFigures(panel, { day, grain, whole: spec.most === undefined }),
    source: sourceId,
  })
}

/** Figures of the last point of each line, and of the total if all of it is drawn: for a flow its interval, else its last day. */
export function latestFigures(
  panel: Panel,
  shown: { readonly day: string; readonly grain: Grain; readonly whole: boolean },
): Record<string, number> {
  const { kind } = panel.measure
  const from = panel.dates.at(-1) ?? shown.day
  if (shown.grain === 'hour') return {}
  const name = (meaning: string): string =>
    kind === 'additive' ? figureOver(meaning, from, shown.day) : figureAt(meaning, shown.day)
  const split = panel.keys.filter((key) => key !== '' && key !== 'Other')
  const parts = split.map((key) => [panel.meaningOf(key), panel.values[key]?.at(-1)] as const)
  const all = kind === 'ratio' ? panel.values['']?.at(-1) : shown.whole ? totalOf(panel).at(-1) : null
  return Object.fromEntries(
    [...parts, [panel.meaning, all] as const].flatMap(([meaning, value]) =>
      value === null || value === undefined ? [] : [[name(meaning), value]],
    ),
  )
}

/** Cuts values computed over the whole history to the board's days. */
function cutToDays<Own extends OwnSeries & { readonly running: boolean }>(
  context: TileContext,
  own: Own,
): Own {
  const { first, end } = context.shown(own.dates)
  if (first === 0 && end === own.dates.length) return own
  return {
    ...own,
    dates: own.dates.slice(first, end),
    series: own.series.map((one) => ({ ...one, values: one.values.slice(first, end) })),
    running: own.running && end === own.dates.length,
  }
}

function finish(
  context: TileContext,
  spec: SeriesSpec,
  built: OwnSeries & { readonly format: NumberFormat; readonly running: boolean; readonly source: string },
): BuiltTile {
  const own = cutToDays(context, built)
  const guides = own.guides ?? spec.guides
  const data: SeriesData = {
    kind: 'series',
    shape: spec.shape ?? 'line',
    grain: own.grain,
    dates: own.dates,
    series: own.series,
    format: own.format,
    ...(own.rightFormat === undefined ? {} : { rightFormat: own.rightFormat }),
    ...(guides === undefined ? {} : { guides }),
    ...(spec.logScale ? { logScale: true } : {}),
    ...(own.tradingDays ? { tradingDays: true } : {}),
    ...(own.running && own.dates.length > 0 ? { partialFrom: own.dates.length - 1 } : {}),
    ...(spec.axisNotes === undefined ? {} : { axisNotes: spec.axisNotes }),
  }
  const subtitle = (own.subtitle ?? spec.subtitle ?? '')
    .replace('{grain}', own.grain)
    .replace('{assets}', () => assetsOf(context, own.source))
    // Once cut to the board's days, the subtitle must not name another range.
    .replace(/(?:the )?last \d+ days|all history/i, (words) => (own === built ? words : '{range}'))
    // Read only if the subtitle has it: reading the range marks the chart as following the board's.
    .replace('{range}', () => rangeInWords(context.range))
  return {
    data,
    subtitle,
    summary: own.summary ?? summaryOf(spec.title, own),
    ...(own.figures === undefined ? {} : { figures: own.figures }),
  }
}

/** The assets it covers: "BTC, ETH". */
function assetsOf(context: TileContext, source: string): string {
  const chosen = context.filtersOf(source, []).find(({ field }) => field === 'asset')
  const all = context.facts(source).values['asset'] ?? []
  const isOut = chosen?.op === 'not-in' || chosen?.op === 'ne'
  return (isOut ? all.filter((name) => !chosen.values.includes(name)) : (chosen?.values ?? all)).join(', ')
}

/** Latest value of each of the first lines, with its range. */
export function summaryOf(
  title: string,
  own: Pick<OwnSeries, 'dates' | 'series' | 'rightFormat' | 'grain'> & {
    readonly format: NumberFormat
    /** The last interval is incomplete. */
    readonly running?: boolean
  },
): string {
  const first = own.dates[0]
  const last = own.dates.at(-1)
  if (first === undefined || last === undefined) return `${title}: no data for this choice.`
  const say = ({ label, values, axis }: Series): string => {
    const present: readonly number[] = known(values)
    if (present.length === 0) return `${label} has no values`
    const format = axis === 'right' ? (own.rightFormat ?? own.format) : own.format
    const [low, high] = [Math.min(...present), Math.max(...present)]
    return `${label} ${formatNumber(present.at(-1), format)} (from ${formatNumber(low, format)} to ${formatNumber(high, format)})`
  }
  const sentences = own.series.slice(0, 4).map(say).join('; ')
  const rest = own.series.length > 4 ? `; and ${own.series.length - 4} more` : ''
  const toDate = own.running === true ? ' to date' : ''
  return `${title}, ${spanInWords(first, last, own.grain)}${toDate}: ${sentences}${rest}.`
}
