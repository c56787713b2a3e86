import type { TableData } from '../../wire/board'
import { addDays, weekdayOf, weekdays } from '../../model/days'
import * as formats from '../../model/formats'
import type { ResultSet } from '../../model/source'
import { earlyClose } from '../../model/sources/market'
import type { TileContext } from '../definition'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber, formatShortDay } from '../../rendering/format'

/** Portal pages that a row may open. A test compares the paths with the portal's catalogue. */
export const portalPages = {
  home: '/home',
  stablecoins: '/datasets/stablecoins',
  globalCryptoMarket: '/datasets/global-digital-asset-markets',
  bitcoin: '/datasets/bitcoin',
  ethereum: '/datasets/ethereum',
  etf: '/datasets/etf',
  lending: '/datasets/lending',
  spotAnalytics: '/datasets/spot-analytics',
  derivatives: '/datasets/derivatives',
  futures: '/datasets/futures',
  staking: '/datasets/staking',
  rwa: '/datasets/rwa',
} as const
export type PortalPage = keyof typeof portalPages

interface Due {
  readonly day: string
  readonly what: string
  readonly size: number | null
  readonly share: number | null
  readonly board: PortalPage
}

/** Expiries with notional, market holidays and scheduled events of the seven days after the data ends. */
export const agenda: Calculation<Made<TableData>> = {
  measure: 'options.open_interest',
  unit: 'US dollars of notional that expires',
  definition:
    'Open interest on the last day of the data that expires in the week to come, from 50 million up. Notional is not money at risk, and positions roll before they expire.',
  build: dueNextWeek,
}

async function dueNextWeek(context: TileContext): Promise<Made<TableData>> {
  const from = addDays(context.asOf, 1)
  const to = addDays(context.asOf, 7)
  const ahead = { from, to }
  const [options, allOptions, futures, allFutures, closures, events] = await Promise.all([
    expiring(context, 'options', ahead),
    context.run({ source: 'options', measures: ['open_interest'], dims: ['asset'], range: '30D' }),
    expiring(context, 'futures_term', ahead),
    context.run({ source: 'futures_term', measures: ['open_interest'], dims: ['asset'], range: '30D' }),
    context.run({
      source: 'calendar',
      measures: ['closures'],
      dims: ['market', 'holiday', 'open'],
      grain: 'day',
      range: ahead,
    }),
    context.run({
      source: 'events',
      measures: ['events'],
      dims: ['kind', 'title'],
      grain: 'day',
      range: ahead,
    }),
  ])
  const due = [
    ...expiries(options, allOptions, { what: 'options', board: 'derivatives' }),
    ...expiries(futures, allFutures, { what: 'futures', board: 'futures' }),
    ...closed(closures),
    ...scheduled(events),
  ].sort((a, b) => a.day.localeCompare(b.day) || (b.size ?? 0) - (a.size ?? 0))
  return {
    data: {
      columns: [
        { key: 'day', label: 'Day', kind: 'text' },
        { key: 'what', label: 'What', kind: 'text' },
        { key: 'size', label: 'Notional', kind: 'number', format: formats.usd },
        { key: 'share', label: 'Of OI', kind: 'share', format: formats.percent },
      ],
      cells: [
        due.map(({ day }) => `${weekdays[weekdayOf(day)] ?? ''} ${formatShortDay(day)}`),
        due.map(({ what }) => what),
        due.map(({ size }) => size),
        due.map(({ share }) => share),
      ],
      rowLinks: due.map(({ board }) => portalPages[board]),
    },
    subtitle: `${formatShortDay(from)} to ${formatShortDay(to)}`,
    summary:
      due.length === 0
        ? 'Nothing is due in the next seven days.'
        : `Due in the next seven days: ${due
            .slice(0, 4)
            .map(
              ({ day, what, size }) =>
                `${formatShortDay(day)} ${what}${size === null ? '' : ` ${formatNumber(size, formats.usd)}`}`,
            )
            .join('; ')}.`,
  }
}

function expiring(
  context: TileContext,
  source: string,
  ahead: { readonly from: string; readonly to: string },
): Promise<ResultSet> {
  return context.run({
    source,
    measures: ['open_interest'],
    dims: ['expiry', 'asset'],
    filters: [{ field: 'expiry', op: 'between', values: [ahead.from, ahead.to] }],
    range: '30D',
  })
}

function expiries(
  found: ResultSet,
  all: ResultSet,
  text: { readonly what: string; readonly board: PortalPage },
): Due[] {
  const whole = new Map(
    (all.columns['asset'] ?? []).map((asset, row) => [
      asset,
      Number(all.columns['open_interest']?.[row] ?? 0),
    ]),
  )
  return (found.columns['expiry'] ?? []).flatMap((expiry, row) => {
    const asset = found.columns['asset']?.[row] ?? ''
    const size = Number(found.columns['open_interest']?.[row] ?? 0)
    const total = whole.get(asset) ?? 0
    // Small contracts would fill the list without mattering.
    if (size < 5e7) return []
    return [
      {
        day: String(expiry),
        what: `${asset} ${text.what} expire`,
        size,
        share: total === 0 ? null : (100 * size) / total,
        board: text.board,
      },
    ]
  })
}

function closed(found: ResultSet): Due[] {
  const { date = [], market = [], holiday = [], open = [] } = found.columns
  return date.map((day, row) => ({
    day: String(day),
    what: `${market[row]} ${open[row]}${holiday[row] === earlyClose ? ' (13:00 in New York)' : `: ${holiday[row]}`}`,
    size: null,
    share: null,
    board: 'etf',
  }))
}

function scheduled(found: ResultSet): Due[] {
  const { date = [], kind = [], title = [] } = found.columns
  return date.flatMap((day, row) =>
    kind[row] === 'expiry'
      ? []
      : [{ day: String(day), what: String(title[row]), size: null, share: null, board: 'home' as const }],
  )
}
