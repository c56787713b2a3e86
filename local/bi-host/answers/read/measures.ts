import type { SemanticModel } from '../../model/semantic-model'
import type { Source } from '../../model/source'
import type { PeriodUnit } from '../contract'
import type { FunctionName } from '../functions'
import { functionNamed } from '../functions'
import { baseMeasure, grainsOf } from '../resolve'
import type { Draft } from './draft'
import type { Mention } from './mentions'
import { chooseMeasure, isMarker, usualOf } from './roles'
import type { Named } from './roles'
import { measureOfQuality, qualitySaid } from './qualities'
import { isShareOf, ratios } from './ratios'
import { outward } from './vocabulary'

export interface MeasureContext {
  readonly model: SemanticModel
  readonly sources: readonly Source[]
  readonly mentions: readonly Mention[]
  readonly names: readonly Named[]
  /** Sources of the answer that is being changed: theirs come first. */
  readonly running?: readonly string[]
  /** Sources of the answer before, where this is a question of its own. */
  readonly lately?: readonly string[]
  /** Attributes the running answer is held on: another value of those is meant first. */
  readonly held?: readonly string[]
  readonly choices: Readonly<Record<string, string>>
  readonly textOf: (mention: Mention) => {
    readonly text: string
    readonly start: number
    readonly end: number
  }
}

/** A measure where it stands in the phrase. */
export interface Placed {
  readonly place: number
  id: string
  readonly rank: boolean
}

const daysIn: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

/** Measures, what is done to them, and what they are ranked by. Gives the id to rank by, if one was named. */
export function readMeasures(draft: Draft, context: MeasureContext): string | null {
  const { mentions, names, model } = context
  const placed: Placed[] = []
  for (const named of names) {
    if (named.role !== 'measure' && named.role !== 'rank') continue
    const mention = mentions[named.place]
    const where = mention ? context.textOf(mention) : null
    const chosen = chooseMeasure(named, names, {
      chosen: where ? choiceOf(context.choices, where.text) : undefined,
      running: context.running ?? [],
      lately: context.lately ?? [],
      tooCoarse: (source) =>
        draft.rest.grain !== undefined && !grainsOf(model.source(source)).includes(draft.rest.grain),
    })
    if (!chosen || !where) continue
    draft.used.add(named.place)
    if (chosen.rivals.length > 1) tell(draft, model, where, chosen)
    placed.push({ place: named.place, id: chosen.id, rank: named.role === 'rank' })
    const said = where.text.toLowerCase()
    if (outward.has(said)) draft.turned = true
    if (outward.has(said) || outward.has(said.replace('inflow', 'outflow')))
      draft.sign = { field: chosen.id, direction: outward.has(said) ? 'down' : 'up' }
  }
  mentions.forEach(({ meaning }, place) => {
    const rank = isMarker(mentions[place - 1]?.meaning, 'by', 'sorted')
    if (meaning.kind === 'field' && isMeasureId(model, meaning.id))
      placed.push({ place, id: meaning.id, rank })
    else if (meaning.kind === 'formula')
      placed.push({ place, id: draft.formula(meaning.expression, meaning.expression), rank })
    else return
    draft.used.add(place)
  })
  placed.sort((a, b) => a.place - b.place)
  for (const [place, mention] of mentions.entries()) {
    if (mention.meaning.kind === 'function' && !isShareOf(mentions, place, placed))
      applyFunction(draft, context, placed, place)
  }
  ratios(draft, context, placed)
  placed.sort((a, b) => a.place - b.place)
  for (const { id, rank } of placed) if (!rank) draft.addMeasure(id)
  const rank = placed.find((item) => item.rank)?.id ?? null
  if (draft.measures.length === 0 && rank !== null) draft.addMeasure(rank)
  if (draft.measures.length === 0) fromContext(draft, context)
  return rank
}

/** What the person meant by a word when they were asked. */
export const choiceOf = (choices: Readonly<Record<string, string>>, text: string): string | undefined =>
  Object.entries(choices).find(([word]) => word.toLowerCase() === text.toLowerCase())?.[1]

function isMeasureId(model: SemanticModel, id: string): boolean {
  const source = model.sources.find((known) => id.startsWith(`${known.id}.`))
  return source !== undefined && Object.hasOwn(source.measures, id.slice(source.id.length + 1))
}

function fromContext(draft: Draft, context: MeasureContext): void {
  const { names, sources, model } = context
  const quality = qualitySaid(context)
  if (quality !== undefined) {
    const id = measureOfQuality(quality, context)
    if (id !== null) draft.addMeasure(id)
    return
  }
  const usual = usualOf(names, sources)
  if (!usual) return
  draft.addMeasure(usual.id)
  draft.assumed.add(`measure:${usual.id}`)
  draft.assumptions.push(`No measure was named: ${baseMeasure(model, usual.id).measure.label} was taken.`)
}

function tell(
  draft: Draft,
  model: SemanticModel,
  where: { readonly text: string; readonly start: number; readonly end: number },
  { id: chosen, rivals }: { readonly id: string; readonly rivals: readonly string[] },
): void {
  draft.ambiguities.push({
    ...where,
    chosen,
    choices: rivals.map((id) => {
      const { measure, source } = baseMeasure(model, id)
      return { id, label: measure.label, detail: `${source.label}: ${measure.unit}` }
    }),
  })
}

/** What a function may be separated by from its measure: "growth of the BTC price". */
const passes = ({ meaning }: Mention, names: readonly Named[], place: number): boolean =>
  meaning.kind === 'filler' ||
  meaning.kind === 'window' ||
  isMarker(meaning, 'of') ||
  names.some((named) => named.place === place && (named.role === 'value' || named.role === 'context'))

function applyFunction(draft: Draft, context: MeasureContext, placed: Placed[], place: number): void {
  const { mentions, names, model } = context
  const mention = mentions[place]
  if (mention?.meaning.kind !== 'function') return
  const { name, usual, direction } = mention.meaning
  draft.used.add(place)
  // What is named elsewhere in the question is meant before what nobody named.
  const target =
    targetOf(context, placed, place, usual !== null) ?? (usual === null ? placed[0] : undefined) ?? null
  const count = windowFor(draft, mentions, place, name)
  // Sectors have a market cap and no price.
  const bySector = names.some(
    ({ senses, role }) =>
      role !== 'measure' && senses.some((sense) => 'id' in sense && sense.id === 'price.sector'),
  )
  const found = target?.id ?? usual ?? usualOf(names, context.sources)?.id
  const base = !target && found === 'price.close' && bySector ? 'price.cap' : found
  if (base === undefined) {
    draft.used.delete(place)
    draft.unknown.add(place)
    return
  }
  // Prices are compared in percent.
  const done = name === 'change' && direction !== null && base === 'price.close' ? 'growth' : name
  // What a fund lost is what flowed out of it.
  const flows = direction !== null && name === 'change' && !target && isFlow(model, base)
  const id = flows ? base : functionOf(draft, model, { name: done, count, base, usual: usual === base })
  if (direction !== null) {
    draft.turned = direction === 'down'
    draft.sign = { field: id, direction }
  }
  const shown = measureLabel(draft, model, base)
  const after = isMarker(mentions[place - 1]?.meaning, 'by', 'sorted')
  if (target) target.id = id
  else placed.push({ place, id, rank: after })
  if (!target && usual === null) draft.assumptions.push(`${label(done)} of ${shown}.`)
  if (isCourse(name)) draft.series = true
}

/** Flows go both ways: gaining and losing is what they are. */
export function isFlow(model: SemanticModel, id: string): boolean {
  if (id.startsWith('formula.')) return false
  const { measure } = baseMeasure(model, id)
  return measure.kind === 'additive' && 'signed' in measure.format && measure.format.signed
}

/** What only makes sense over time. */
export const isCourse = (name: FunctionName): boolean =>
  name === 'moving_average' || name === 'moving_sum' || name === 'cumulative' || name === 'rebase'

/** A function of a measure, as a formula of the draft. */
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
  const window = windowBeside(mentions, place)
  if (window !== null) draft.used.add(window.place)
  if (about.window) {
    if (!window) draft.assumptions.push(`${label(name)} over ${about.window.usual} days.`)
    return window ? window.count * daysIn[window.unit] : about.window.usual
  }
  if (window && (name === 'growth' || name === 'change') && !draft.rest.range)
    draft.rest.range = { kind: 'last', count: window.count, unit: window.unit }
  return 0
}

const label = (name: FunctionName): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function labelOf(name: FunctionName, count: number, of: string, usual: boolean): string {
  switch (name) {
    case 'volatility':
      return usual ? `${count}-day volatility` : `${count}-day volatility of ${of.toLowerCase()}`
    case 'moving_average':
      return `${of}, ${count}-day mean`
    case 'moving_sum':
      return `${of}, ${count}-day sum`
    case 'growth':
      return usual ? 'Return' : `Growth of ${of}`
    case 'share':
      return `Share of ${of}`
    case 'change':
      return `Change of ${of}`
    case 'cumulative':
      return `${of}, cumulative`
    case 'rebase':
      return `${of}, rebased`
    case 'drawdown':
      return `Drawdown of ${of}`
  }
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
    if (!mention || mention.meaning.kind !== 'window') break
  }
  return null
}

/** "30-day" before a function or after it. */
function windowBeside(
  mentions: readonly Mention[],
  place: number,
): { readonly place: number; readonly count: number; readonly unit: PeriodUnit } | null {
  for (const step of [-1, 1, 2]) {
    const meaning = mentions[place + step]?.meaning
    if (meaning?.kind === 'window') return { place: place + step, count: meaning.count, unit: meaning.unit }
    if (step === 1 && meaning?.kind !== 'filler') return null
  }
  return null
}
