import type { ComposeContext } from './compose'
import { type Draft, saidAt, type MeasureContext, low, type Candidate } from './draft'
import { fit, usualOf } from './choosing'
import { isMarker } from './roles'
import { coinsHeld, sizeOf, shareOf, fillers } from './vocabulary'
import type { Lexicon } from './lexicon'
import { topAt } from './tops-said'
import { amountAt, wordsOf, type Word, phraseBook, listed } from './words'

/** What a question without a measure means by "biggest", "best", "how many bitcoin": a size, a return, coins. */
export function impliedMeasure(
  context: MeasureContext,
): { readonly id: string; readonly growth: boolean } | null {
  const { mentions, names, sources } = context
  const text = (place: number): string => saidAt(context, place).toLowerCase()
  const usual = usualOf(names, sources)?.id
  if (usual === undefined) return null
  const source = usual.slice(0, usual.indexOf('.'))
  // "Stablecoins under 0.99": a number about one is a price.
  const par = mentions.some(
    ({ meaning }) =>
      meaning.kind === 'condition' &&
      meaning.unit === null &&
      meaning.values.every((value) => value >= 0.5 && value <= 1.5),
  )
  if (par && source === 'stable_supply' && sources.some(({ id }) => id === 'stable_price'))
    return { id: 'stable_price.price', growth: false }
  const holds = mentions.some((_, place) =>
    /^(?:holds?|holding|held|owns?|own|owned|sits?)(?: by)?$/.test(text(place)),
  )
  const many = mentions.some((_, place) => text(place) === 'how many')
  const coins = coinsHeld[source]
  const aCoin = names.some(({ senses }) =>
    senses.some((sense) => sense.kind === 'value' && sense.id === 'price.asset'),
  )
  // "How many BTC ETFs": the funds are counted, not what they hold.
  const how = mentions.findIndex((_, place) => text(place) === 'how many')
  const counts = names.some(
    ({ place, senses }) =>
      (place === how + 1 || place === how + 2) &&
      senses.some((sense) => sense.kind === 'attribute' && sense.id === 'etf.fund'),
  )
  if (many && counts && !holds) return { id: 'etf.funds', growth: false }
  const theCoins = many && mentions.some((_, place) => /^(?:coins?|tokens?)$/.test(text(place)))
  if (((many || holds) && aCoin) || theCoins) if (coins !== undefined) return { id: coins, growth: false }
  // "How big is IBIT", "assets of Grayscale funds", "assets by fund".
  const size = sizeOf[source]
  const big = mentions.some(
    (_, place) =>
      /^how (?:big|large)$/.test(text(place)) ||
      (/^(?:total )?assets$/.test(text(place)) && /^(?:of|in|at|under|held|by)$/.test(text(place + 1))) ||
      (/^total$/.test(text(place)) && /^assets$/.test(text(place + 1))),
  )
  if (big && size !== undefined && source !== 'trading' && fit(source, names, -1) > 0)
    return { id: size, growth: false }
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  // "Which ETFs stake": the list of them, by size.
  const listed = names.some(
    ({ role, senses }) => role === 'head' && senses.some((sense) => sense.source === source),
  )
  const filtered = names.some(
    ({ role, senses }) => role === 'value' && senses.some((sense) => sense.source === source),
  )
  if (top < 0 && listed && filtered && source === 'etf') return { id: 'etf.aum', growth: false }
  // "Funds bigger than 1bn".
  const bigger = mentions.some(
    ({ meaning }, place) => meaning.kind === 'condition' && /^(?:larger|bigger|smaller)\b/.test(text(place)),
  )
  const bySize = bigger ? sizeOf[source] : undefined
  if (bySize !== undefined) return { id: bySize, growth: false }
  if (top < 0) return null
  if (source === 'price' && /\b(?:best|worst)\b/.test(text(top))) return { id: 'price.close', growth: true }
  const assets =
    /\b(?:most|least)\b/.test(text(top)) && mentions.some((_, place) => /^assets$/.test(text(place)))
  const sized =
    assets || /\b(?:top|bottom|biggest|largest|smallest|leading)\b/.test(text(top))
      ? sizeOf[source]
      : undefined
  return sized !== undefined && fit(source, names, -1) > 0 ? { id: sized, growth: false } : null
}

/** What is held, and the supply it is a part of. */
export const ofSupply: Readonly<Record<string, string>> = {
  'etf.holdings': 'price.supply',
  'onchain.exchange_balance': 'onchain.supply',
}

/** "What percentage of ether is staked": of its supply, where nothing else is to share it with. */
export function sharedOfSupply(draft: Draft, { mentions, textOf }: ComposeContext): void {
  const networks = draft.attributes.every((id) => /^staking\.(?:network|asset)$/.test(id))
  draft.measures.forEach((id, at) => {
    // Coins of several networks have no sum to be a share of.
    if (networks && draft.expressionOf(id) === 'share(staking.staked_coins)')
      draft.measures[at] = 'staking.staked_share'
  })
  if (draft.rest.top && !draft.measures.includes(draft.rest.top.by) && draft.measures[0] !== undefined)
    draft.rest.top = { ...draft.rest.top, by: draft.measures[0] }
  if (draft.attributes.length > 0) return
  draft.measures.forEach((id, at) => {
    const [, inner] = /^share\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    const measure = inner === undefined ? undefined : shareOf[inner]
    const whole =
      measure === 'rwa.defi_share' ||
      !draft.filters.some(({ field }) => /\.(?:protocol|issuer|product|exchange)$/.test(field))
    if (measure !== undefined && whole && mentions.length > 0) draft.measures[at] = measure
    const supply = inner === undefined || !whole ? undefined : ofSupply[inner]
    if (supply === undefined || inner === undefined) return
    draft.measures[at] = draft.formula(`${inner} / ${supply}`, 'Part of supply')
    mentions.forEach((mention, place) => {
      if (/^supply$/i.test(textOf(mention).text)) draft.explained.add(place)
    })
  })
}

/** "Concentration by issuer": what share each of them has. */
export function concentrated(draft: Draft): void {
  const at = draft.measures.indexOf('stable_supply.dollar_share')
  const other = draft.measures.find((id) => !id.startsWith('stable_') && !id.startsWith('formula.'))
  // "How concentrated are tokenised assets by chain": of what is named.
  if (at >= 0 && other !== undefined && draft.attributes.length > 0)
    draft.measures.splice(0, draft.measures.length, draft.formula(`share(${other})`, 'Share'))
  if (at >= 0 && draft.attributes.some((id) => /\.(?:issuer|token)$/.test(id)))
    draft.measures[at] = draft.formula('share(stable_supply.supply)', 'Share of Supply')
}

/** "What happened in October": events are told by their names, unless they are counted or split. */
export function namedEvents(draft: Draft, { mentions, textOf }: ComposeContext): void {
  if (draft.measures.join() !== 'events.events' || draft.attributes.length > 0 || draft.rest.grain) return
  const said = (pattern: RegExp): boolean => mentions.some((mention) => pattern.test(textOf(mention).text))
  if (said(/^(?:how many|number of|count)/i)) return
  const asked =
    mentions.some(({ meaning }) => isMarker(meaning, 'which')) ||
    said(/(?:^|what |\b(?:major|key|main|big|biggest|notable|important) )(?:list|happened|hit|events)$/i)
  if (asked || draft.filters.some(({ field }) => field === 'events.kind'))
    draft.attributes.push('events.title')
}

const theTwo = 'stable_supply.dollar_share'

/** "How much of the market do USDT and USDC make up together": the two as one, of which the model knows the share. */
export function shareOfTheTwo(draft: Draft, { mentions, textOf }: MeasureContext): void {
  const at = draft.filters.findIndex(
    ({ field, op, values }) =>
      field === 'stable_supply.token' &&
      op === 'in' &&
      values.length === 2 &&
      values.includes('USDC') &&
      values.includes('USDT'),
  )
  const shares =
    draft.measures.length === 1 &&
    draft.expressionOf(draft.measures[0] ?? '') === 'share(stable_supply.supply)'
  const asOne = mentions.some((mention) =>
    /^(?:together|combined|jointly|taken together|put together|between them|altogether|in total|the two|as one)$/i.test(
      textOf(mention).text,
    ),
  )
  if (at < 0 || !shares || !asOne || draft.filters.length > 1) return
  draft.filters.splice(at, 1)
  const kept = draft.attributes.filter((id) => id !== 'stable_supply.token')
  if (kept.length > 0) return
  draft.attributes.length = 0
  draft.measures.splice(0, 1, theTwo)
}

/** "Moved from Ethereum to Tron" is what was bridged. */
export function movedAt(words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null {
  if (!/^(?:move[ds]?|went|flow(?:ed|s)?|sent|transferred|travelled|crossed)$/.test(low(words, at)))
    return null
  const rest = words.slice(at + 1).map((word) => word.low)
  const [first, second] = [rest.indexOf('from'), rest.indexOf('to')].sort((a, b) => a - b)
  if (first === undefined || second === undefined || first < 0 || first > 2) return null
  // "How many transfers went": they are counted.
  if (words.slice(0, at).some((word) => /^(?:transfers?|transactions?)$/.test(word.low)))
    return { length: 1, meaning: { kind: 'filler' } }
  const [bridged] = wordsOf('bridged')
  const found = bridged ? lexicon.match([bridged], 0) : null
  return found && { length: 1, meaning: { kind: 'name', senses: found.senses } }
}

/** "Biggest crypto", "which crypto grew most": a coin, where the ranking or the question is about nothing that follows. */
export function cryptoAt(words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null {
  if (!/^cryptos?$/.test(low(words, at)) || lexicon.match(words, at + 1) !== null) return null
  const next = low(words, at + 1)
  const ends = next === '' || fillers.has(next) || /^(?:by|last|past|over|since|ever)$/.test(next)
  const lead = amountAt(words, at - 1) ? at - 2 : at - 1
  const asked = /^(?:which|what)$/.test(low(words, lead)) || (ends && topAt(words, lead) !== null)
  if (!asked) return null
  const found = lexicon.match(wordsOf('coin'), 0)
  return found && { length: 1, meaning: { kind: 'name', senses: found.senses } }
}

const whole = listed(`
  market, crypto market, whole market, total market, entire market, total crypto market,
  whole crypto market, entire crypto market, market cap, crypto market cap, total market cap,
  total crypto market cap, crypto, all crypto`)
const parts = listed(`
  share, slice, part, portion, proportion, fraction, percentage, percent, chunk, piece`)

const texts: readonly (readonly [text: string, dominance: boolean])[] = [
  ['dominance', true],
  ['dominances', true],
  ['market dominance', true],
  ['market cap dominance', true],
  ...['market weight', 'market cap share', 'share of market cap'].map((text) => [text, false] as const),
  ...['the ', ''].flatMap((the) =>
    whole.flatMap((noun) => [
      [`how much of ${the}${noun}`, false] as const,
      ...parts.map((part) => [`${part} of ${the}${noun}`, false] as const),
      ...['what', 'how big a', 'how large a', 'which'].flatMap((ask) =>
        parts.map((part) => [`${ask} ${part} of ${the}${noun}`, false] as const),
      ),
      [`weight in ${the}${noun}`, false] as const,
      [`dominance of ${the}${noun}`, true] as const,
    ]),
  ),
]
const book = phraseBook(texts)

/**
 * "ETH dominance", "how much of the market is stablecoins": the share of a coin, or of a kind of coins, in all market value. Bitcoin's
 * dominance has a measure of its own, and of venues a market share is one of volume.
 */
export function marketPartAt(words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null {
  const found = book(words, at)
  if (!found) return null
  const [, dominance] = found.entry
  const senses = words.flatMap((_, place) =>
    place >= at && place < at + found.length ? [] : (lexicon.match(words, place)?.senses ?? []),
  )
  const venues = senses.some((sense) => 'id' in sense && /\.(?:exchange|venue_kind)$/.test(sense.id))
  const coin = senses.some(
    (sense) =>
      sense.kind === 'value' &&
      /^market_cap\.(?:asset|kind)$/.test(sense.id) &&
      (!dominance || sense.value !== 'BTC'),
  )
  if (!coin || venues) return null
  // "USDT dominance" is among stablecoins.
  const token =
    dominance &&
    senses.some((sense) => sense.kind === 'value' && sense.id === 'stable_supply.token') &&
    !senses.some((sense) => sense.kind === 'value' && /^(?:price\.asset|market_cap\.kind)$/.test(sense.id))
  const usual = token ? null : 'market_cap.cap'
  return { length: found.length, meaning: { kind: 'function', name: 'share', usual, direction: null } }
}
