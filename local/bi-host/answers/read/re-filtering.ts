import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute, readValues } from './filters'
import { isMarker } from './roles'

/** "Back to all chains": nothing is held on what is named in whole. True when something was. */
export function openedAgain(draft: Draft, { mentions, names, model, textOf }: ComposeContext): boolean {
  let opened = false
  mentions.forEach((mention, place) => {
    if (!isMarker(mention.meaning, 'by') || !/^(?:all|every)$/i.test(textOf(mention).text)) return
    const senses = names.find((named) => named.place === place + 1)?.senses ?? []
    const kept = draft.filters.filter(
      ({ field }) =>
        !senses.some(
          (sense) =>
            sense.kind === 'attribute' &&
            isAttribute(model, field) &&
            model.counterpart(model.source(field.slice(0, field.indexOf('.'))), sense.id) ===
              field.slice(field.indexOf('.') + 1),
        ),
    )
    opened ||= kept.length < draft.filters.length
    draft.filters.splice(0, draft.filters.length, ...kept)
  })
  return opened
}

function sameField(model: ComposeContext['model'], a: string, b: string): boolean {
  if (a === b || !isAttribute(model, a) || !isAttribute(model, b)) return a === b
  return model.counterpart(model.source(a.slice(0, a.indexOf('.'))), b) === a.slice(a.indexOf('.') + 1)
}

/** A value that is named takes the place of those before it on the same attribute, or joins them. */
export function changeFilters(draft: Draft, context: ComposeContext, joins: boolean): void {
  const old = [...draft.filters]
  draft.filters.length = 0
  readValues(draft, context)
  const fresh = [...draft.filters]
  const { model } = context
  swapped(fresh, old, context)
  const kept = old.flatMap((filter) => {
    const change = fresh.find(({ field }) => sameField(model, filter.field, field))
    if (!change) return [filter]
    if (change.op === 'in' && filter.op === 'in' && joins) {
      fresh.splice(fresh.indexOf(change), 1)
      return [{ ...filter, values: [...new Set([...filter.values, ...change.values])] }]
    }
    if (change.op === 'in' && filter.op === 'not-in' && joins) {
      fresh.splice(fresh.indexOf(change), 1)
      const rest = filter.values.filter((value) => !change.values.includes(value))
      return rest.length > 0 ? [{ ...filter, values: rest }] : []
    }
    if (change.op === 'not-in' && filter.op === 'not-in') {
      fresh.splice(fresh.indexOf(change), 1)
      return [{ ...filter, values: [...new Set([...filter.values, ...change.values])] }]
    }
    if (change.op === 'not-in' && filter.op === 'in') {
      const rest = filter.values.filter((value) => !change.values.includes(value))
      fresh.splice(fresh.indexOf(change), 1)
      return rest.length > 0 ? [{ ...filter, values: rest }] : []
    }
    return []
  })
  // Coins that are named are of the kind that they are.
  const coins = fresh.some(({ field, op }) => op === 'in' && field.endsWith('.asset'))
  const rest = kept.filter(({ field, op }) => !(coins && op === 'not-in' && field.endsWith('.kind')))
  draft.filters.splice(0, draft.filters.length, ...rest, ...fresh)
}

/** "Swap BTC for ETH": the one that was shown goes, the other comes, and those beside it stay. */
function swapped(fresh: Draft['filters'], old: Draft['filters'], { mentions, model }: ComposeContext): void {
  if (!mentions.some(({ meaning }) => isMarker(meaning, 'swap'))) return
  fresh.forEach((change, at) => {
    const held = old.find(({ field, op }) => op === 'in' && sameField(model, field, change.field))
    if (!held || change.op !== 'in' || !change.values.some((value) => held.values.includes(value))) return
    const stay = held.values.filter((value) => !change.values.includes(value))
    const come = change.values.filter((value) => !held.values.includes(value))
    if (come.length > 0) fresh[at] = { ...change, values: [...stay, ...come] }
  })
}

/** "90 day tenor" takes the place of the tenor before. */
export function renumbered(draft: Draft, from: number): void {
  const fresh = draft.filters.slice(from).map(({ field }) => field)
  const kept = draft.filters.filter(({ field }, at) => at >= from || !fresh.includes(field))
  draft.filters.splice(0, draft.filters.length, ...kept)
}

/** Held to one value there is nothing left to lay side by side. */
export function dropSplitByOne(draft: Draft): void {
  const one = draft.filters
    .filter(({ op, values }) => op === 'in' && values.length === 1)
    .map(({ field }) => field)
  const kept = draft.attributes.filter((id) => !one.includes(id))
  draft.attributes.splice(0, draft.attributes.length, ...kept)
}
