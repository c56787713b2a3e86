import type { SemanticModel } from '../../model/semantic-model'
import type { Answer } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft, Direction } from './draft'
import { isFlow, functionOf, isCourse, saysUnit, windowFor } from './working'
import { isMarker } from './roles'
import { isAttribute, readValues } from './filters'
import type { FunctionName } from '../../query/expression'

/** "By exchange" after "only CME" asks for all of them again; "whole term structure" after one tenor too. */
export function opensSplit(draft: Draft, { query }: Answer): void {
  const before = query.filters ?? []
  const kept = draft.filters.filter(
    (filter) =>
      !(
        draft.attributes.includes(filter.field) &&
        filter.values.length === 1 &&
        (filter.op === 'in' || filter.op === 'eq') &&
        before.includes(filter)
      ),
  )
  draft.filters.splice(0, draft.filters.length, ...kept)
}

/** "And the losers?" after the winners: the same ranking from the other end. */
function turnedOver(draft: Draft, model: SemanticModel, direction: Direction): boolean {
  const { top } = draft.rest
  const [id] = draft.measures
  if (!top || id === undefined) return false
  if (!/^(?:growth|change)\(/.test(draft.expressionOf(id)) && !isFlow(model, id)) return false
  const { from: _from, ...rest } = top
  draft.rest.top = { ...rest, by: id, ...(direction === 'down' ? { from: 'bottom' as const } : {}) }
  return true
}

/** "And the lowest?" after a top five: five of them, from the other end. */
export function rankedAgain(draft: Draft, { query }: Answer, { mentions, textOf }: ComposeContext): void {
  const { top } = draft.rest
  const said = mentions.find(({ meaning }) => meaning.kind === 'top')?.meaning
  const one = mentions.some(
    (mention) => isMarker(mention.meaning, 'which', 'place') || /^which/i.test(textOf(mention).text),
  )
  if (!top || !query.top || said?.kind !== 'top' || said.count !== null || one) return
  draft.rest.top = { ...top, count: query.top.count }
  draft.assumed.delete('top')
}

/** "Rest as other": what is not among the first is one thing; the first five where nobody said how many. */
export function withOthers(draft: Draft, { mentions }: ComposeContext): void {
  if (!mentions.some(({ meaning }) => isMarker(meaning, 'other'))) return
  const [attribute] = draft.attributes
  const [by] = draft.measures
  if (draft.rest.top) draft.rest.top = { ...draft.rest.top, other: true }
  else if (attribute !== undefined && by !== undefined) {
    draft.rest.top = { attribute, count: 5, by, other: true }
    draft.assumed.add('top')
    draft.assumptions.push('The first five, and the rest as one.')
  }
}

/** A chart that was chosen for another shape is not kept. */
export function redrawn(draft: Draft, previous: Answer): void {
  if (draft.chart !== 'auto' && draft.chart === previous.chart.type && shapeChanged(draft, previous))
    draft.chart = 'auto'
}

const shapeChanged = (draft: Draft, { query }: Answer): boolean =>
  draft.attributes.length !== (query.attributes?.length ?? 0) ||
  (draft.rest.grain === undefined) !== (query.grain === undefined)

const field = 'option_surface.tenor'
/** Those that the surface is kept for. */
const tenors: ReadonlySet<number> = new Set([7, 14, 30, 60, 90, 120, 180, 365])
const days = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const

/** "And 90d", after a volatility of 30 days: another tenor, or both side by side. */
export function otherTenor(draft: Draft, { query }: Answer, { mentions }: ComposeContext): void {
  const held = (query.filters ?? []).find((filter) => filter.field === field)
  const place = mentions.findIndex(({ meaning }, at) => meaning.kind === 'window' && !draft.used.has(at))
  const meaning = mentions[place]?.meaning
  if (!held || meaning?.kind !== 'window' || draft.measures.join() !== query.measures.join()) return
  // "Over 90 days" is time that is looked at.
  if (isMarker(mentions[place - 1]?.meaning, 'over')) return
  const value = meaning.count * days[meaning.unit]
  if (!tenors.has(value)) return
  draft.used.add(place)
  const joins = mentions.some((mention) => isMarker(mention.meaning, 'and', 'add', 'versus'))
  const values = joins ? [...new Set([...held.values.map(Number), value])] : [value]
  const kept = draft.filters.filter((filter) => filter.field !== field)
  draft.filters.splice(
    0,
    draft.filters.length,
    ...kept,
    values.length > 1 ? { field, op: 'in', values } : { field, op: 'eq', values },
  )
  if (values.length > 1 && !draft.attributes.includes(field)) draft.attributes.push(field)
}

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
