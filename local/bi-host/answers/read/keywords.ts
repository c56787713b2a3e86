import { listed, means } from './words'
import type { ChartType, AnswerFilter } from '../../wire/answers'
import type { FunctionName } from '../../query/expression'
import type { Direction } from './draft'
import { markers } from './markers'
import { highest, lowest, fillers } from './vocabulary'

export const charts: readonly (readonly [words: string, type: ChartType])[] = [
  ...means('stacked-area')('stacked area, stacked areas'),
  ...means('area-100')('100% area, 100% stacked area, share area'),
  ...means('stacked-bars')('stacked bars, stacked bar, stacked columns, stacked'),
  ...means('area-100')('100% stacked, stacked to 100%'),
  ['stacked column', 'stacked-bars'],
  ...means('bars-line')('bars and line, bar and line, bar line, combo'),
  ...means('line')('line, lines'),
  ['area', 'area'],
  ...means('bars')('bar, bars, column, columns'),
  ...means('donut')('pie, donut, doughnut'),
  ...means('treemap')('treemap, tree map'),
  ...means('heatmap')('heatmap, heat map'),
  ...means('scatter')('scatter, scatterplot'),
  ['table', 'table'],
  ...means('kpi')('headline, kpi, single number'),
]

const ofPrice = (name: FunctionName) => means(name, 'price.close')

/** What is done to a measure. `of`: taken when no measure is named beside it. */
export const functionNames: readonly (readonly [words: string, name: FunctionName, usual?: string])[] = [
  ...means('growth')('growth, growth rate, percent change, % change, percentage change, change in percent'),
  ...ofPrice('growth')(`
  return, returns, performance, mover, movers, moves, performing, performed, perform, performer, performers,
  price change`),
  ...means('change')('change, absolute change, difference'),
  ...means('share')(`
  share, market share, concentration, how concentrated, percent of total, % of total, share of total,
  proportion, a share, percentage of total, percent of the total, percentage of the total,
  share of the total, shares, in percent, as percentages, as a percentage`),
  ...means('moving_average')(`
  moving average, rolling average, running average, day average, day mean, smoothing, smooth, moving mean,
  moving avg, rolling avg, moving averages, running mean, trailing average, mavg, rolling mean, ma, sma,
  smoothed`),
  ...means('moving_sum')('rolling sum, moving sum, rolling total'),
  ...means(
    'change',
    'onchain.exchange_balance',
  )(`
  exchange outflows, exchange inflows, exchange netflow, exchange netflows, exchange net flow,
  exchange net flows, exchange flows, leaving exchanges, left exchanges, moving off exchanges,
  moved off exchanges, moved to exchanges, flowing to exchanges`),
  ...ofPrice('drawdown')('max drawdown, maximum drawdown'),
  ...ofPrice('volatility')(`
  volatility, vol, realised volatility, realized volatility, historical volatility, realised vol,
  realized vol, price volatility, historical vol, historic volatility, rv, hv`),
  // "Realised vs implied vol".
  ...ofPrice('volatility')('realised, realized'),
  ...means('cumulative')(`
  cumulative, cumulated, cumulatively, accumulated, running sum, sum up, sum it up, sum them up, summed up,
  add them up, running total`),
  ...means('rebase')('rebased, indexed, indexed to 100, rebased to 100, rebase'),
  ...'start starting starts started begin beginning base set index reindex rebase scale normalise normalize'
    .split(' ')
    .flatMap((verb) =>
      ['', ' them', ' them all', ' it', ' both', ' all', ' all of them', ' each', ' everything'].flatMap(
        (what) => ['at', 'from', 'to'].map((tail) => [`${verb}${what} ${tail} 100`, 'rebase'] as const),
      ),
    ),
  ...['index', 'rebase', 'normalise', 'normalize'].flatMap((verb) =>
    ['them', 'it', 'both', 'all'].map((what) => [`${verb} ${what}`, 'rebase'] as const),
  ),
  ...means('rebase')('base 100, on a common base, as an index, as index, normalised, normalized'),
  ...ofPrice('drawdown')(`
  drawdown, drawdowns, drawdown from peak, drawdown from its peak, drawdown from the peak,
  drawdown from its high, drawdown from the high, drawdown from its top, drawdown from its all-time high,
  drawdown from ath, drawdown from its ath`),
  ...listed(`
  below, under, off, from, down from, beneath, away from, since, distance from, distance below,
  distance off, distance to, gap to, gap from`).flatMap((lead) =>
    ['', 'its ', 'the ', 'their ', 'an ', 'a '].flatMap((article) =>
      listed(`
  peak, high, highs, ath, all time high, all time highs, record high, record, top, all time peak, maximum,
  last peak, last high`).map((noun) => [`${lead} ${article}${noun}`, 'drawdown', 'price.close'] as const),
    ),
  ),
  ...ofPrice('volatility')('volatile, more volatile, less volatile'),
  ...means('change')('drove, drives, driving, contributed, contributed to, contributes to'),
  ...means('share')('percentage, percent, percentage of, what percentage of, what share of'),
  ...['part', 'portion', 'proportion', 'fraction', 'slice'].flatMap((noun) =>
    [
      `${noun} of`,
      `what ${noun} of`,
      `which ${noun} of`,
      `how big a ${noun} of`,
      `how large a ${noun} of`,
    ].map((text) => [text, 'share'] as const),
  ),
  ...['total', 'the total', 'all', 'the whole'].map((whole) => [`out of ${whole}`, 'share'] as const),
  ['percent of', 'share'],
  ...['make up', 'makes up', 'made up', 'account for', 'accounts for', 'accounted for'].flatMap((verb) =>
    ['', ' most of', ' the most of', ' the bulk of', ' the largest part of', ' how much of'].map(
      (part) => [`${verb}${part}`, 'share'] as const,
    ),
  ),
  ...means('share')('what percent of, what percent, how much percent of'),
]

function spread(name: 'growth' | 'change', direction: Direction) {
  return (words: string) => words.split(' ').map((word) => [word, name, direction] as const)
}
const rises = spread('growth', 'up')
const falls = spread('growth', 'down')

/** Verbs and nouns of going up or down. Without a measure beside them some are about prices. */
export const movements: readonly (readonly [
  words: string,
  name: 'growth' | 'change',
  direction: Direction,
  usual?: string,
])[] = [
  ...rises(
    'grow grows grew grown growing rise rises rose risen rising increase increases increased increasing',
  ),
  ...rises(
    'climb climbed climbing jump jumps jumped surge surged surging rally rallied soared expanded expanding',
  ),
  ...falls('fall falls fell fallen falling drop drops dropped dropping decline declines declined declining'),
  ...falls(
    'decrease decreases decreased decreasing shrink shrinks shrank shrunk shrinking plunge plunged tanked tank dumped',
  ),
  ...falls(
    'slump slumped slumping crash crashed crashing contracted contracting tumble tumbles tumbled tumbling sink sinks sank sunk sinking slide slides slid sliding dip dips dipped dipping',
  ),
  ...falls(
    'slip slips slipped slipping retreat retreated retreating plummet plummets plummeted cratered crater collapse collapsed nosedived sagged weaken weakened depreciated depreciate halved melted softened',
  ),
  ...rises(
    'pump pumped pumping recover recovers recovered recovering rebound rebounds rebounded bounce bounced bouncing soar soars soaring skyrocketed mooned ripped spiked spike advanced advance appreciated appreciate strengthened ballooned swelled doubled climbs climbing jumping rallies rallying',
  ),
  ...['pull', 'pulls', 'pulled', 'fall', 'fell', 'sell', 'sold', 'drop', 'dropped'].flatMap((verb) =>
    ['back', 'off'].map((way) => [`${verb} ${way}`, 'growth', 'down'] as const),
  ),
  ...['run', 'ran', 'shot', 'shoot', 'come', 'came', 'bounce', 'bounced', 'picked'].flatMap((verb) =>
    [verb.startsWith('come') || verb.startsWith('came') || verb.startsWith('bounce') ? 'back' : 'up'].map(
      (way) => [`${verb} ${way}`, 'growth', 'up'] as const,
    ),
  ),
  ...means('growth', 'down')('come down, came down'),
  ...means('growth', 'up')('went up, gone up, going up'),
  ...means('growth', 'down')('went down, gone down, going down'),
  ...spread('change', 'up')('gain gains gained gaining added'),
  ...spread('change', 'down')('lose loses lost losing loss losses shed bled bleed bleeding bleeds'),
  ...means('growth', 'up', 'price.close')('gainer, gainers, winner, winners, outperformers'),
  ...means('growth', 'down', 'price.close')('laggards, underperformers, decliners, loser, losers'),
]

export const operators: readonly (readonly [text: string, op: AnswerFilter['op']])[] = [
  ['greater than or equal to', 'ge'],
  ['less than or equal to', 'le'],
  ['is greater than', 'gt'],
  ['is less than', 'lt'],
  ...means('gt')('greater than, higher than, larger than, bigger than, more than'),
  ...means('lt')('less than, lower than, smaller than, fewer than'),
  ...means('ge')('not less than, at least'),
  ...means('le')('at most, no more than, not more than'),
  ...means('ge')('no less than, no fewer than, a minimum of'),
  ['a maximum of', 'le'],
  ...means('gt')(`
  in excess of, north of, well over, well above, exceeds, exceeded, exceed, topping, topped, surpassed,
  surpassing`),
  ...means('lt')('south of, well under, well below'),
  ['up to', 'le'],
  ...means('gt')('over, above, exceeding, beyond'),
  ...means('lt')('under, below'),
  ['>=', 'ge'],
  ['<=', 'le'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ...means('eq')('=, equals, exactly'),
]

/** Nouns that names have in one number alone, for slips in the other. */
const plurals =
  'balances borrowings butterflies companies debts delays deviations effects exits expenses expirations factors intervals investments levels maturities minimums movements payouts periods pools profits ratios reversals sizes skews supplies tickets turnovers volatilities weekdays windows'

/** Every word that means something besides the names of the model. */
export const keywords: readonly string[] = [
  ...new Set(
    [
      ...markers.map(([text]) => text),
      ...functionNames.map(([text]) => text),
      ...movements.map(([text]) => text),
      ...charts.map(([text]) => text),
      ...operators.map(([text]) => text),
      ...highest,
      ...lowest,
      'last previous quarter month week yesterday today since between daily weekly monthly quarterly yearly hourly january february march april june july august september october november december',
      plurals,
      [...fillers].filter((word) => word.length > 4).join(' '),
    ].flatMap((text) => text.split(' ')),
  ),
].filter((word) => word.length > 2)
