import type { Query, ResultSet } from '../model/query'
import type { SemanticModel } from '../model/semantic-model'
import { partsOf } from '../model/source'

type Run = (query: Query) => Promise<ResultSet>

interface Waiting {
  readonly query: Query
  readonly resolve: (result: Promise<ResultSet>) => void
}

/** A query of more measures than this is split again; the compiler takes no more. */
const mostMeasures = 12

/**
 * Tiles of a board ask side by side, and many ask one source for the same rows and another measure each. Queries that
 * are asked in one go and differ in nothing but their measures become one.
 */
export function batchQueries(model: SemanticModel, run: Run): Run {
  let waiting = new Map<string, Waiting[]>()

  const flush = (): void => {
    const groups = waiting
    waiting = new Map()
    for (const group of groups.values()) {
      for (let at = 0; at < group.length;) at += answer(group.slice(at), run)
    }
  }

  return (query) =>
    new Promise((resolve) => {
      if (waiting.size === 0) queueMicrotask(flush)
      const key = keyOf(model, query)
      const waiter: Waiting = { query, resolve }
      waiting.set(key, [...(waiting.get(key) ?? []), waiter])
    })
}

/** Answers as many of the group as fit one query; gives their number. */
function answer(group: readonly Waiting[], run: Run): number {
  const measures = new Set<string>()
  let count = 0
  for (const { query } of group) {
    const wanted = new Set([...measures, ...query.measures])
    if (count > 0 && wanted.size > mostMeasures) break
    for (const measure of query.measures) measures.add(measure)
    count += 1
  }
  const [first] = group
  if (!first) return 1
  const together = [...measures].sort()
  const result =
    together.length === first.query.measures.length
      ? run(first.query)
      : run({ ...first.query, measures: together })
  for (const { query, resolve } of group.slice(0, count)) {
    // A measure the model refuses must not take the others down with it.
    resolve(
      result.catch((error: unknown) =>
        together.length === query.measures.length ? Promise.reject(error as Error) : run(query),
      ),
    )
  }
  return count
}

/** Same rows, and measures that are read on the same days: a flow beside a balance would need a join. */
function keyOf(model: SemanticModel, query: Query): string {
  const { measures, ...rest } = query
  const over = measures.map((name) => {
    try {
      return partsOf(model.measure(model.source(query.source), name).measure).over
    } catch {
      return name
    }
  })
  const alone = query.top || query.sort || query.compare || query.limit ? measures : []
  return JSON.stringify([rest, [...new Set(over)].sort(), alone])
}
