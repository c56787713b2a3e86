import type { SemanticModel } from '../../model/semantic-model'
import { type FunctionName, functionNamed } from '../../query/expression'
import { baseMeasure } from '../../query/resolve'
import { asksTheWorst } from './ranking'
import type { Draft, MeasureContext, Placed } from './draft'
import type { Mention } from './mentions'
import { daysIn } from './moments'
import { usualOf } from './choosing'
import { isWholeOf, windowBeside, windowsBefore, sectorSaid } from './beside'
import { isMarker, type Named } from './roles'
import { sizeOf } from './vocabulary'
import { isCoin } from './role-cues'
import { functionLabel, labelOf } from '../../questions/canonical'

/** What a function may be separated by from its measure: "growth of the BTC price". */
const passes = ({ meaning }: Mention, names: readonly Named[], place: number): boolean =>
  meaning.kind === 'filler' ||
  meaning.kind === 'window' ||
  isMarker(meaning, 'of') ||
  names.some((named) => named.place === place && (named.role === 'value' || named.role === 'context'))

/** Does something to the measure it is said of: growth, a mean, a share. */
export function applyFunction(draft: Draft, context: MeasureContext, placed: Placed[], place: number): void {
  const { mentions, names, model } = context
  const mention = mentions[place]
  if (mention?.meaning.kind !== 'function') return
  const { name, usual, direction } = mention.meaning
  draft.used.add(place)
  if (saysUnit(context, placed, place)) return
  // "What share of the supply is staked" is a share already.
  if (name === 'share' && placed.some(({ id }) => /^[a-z_]+\.[a-z]+_share$/.test(id))) return
  // What is named elsewhere in the question is meant before what nobody named.
  const target =
    targetOf(context, placed, place, usual !== null) ?? (usual === null ? placed[0] : undefined) ?? null
  // "Off-peg moves" are how far it is off.
  if (target?.id.startsWith('stable_price.deviation') && /^moves?$/i.test(context.textOf(mention).text))
    return
  // "Dropped under 0.995": the figure itself is under it.
  const bar = mentions[place + 1]?.meaning
  if (direction !== null && bar?.kind === 'condition' && bar.unit === null && placed.length > 0) return
  // "Fell below par" is a price below par.
  const below = placed.find((item) => item.place > place && draft.sign?.field === item.id && draft.turned)
  if (direction === 'down' && below) return
  // "Net bridged by chain, losers only": which way it went.
  const [flow] = placed
  if (direction !== null && usual !== null && !target && flow && isFlow(model, flow.id)) {
    draft.turned = direction === 'down'
    draft.sign = { field: flow.id, direction }
    return
  }
  // "How much of the volume do they make up": a part said twice.
  if (target && name === 'share' && draft.expressionOf(target.id).startsWith('share(')) return
  // "How much of USDC was redeemed": all of it, unless it is a part of its supply.
  if (target && name === 'share' && isWholeOf(context, place, target)) return
  // "Rebased performance": the one way of laying it out says the other.
  if (name === 'growth' && usual !== null && target?.place === place - 1) {
    if (draft.expressionOf(target.id).startsWith('rebase(')) return
    // "Cumulative return": prices as 100 on the first day.
    if (draft.expressionOf(target.id) === `cumulative(${usual})`) {
      target.id = functionOf(draft, model, { name: 'rebase', count: 0, base: usual, usual: false })
      return
    }
  }
  const count = windowFor(draft, mentions, place, name)
  // Sectors have a market cap and no price.
  const bySector = sectorSaid(context) === 'sector'
  // "How much did BTC move": its price.
  const moved =
    placed.length === 0 &&
    context.running === undefined &&
    /^mov(?:e|ed|ing)$/i.test(context.textOf(mention).text) &&
    names.length > 0 &&
    names.every(({ senses }) => isCoin(senses, model))
  const found =
    target?.id ??
    usual ??
    (moved ? 'price.close' : undefined) ??
    sizeFor(model, name, usualOf(names, context.sources)?.id)
  const sectors = names.find(
    ({ senses, role }) =>
      role === 'context' && senses.some((sense) => sense.kind === 'attribute' && sense.id === 'price.sector'),
  )
  // "Sector performance": of each.
  if (!target && bySector && sectors && !draft.attributes.includes('price.sector'))
    draft.attributes.push('price.sector')
  const plain = name === 'rebase' && found !== undefined ? ungrown(draft, found) : found
  // "Which sector lost the most" ranks sectors, "best DeFi" coins of one.
  const bySectors = names.some(
    ({ role, senses }) =>
      (role === 'head' || role === 'split') &&
      senses.some((sense) => sense.kind === 'attribute' && sense.id === 'price.sector'),
  )
  const ranks = direction !== null && !bySectors && mentions.some((other) => other.meaning.kind === 'top')
  const base = !target && found === 'price.close' && bySector && !ranks ? 'price.cap' : plain
  if (base === undefined) {
    draft.used.delete(place)
    draft.unknown.add(place)
    return
  }
  const priced = found === 'price.close'
  const beside = priced && name === 'growth' && direction === null && !target && comparesCoins(context)
  // Prices are compared in percent, and over time from 100 on the first day: "compare BTC, ETH and SOL returns".
  const done = beside ? 'rebase' : name === 'change' && direction !== null && priced ? 'growth' : name
  // What a fund lost is what flowed out of it.
  const flows = direction !== null && name === 'change' && isFlow(model, base)
  const id = flows ? base : functionOf(draft, model, { name: done, count, base, usual: usual === base })
  if (direction !== null) {
    draft.turned = direction === 'down'
    draft.sign = { field: id, direction }
  }
  const shown = measureLabel(draft, model, base)
  // "50-day and 200-day means": each of them.
  const others = functionNamed(done).window ? windowsBefore(mentions, place) : []
  for (const other of others) {
    draft.used.add(other.place)
    const each = functionOf(draft, model, {
      name: done,
      count: other.count * daysIn[other.unit],
      base,
      usual: usual === base,
    })
    placed.push({ place: other.place, id: each, rank: false })
  }
  const lead = mentions[place - 1]?.meaning.kind === 'window' ? place - 2 : place - 1
  const after = isMarker(mentions[lead]?.meaning, 'by', 'sorted')
  // "Where is BTC vs its 200-day": the price beside it.
  if (
    mention.meaning.days !== undefined &&
    placed.length === 0 &&
    mentions.slice(0, place).some(({ meaning }) => isMarker(meaning, 'versus'))
  )
    placed.push({ place: place - 1, id: base, rank: false })
  // "Price with its 200-day mean" shows both.
  if (target && target.place < place && joined(mentions, target.place, place))
    placed.push({ place, id, rank: false })
  // "The 200-day mean vs price" as well.
  else if (
    target &&
    place < target.place &&
    mentions.slice(place, target.place).some((between) => isMarker(between.meaning, 'versus'))
  )
    placed.push({ place, id, rank: false })
  else if (target) target.id = id
  else placed.push({ place, id, rank: after })
  if (!target && usual === null) draft.assumptions.push(`${functionLabel(done)} of ${shown}.`)
  if (isCourse(done) || (name === 'drawdown' && asksTheWorst(context))) draft.series = true
}

/** "Share of open interest, %", "utilisation in percent": the unit of what is a percentage already. */
export function saysUnit(
  { mentions, model, textOf }: MeasureContext,
  placed: readonly { readonly id: string }[],
  place: number,
): boolean {
  const mention = mentions[place]
  if (!mention || !/^(?:in |as )?(?:%|percent|pct|perc)$/i.test(textOf(mention).text)) return false
  return (
    mentions.some(({ meaning }, at) => at !== place && meaning.kind === 'function') ||
    (placed.length > 0 &&
      placed.every(
        ({ id }) =>
          !id.startsWith('formula.') &&
          ['percent', 'bps'].includes(baseMeasure(model, id).measure.format.kind),
      ))
  )
}

/** Several coins, and over which periods is not said. */
const comparesCoins = ({ mentions, names, model, textOf }: MeasureContext): boolean =>
  mentions.some((mention) => /^compar/i.test(textOf(mention).text)) &&
  mentions.every(({ meaning }) => meaning.kind !== 'grain' && meaning.kind !== 'top') &&
  names.filter(({ senses }) => isCoin(senses, model)).length > 1

/** "The performance, indexed to 100": of the figures, not of their growth. */
const ungrown = (draft: Draft, id: string): string =>
  /^growth\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id))?.[1] ?? id

/** "Which fund grew faster", "market share of IBIT": its size; a flow has no growth. */
function sizeFor(model: SemanticModel, name: FunctionName, id: string | undefined): string | undefined {
  if (id === undefined || !(name === 'share' || (name === 'growth' && isFlow(model, id)))) return id
  return sizeOf[id.slice(0, id.indexOf('.'))] ?? id
}

/** Goes both ways from zero. */
export function isSigned(model: SemanticModel, id: string): boolean {
  if (id.startsWith('formula.')) return false
  const { format } = baseMeasure(model, id).measure
  return 'signed' in format && format.signed
}

/** Flows go both ways: gaining and losing is what they are. */
export const isFlow = (model: SemanticModel, id: string): boolean =>
  isSigned(model, id) && baseMeasure(model, id).measure.kind === 'additive'

/** What only makes sense over time. */
export const isCourse = (name: FunctionName): boolean =>
  name === 'moving_average' || name === 'moving_sum' || name === 'cumulative' || name === 'rebase'

export function functionOf(
  draft: Draft,
  model: SemanticModel,
  {
    name,
    count,
    base,
    usual,
  }: { readonly name: FunctionName; readonly count: number; readonly base: string; readonly usual: boolean },
): string {
  const inner = draft.expressionOf(base)
  const expression = functionNamed(name).window ? `${name}(${inner}, ${count})` : `${name}(${inner})`
  return draft.formula(expression, labelOf(name, count, measureLabel(draft, model, base), usual))
}

/** The intervals a function looks back over, from a stretch beside it. */
export function windowFor(
  draft: Draft,
  mentions: readonly Mention[],
  place: number,
  name: FunctionName,
): number {
  const about = functionNamed(name)
  const meaning = mentions[place]?.meaning
  if (meaning?.kind === 'function' && meaning.days !== undefined) return meaning.days
  const window = windowBeside(mentions, place)
  if (window !== null) draft.used.add(window.place)
  if (about.window) {
    if (!window) draft.assumptions.push(`${functionLabel(name)} over ${about.window.usual} days.`)
    return window ? window.count * daysIn[window.unit] : about.window.usual
  }
  if (window && (name === 'growth' || name === 'change') && !draft.rest.range)
    draft.rest.range = { kind: 'last', count: window.count, unit: window.unit }
  return 0
}

export function measureLabel(draft: Draft, model: SemanticModel, id: string): string {
  const formula = draft.formulas.find((known) => `formula.${known.id}` === id)
  return formula ? formula.label : baseMeasure(model, id).measure.label
}

/** The measure right before or after a function; one with a usual measure of its own takes another only by "of". */
function targetOf(
  { mentions, names }: MeasureContext,
  placed: readonly Placed[],
  place: number,
  own: boolean,
): Placed | null {
  const at = (where: number): Placed | null => placed.find((item) => item.place === where) ?? null
  let of = false
  for (let next = place + 1; next < mentions.length; next += 1) {
    const mention = mentions[next]
    const found = at(next)
    if (found) {
      if (!own || of) return found
      break
    }
    if (!mention || !passes(mention, names, next)) break
    of ||= isMarker(mention.meaning, 'of')
    if (mention.meaning.kind === 'filler' && own) of = true
  }
  for (let before = place - 1; before >= 0; before -= 1) {
    const mention = mentions[before]
    const found = at(before)
    if (found) return found.rank ? null : found
    if (!mention || !(mention.meaning.kind === 'window' || (!own && joins(mention)))) break
  }
  return null
}

/** Words between a measure and what is made of it that leave the measure itself in place. */
const joins = ({ meaning }: Mention): boolean =>
  meaning.kind === 'filler' || isMarker(meaning, 'with', 'and', 'add', 'versus', 'ratio', 'shown')

/** Joined right before it, and to a measure whose things may stand between: "price of bitcoin with its 200-day mean". */
function joined(mentions: readonly Mention[], from: number, to: number): boolean {
  const between = mentions.slice(from + 1, to)
  const small = ({ meaning }: Mention): boolean =>
    meaning.kind === 'window' || meaning.kind === 'filler' || isMarker(meaning, 'shown')
  const last = between.findLast((mention) => !small(mention))
  const things = between.some(({ meaning }) => meaning.kind === 'name')
  return (
    isMarker(last?.meaning, 'with', 'and', 'add', 'versus', 'ratio') &&
    between.every(
      (mention) =>
        small(mention) ||
        joins(mention) ||
        (things && (mention.meaning.kind === 'name' || isMarker(mention.meaning, 'of'))),
    )
  )
}
