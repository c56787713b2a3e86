import { listed, means } from './words'
import { highest, lowest } from './vocabulary'

/** Words that say what is done with what is named. */
export type Marker =
  | 'by'
  | 'versus'
  | 'without'
  | 'and'
  | 'which'
  | 'of'
  | 'total'
  | 'over-time'
  | 'only'
  | 'instead'
  | 'add'
  | 'sorted'
  | 'descending'
  | 'ascending'
  | 'with'
  | 'ratio'
  | 'per'
  | 'days-when'
  | 'other'
  | 'equals'
  | 'to'
  /** Goes on about what was shown: "which one", "it", "those". */
  | 'shown'
  /** "what about", "the same for": another one in place of this. */
  | 'about'
  | 'unsplit'
  | 'unfilter'
  | 'untop'
  | 'uncompare'
  /** "stablecoins left out": what was named before is left out. */
  | 'left-out'
  /** Asks where something is: which venue, chain or network. */
  | 'place'
  /** Up to now: one total of what flows. */
  | 'so-far'
  /** A plain "day" or "week": an interval that something is asked of. */
  | 'unit'
  /** "A minus B": taken from, and without where it stands before a name. */
  | 'minus'
  | 'dash'
  /** "The spread between A and B". */
  | 'gap'
  /** "In coins": not what they are worth. */
  | 'coins'
  /** "Combined": one number for all that are named. */
  | 'combined'
  /** "Exchange x coin": split by both. */
  | 'cross'
  /** "A over B": a ratio, of rates a difference. */
  | 'over'
  /** "Upcoming", "next holiday": what lies ahead. */
  | 'ahead'
  /** "In dollars": what it is worth, where coins are counted. */
  | 'dollars'
  /** "In bps per 8h": the funding rate of one payment. */
  | 'payment'
  /** "How far is A above B": one measure from another. */
  | 'beyond'
  /** "Against the rest": beside everything else of its kind. */
  | 'rest'
  /** "Swap A for B": one takes the place of the other. */
  | 'swap'

/** What things are counted in, what lies ahead, and how far one is from another. */
const unitsSaid: readonly (readonly [text: string, marker: Marker])[] = [
  ...means('dollars')(`
  in dollars, in usd, in us dollars, in dollar terms, in dollar value, in usd terms, in usd value,
  dollar value, dollar value of, usd value, usd value of, value in dollars, value in usd,
  converted to dollars, converted to usd, in absolute terms, in absolute numbers, in absolute figures,
  in absolute amounts, as amounts, as an amount, in amounts`),
  ...means('ahead')(`
  upcoming, coming up, still to come, to come, remaining, scheduled, still left, coming, next`),
  ...['per', 'every', 'each'].flatMap((each) =>
    listed(`
  8h, 8hr, 8hrs, 8 hours, 8 hour, eight hours, 8 hourly period, payment, interval`).flatMap((span) =>
      ['', 'in bps ', 'bps ', 'in basis points ', 'basis points ', 'in bp ', 'as bps '].map(
        (unit) => [`${unit}${each} ${span}`, 'payment'] as const,
      ),
    ),
  ),
  ...means('payment')('in bps, in bp, in basis points, as bps, bps, basis points, 8h, 8 hourly'),
  ...lowest.flatMap((low) => highest.map((high) => [`${low} to ${high}`, 'ascending'] as const)),
  ...highest.flatMap((high) => lowest.map((low) => [`${high} to ${low}`, 'descending'] as const)),
  ...means('beyond')('above, below, beneath, under, exceed, exceeds, in excess of'),
  ...['higher', 'lower', 'more', 'less', 'bigger', 'smaller', 'larger', 'greater', 'dearer', 'cheaper'].map(
    (text) => [`how much ${text}`, 'total'] as const,
  ),
]

/** "How high", "how badly": a figure is asked for, whatever it is of. */
const howMuchSo: readonly (readonly [text: string, marker: Marker])[] =
  'high low big large far deep full expensive cheap strong badly hard heavily wide close'
    .split(' ')
    .map((quality) => [`how ${quality}`, 'total'] as const)

const dropping = ['drop', 'remove', 'reset', 'without', 'no', 'undo', 'clear', 'lose', 'forget', 'cancel']
/** "drop the split", "without that filter". */
const dropped = (marker: Marker, nouns: readonly string[]): readonly (readonly [string, Marker])[] =>
  dropping.flatMap((verb) =>
    nouns.flatMap((noun) =>
      ['', 'the ', 'that ', 'this ', 'any ', 'all ', 'all the '].map(
        (article) => [`${verb} ${article}${noun}`, marker] as const,
      ),
    ),
  )

/** "Swap BTC for ETH", "include the rest". */
const exchanged: readonly (readonly [string, Marker])[] = [
  ...means('other')(`
  rest as other, the rest as other, rest as others, others grouped, group the rest, lump the rest together,
  lump the small ones together, lump the rest, group the small ones, group the smaller ones,
  small ones as other, the small ones as other, smaller ones as other, everything else as other,
  rest together, the rest together, rest combined, the rest combined, rest in one, the rest in one,
  rest into other, the rest into other, others together, put the rest together, the rest grouped,
  rest as one, the rest as one, rest grouped, others as one`),
  ...['swap', 'replace', 'exchange', 'substitute', 'trade', 'switch'].flatMap((verb) =>
    ['', ' out'].map((way) => [`${verb}${way}`, 'swap'] as const),
  ),
  ...['include', 'including', 'with', 'add', 'show', 'and', 'plus', 'keep'].flatMap((verb) =>
    ['others', 'the others', 'the rest', 'the rest as other'].map(
      (what) => [`${verb} ${what}`, 'other'] as const,
    ),
  ),
]

/** "Show all of them": what was the first few only. */
const allOfThem: readonly (readonly [string, Marker])[] = listed(`
  all of them, all of those, all of these, every one of them, them all`).map(
  (text) => [text, 'untop'] as const,
)

/** "USDT vs the rest": one beside everything else of its kind. */
const againstTheRest: readonly (readonly [string, Marker])[] = listed(`
  vs, versus, v, against, compared with, compared to, and`).flatMap((lead) =>
  listed(`
  the rest, rest, all the rest, the rest of them, everything else, everyone else, all others,
  all the others, the others, others, the remainder`)
    .filter((what) => lead !== 'and' || /^(?:everything|everyone|all)/.test(what))
    .map((what) => [`${lead} ${what}`, 'rest'] as const),
)

/** The words of every marker; of several the longest that stands there. */
export const markers: readonly (readonly [text: string, marker: Marker])[] = [
  ...['split', 'break', 'group', 'divide', 'separate'].flatMap((verb) =>
    ['', ' it', ' that', ' this', ' them', ' those'].flatMap((what) =>
      ['', ' up', ' down', ' out'].flatMap((way) =>
        ['by', 'per', 'into', 'across', 'among', 'amongst', 'between'].map(
          (tail) => [`${verb}${what}${way} ${tail}`, 'by'] as const,
        ),
      ),
    ),
  ),
  ...listed(`
  broken down, broken up, divided up, breakdown, segmented, separated, distributed, grouped`).flatMap(
    (verb) => ['by', 'per', 'across', 'into', 'among'].map((tail) => [`${verb} ${tail}`, 'by'] as const),
  ),
  ...means('by')(`
  distribution across, distribution by, for every, in every, of each, on each, among, for each, in each,
  by each, per each, across, each, every, all, by`),
  ['per', 'per'],
  ...means('versus')('compared with, compared to, versus, vs, v, against'),
  ...means('without')(`
  not including, other than, apart from, leaving out, without, excluding, except for, except, exclude, excl,
  remove, drop, leave out, take out, ignore, ignoring, hide, skip, but not, not counting, besides, ex`),
  ...means('minus')('minus, less, net of'),
  ['-', 'dash'],
  ['over', 'over'],
  ...['difference', 'spread', 'gap', 'differential', 'distance'].flatMap((noun) =>
    ['between', 'of', 'over', ''].map((tail) => [`${noun} ${tail}`.trim(), 'gap'] as const),
  ),
  ['excess of', 'gap'],
  ...['in', 'counted in', 'measured in', 'denominated in', 'expressed in'].flatMap((lead) =>
    ['coins', 'coin terms', 'native units', 'native coins', 'number of coins'].map(
      (noun) => [`${lead} ${noun}`, 'coins'] as const,
    ),
  ),
  ...unitsSaid,
  ...means('without')('not, no'),
  ...means('and')('and, or, &'),
  ...means('which')('which, what, who'),
  ['of', 'of'],
  ['total', 'total'],
  ...means('combined')('combined, altogether, in total, in aggregate, put together, taken together'),
  ...howMuchSo,
  ...means('cross')('x, ×'),
  ...means('place')('place, places'),
  ...means('total')('overall, average, avg, mean, sum, how much, how many, how long'),
  ['over time', 'over-time'],
  ...means('over-time')(`
  develop, developed, developing, development, evolve, evolved, evolving, progress, progressed`),
  ...means('over-time')(`
  move, moved, moving, behave, behaved, fluctuate, fluctuated, trended, trending, changed`),
  ...means('over-time')(`
  change, timeline, timeseries, through time, history, historical, historically, trend, trends, evolution,
  time series, course`),
  ...means('only')('only, just, solely'),
  ...['restrict', 'restricted', 'limit', 'limited', 'narrow', 'narrowed', 'filter', 'filtered'].flatMap(
    (verb) =>
      ['', ' it', ' that', ' this', ' them', ' down', ' it down'].flatMap((what) =>
        ['to', 'on', 'by', 'for'].map((tail) => [`${verb}${what} ${tail}`, 'only'] as const),
      ),
  ),
  ...means('only')('focus on, zoom in on, zoom in to, zoom into'),
  ...means('instead')(`
  instead, instead of that, rather, rather than, instead of, switch to, switch it to, change to,
  change it to, change that to, make it, make that`),
  ...means('about')(`
  what about, how about, and what about, and how about, same for, same with, same but, same thing, the same,
  same, and for, now for`),
  ...means('add')('also, add'),
  ...['throw', 'toss', 'bring', 'chuck', 'mix', 'pull'].map((verb) => [`${verb} in`, 'add'] as const),
  ...means('add')(`
  adding, plus, as well, as well as, too, next to, alongside, beside, along with, together with,
  in addition, in addition to, on top of that, include, overlay, overlaid with`),
  ...means('shown')('it, its, they, them, their, those, these, one, ones, which one, which ones'),
  ...['one of them', 'ones of them', 'of them', 'of those', 'of these', 'one of those', 'one of these'].map(
    (text) => [`which ${text}`, 'shown'] as const,
  ),
  ...dropped('unsplit', ['split', 'splits', 'breakdown', 'grouping', 'split by']),
  ...means('unsplit')('unsplit, all together, as one'),
  ...dropped('unfilter', ['filter', 'filters', 'condition', 'conditions', 'restriction', 'threshold']),
  ...dropped('untop', ['top', 'limit', 'ranking', 'top n']),
  ...allOfThem,
  ...dropped('uncompare', ['comparison', 'comparisons', 'compare', 'comparing']),
  ...means('sorted')('sorted by, sort by, ordered by, order by, ranked by, rank by'),
  ...['descending', 'in descending order', 'high to low', 'highest to lowest', 'largest to smallest'].flatMap(
    (text) =>
      ['', 'from ', 'from the ', 'sorted ', 'ranked ', 'sorted from '].map(
        (lead) => [`${lead}${text}`, 'descending'] as const,
      ),
  ),
  ...['ascending', 'in ascending order', 'low to high', 'lowest to highest', 'smallest to largest'].flatMap(
    (text) =>
      ['', 'from ', 'from the ', 'sorted ', 'ranked ', 'sorted from '].map(
        (lead) => [`${lead}${text}`, 'ascending'] as const,
      ),
  ),
  ...['first', 'on top', 'at the top'].flatMap((tail) => [
    ...highest.map((text) => [`${text} ${tail}`, 'descending'] as const),
    ...lowest.map((text) => [`${text} ${tail}`, 'ascending'] as const),
  ]),
  ...means('other')('with other, and other'),
  ...exchanged,
  ...againstTheRest,
  ...['was', 'were', 'did', 'has', 'have', 'is', 'does'].map(
    (verb) => [`when ${verb}`, 'days-when'] as const,
  ),
  ...means('with')('where, whose, with, having'),
  ...listed(`
  left out, excluded, left aside, aside, omitted, taken out, not included, not counted`).flatMap((text) => [
    [text, 'left-out'] as const,
    [`are ${text}`, 'left-out'] as const,
  ]),
  ...['is', 'are', 'was', 'were', 'does', 'do', 'did', 'can', 'would', 'has', 'have'].map(
    (verb) => [`where ${verb}`, 'place'] as const,
  ),
  ["where's", 'place'],
  ...means('so-far')('so far, until now, up to now, to date'),
  ...means('ratio')('relative to, divided by, in relation to, in proportion to, over the amount of'),
  ...['that', 'the same', 'this same'].flatMap((that) =>
    ['day', 'week', 'month', 'quarter', 'year', 'period', 'time'].flatMap((unit) => [
      [`${that} ${unit}`, 'shown'] as const,
      [`on ${that} ${unit}`, 'shown'] as const,
      [`in ${that} ${unit}`, 'shown'] as const,
      [`over ${that} ${unit}`, 'shown'] as const,
    ]),
  ),
  ['back then', 'shown'],
  ...means('shown')('of it, of that, of this'),
  ...means('ratio')('ratio of, ratio, /'),
  ['to', 'to'],
  ...['day', 'week', 'month', 'quarter', 'year'].flatMap((unit) => [
    [unit, 'unit'] as const,
    [`single ${unit}`, 'unit'] as const,
    [`${unit}s`, 'days-when'] as const,
    ...['when', 'where', 'with', 'on which', 'in which', 'that had', 'that saw', 'having'].map(
      (tail) => [`${unit}s ${tail}`, 'days-when'] as const,
    ),
  ]),
  ...means('equals')('is, ='),
]
