import type { AnswerFilter } from '../contract'
import { charts, fillers, functionNames, waysOfGrowth } from './vocabulary'

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

export const operators: readonly (readonly [text: string, op: AnswerFilter['op']])[] = [
  ['greater than or equal to', 'ge'],
  ['less than or equal to', 'le'],
  ['is greater than', 'gt'],
  ['is less than', 'lt'],
  ['greater than', 'gt'],
  ['higher than', 'gt'],
  ['larger than', 'gt'],
  ['bigger than', 'gt'],
  ['more than', 'gt'],
  ['less than', 'lt'],
  ['lower than', 'lt'],
  ['smaller than', 'lt'],
  ['fewer than', 'lt'],
  ['not less than', 'ge'],
  ['at least', 'ge'],
  ['at most', 'le'],
  ['no more than', 'le'],
  ['up to', 'le'],
  ['over', 'gt'],
  ['above', 'gt'],
  ['exceeding', 'gt'],
  ['beyond', 'gt'],
  ['under', 'lt'],
  ['below', 'lt'],
  ['>=', 'ge'],
  ['<=', 'le'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
  ['equals', 'eq'],
  ['exactly', 'eq'],
]

export const highest = [
  'top',
  'largest',
  'biggest',
  'highest',
  'most',
  'best',
  'leading',
  'greatest',
  'strongest',
  'fastest',
  'costliest',
  'furthest',
  'farthest',
  'widest',
  'deepest',
]
export const lowest = [
  'bottom',
  'smallest',
  'lowest',
  'least',
  'worst',
  'weakest',
  'fewest',
  'slowest',
  'cheapest',
]

export const markers: readonly (readonly [text: string, marker: Marker])[] = [
  ['broken down by', 'by'],
  ['split by', 'by'],
  ['grouped by', 'by'],
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
  ['relative to', 'versus'],
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
  ['over time', 'over-time'],
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
  ['instead', 'instead'],
  ['rather', 'instead'],
  ['also', 'add'],
  ['add', 'add'],
  ['plus', 'add'],
  ['sorted by', 'sorted'],
  ['sort by', 'sorted'],
  ['ordered by', 'sorted'],
  ['order by', 'sorted'],
  ['ranked by', 'sorted'],
  ['rank by', 'sorted'],
  ['descending', 'descending'],
  ['ascending', 'ascending'],
  ['with other', 'other'],
  ['and other', 'other'],
  ['where', 'with'],
  ['whose', 'with'],
  ['with', 'with'],
  ['having', 'with'],
  ['ratio of', 'ratio'],
  ['ratio', 'ratio'],
  ['divided by', 'ratio'],
  ['/', 'ratio'],
  ['to', 'to'],
  ['days when', 'days-when'],
  ['days where', 'days-when'],
  ['days with', 'days-when'],
  ['days on which', 'days-when'],
  ['is', 'equals'],
  ['=', 'equals'],
]

/** Every word that means something besides the names of the model. */
export const keywords: readonly string[] = [
  ...new Set(
    [
      ...markers.map(([text]) => text),
      ...functionNames.map(([text]) => text),
      ...waysOfGrowth.map(([word]) => word),
      ...charts.map(([text]) => text),
      ...operators.map(([text]) => text),
      ...highest,
      ...lowest,
      'last previous quarter month week yesterday today since between daily weekly monthly quarterly yearly hourly january february march april june july august september october november december',
      [...fillers].filter((word) => word.length > 4).join(' '),
    ].flatMap((text) => text.split(' ')),
  ),
].filter((word) => word.length > 2)
