import { low, textAt, type Candidate } from './draft'
import { periodAt } from './moments'
import { highest, lowest, qualityOf } from './vocabulary'
import { amountAt, type Word, listed } from './words'

/** "Most expensive", "least active". */
const adjectives: Readonly<Record<string, string>> = {
  expensive: 'cost',
  costly: 'cost',
  active: 'activity',
  traded: 'activity',
  busy: 'activity',
  liquid: 'depth',
  crowded: 'fullness',
  used: 'fullness',
  utilised: 'fullness',
  utilized: 'fullness',
  stretched: 'fullness',
}

/** "Second largest": up to it. */
const ordinals = ['second', 'third', 'fourth', 'fifth']

/** The highest there has been. */
const everHigh = listed(`
  all time high, all time highs, at its highest, at its peak, at their peak, highest ever, record highs,
  all-time high, ath, aths, record high, record, all time peak, all time record, at its record, record,
  records`)
/** The lowest there has been. */
const everLow = listed(`
  all time low, all time lows, all-time low, all-time lows, atl, lowest ever, record low, record lows,
  at its lowest ever`)

/** "Who is on top". */
const stands = /^(?:is|are|was|were|be|comes?|came|sits?|stays?|stayed|ranks?|ends?|ended|out)$/

/** "Best rate first", "highest supply apy first": the order of what is shown, said at the end of a part. */
function firstAfter(words: readonly Word[], at: number): boolean {
  const place = [at + 2, at + 3].find((next) => low(words, next) === 'first')
  if (place === undefined || /^\d/.test(low(words, at + 1))) return false
  return words[place + 1] === undefined || words[place + 1]?.apart === true
}

const movesOrPays =
  /^(?:grew|grow|grows|growing|grown|rose|risen|rising|fell|fallen|falling|dropped|declined|shrank|gained|lost|added|climbed|jumped|increased|decreased|moved|pays?|paying|paid|costs?|charges?|earns?|earned|yields?|holds?|has|have|had|did|saw|took|made)$/

/** "Which grew faster", "who pays less": the first of them, from one end. */
function comparedAt(words: readonly Word[], at: number): 'top' | 'bottom' | null {
  const said = /^(?:(faster|more|quicker)|slower|less)$/.exec(low(words, at))
  const asked = words.slice(0, at).some((word) => /^(?:which|who|what)$/.test(word.low))
  // "Who got rekt more this month".
  const ends =
    at > 1 && /^(?:|this|last|in|on|over|today|yesterday|since|so|during)$/.test(low(words, at + 1))
  if (!said || !asked || (!ends && !movesOrPays.test(low(words, at - 1)))) return null
  if (words.slice(at).some((word) => word.low === 'than')) return null
  return said[1] === undefined ? 'bottom' : 'top'
}

/** "top 10", "5 largest", "highest", "most". */
export function topAt(words: readonly Word[], at: number): Candidate | null {
  const side = (place: number): 'top' | 'bottom' | null =>
    highest.includes(low(words, place)) ? 'top' : lowest.includes(low(words, place)) ? 'bottom' : null
  const ordinal = ordinals.indexOf(low(words, at))
  const end = ordinal < 0 ? null : side(at + 1)
  if (end) return { length: 2, meaning: { kind: 'top', count: ordinal + 2, from: end, superlative: false } }
  const ever = textAt(words, at, everHigh)
  const never = textAt(words, at, everLow)
  if (ever > 0 || never > 0)
    return {
      length: Math.max(ever, never),
      meaning: {
        kind: 'top',
        count: null,
        from: ever > never ? 'top' : 'bottom',
        superlative: true,
        ever: true,
      },
    }
  // "What does it pay on top": besides the rest, and nobody is first.
  if (low(words, at) === 'top' && low(words, at - 1) === 'on' && !stands.test(low(words, at - 2))) return null
  const from = side(at)
  // "Best rate first": in which order, and none is picked out.
  if (from && firstAfter(words, at)) return { length: 1, meaning: { kind: 'marker', marker: 'sorted' } }
  const order =
    low(words, at) === 'first' ? [at - 2, at - 3].find((place) => side(place) !== null) : undefined
  if (order !== undefined && firstAfter(words, order) && order >= 0)
    return {
      length: 1,
      meaning: { kind: 'marker', marker: side(order) === 'top' ? 'descending' : 'ascending' },
    }
  if (from) {
    const amount = amountAt(words, at + 1)
    const counted =
      amount?.length === 1 &&
      amount.unit === null &&
      Number.isInteger(amount.value) &&
      amount.value > 0 &&
      !periodAt(words, at + 1)
    if (counted) return { length: 2, meaning: { kind: 'top', count: amount.value, from, superlative: false } }
    const adjective = low(words, at + 1)
    const turned = ['most', 'least'].includes(low(words, at)) ? adjectives[adjective] : undefined
    const quality = turned ?? qualityOf[low(words, at)]
    const length = turned === undefined ? 1 : 2
    return { length, meaning: { kind: 'top', count: null, from, superlative: true, quality } }
  }
  const which = comparedAt(words, at)
  if (which) return { length: 1, meaning: { kind: 'top', count: null, from: which, superlative: true } }
  const amount = amountAt(words, at)
  const after = amount?.length === 1 ? side(at + 1) : null
  const most = ['most', 'least'].includes(low(words, at + 1)) ? adjectives[low(words, at + 2)] : undefined
  return amount && after && Number.isInteger(amount.value) && amount.value > 0
    ? {
        length: most === undefined ? 2 : 3,
        meaning: {
          kind: 'top',
          count: amount.value,
          from: after,
          superlative: false,
          quality: most ?? qualityOf[low(words, at + 1)],
        },
      }
    : null
}
