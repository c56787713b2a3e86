import type { SemanticModel } from '../../model/semantic-model'
import { baseMeasure } from '../../query/resolve'
import { type Draft, saidAt, type MeasureContext, type Placed } from './draft'
import type { Sense } from './lexicon'
import { isMarker } from './roles'
import { inCoins, timesPrice } from './vocabulary'
import { measureLabel, functionOf, isSigned } from './working'
import type { Mention } from './mentions'

/** A coin, or the network that has one. */
const isOfCoin = (model: SemanticModel, sense: Sense): boolean =>
  (sense.kind === 'value' || sense.kind === 'attribute') &&
  ['asset', 'network'].includes(model.attribute(model.source(sense.source), sense.id).attribute.concept)

/** "How many ether are staked", "flows in coins", "AUM in BTC": what is counted in coins, not what they are worth. */
export function inNative(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { mentions, names, textOf, model } = context
  const said = mentions.findIndex(({ meaning }) => isMarker(meaning, 'coins'))
  const many = mentions.findIndex((mention) => /^(?:how many|number)$/i.test(textOf(mention).text))
  const next = isMarker(mentions[many + 1]?.meaning, 'of') ? many + 2 : many + 1
  // "How many bitcoin", "bitcoins bought".
  const counted = names.some(
    ({ place, senses, plural }) =>
      ((many >= 0 && place === next) || (plural && place === 0)) &&
      senses.some(
        (sense) =>
          (sense.kind === 'value' ||
            (place === next && /^(?:coins|tokens)$/i.test(saidAt(context, place)))) &&
          isOfCoin(model, sense),
      ),
  )
  if (said < 0 && !counted && !inTheCoin(context)) return
  for (const item of placed) {
    if (said >= 0 && inCoins[item.id] === undefined) item.id = countedIn(context, item) ?? item.id
    const coins = inCoins[item.id]
    if (said >= 0 && Object.values(inCoins).includes(item.id)) draft.used.add(said)
    if (coins === undefined) continue
    item.id = coins
    if (said >= 0) draft.used.add(said)
  }
}

/** "OI in coins, BTC futures": the same name in the subject that counts it. */
const countedIn = ({ names }: MeasureContext, { place }: Placed): string | undefined =>
  names
    .find((named) => named.place === place)
    ?.senses.flatMap((sense) => (sense.kind === 'measure' && inCoins[sense.id] !== undefined ? [sense] : []))
    .find(({ source }) =>
      names.some(({ senses }) => senses.some((sense) => sense.kind === 'source' && sense.source === source)),
    )?.id

/** "IBIT AUM in BTC", at its end: the unit. */
function inTheCoin({ mentions, names, textOf, model }: MeasureContext): boolean {
  const last = names.at(-1)
  const before = last && mentions[last.place - 1]
  if (!last || !before || textOf(before).text.toLowerCase() !== 'in') return false
  const ends = mentions
    .slice(last.place + 1)
    .every(({ meaning }) => ['filler', 'range', 'grain', 'chart'].includes(meaning.kind))
  return ends && last.senses.some((sense) => sense.kind === 'value' && isOfCoin(model, sense))
}

const inDollarsOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(inCoins).map(([dollars, coins]) => [coins, dollars]),
)

/** The worth of what is counted in coins; null where it is dollars already. */
export function worthOf(draft: Draft, model: SemanticModel, id: string): string | null {
  const twin = inDollarsOf[id]
  if (twin !== undefined) return twin
  if (id === 'price.supply') return 'price.cap'
  if (!timesPrice.has(id)) return null
  return draft.formula(`${id} * price.close`, `${measureLabel(draft, model, id)} in dollars`)
}

/** "Issuance in dollars", "how much are the coins on exchanges worth": so many times the price. */
export function inMoney(draft: Draft, { mentions, textOf, model }: MeasureContext, placed: Placed[]): void {
  const textAt = (place: number): string => saidAt({ mentions, textOf }, place).toLowerCase()
  const worth = placed.find(({ place, id }) => id === 'price.close' && textAt(place) === 'worth')
  const value = placed.find(({ place, id }) => id === 'rwa.value' && /^values?$/.test(textAt(place)))
  const said = mentions.some(({ meaning }) => isMarker(meaning, 'dollars'))
  // "Value and net subscriptions" are two.
  const of = value && ['of', 'the'].includes(textAt(value.place + 1)) ? value : undefined
  const noun = placed.length > 1 ? (worth ?? of) : undefined
  if (!said && !noun) return
  let done = false
  for (const item of placed) {
    const money = item === noun ? null : worthOf(draft, model, item.id)
    if (money === null) continue
    item.id = money
    done = true
  }
  // "The value of deposits" is the deposits.
  if (noun && (done || noun === value)) placed.splice(placed.indexOf(noun), 1)
}

/** "In bps per 8h": the rate of one payment, where the yearly one was meant; of what is in basis points already it is the unit. */
export function perPayment(
  draft: Draft,
  { mentions, model }: Pick<MeasureContext, 'mentions' | 'model'>,
  shown: readonly string[],
): readonly string[] {
  const places = [...mentions.keys()].filter((place) => isMarker(mentions[place]?.meaning, 'payment'))
  if (places.length === 0) return shown
  const paid = shown.map((id) => (id === 'funding.funding_rate' ? 'funding.rate' : id))
  const inBps = (id: string): boolean =>
    !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'bps'
  if (paid.some(inBps)) for (const place of places) draft.used.add(place)
  return paid
}

const inPercent =
  /^(?:(?:in|as|into) )?(?:a )?(?:%|percent|pct|percentages?|percentage terms|percent terms|relative terms)$/i

/** "And in percent?" after a change, "in dollars" after a growth or a share: the same said otherwise. True when it was. */
export function otherUnit(draft: Draft, { mentions, model, textOf }: MeasureContext): boolean {
  const place = mentions.findIndex(
    (mention) =>
      isMarker(mention.meaning, 'dollars') ||
      (mention.meaning.kind === 'function' &&
        mention.meaning.name === 'share' &&
        inPercent.test(textOf(mention).text)),
  )
  const meaning = mentions[place]?.meaning
  if (!meaning) return false
  const money = isMarker(meaning, 'dollars')
  let done = false
  draft.measures.forEach((id, at) => {
    const [, name, base] =
      /^(change|growth|share)\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    // Prices side by side have no parts: how far each went.
    if (!money && id === 'price.close') {
      draft.measures[at] = functionOf(draft, model, { name: 'growth', count: 0, base: id, usual: true })
      delete draft.rest.grain
      done = true
    }
    if (base === undefined) return
    const usual = base === 'price.close'
    if (!money && name === 'change')
      draft.measures[at] = functionOf(draft, model, { name: 'growth', count: 0, base, usual })
    else if (money && name === 'growth')
      draft.measures[at] = functionOf(draft, model, { name: 'change', count: 0, base, usual: false })
    else if (money && name === 'share') draft.measures[at] = base
    // A growth or a share is in percent already.
    else if (money) return
    done = true
  })
  if (done) draft.used.add(place)
  return done
}

/** "Drop the average", "without the running total": what was made of a figure goes, and the figure stays. True when it did. */
export function unworked(draft: Draft, { mentions, names, textOf }: MeasureContext): boolean {
  const lead = mentions.findIndex(({ meaning }) => isMarker(meaning, 'without'))
  const place = mentions.findIndex(
    ({ meaning }, at) => at > lead && (meaning.kind === 'function' || isMarker(meaning, 'total')),
  )
  const mention = mentions[place]
  if (lead < 0 || !mention || names.length > 0) return false
  const said =
    mention.meaning.kind === 'function'
      ? mention.meaning.name
      : /^(?:average|avg|mean)$/i.test(textOf(mention).text)
        ? 'moving_average'
        : null
  const found = draft.measures.flatMap((id) => {
    const [, name, base] = /^([a-z_]+)\(([a-z_]+\.[a-z0-9_]+)(?:, \d+)?\)$/.exec(draft.expressionOf(id)) ?? []
    return name === said && base !== undefined ? [{ id, base }] : []
  })
  for (const { id, base } of found) {
    const at = draft.measures.indexOf(id)
    if (draft.measures.includes(base)) draft.measures.splice(at, 1)
    else draft.measures[at] = base
  }
  if (found.length > 0) draft.used.add(place).add(lead)
  return found.length > 0
}

/** "A to B ratio", "ratio of A to B", "A / B", "A per B", "A relative to B", "A as a share of B". */
export function ratios(
  draft: Draft,
  { mentions, names, model, textOf }: MeasureContext,
  placed: Placed[],
): void {
  // "Of SOL": the cap of one coin is told with its price.
  const ofOne = names.some(({ senses }) =>
    senses.some((sense) => sense.kind === 'value' && sense.id === 'price.asset'),
  )
  const held = (id: string): string => (ofOne && id === 'market_cap.cap' ? 'price.cap' : id)
  const isPremium = (mention: Mention | undefined): boolean =>
    mention !== undefined && /\b(?:premium|discount)s?$/i.test(textOf(mention).text)
  mentions.forEach((mention, place) => {
    const { meaning } = mention
    const asked = isMarker(meaning, 'ratio')
    const per = isMarker(meaning, 'per') && placed.some((item) => item.place === place + 1)
    const to =
      isMarker(meaning, 'to') &&
      [place - 1, place + 1].every((at) => placed.some((item) => item.place === at))
    if (!asked && !per && !to && !isShareOf(mentions, place, placed)) return
    const before = placed.filter((item) => item.place < place)
    const after = placed.filter((item) => item.place > place)
    const between = before.length > 0 && after.length > 0
    if (asked && !between && /^(?:relative|divided|in |over )/i.test(textOf(mention).text)) return
    const [top, bottom] = between
      ? [before.at(-1), after[0]]
      : before.length > 1
        ? before.slice(-2)
        : after.slice(0, 2)
    if (!top || !bottom || top.id === bottom.id) return
    draft.used.add(place)
    // "stETH discount to NAV": it is one to something already. A premium in dollars is what was paid.
    const [premium, other] = [isPremium(mentions[place - 1]), isPremium(mentions[place + 1])]
    if (to && premium && !other && isSigned(model, top.id)) {
      placed.splice(placed.indexOf(bottom), 1)
      return
    }
    for (const item of [top, bottom]) item.id = held(item.id)
    const expression = `${wrapped(draft.expressionOf(top.id))} / ${wrapped(draft.expressionOf(bottom.id))}`
    const name = `${measureLabel(draft, model, top.id)} / ${measureLabel(draft, model, bottom.id).toLowerCase()}`
    const id = draft.formula(expression, name)
    top.id = id
    placed.splice(placed.indexOf(bottom), 1)
  })
}

/** "Open interest as a share of market cap": a share of another measure is a ratio. */
export function isShareOf(
  mentions: readonly Mention[],
  place: number,
  placed: readonly { readonly place: number }[],
): boolean {
  const { meaning } = mentions[place] ?? {}
  if (meaning?.kind !== 'function' || meaning.name !== 'share') return false
  let after = place + 1
  while (
    mentions[after]?.meaning.kind === 'filler' ||
    isMarker(mentions[after]?.meaning, 'of', 'shown') ||
    isThing(mentions[after])
  )
    after += 1
  let before = place - 1
  while (
    mentions[before]?.meaning.kind === 'filler' ||
    (before > 0 && (isMarker(mentions[before]?.meaning, 'of') || isThing(mentions[before])))
  )
    before -= 1
  const at = (wanted: number): boolean => placed.some((item) => item.place === wanted)
  // "Percent of" has the word in it.
  return at(after) && at(before) && (after > place + 1 || (mentions[place]?.length ?? 0) > 1)
}

/** "As a share of ETH supply": whose supply it is stands between. */
const isThing = (mention: Mention | undefined): boolean =>
  mention?.meaning.kind === 'name' &&
  mention.meaning.senses.some(({ kind }) => kind === 'value') &&
  !mention.meaning.senses.some(({ kind }) => kind === 'measure')

const wrapped = (expression: string): string => (/[-+*/] /.test(expression) ? `(${expression})` : expression)
