import type { Better, KpiData, NumberFormat } from '../../wire/board'
import * as formats from '../../model/formats'
import type { QueryFilter } from '../../model/source'
import type { BuiltTile, TileContext, TileDefinition, TileQuestion } from '../definition'
import { cardHistory, figureAt, figureOver, only, readPanel, rolling, totalOf } from '../panel'
import {
  difference,
  drawdown,
  known,
  lastOf,
  mean,
  percentChange,
  percentileOfLast,
  type Values,
} from '../../query/statistics'
import { formatDay, formatNumber } from '../../rendering/format'
import { tileHead, type Calculation, type TileText } from './shapes'

/** "4 days in" or "2 days out": how long daily values have had the same sign. */
export function streak({ daily = [] }: Track): string | undefined {
  const days = known(daily)
  const last = days.at(-1)
  if (last === undefined || last === 0) return undefined
  const length = days.length - 1 - days.findLastIndex((value) => Math.sign(value) !== Math.sign(last))
  return `${length} ${length === 1 ? 'day' : 'days'} ${last > 0 ? 'in' : 'out'}`
}

/** A number with its history: one value per day (or trading day), of which the last is shown. */
export interface Track {
  readonly dates: readonly string[]
  readonly values: Values
  /** Daily values behind a rolling sum. */
  readonly daily?: Values
  readonly figures?: Readonly<Record<string, number>>
  /** Overrides of the card's definition. */
  readonly subject?: string
  readonly note?: string
  readonly format?: NumberFormat
  /** Changes that need another series. */
  readonly changes?: KpiData['changes']
}

export interface Change {
  readonly label: string
  readonly as: 'percent' | 'absolute' | 'points' | 'basis-points'
  readonly against: (values: Values) => number | null
  readonly better?: Better
}

type As = Change['as']
const at = (values: Values, back: number): number | null => values.at(-1 - back) ?? null

/** Compared with the value `days` rows ago. */
export const ago = (days: number, as: As, label = `vs ${days} d ago`): Change => ({
  label,
  as,
  against: (values) => at(values, days),
})

/** Compared with the interval of the same length just before (rolling sums). */
export const prior = (length: number, as: As, label = `vs prior ${length} d`): Change =>
  ago(length, as, label)

/** Compared with the mean of the same weekday in the `weeks` weeks before. */
export const sameWeekday = (weeks: number, as: As): Change => ({
  label: `vs same weekday, ${weeks} wk`,
  as,
  against: (values) => mean(known(Array.from({ length: weeks }, (_, week) => at(values, 7 * (week + 1))))),
})

/** Compared with the mean of the last `days` rows. */
export const meanOf = (days: number, as: As): Change => ({
  label: `vs ${days} d mean`,
  as,
  against: (values) => mean(known(values.slice(-days))),
})

export interface KpiText extends TileText {
  readonly changes: readonly Change[]
  readonly format?: NumberFormat
  readonly span?: number
  readonly color?: string
  readonly subject?: string
  /** Rows of the sparkline, the same window as the longest change. */
  readonly spark?: number
  /** Rows of one year: 365, or 252 for trading days. */
  readonly year?: number
  readonly better?: Better
  readonly note?: (track: Track) => string | undefined
  readonly tone?: (value: number) => KpiData['tone']
}

/** A card for a measure of the model: a balance or rate as of the last day, or a sum over the last `over` rows. */
export function kpi(id: string, title: string, measure: string, text: KpiText & MeasureKpi): TileDefinition {
  const days = text.over ?? 1
  const drill = { where: text.where ?? [], by: text.picks ?? [], over: days }
  return kpiOf(
    id,
    title,
    {
      measure,
      drill,
      ...(text.of === undefined ? {} : { whole: text.of }),
      asks: latestOf(measure, text.where, days),
      build: (context) => measureTrack(context, { ...text, measure }),
    },
    text,
  )
}

export const latestOf = (measure: string, where: readonly QueryFilter[] = [], over = 1): TileQuestion => ({
  measures: [measure],
  over,
  ...(where.length === 0 ? {} : { where }),
})

/** A card for a track that the board computes itself. */
export function kpiOf(
  id: string,
  title: string,
  calculation: Calculation<Track>,
  text: KpiText,
): TileDefinition {
  const { span = 12 } = text
  return {
    ...tileHead(id, title, { ...calculation, kind: 'kpi', size: [span, 168], text }),
    build: async (context) =>
      card(context, { ...text, title, measure: calculation.measure }, await calculation.build(context)),
  }
}

interface MeasureKpi {
  readonly where?: readonly QueryFilter[]
  /** Rows summed (flows) or averaged by weight (ratios) into one value. */
  readonly over?: number
  /** Adds the difference from the latest value of another measure, e.g. the T-bill rate. */
  readonly versus?: { readonly measure: string; readonly label: string }
  /** Reads the whole history, e.g. for a drawdown from the peak. */
  readonly whole?: boolean
  /** The card is a share of the total over this qualified field, so filters on it do not narrow the card. */
  readonly of?: string
  /** Attributes that select the share's names. Drilling by one of them would give all or nothing. */
  readonly picks?: readonly string[]
}

/** The daily history of a measure as a track: what `kpi` shows, for cards that add something to it. */
export async function measureTrack(
  context: TileContext,
  spec: MeasureKpi & { readonly measure: string },
): Promise<Track> {
  const length = spec.over ?? 1
  const [panel, other] = await Promise.all([
    readPanel(spec.of === undefined ? context : context.whole(spec.of), {
      measure: spec.measure,
      range: spec.whole ? 'ALL' : cardHistory,
      ...(spec.where === undefined ? {} : { where: spec.where }),
    }),
    spec.versus
      ? readPanel(context, { measure: spec.versus.measure, range: { last: 10, unit: 'day' } })
      : null,
  ])
  const daily = panel.measure.kind === 'ratio' ? only(panel) : totalOf(panel)
  const values = length > 1 ? rolling(panel, '', length) : daily
  const day = panel.dates.at(-1) ?? ''
  const from = panel.dates.at(-length) ?? day
  const value = lastOf(values)
  const name =
    length === 1 && panel.measure.kind !== 'additive'
      ? figureAt(panel.meaning, day)
      : figureOver(panel.meaning, from, day)
  const gap = other ? difference(value, lastOf(only(other))) : null
  return {
    dates: panel.dates,
    values,
    daily,
    figures: value === null ? {} : { [name]: value },
    ...(spec.versus
      ? {
          changes: [
            { ...formats.gap(gap, panel.measure.format), label: spec.versus.label, better: 'none' as const },
          ],
        }
      : {}),
  }
}

function card(
  context: TileContext,
  spec: KpiText & { readonly title: string; readonly measure: string },
  track: Track,
): BuiltTile {
  const [source = '', id = ''] = spec.measure.split('.')
  const { measure } = context.model.measure(context.model.source(source), id)
  const format = track.format ?? spec.format ?? measure.format
  const value = lastOf(track.values)
  const better = spec.better ?? measure.better ?? 'none'
  // At most two: its own past first, then the peer.
  const changes = [
    ...spec.changes.map((change) => compared(change, track.values, format, change.better ?? better)),
    ...(track.changes ?? []),
  ].slice(0, 2)
  const spark = spec.spark ?? 30
  const subject = track.subject ?? spec.subject
  const note = track.note ?? spec.note?.(track)
  const percentile = percentileOfLast(track.values, spec.year ?? 365)
  const data: KpiData = {
    kind: 'kpi',
    value,
    format,
    changes,
    percentile: percentile === null ? null : Math.round(percentile),
    spark: { dates: track.dates.slice(-spark - 1), values: track.values.slice(-spark - 1) },
    // The worst or best name changes from day to day, so the line has the color of the current one.
    colorKey: subject ?? spec.color ?? spec.title,
    ...(subject === undefined ? {} : { subject }),
    ...(note === undefined ? {} : { note }),
    ...(spec.tone && value !== null ? { tone: spec.tone(value) ?? 'neutral' } : {}),
  }
  const last = track.dates.at(-1)
  const texts = changes
    .filter((change) => change.value !== null)
    .map((change) => `${formatNumber(change.value, change.format)} ${change.label}`)
  const summary = [
    `${spec.title}${subject === undefined ? '' : ` (${subject})`}: ${formatNumber(value, format)}${last === undefined ? '' : ` on ${formatDay(last)}`}`,
    ...texts,
    ...(data.percentile === null ? [] : [`higher than or equal to ${data.percentile}% of the last year`]),
    ...(note === undefined ? [] : [note]),
  ].join(', ')
  return { data, summary: `${summary}.`, figures: track.figures ?? {} }
}

function compared(
  change: Change,
  values: Values,
  format: NumberFormat,
  better: Better,
): KpiData['changes'][number] {
  const now = lastOf(values)
  const before = change.against(values)
  const gap = difference(now, before)
  const { label } = change
  switch (change.as) {
    case 'percent':
      return { value: percentChange(now, before), format: formats.percentChange, label, better }
    case 'points':
      // A change has the decimals of the value.
      return {
        value: gap,
        format: (format.digits ?? 1) > 1 ? formats.pointsFine : formats.points,
        label,
        better,
      }
    case 'basis-points':
      return { value: gap === null ? null : gap * 100, format: formats.basisPointsChange, label, better }
    case 'absolute':
      return { value: gap, format: { ...format, signed: true }, label, better }
  }
}

/** How far the last value is below the highest before it. */
export const fromPeak = ({ values }: Track): string =>
  `drawdown ${formatNumber(lastOf(drawdown(values)), formats.percent)}`
