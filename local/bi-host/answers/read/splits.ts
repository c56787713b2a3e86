import type { ComposeContext } from './compose'
import { idleNames } from './role-cues'
import { type Draft, saidAt, type Meaning } from './draft'
import { isAttribute } from './filters'
import { isMarker } from './roles'
import { partiesOf } from './vocabulary'

/** Attributes after "by", and the things that "which" and "top" are about. */
export function readSplit(draft: Draft, context: ComposeContext): void {
  const { names, mentions, model } = context
  const kinds = splitIntoKinds(draft, context)
  for (const named of names) {
    if (kinds.has(named.place) || draft.explained.has(named.place)) continue
    if (isInAmount(context, named.place)) {
      draft.used.add(named.place)
      continue
    }
    const ranked =
      named.role === 'context' &&
      named.plural &&
      (isHead(context, named.place) ||
        (draft.assumed.has('measure:price.close') && draft.filters.length > 0) ||
        (draft.sign !== null && tradesAt(context, named.place)) ||
        (isSharedOut(context, named.place) && !knownPart(draft)) ||
        isRankedByWork(context, named.place) ||
        isRanked(context, named.place) ||
        isListed(context, named.place))
    if (named.role === 'measure') splitBySaid(draft, context, named.place)
    if (named.role !== 'split' && named.role !== 'head' && !ranked) continue
    const id = attributeFor(draft, context, named.place)
    if (id === null) {
      const mention = mentions[named.place]
      const idle = mention !== undefined && idleNames.test(context.textOf(mention).text)
      if (!ranked && !(idle && named.role === 'head')) draft.unknown.add(named.place)
      continue
    }
    draft.used.add(named.place)
    if (!draft.attributes.includes(id) && draft.attributes.length < 3) draft.attributes.push(id)
  }
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'field' || draft.used.has(place) || !isAttribute(model, meaning.id)) return
    if (mentions[place + 1]?.meaning.kind === 'condition') return
    draft.used.add(place)
    if (!draft.attributes.includes(meaning.id) && draft.attributes.length < 3)
      draft.attributes.push(meaning.id)
  })
}

/** "Split into coins and stablecoins": by the attribute that tells the one from the other. */
function splitIntoKinds(draft: Draft, { names, mentions, model }: ComposeContext): ReadonlySet<number> {
  for (const [at, first] of names.entries()) {
    const second = names[at + 1]
    const joint = second?.place === first.place + 2 ? mentions[first.place + 1]?.meaning : undefined
    if (!second || !isMarker(joint, 'and', 'versus') || first.role !== 'split' || second.role !== 'split')
      continue
    const own = ({ senses }: typeof first, kind: 'value' | 'attribute'): readonly string[] =>
      senses.flatMap((sense) =>
        sense.kind === kind && draft.sources().includes(sense.source) ? [sense.id] : [],
      )
    const [kind] = own(second, 'value').length > 0 ? own(second, 'value') : own(first, 'value')
    const [one, other] = [first, second].map((named) => own(named, 'attribute').length)
    if (kind === undefined || (one ?? 0) + (other ?? 0) !== 1 || draft.attributes.length > 2) continue
    draft.used.add(first.place).add(second.place)
    if (!draft.attributes.includes(kind) && isAttribute(model, kind)) draft.attributes.push(kind)
    return new Set([first.place, second.place])
  }
  return new Set()
}

/** "Chains with more than 5bn in stablecoins": what the amount is of. */
const isInAmount = ({ mentions, textOf }: ComposeContext, place: number): boolean =>
  /^(?:in|of|worth of)$/i.test(saidAt({ mentions, textOf }, place - 1)) &&
  mentions[place - 2]?.meaning.kind === 'condition'

/** "Open interest by strike", "the smile": some measures are a split by their own name. */
function splitBySaid(draft: Draft, { mentions, textOf, model }: ComposeContext, place: number): void {
  const text = saidAt({ mentions, textOf }, place).toLowerCase()
  const by =
    /\b(?:by|per|each|across) (\w+?)s?$/.exec(text)?.[1] ??
    (/\b(?:smile|surface|curve)\b/.test(text)
      ? 'delta'
      : /\b(?:strikes?|walls?)\b/.test(text)
        ? 'strike'
        : null)
  for (const source of by === null ? [] : draft.sources()) {
    const found = Object.entries(model.source(source).attributes).find(
      ([, { label }]) => label.toLowerCase() === by,
    )
    const id = found && `${source}.${found[0]}`
    const held = id !== undefined && draft.filters.some(({ field }) => field === id)
    if (id !== undefined && !held && !draft.attributes.includes(id) && draft.attributes.length < 3)
      draft.attributes.push(id)
  }
}

/** "market share of exchanges": the things it is shared out among. */
const isSharedOut = ({ mentions, textOf }: ComposeContext, place: number): boolean =>
  !mentions.some((mention) => /^backed by/i.test(textOf(mention).text)) &&
  isMarker(mentions[place - 1]?.meaning, 'of') &&
  isShare(mentions[place - 2]?.meaning)

/** A part of what the model knows the share in all there is. */
const knownPart = (draft: Draft): boolean =>
  draft.measures.some((id) => draft.expressionOf(id) === 'share(rwa.defi_active)')

/** "Coins by 30-day return": a plural, and what was made of a measure. */
function isRankedByWork({ mentions }: ComposeContext, place: number): boolean {
  let by = place + 1
  while (mentions[by]?.meaning.kind === 'filler') by += 1
  if (!isMarker(mentions[by]?.meaning, 'by', 'sorted')) return false
  const after = mentions.slice(by + 1).find(({ meaning }) => !['filler', 'window'].includes(meaning.kind))
  return after?.meaning.kind === 'function'
}

/** "ETFs trading at a premium", "funds with outflows". */
const tradesAt = ({ mentions, textOf }: ComposeContext, place: number): boolean => {
  const next = mentions[place + 1]
  return (
    next !== undefined && /^(?:trading|trade|trades|with|that|having|where|whose)$/i.test(textOf(next).text)
  )
}

/** "Stablecoins backed by fiat with issuer and supply": a list of them. */
const isListed = ({ names, mentions }: ComposeContext, place: number): boolean =>
  names.some(
    (named) =>
      named.place > place && named.role === 'split' && isMarker(mentions[named.place - 1]?.meaning, 'with'),
  )

/** "Rank staking providers by how much they hold". */
const isRanked = ({ mentions, textOf }: ComposeContext, place: number): boolean =>
  mentions
    .slice(0, place)
    .some((mention) => /^(?:rank|ranks|ranking|sort|order|compare)$/i.test(textOf(mention).text))

const isShare = (meaning: Meaning | undefined): boolean =>
  meaning?.kind === 'function' && meaning.name === 'share'

/** "stablecoins by supply", "exchanges with volume over 1bn": a plural that a ranking or a condition follows. */
function isHead({ mentions, names, textOf }: ComposeContext, place: number): boolean {
  // "How have stablecoins grown", "are stablecoins growing" ask about all of them together.
  const how = mentions
    .slice(0, place)
    .some((mention) => /^(?:how|are|have|has|did|do)\b/i.test(textOf(mention).text))
  const conditioned = mentions.some(
    ({ meaning }, at) =>
      at > place &&
      (meaning.kind === 'condition' ||
        meaning.kind === 'top' ||
        (meaning.kind === 'function' && meaning.direction !== null && !how)),
  )
  const ranked =
    names.some((named) => named.place > place && named.role === 'rank') ||
    // "Negative funding coins".
    (place === mentions.length - 1 && mentions.some(({ meaning }) => meaning.kind === 'condition'))
  const last = place === mentions.length - 1
  // "Days with inflows into BTC ETFs": the days are asked for.
  if (mentions.slice(0, place).some(({ meaning }) => isMarker(meaning, 'days-when'))) return false
  const led = mentions
    .slice(0, place)
    .every(
      ({ meaning }) =>
        meaning.kind === 'filler' ||
        meaning.kind === 'marker' ||
        meaning.kind === 'top' ||
        meaning.kind === 'amount' ||
        (last && meaning.kind === 'condition') ||
        meaning.kind === 'name',
    )
  return led && (conditioned || ranked)
}

export function attributeFor(draft: Draft, { names, model }: ComposeContext, place: number): string | null {
  const senses =
    names.find((named) => named.place === place)?.senses.filter((sense) => sense.kind === 'attribute') ?? []
  for (const source of draft.sources()) {
    const own = senses.find((sense) => sense.source === source)
    if (own) return own.id
  }
  for (const source of draft.sources()) {
    for (const sense of senses) {
      const id = model.counterpart(model.source(source), sense.id)
      if (id !== null) return `${source}.${id}`
    }
  }
  // Where something is bridged, a chain is the one that it reaches.
  return draft.sources().includes('stable_bridge') && senses.some(({ id }) => id.endsWith('.chain'))
    ? 'stable_bridge.to_chain'
    : null
}

/** "Tron's share of supply": a share is one of all, so all are shown; held to one it would be the whole. */
export function shareOfOne(draft: Draft, { mentions, names, model, textOf }: ComposeContext): void {
  const share = mentions.findIndex(({ meaning }) => isShare(meaning))
  // "USDC's share among stablecoins": beside the others, of which it is one.
  const among = draft.filters.findIndex(
    ({ field, op, values }) => op === 'in' && values.length === 1 && draft.attributes.includes(field),
  )
  if (share >= 0 && among >= 0 && draft.measures.every((id) => draft.expressionOf(id).startsWith('share(')))
    draft.filters.splice(among, 1)
  if (share < 0 || draft.attributes.length > 0) return
  if (!draft.measures.some((id) => draft.expressionOf(id).includes('share'))) return
  const textAt = (place: number): string => saidAt({ mentions, textOf }, place).toLowerCase()
  // "Portion of liquidations that were longs", "what share of volume does Binance have".
  const partly = names.find(
    ({ place, role, senses }) =>
      place > share &&
      (role === 'value' || senses.some(({ kind }) => kind === 'value')) &&
      (/^(?:does|do|did|were|was|are|to)$/.test(textAt(place - 1)) ||
        /^(?:has|have|had)$/.test(textAt(place + 1))),
  )?.place
  const is =
    partly === undefined
      ? mentions.findIndex(({ meaning }, place) => place > share && isMarker(meaning, 'equals'))
      : partly - 1
  // "Share of Binance in spot volume", not "share of USDT supply".
  const of = isMarker(mentions[share + 1]?.meaning, 'of')
    ? share + 2
    : textAt(share).endsWith(' of') && is < 0
      ? share + 1
      : -1
  const owned = names.some(
    ({ place, role, plural }) => place === of && (role === 'value' || (role === 'context' && plural)),
  )
  const owner = owned && mentions[of + 1]?.meaning.kind !== 'name' ? of : -1
  // "Tron's share of USDT": whose it is stands right before.
  let lead = share - 1
  while (mentions[lead]?.meaning.kind === 'filler') lead -= 1
  const whose = names.find(({ place, role }) => place === lead && role === 'value')?.place ?? -1
  // "Share of USDT supply on Tron": on one of the places where it is.
  const before = (place: number): string => textAt(place - 1)
  const onOne = names.find(
    ({ place, role }) =>
      place > share &&
      role === 'value' &&
      (/^(?:on|in|at|through|via|backed by|collateralised by)$/.test(before(place)) ||
        before(place + 1).startsWith('backed by')),
  )?.place
  const one = names.find(
    ({ place, role }) =>
      (role === 'value' || (role === 'context' && draft.used.has(place))) &&
      (whose >= 0
        ? place === whose
        : owner > 0
          ? place === owner
          : is < 0
            ? place < share || place === onOne
            : place > is) &&
      draft.used.has(place),
  )
  const at = draft.filters.findIndex(
    ({ field, op, values }) =>
      op === 'in' &&
      isAttribute(model, field) &&
      one?.senses.some(
        (sense) => sense.kind === 'value' && sense.id === field && values.includes(sense.value),
      ) === true,
  )
  const [filter] = at < 0 ? [] : draft.filters.splice(at, 1)
  if (!filter) return
  draft.attributes.push(filter.field)
  draft.assumptions.push(`${filter.values.join(', ')} beside the others: a share is one of all.`)
}

/** "Restaking market share", "Lido dominance": of those who make it, one beside the other, for the whole is all of itself. */
export function sharedOut(draft: Draft, { model }: ComposeContext): void {
  const shares = draft.measures.every((id) => draft.expressionOf(id).startsWith('share('))
  const [source = ''] = draft.sources()
  const own = partiesOf[source] ?? Object.keys(model.source(source).attributes)[0] ?? ''
  const id = `${source}.${own}`
  if (!shares || draft.attributes.length > 0 || draft.filters.some(({ field }) => field === id)) return
  if (!isAttribute(model, id)) return
  draft.attributes.push(id)
  draft.assumed.add(`attribute:${id}`)
}

/** "As share of total", after one that was picked last: beside the others, as held to it alone it would be the whole. */
export function besideOthers(draft: Draft): void {
  const shares = draft.measures.every((id) => draft.expressionOf(id).startsWith('share('))
  const at = draft.filters.findLastIndex(({ op, values }) => op === 'in' && values.length === 1)
  if (!shares || draft.attributes.length > 0 || at < 0) return
  const [filter] = draft.filters.splice(at, 1)
  if (filter) draft.attributes.push(filter.field)
}

/** Several values of one attribute are laid side by side, unless something else is. */
export function splitByValues(draft: Draft, { model }: ComposeContext, compared: boolean): void {
  for (const { field, op, values } of draft.filters) {
    if (op !== 'in' || values.length < 2 || !isAttribute(model, field)) continue
    // A weekend is one thing.
    if (field === 'hourly.weekday') continue
    // A coin is of one sector.
    if (field === 'price.sector' && draft.attributes.includes('price.asset')) continue
    if (draft.attributes.includes(field) || (draft.attributes.length > 0 && !compared)) continue
    draft.attributes.push(field)
    draft.side.add(field)
  }
}
