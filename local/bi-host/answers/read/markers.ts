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
export const unitsSaid: readonly (readonly [text: string, marker: Marker])[] = [
  ...`
  in dollars, in usd, in us dollars, in dollar terms, in dollar value, in usd terms, in usd value,
  dollar value, dollar value of, usd value, usd value of, value in dollars, value in usd,
  converted to dollars, converted to usd, in absolute terms, in absolute numbers, in absolute figures,
  in absolute amounts, as amounts, as an amount, in amounts`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'dollars'] as const),
  ...`
  upcoming, coming up, still to come, to come, remaining, scheduled, still left, coming, next`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'ahead'] as const),
  ...['per', 'every', 'each'].flatMap((each) =>
    `
  8h, 8hr, 8hrs, 8 hours, 8 hour, eight hours, 8 hourly period, payment, interval`
      .trim()
      .split(/,\s+/)
      .flatMap((span) =>
        ['', 'in bps ', 'bps ', 'in basis points ', 'basis points ', 'in bp ', 'as bps '].map(
          (unit) => [`${unit}${each} ${span}`, 'payment'] as const,
        ),
      ),
  ),
  ...['in bps', 'in bp', 'in basis points', 'as bps', 'bps', 'basis points', '8h', '8 hourly'].map(
    (text) => [text, 'payment'] as const,
  ),
  ...lowest.flatMap((low) => highest.map((high) => [`${low} to ${high}`, 'ascending'] as const)),
  ...highest.flatMap((high) => lowest.map((low) => [`${high} to ${low}`, 'descending'] as const)),
  ...['above', 'below', 'beneath', 'under', 'exceed', 'exceeds', 'in excess of'].map(
    (text) => [text, 'beyond'] as const,
  ),
  ...['higher', 'lower', 'more', 'less', 'bigger', 'smaller', 'larger', 'greater', 'dearer', 'cheaper'].map(
    (text) => [`how much ${text}`, 'total'] as const,
  ),
]

/** "How high", "how badly": a figure is asked for, whatever it is of. */
export const howMuchSo: readonly (readonly [text: string, marker: Marker])[] =
  'high low big large far deep full expensive cheap strong badly hard heavily wide close'
    .split(' ')
    .map((quality) => [`how ${quality}`, 'total'] as const)

const dropping = ['drop', 'remove', 'reset', 'without', 'no', 'undo', 'clear', 'lose', 'forget', 'cancel']
/** "drop the split", "without that filter". */
export const dropped = (marker: Marker, nouns: readonly string[]): readonly (readonly [string, Marker])[] =>
  dropping.flatMap((verb) =>
    nouns.flatMap((noun) =>
      ['', 'the ', 'that ', 'this ', 'any ', 'all ', 'all the '].map(
        (article) => [`${verb} ${article}${noun}`, marker] as const,
      ),
    ),
  )

/** "Swap BTC for ETH", "include the rest". */
export const exchanged: readonly (readonly [string, Marker])[] = [
  ...`
  rest as other, the rest as other, rest as others, others grouped, group the rest, lump the rest together,
  lump the small ones together, lump the rest, group the small ones, group the smaller ones,
  small ones as other, the small ones as other, smaller ones as other, everything else as other,
  rest together, the rest together, rest combined, the rest combined, rest in one, the rest in one,
  rest into other, the rest into other, others together, put the rest together, the rest grouped,
  rest as one, the rest as one, rest grouped, others as one`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'other'] as const),
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
export const allOfThem: readonly (readonly [string, Marker])[] = [
  'all of them',
  'all of those',
  'all of these',
  'every one of them',
  'them all',
].map((text) => [text, 'untop'] as const)

/** "USDT vs the rest": one beside everything else of its kind. */
export const againstTheRest: readonly (readonly [string, Marker])[] = [
  'vs',
  'versus',
  'v',
  'against',
  'compared with',
  'compared to',
  'and',
].flatMap((lead) =>
  `
  the rest, rest, all the rest, the rest of them, everything else, everyone else, all others,
  all the others, the others, others, the remainder`
    .trim()
    .split(/,\s+/)
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
  ...`
  broken down, broken up, divided up, breakdown, segmented, separated, distributed, grouped`
    .trim()
    .split(/,\s+/)
    .flatMap((verb) =>
      ['by', 'per', 'across', 'into', 'among'].map((tail) => [`${verb} ${tail}`, 'by'] as const),
    ),
  ['distribution across', 'by'],
  ['distribution by', 'by'],
  ['for every', 'by'],
  ['in every', 'by'],
  ['of each', 'by'],
  ['on each', 'by'],
  ['among', 'by'],
  ['for each', 'by'],
  ['in each', 'by'],
  ['by each', 'by'],
  ['per each', 'by'],
  ['across', 'by'],
  ['each', 'by'],
  ['every', 'by'],
  ['all', 'by'],
  ['by', 'by'],
  ['per', 'per'],
  ['compared with', 'versus'],
  ['compared to', 'versus'],
  ['versus', 'versus'],
  ['vs', 'versus'],
  ['v', 'versus'],
  ['against', 'versus'],
  ['not including', 'without'],
  ['other than', 'without'],
  ['apart from', 'without'],
  ['leaving out', 'without'],
  ['without', 'without'],
  ['excluding', 'without'],
  ['except for', 'without'],
  ['except', 'without'],
  ['exclude', 'without'],
  ['excl', 'without'],
  ['remove', 'without'],
  ['drop', 'without'],
  ['leave out', 'without'],
  ['take out', 'without'],
  ['ignore', 'without'],
  ['ignoring', 'without'],
  ['hide', 'without'],
  ['skip', 'without'],
  ['but not', 'without'],
  ['not counting', 'without'],
  ['besides', 'without'],
  ['ex', 'without'],
  ['minus', 'minus'],
  ['less', 'minus'],
  ['net of', 'minus'],
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
  ['not', 'without'],
  ['no', 'without'],
  ['and', 'and'],
  ['or', 'and'],
  ['&', 'and'],
  ['which', 'which'],
  ['what', 'which'],
  ['who', 'which'],
  ['of', 'of'],
  ['total', 'total'],
  ...['combined', 'altogether', 'in total', 'in aggregate', 'put together', 'taken together'].map(
    (text) => [text, 'combined'] as const,
  ),
  ...howMuchSo,
  ...['x', '×'].map((text) => [text, 'cross'] as const),
  ['place', 'place'],
  ['places', 'place'],
  ['overall', 'total'],
  ['average', 'total'],
  ['avg', 'total'],
  ['mean', 'total'],
  ['sum', 'total'],
  ['how much', 'total'],
  ['how many', 'total'],
  ['how long', 'total'],
  ['over time', 'over-time'],
  ...`
  develop, developed, developing, development, evolve, evolved, evolving, progress, progressed`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'over-time'] as const),
  ...`
  move, moved, moving, behave, behaved, fluctuate, fluctuated, trended, trending, changed`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'over-time'] as const),
  ['change', 'over-time'],
  ['timeline', 'over-time'],
  ['timeseries', 'over-time'],
  ['through time', 'over-time'],
  ['history', 'over-time'],
  ['historical', 'over-time'],
  ['historically', 'over-time'],
  ['trend', 'over-time'],
  ['trends', 'over-time'],
  ['evolution', 'over-time'],
  ['time series', 'over-time'],
  ['course', 'over-time'],
  ['only', 'only'],
  ['just', 'only'],
  ['solely', 'only'],
  ...['restrict', 'restricted', 'limit', 'limited', 'narrow', 'narrowed', 'filter', 'filtered'].flatMap(
    (verb) =>
      ['', ' it', ' that', ' this', ' them', ' down', ' it down'].flatMap((what) =>
        ['to', 'on', 'by', 'for'].map((tail) => [`${verb}${what} ${tail}`, 'only'] as const),
      ),
  ),
  ['focus on', 'only'],
  ['zoom in on', 'only'],
  ['zoom in to', 'only'],
  ['zoom into', 'only'],
  ['instead', 'instead'],
  ['instead of that', 'instead'],
  ['rather', 'instead'],
  ['rather than', 'instead'],
  ['instead of', 'instead'],
  ['switch to', 'instead'],
  ['switch it to', 'instead'],
  ['change to', 'instead'],
  ['change it to', 'instead'],
  ['change that to', 'instead'],
  ['make it', 'instead'],
  ['make that', 'instead'],
  ['what about', 'about'],
  ['how about', 'about'],
  ['and what about', 'about'],
  ['and how about', 'about'],
  ['same for', 'about'],
  ['same with', 'about'],
  ['same but', 'about'],
  ['same thing', 'about'],
  ['the same', 'about'],
  ['same', 'about'],
  ['and for', 'about'],
  ['now for', 'about'],
  ['also', 'add'],
  ['add', 'add'],
  ...['throw', 'toss', 'bring', 'chuck', 'mix', 'pull'].map((verb) => [`${verb} in`, 'add'] as const),
  ['adding', 'add'],
  ['plus', 'add'],
  ['as well', 'add'],
  ['as well as', 'add'],
  ['too', 'add'],
  ['next to', 'add'],
  ['alongside', 'add'],
  ['beside', 'add'],
  ['along with', 'add'],
  ['together with', 'add'],
  ['in addition', 'add'],
  ['in addition to', 'add'],
  ['on top of that', 'add'],
  ['include', 'add'],
  ['overlay', 'add'],
  ['overlaid with', 'add'],
  ...['it', 'its', 'they', 'them', 'their', 'those', 'these', 'one', 'ones', 'which one', 'which ones'].map(
    (text) => [text, 'shown'] as const,
  ),
  ...['one of them', 'ones of them', 'of them', 'of those', 'of these', 'one of those', 'one of these'].map(
    (text) => [`which ${text}`, 'shown'] as const,
  ),
  ...dropped('unsplit', ['split', 'splits', 'breakdown', 'grouping', 'split by']),
  ['unsplit', 'unsplit'],
  ['all together', 'unsplit'],
  ['as one', 'unsplit'],
  ...dropped('unfilter', ['filter', 'filters', 'condition', 'conditions', 'restriction', 'threshold']),
  ...dropped('untop', ['top', 'limit', 'ranking', 'top n']),
  ...allOfThem,
  ...dropped('uncompare', ['comparison', 'comparisons', 'compare', 'comparing']),
  ['sorted by', 'sorted'],
  ['sort by', 'sorted'],
  ['ordered by', 'sorted'],
  ['order by', 'sorted'],
  ['ranked by', 'sorted'],
  ['rank by', 'sorted'],
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
  ['with other', 'other'],
  ['and other', 'other'],
  ...exchanged,
  ...againstTheRest,
  ...['was', 'were', 'did', 'has', 'have', 'is', 'does'].map(
    (verb) => [`when ${verb}`, 'days-when'] as const,
  ),
  ['where', 'with'],
  ['whose', 'with'],
  ['with', 'with'],
  ['having', 'with'],
  ...`
  left out, excluded, left aside, aside, omitted, taken out, not included, not counted`
    .trim()
    .split(/,\s+/)
    .flatMap((text) => [[text, 'left-out'] as const, [`are ${text}`, 'left-out'] as const]),
  ...['is', 'are', 'was', 'were', 'does', 'do', 'did', 'can', 'would', 'has', 'have'].map(
    (verb) => [`where ${verb}`, 'place'] as const,
  ),
  ["where's", 'place'],
  ['so far', 'so-far'],
  ['until now', 'so-far'],
  ['up to now', 'so-far'],
  ['to date', 'so-far'],
  ...['relative to', 'divided by', 'in relation to', 'in proportion to', 'over the amount of'].map(
    (text) => [text, 'ratio'] as const,
  ),
  ...['that', 'the same', 'this same'].flatMap((that) =>
    ['day', 'week', 'month', 'quarter', 'year', 'period', 'time'].flatMap((unit) => [
      [`${that} ${unit}`, 'shown'] as const,
      [`on ${that} ${unit}`, 'shown'] as const,
      [`in ${that} ${unit}`, 'shown'] as const,
      [`over ${that} ${unit}`, 'shown'] as const,
    ]),
  ),
  ['back then', 'shown'],
  ...['of it', 'of that', 'of this'].map((text) => [text, 'shown'] as const),
  ['ratio of', 'ratio'],
  ['ratio', 'ratio'],
  ['/', 'ratio'],
  ['to', 'to'],
  ...['day', 'week', 'month', 'quarter', 'year'].flatMap((unit) => [
    [unit, 'unit'] as const,
    [`single ${unit}`, 'unit'] as const,
    [`${unit}s`, 'days-when'] as const,
    ...['when', 'where', 'with', 'on which', 'in which', 'that had', 'that saw', 'having'].map(
      (tail) => [`${unit}s ${tail}`, 'days-when'] as const,
    ),
  ]),
  ['is', 'equals'],
  ['=', 'equals'],
]
