/** What a question asks of its answer beyond the query itself. */
export interface Asks {
  /** How many there are. */
  readonly count: boolean
  /** What they are on average. */
  readonly mean: boolean
  /** Whether the first is above or below the second. */
  readonly versus: boolean
}

const howMany =
  /\b(?:how many|count of|number of)(?=\s*(?:[?.!]|$)|\s+(?:(?:of|are|were|was|is|did|have|had|in|times|such)\b|(?:\w+[\s-]){0,3}?(?:hours|days|weeks|months|quarters|years|chains|networks|exchanges|venues|assets|coins|tokens|stablecoins|products|protocols|issuers|sponsors|funds|etfs|markets|names|rows)\b))|\bcount (?:them|those|these|the)\b/i
const onAverage = /\b(?:average|averaged|averages|avg|mean)\b/i

const aboveOrBelow =
  /\b(?:(?:higher|lower|more|less|bigger|smaller|larger|greater|cheaper|better|worse) than|above|below|exceeds?|compares? (?:with|to)|versus|vs|against)\b/i

export const asksOf = (question: string): Asks => ({
  count: howMany.test(question),
  mean: onAverage.test(question),
  versus: aboveOrBelow.test(question),
})
