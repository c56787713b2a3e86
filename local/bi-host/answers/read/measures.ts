import type { SemanticModel } from '../../model/semantic-model'
import type { Source } from '../../model/source'
import { baseMeasure, grainsOf } from '../../query/resolve'
import { lowsOf } from './ranking'
import { beside, rankedBy } from './beside'
import {
  forcedClosures,
  beyond,
  oneOfTwo,
  sidesOf,
  furthestFromPar,
  howOften,
  nearPar,
  weighted,
  asOne,
} from './measure-cues'
import { differences, bySiblings, measureOfQuality, paidOn, qualitySaid } from './differences'
import { type Draft, saidAt, type MeasureContext, type Placed } from './draft'
import { persons, counted, asksHowFar } from './honesty'
import { impliedMeasure } from './implied'
import { inMoney, inNative, perPayment, isShareOf, ratios } from './in-units'
import { chooseMeasure, usualOf } from './choosing'
import { isMarker, type Named } from './roles'
import { outward, motions, shareOf, sizeOf } from './vocabulary'
import { isTicker } from './role-cues'
import { applyFunction, functionOf, isSigned, measureLabel } from './working'

/** Measures, what is done to them, and what they are ranked by. Gives the id to rank by, if one was named. */
export function readMeasures(draft: Draft, context: MeasureContext): string | null {
  const { mentions, names, model } = context
  const placed: Placed[] = []
  const asksForNames = /^who (?:is|are|was|were)\b/i.test(
    mentions
      .slice(0, 2)
      .map((mention) => context.textOf(mention).text)
      .join(' '),
  )
  for (const named of names) {
    if (named.role !== 'measure' && named.role !== 'rank') continue
    const mention = mentions[named.place]
    const where = mention ? context.textOf(mention) : null
    const chosen = chooseMeasure(named, names, {
      chosen: where ? choiceOf(context.choices, where.text) : undefined,
      running: context.running ?? [],
      lately: context.lately ?? [],
      carried: (source) =>
        (context.laidOut ?? []).length > 0 &&
        (context.laidOut ?? []).every((id) => model.counterpart(model.source(source), id) !== null),
      near: (source) => context.near?.(model.source(source)) ?? 0,
      about: (source) =>
        context.subject?.['asset'] !== undefined &&
        Object.values(model.source(source).attributes).some(({ concept }) => concept === 'asset'),
      ofCoin: (source) => names.some((other) => isTicker(context, other, source)),
      tooCoarse: (source) =>
        (draft.rest.grain !== undefined && !grainsOf(model.source(source)).includes(draft.rest.grain)) ||
        !canExpire(context, model.source(source)),
    })
    if (!chosen || !where) continue
    if (motions.has(where.text.toLowerCase()) && names.some((other) => isElsewhere(other, chosen.id))) {
      draft.used.add(named.place)
      if (/^mov/i.test(where.text)) draft.series = true
      continue
    }
    // "Who are the biggest investors in it": their number is no answer.
    if (asksForNames && persons.test(where.text)) draft.unknown.add(named.place)
    draft.used.add(named.place)
    if (chosen.rivals.length > 1) tell(draft, model, where, chosen)
    placed.push({ place: named.place, id: chosen.id, rank: named.role === 'rank' })
    const said = where.text.toLowerCase()
    const down = outward.has(said) || (below.test(said) && isSigned(model, chosen.id)) || shortsPay.test(said)
    if (down) draft.turned = true
    const above =
      (over.test(said) && isSigned(model, chosen.id)) ||
      (longsPay.test(said) && !/^(?:do|does|did)$/.test(saidAt(context, named.place - 1))) ||
      (/^premiums?$/.test(said) && /^(?:an? )?at(?: an?)?$/.test(saidAt(context, named.place - 2)))
    if (asksHowFar(context)) continue
    if (down || above || outward.has(said.replace('inflow', 'outflow')))
      draft.sign = { field: chosen.id, direction: down ? 'down' : 'up' }
  }
  // "Long liquidations on exchanges": where, beside what is measured.
  const where = placed.find(({ place }) => /^(?:on|across) exchanges$/i.test(saidAt(context, place)))
  const venues = placed.some(
    (item) =>
      item !== where &&
      Object.values(model.source(item.id.slice(0, item.id.indexOf('.'))).attributes).some(
        ({ concept }) => concept === 'exchange',
      ),
  )
  if (where && venues) placed.splice(placed.indexOf(where), 1)
  mentions.forEach(({ meaning }, place) => {
    const rank = isMarker(mentions[place - 1]?.meaning, 'by', 'sorted')
    if (meaning.kind === 'field' && isMeasureId(model, meaning.id))
      placed.push({ place, id: meaning.id, rank })
    else if (meaning.kind === 'formula')
      placed.push({ place, id: draft.formula(meaning.expression, meaning.label ?? meaning.expression), rank })
    else return
    draft.used.add(place)
  })
  placed.sort((a, b) => a.place - b.place)
  weighted(draft, context, placed)
  knownShare(draft, context, placed)
  for (const [place, mention] of mentions.entries()) {
    if (mention.meaning.kind === 'function' && !draft.used.has(place) && !isShareOf(mentions, place, placed))
      applyFunction(draft, context, placed, place)
  }
  // "Where can I borrow DAI cheapest" asks what it costs.
  if (mentions.some(({ meaning }) => meaning.kind === 'top' && meaning.quality === 'cost'))
    for (const item of placed) if (item.id === 'lending.borrowed') item.id = 'lending.borrow_apy'
  inCandles(context, placed)
  nearPar(context, placed)
  forcedClosures(draft, context, placed)
  asOne(draft, context, placed)
  const paid = paidOn(context, placed)
  if (paid !== null) for (const item of placed) item.id = paid
  bySiblings(draft, context, placed)
  inNative(draft, context, placed)
  inMoney(draft, context, placed)
  counted(draft, context, placed)
  const paidOnce = perPayment(
    draft,
    context,
    placed.map(({ id }) => id),
  )
  for (const [at, item] of placed.entries()) item.id = paidOnce[at] ?? item.id
  lowsOf(context, placed)
  furthestFromPar(draft, context, placed)
  oneOfTwo(context, placed)
  sidesOf(draft, context, placed)
  howOften(context, placed)
  beyond(draft, context, placed)
  ratios(draft, context, placed)
  differences(draft, context, placed)
  placed.sort((a, b) => a.place - b.place)
  const size = rankedBy(draft, context, placed)
  if (size !== null) draft.addMeasure(size)
  const topped = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  // "Top 5 chains by supply with net issuance" shows the supply first.
  for (const { id, rank, place } of placed)
    if (!rank || (topped >= 0 && topped < place && !beside(context, place))) draft.addMeasure(id)
  const rank = placed.find((item) => item.rank)?.id ?? size
  if (draft.measures.length === 0 && rank !== null) draft.addMeasure(rank)
  if (draft.measures.length === 0) fromContext(draft, context)
  // "Coins over 50bn": no price is so high.
  const dear = mentions.flatMap(({ meaning }) =>
    meaning.kind === 'condition' && meaning.unit === null ? meaning.values : [],
  )
  if (dear.length > 0 && dear.every((value) => value >= 1e7))
    draft.measures.forEach((id, at) => {
      if (id === 'price.close') draft.measures[at] = 'price.cap'
    })
  return rank === 'price.close' && draft.measures.includes('price.cap') ? 'price.cap' : rank
}

/** "BTC candles": open, high, low and close. */
function inCandles(context: MeasureContext, placed: Placed[]): void {
  const found = placed.find(
    ({ id, place }) => id === 'price.close' && /^(?:candle|ohlc)/i.test(saidAt(context, place)),
  )
  if (!found) return
  const { place } = found
  const rest = placed.filter(({ id }) => !/^price\.(?:close|open|high|low)$/.test(id))
  const parts = ['open', 'high', 'low', 'close'].map((part) => ({ place, id: `price.${part}`, rank: false }))
  placed.splice(0, placed.length, ...rest, ...parts)
}

/** "Share of RWA value used in DeFi": a share that the model has by itself. */
function knownShare(draft: Draft, { mentions, model }: MeasureContext, placed: Placed[]): void {
  const place = mentions.findIndex(({ meaning }) => meaning.kind === 'function' && meaning.name === 'share')
  const [whole, part] = placed.filter((item) => item.place > place && !item.rank)
  const known = part && shareOf[part.id]
  if (place < 0 || !whole || !part) return
  if (mentions.slice(whole.place, part.place).some(({ meaning }) => meaning.kind === 'marker')) return
  if (known === undefined || sizeOf[known.split('.')[0] ?? ''] !== whole.id) {
    // "Percent of BTC supply held by ETFs": the one measure over the other.
    const led = mentions.slice(place, whole.place).some(({ meaning }) => isMarker(meaning, 'of'))
    if ((!led && (mentions[place]?.length ?? 0) < 2) || whole.id.split('.')[0] === part.id.split('.')[0])
      return
    const name = `${measureLabel(draft, model, part.id)} / ${measureLabel(draft, model, whole.id).toLowerCase()}`
    part.id = draft.formula(`${draft.expressionOf(part.id)} / ${draft.expressionOf(whole.id)}`, name)
    placed.splice(placed.indexOf(whole), 1)
    draft.used.add(place)
    return
  }
  part.id = known
  placed.splice(placed.indexOf(whole), 1)
  draft.used.add(place)
}

/** "Below par", "discount to NAV": a measure that goes both ways, below zero. */
const below = /^(?:below|under|beneath|discount|discounts|net redemptions?|net burns?)\b(?!.*\bor\b)/

/** "Shorts are paying": funding goes below zero. */
const shortsPay =
  /^(?:shorts? (?:are |have to |have been |been )?pa(?:y|ys|ying|id)\b|(?:pays?|paid to) longs$|longs (?:are |get )paid$)/
const longsPay =
  /^(?:longs? (?:are |have to |have been |been )?pa(?:y|ying|ys)\b(?! on)|(?:pays?|paid to) shorts$|shorts (?:are |get )paid$)/

/** A measure said by a name of its own, and of another source. */
const isElsewhere = ({ role, senses }: Named, id: string): boolean =>
  role === 'measure' &&
  senses.some((sense) => sense.kind === 'measure' && sense.weight > 2) &&
  !senses.some(({ source }) => id.startsWith(`${source}.`))

/** "Above its NAV": above zero. */
const over = /^above\b(?!.*\bor\b)/

/** What the person meant by a word when they were asked. */
export const choiceOf = (choices: Readonly<Record<string, string>>, text: string): string | undefined =>
  Object.entries(choices).find(([word]) => word.toLowerCase() === text.toLowerCase())?.[1]

function isMeasureId(model: SemanticModel, id: string): boolean {
  const source = model.sources.find((known) => id.startsWith(`${known.id}.`))
  return source !== undefined && Object.hasOwn(source.measures, id.slice(source.id.length + 1))
}

/** "Less than a week to expiry" is about what expires. */
const canExpire = ({ mentions }: MeasureContext, { attributes }: Source): boolean =>
  Object.values(attributes).some(({ kind }) => kind === 'day') ||
  !mentions.some(({ meaning }) => meaning.kind === 'condition' && meaning.unit === 'days')

function fromContext(draft: Draft, asked: MeasureContext): void {
  const context = { ...asked, sources: asked.sources.filter((source) => canExpire(asked, source)) }
  const { names, sources, model } = context
  const quality = qualitySaid(context)
  if (quality !== undefined) {
    const id = measureOfQuality(quality, context)
    if (id !== null) draft.addMeasure(id)
    return
  }
  const implied = impliedMeasure(context)
  if (implied !== null) {
    const { id } = implied
    draft.addMeasure(
      implied.growth ? functionOf(draft, model, { name: 'growth', count: 0, base: id, usual: true }) : id,
    )
    draft.assumptions.push(
      `No measure was named: ${measureLabel(draft, model, draft.measures[0] ?? id)} was taken.`,
    )
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
