import type { Source } from '../../model/source'
import type { Reading } from '../contract'
import { sourcesOf } from './follow-up'
import type { Reader } from './reader'

/**
 * A board's reader that asks all data where the board's own does not explain a question: what the other understands whole is taken,
 * and that it is not on the board is said.
 */
export function readingOn(board: Reader, all: Reader, own: readonly Source[]): Reader {
  const labels = new Map(own.map(({ id, label }) => [id, label]))
  const near = kinship(own)
  return {
    lexicon: board.lexicon,
    read(request) {
      const first = board.read(request)
      if (isWhole(first) && !guessed(first) && knows(request.previous, labels)) return first
      const second = all.read({ ...request, near: near })
      if (!isWhole(second) || guessed(second)) return first
      // What is put to the board's own answer is about the board.
      if (second.amended && knows(request.previous, labels)) return first
      return { ...second, assumptions: [...second.assumptions, ...elsewhere(second, labels)] }
    },
  }
}

const isWhole = ({ answer, notUnderstood }: Reading): boolean => answer !== null && notUnderstood.length === 0

/** Whether no measure was named. */
const guessed = ({ assumptions }: Reading): boolean =>
  assumptions.some((text) => text.startsWith('No measure was named'))

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
