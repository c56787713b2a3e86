import { dropped } from './droppings'
import { highest, lowest } from './rank-words'

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

export const markers: readonly (readonly [text: string, marker: Marker])[] = [
  ...['split', 'break', 'group', 'divide', 'separate'].flatMap((verb) =>
    ['', ' it', ' that', ' this', ' them', ' those'].flatMap((what) =>
      ['', ' up', ' down', ' out'].flatMap((way) =>
        ['by', 'per', 'into', 'across', 'among'].map(
          (tail) => [`${verb}${what}${way} ${tail}`, 'by'] as const,
        ),
      ),
    ),
  ),
  ...[
    'broken down',
    'broken up',
    'divided up',
    'breakdown',
    'segmented',
    'separated',
    'distributed',
    'grouped',
  ].flatMap((verb) =>
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
  ['minus', 'without'],
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
  ['overall', 'total'],
  ['average', 'total'],
  ['avg', 'total'],
  ['mean', 'total'],
  ['sum', 'total'],
  ['how much', 'total'],
  ['how many', 'total'],
  ['how long', 'total'],
  ['over time', 'over-time'],
  ...[
    'develop',
    'developed',
    'developing',
    'development',
    'evolve',
    'evolved',
    'evolving',
    'progress',
    'progressed',
  ].map((text) => [text, 'over-time'] as const),
  ...[
    'move',
    'moved',
    'moving',
    'behave',
    'behaved',
    'fluctuate',
    'fluctuated',
    'trended',
    'trending',
    'changed',
  ].map((text) => [text, 'over-time'] as const),
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
  ['and for', 'about'],
  ['now for', 'about'],
  ['also', 'add'],
  ['add', 'add'],
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
  ...['it', 'its', 'they', 'them', 'their', 'those', 'these', 'which one', 'which ones'].map(
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
  ['where', 'with'],
  ['whose', 'with'],
  ['with', 'with'],
  ['having', 'with'],
  ...[
    'left out',
    'excluded',
    'left aside',
    'aside',
    'omitted',
    'taken out',
    'not included',
    'not counted',
  ].flatMap((text) => [[text, 'left-out'] as const, [`are ${text}`, 'left-out'] as const]),
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
  ['days when', 'days-when'],
  ['days where', 'days-when'],
  ['days with', 'days-when'],
  ['days on which', 'days-when'],
  ['is', 'equals'],
  ['=', 'equals'],
]
