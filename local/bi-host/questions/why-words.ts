/** How a question why says that it went down: beginnings of words, with any ending. */
const falling =
  'fall|fell|drop|declin|decreas|shrink|shrank|shrunk|dip|slump|crash|collaps|plung|tumbl|sank|sink|sunk|slid|tank|crater|bleed|bled|halv|lower'
/** The same for up. */
const rising =
  'rise|rising|rose|grow|grew|increas|jump|spik|surg|soar|climb|rall|explod|balloon|swell|recover|bounc|doubl|higher'
/** What else it says besides what it is about and when. */
const besides =
  'weak|strong(?:ly)?|high|low|change[ds]?|move[ds]?|go(?:ne|ing)?|went|it|they|that|so|such|much|sharp(?:ly)?|sudden(?:ly)?|big|large|a lot'

const verbs = new RegExp(String.raw`\b(?:(?:${falling}|${rising})\w*|down|up|${besides})\b`, 'gi')
const down = new RegExp(String.raw`\b(?:${falling}|down\b)`, 'i')
const up = new RegExp(String.raw`\b(?:${rising}|up\b)`, 'i')

/** The words that only say which way it went, each by what `by` makes of it. */
export const withoutVerbs = (text: string, by: (verb: string) => string): string => text.replaceAll(verbs, by)

/** Which way a question why takes for granted; null where it says none, or both. */
export function supposed(asked: string): 'up' | 'down' | null {
  const [falls, rises] = [down.test(asked), up.test(asked)]
  // Outflows that fell are a net flow that rose: what is meant depends on the measure.
  if (/\boutflow/i.test(asked)) return falls || rises ? null : 'down'
  if (falls || rises) return falls && rises ? null : falls ? 'down' : 'up'
  return /\binflow/i.test(asked) ? 'up' : null
}
