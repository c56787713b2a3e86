import type { Source } from '../../model/source'
import type { Reading } from '../../wire/answers'
import { sourcesOf } from './follow-up'
import type { Reader } from './reader'

/**
 * A board's reader that asks all data where the board's own does not explain a question: what the other understands whole is taken,
 * and that it is not on the board is said.
 */
export function readingOn(board: Reader, all: Reader, shown: readonly Source[]): Reader {
  const labels = new Map(shown.map(({ id, label }) => [id, label]))
  const near = kinship(shown)
  const told = (reading: Reading): Reading => ({
    ...reading,
    assumptions: [...reading.assumptions, ...elsewhere(reading, labels)],
  })
  return {
    lexicon: board.lexicon,
    read(request) {
      const first = board.read(request)
      const enough = isWhole(first) && !guessed(first) && knows(request.previous, labels)
      const second = all.read({ ...request, near })
      // "Total market cap" says more in three words together than one by one.
      if (enough && !(isWhole(second) && !guessed(second) && saysMore(second, first))) return first
      // What is put to the board's own answer is about the board, unless it is a question of its own.
      const reaches = second.answer !== null && !knows(second.answer, labels)
      const own = second.amended && knows(request.previous, labels) && !addsTo(request) && reaches
      const certain =
        !guessed(second) || ofEvents(second) || (request.previous === undefined && first.answer === null)
      if (isWhole(second) && certain && !own) return told(second)
      const { previous, ...anew } = request
      const third = previous ? all.read({ ...anew, near }) : null
      return third !== null && isWhole(third) && ofEvents(third) ? told(third) : first
    },
  }
}

/** "Against the T-bill", "add the price": laid beside what was shown, wherever it comes from. */
const addsTo = ({ phrase }: { readonly phrase: string }): boolean =>
  /\b(?:next to|beside|alongside|on top of) (?:it|that|this|them|those|these)\b|\b(?:alongside|next to it)$/i.test(
    phrase.trim(),
  ) ||
  /^(?:and |now |ok |then )*(?:add|against|vs|versus|compare|compared|next to|overlay|plus|put|show it against)\b/i.test(
    phrase.trim(),
  )

/** Whether longer names were found in the question, and nothing else was made of it. */
const saysMore = (second: Reading, first: Reading): boolean =>
  !first.amended &&
  second.tokens.length < first.tokens.length &&
  second.tokens.filter(({ kind }) => kind === 'measure').length ===
    first.tokens.filter(({ kind }) => kind === 'measure').length

const isWhole = ({ answer, notUnderstood }: Reading): boolean => answer !== null && notUnderstood.length === 0

/** Whether no measure was named. */
const guessed = ({ assumptions }: Reading): boolean =>
  assumptions.some((text) => text.startsWith('No measure was named'))

/** What happened goes by its own names: a depeg, a rate cut. */
const ofEvents = ({ answer }: Reading): boolean => answer !== null && sourcesOf(answer).join() === 'events'

/** What goes on from data of another board is read over all of it. */
const knows = (
  previous: Parameters<typeof sourcesOf>[0] | undefined,
  labels: ReadonlyMap<string, string>,
): boolean => previous === undefined || sourcesOf(previous).every((id) => labels.has(id))

function elsewhere({ answer }: Reading, labels: ReadonlyMap<string, string>): readonly string[] {
  const others = answer ? sourcesOf(answer).filter((id) => !labels.has(id)) : []
  return others.length === 0 ? [] : ['This board does not show it: it was read over all data.']
}

/** How much of what divides a source also divides the board's own. */
function kinship(own: readonly Source[]): (source: Source) => number {
  const concepts = new Set(
    own.flatMap(({ attributes }) => Object.values(attributes).map(({ concept }) => concept)),
  )
  return ({ attributes }) => {
    const all = Object.values(attributes)
    return all.length === 0 ? 0 : all.filter(({ concept }) => concepts.has(concept)).length / all.length
  }
}
