import { sameValues } from '../../../src/core/flags/evaluate'
import type { FlagSource } from '../../../src/core/ports/flag-source'
import type { Shown } from './world'

export interface Observed {
  readonly history: readonly Shown[]
  sameReference(): boolean
}

/** Subscribes and records what is shown at each notification. */
export function observed(source: FlagSource): Observed {
  const look = (): Shown => ({ values: source.all(), status: source.status() })
  const history = [look()]
  source.subscribe(() => history.push(look()))
  return {
    history,
    sameReference() {
      const seen = [...history, look(), look()].map(({ values }) => values)
      return seen.every((values, index) => {
        const before = seen[index - 1]
        return before === undefined || before === values || !sameValues(before, values)
      })
    },
  }
}
