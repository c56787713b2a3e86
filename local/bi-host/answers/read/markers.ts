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
