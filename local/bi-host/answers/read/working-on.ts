import type { FunctionName } from '../../query/functions'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { turnedOver } from './re-ranking'
import { isMarker } from './roles'
import { functionOf, isCourse, isFlow, saysUnit, windowFor } from './working'

/** "As a 7-day moving average", "and as share of total", "which one grew most": of what was shown. */
export function workOn(draft: Draft, asked: ComposeContext, adds: boolean): void {
  const { mentions, model } = asked
  const before = [...draft.measures]
  const anew = mentions.some(({ meaning }) => isMarker(meaning, 'instead'))
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'function') return
    const { name, direction, usual } = meaning
    draft.used.add(place)
    // "Change vs the week before" is the comparison itself.
    if ((name === 'change' || name === 'growth') && direction === null && draft.rest.compare) return
    if (
      saysUnit(
        asked,
        draft.measures.map((id) => ({ id })),
        place,
      )
    )
      return
    // "Change over 90 days": of those days, whatever was looked at before.
    const since = mentions.some((mention, at) => mention.meaning.kind === 'window' && !draft.used.has(at))
    if ((name === 'growth' || name === 'change') && since) {
      delete draft.rest.range
      delete draft.rest.grain
    }
    const count = windowFor(draft, mentions, place, name)
    if (adds && usual !== null) {
      if (direction !== null && turnedOver(draft, model, direction)) return
      const id = functionOf(draft, model, { name, count, base: usual, usual: true })
      draft.addMeasure(id)
      return
    }
    const worked = draft.measures.map((id) => {
      // A share is not shared out again.
      if (name === 'share' && draft.expressionOf(id).startsWith('share(')) return id
      const shown = baseOf(draft, id, anew || !onTop.has(name) ? null : name)
      // "Their returns", after market caps: of their prices.
      const base = usual === 'price.close' && direction === null && shown === 'price.cap' ? usual : shown
      if (direction !== null && isFlow(model, base)) return base
      const done = name === 'change' && direction !== null && base === 'price.close' ? 'growth' : name
      return functionOf(draft, model, { name: done, count, base, usual: base === 'price.close' })
    })
    // "With the 50-day average": beside what it is the average of.
    const kept = adds && usual === null && direction === null ? before : []
    draft.measures.splice(0, draft.measures.length, ...new Set([...kept, ...worked]))
    const [field] = draft.measures
    if (direction !== null && field !== undefined) {
      if (!mentions.some((mention) => mention.meaning.kind === 'top')) turnedOver(draft, model, direction)
      draft.turned = direction === 'down'
      draft.sign = { field, direction }
      // Who grew most is seen at once, not over time.
      delete draft.rest.grain
    }
    if (isCourse(name)) draft.series = true
  })
  remeasured(draft, before)
}

/** What may be made of what was made before: the mean of a volatility. All else is of the figures themselves. */
const onTop: ReadonlySet<FunctionName> = new Set(['moving_average', 'moving_sum', 'cumulative', 'share'])

/** The same thing said again is not done twice: a 30-day mean takes the place of the 7-day one. `null`: whatever was done. */
function baseOf(draft: Draft, id: string, name: FunctionName | null): string {
  const expression = draft.expressionOf(id)
  const over = name ?? '[a-z_]+'
  const [, inner] =
    new RegExp(`^(?:${over}\\()+([a-z_]+\\.[a-z0-9_]+)(?:, \\d+|\\))*$`).exec(expression) ?? []
  return inner ?? id
}

export function remeasured(draft: Draft, before: readonly string[]): void {
  if (draft.rest.top && !draft.measures.includes(draft.rest.top.by)) {
    const [by] = draft.measures
    if (by === undefined) delete draft.rest.top
    else draft.rest.top = { ...draft.rest.top, by }
  }
  draft.filters.splice(
    0,
    draft.filters.length,
    ...draft.filters.filter(({ field }) => !before.includes(field) || draft.measures.includes(field)),
  )
}
