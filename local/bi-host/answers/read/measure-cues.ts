import { baseMeasure } from '../../query/resolve'
import { type Draft, type MeasureContext, type Placed, saidAt } from './draft'
import { measuresOf, parseExpression } from '../../query/expression'
import { knownDifference } from './differences'
import { isMarker } from './roles'
import { measureLabel } from './working'
import { listed } from './words'

const paidFor: Readonly<Record<string, string>> = {
  'lending.borrowed': 'lending.borrow_apy',
  'lending.supplied': 'lending.supply_apy',
}

const asksHowFar = /^(?:how far|how much|by how much|how|far|distance|gap)$/i

/** "How far is BTC above its realised price", "futures price above index": one measure from another. */
export function beyond(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { mentions, model, textOf, sources } = context
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'beyond'))
  const shown = placed.filter(({ rank }) => !rank)
  const second = shown.find((item) => item.place > place)
  if (place < 0 || !second) return
  const first = shown.findLast((item) => item.place < place)
  const texts = mentions.map((mention) => textOf(mention).text.toLowerCase())
  // "How much higher is borrowing": what it costs, not how much there is.
  if (texts.some((text) => /^(?:higher|lower|dearer|cheaper|pay|pays|earn|earns)$/.test(text)))
    for (const item of shown) item.id = paidFor[item.id] ?? item.id
  const asked = mentions
    .slice(0, place)
    .some((mention) => asksHowFar.test(textOf(mention).text.split(' ').slice(-2).join(' ')))
  const priced = sources.some(({ id }) => id === 'price') && inDollarsEach(draft, context, second.id)
  const mean = /^moving_average\(price\.close\b/.test(draft.expressionOf(second.id))
  if (!first && !((asked || mean) && priced)) return
  if (first && first.id === second.id) return
  const from = first?.id ?? 'price.close'
  draft.used.add(place)
  const known = first ? knownDifference(from, second.id) : null
  if (first && known !== null) {
    first.id = known
    placed.splice(placed.indexOf(second), 1)
    return
  }
  const name = `${measureLabel(draft, model, from)} less ${measureLabel(draft, model, second.id).toLowerCase()}`
  const id = draft.formula(`${draft.expressionOf(from)} - ${draft.expressionOf(second.id)}`, name)
  ;(first ?? second).id = id
  if (first) placed.splice(placed.indexOf(second), 1)
}

/** What a price can be laid against: a price itself. */
const inDollarsEach = (draft: Draft, { model }: MeasureContext, id: string): boolean =>
  measuresOf(parseExpression(draft.expressionOf(id), (label) => label)).every((base) => {
    const { measure } = baseMeasure(model, base)
    return measure.format.kind === 'price'
  })

/** "How many loans got liquidated", "at what point is wBTC liquidated": whether it is money, a number or a level. */
export function forcedClosures(
  draft: Draft,
  { mentions, names, textOf, model }: MeasureContext,
  placed: Placed[],
): void {
  const closed = placed.find(({ id }) => /^(?:exchange_)?liquidations\.amount$/.test(id))
  if (!closed) return
  const said = mentions.map((mention) => textOf(mention).text.toLowerCase()).join(' ')
  const values = names.flatMap(({ senses }) => senses.filter((sense) => sense.kind === 'value'))
  const owns = (source: string): boolean =>
    values.some((value) => value.source === source) || placed.some(({ id }) => id.startsWith(`${source}.`))
  const traded = values.some(({ id }) => /\.(?:exchange|side|market_type)$/.test(id))
  const lent = owns('lending') || /\b(?:loans?|borrowers?|collateral)\b/.test(said)
  const put = (id: string): void => {
    if (!model.sources.some((source) => id.startsWith(`${source.id}.`))) return
    closed.id = id
    for (const other of placed.filter(
      (item) => item !== closed && /^(?:lending\.borrowed|(?:exchange_)?liquidations\.)/.test(item.id),
    ))
      placed.splice(placed.indexOf(other), 1)
  }
  if (
    lent &&
    /\b(?:at (?:what|which) (?:point|level|ltv|price)|when (?:do|does|is|are|would|can|will|am)|how (?:far|much) before|before)\b/.test(
      said,
    ) &&
    /\bliquidated\b/.test(said)
  ) {
    delete draft.rest.grain
    return put('lending.threshold')
  }
  if (traded) return
  if (/\b(?:how many|number of|count of)\b/.test(said) && !/\bhow many (?:dollars|usd)\b/.test(said))
    put('liquidations.positions')
  else if (closed.id.startsWith('exchange') && placed.some(({ id }) => id === 'lending.borrowed'))
    put('liquidations.amount')
}

/** A word for the one beside a word for the other, where nothing lays the two side by side: the first is what is meant. */
const narrower: readonly (readonly [meant: RegExp, said: string])[] = [
  // "USDe off par, worst lows".
  [/^stable_price\.deviation_(?:low|high)$/, 'stable_price.deviation'],
  // "How often does Bybit settle funding".
  [/^funding\.(?:interval|rate)$/, 'funding.funding_rate'],
]

/** Of two measures of which one is the other more exactly said, that one alone. */
export function oneOfTwo({ mentions }: MeasureContext, placed: Placed[]): void {
  for (const [meant, said] of narrower) {
    const plain = placed.find(({ id }) => id === said)
    const exact = placed.find(({ id }) => meant.test(id))
    if (!plain || !exact || plain.rank || exact.rank) continue
    const between = mentions.slice(Math.min(plain.place, exact.place), Math.max(plain.place, exact.place))
    if (
      !between.some(({ meaning }) => isMarker(meaning, 'and', 'with', 'add', 'versus', 'ratio', 'to', 'per'))
    )
      placed.splice(placed.indexOf(plain), 1)
  }
}

/** "Ratio of long to short liquidations": longs and shorts are sides of what is measured; no formula is over the two. */
export function sidesOf(draft: Draft, { mentions, names, textOf }: MeasureContext, placed: Placed[]): void {
  // "Who was liquidated": longs or shorts, where nothing else says who.
  const who = mentions.some((mention) => /^who$/i.test(textOf(mention).text))
  const named = names.some(({ role }) => role === 'split' || role === 'head' || role === 'value')
  if (who && !named && placed.length === 1 && placed[0]?.id === 'exchange_liquidations.amount')
    draft.attributes.push('exchange_liquidations.side')
  const crowd = placed.find(({ id }) => id === 'sentiment.long_short')
  if (!crowd || !placed.some(({ id }) => id === 'exchange_liquidations.amount')) return
  placed.splice(placed.indexOf(crowd), 1)
  draft.attributes.push('exchange_liquidations.side')
  mentions.forEach(({ meaning }, place) => {
    if (isMarker(meaning, 'ratio')) draft.unknown.add(place)
  })
}

const low = /\b(?:below|under|beneath|discounts?|short|less)\b/i
const high = /\b(?:above|over|premiums?|more)\b/i

const textAt = ({ mentions, textOf }: MeasureContext, place: number): string => {
  const mention = mentions[place]
  return mention ? textOf(mention).text : ''
}

/** "USDC's largest premium", "the most USDT was under par": the high or the low of the day, where one coin is looked at. */
export function furthestFromPar(draft: Draft, context: MeasureContext, placed: readonly Placed[]): void {
  const { mentions, names } = context
  // "How far at worst", over a year: each of its days has a low, the last one alone says nothing.
  if (placed.some(({ id }) => /^stable_price\.deviation_(?:low|high)$/.test(id))) draft.single = false
  const ranked = mentions.some(({ meaning }) => meaning.kind === 'top' && meaning.count === null)
  const several = names.some(({ role }) => role === 'head' || role === 'split')
  const one = names.some(
    ({ role, senses }) =>
      role === 'value' && senses.some((sense) => sense.kind === 'value' && sense.id === 'stable_price.token'),
  )
  // "How far below a dollar did it get".
  const asked = mentions.some((_, place) => /^how (?:far|much|deep|low)$/i.test(textAt(context, place)))
  if (!(ranked || (asked && !placed.some(({ rank }) => rank))) || several || !one) return
  for (const item of placed) {
    if (item.id !== 'stable_price.deviation') continue
    const said = textAt(context, item.place)
    if (low.test(said)) item.id = 'stable_price.deviation_low'
    else if (high.test(said)) item.id = 'stable_price.deviation_high'
    if (asked && item.id !== 'stable_price.deviation') draft.single = false
  }
}

/** "Stablecoins under 0.99": a number about one is a price of theirs. */
export function nearPar({ mentions, model }: MeasureContext, placed: Placed[]): void {
  const par = mentions.some(
    ({ meaning }) =>
      meaning.kind === 'condition' &&
      meaning.unit === null &&
      meaning.values.every((value) => value >= 0.5 && value <= 1.5),
  )
  if (!par || !model.sources.some(({ id }) => id === 'stable_price')) return
  for (const item of placed)
    if (/^stable_(?:supply|price)\.(?:supply|volume)$/.test(item.id)) item.id = 'stable_price.price'
}

/** "How often is USDC bridged": the transfers are counted, whatever else bridging measures. */
export function howOften(context: MeasureContext, placed: Placed[]): void {
  const often = placed.find(({ place }) => /^(?:how often|how many times)$/i.test(textAt(context, place)))
  const what = placed.find(({ id }) => id === 'stable_bridge.bridged')
  if (often?.id === 'stable_bridge.transfers' && what) placed.splice(placed.indexOf(what), 1)
}

/** How people name what a mean is weighted by, and how the unit of a measure names it. */
const weights: readonly (readonly [said: RegExp, unit: RegExp])[] = [
  [/^(?:oi|open interest)$/, /\bopen interest\b/],
  [/^(?:aum|assets?|size|value)$/, /\b(?:assets|value)\b/],
  [/^(?:tvl|stakes?|staked|value|size)$/, /\b(?:stake|value)\b/],
  [/^(?:supply|supplied|deposits?|deposited|tvl|size)$/, /\bdeposits\b/],
  [/^(?:borrowed|borrows?|borrowing|loans?|debt|loan size|size)$/, /\bborrowed\b/],
  [/^(?:volumes?|traded|turnover)$/, /\bvolume\b/],
]

/** "OI weighted funding", "weighted by deposits": said of what is weighted so, it asks for nothing else. */
export function weighted(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { mentions, model } = context
  const textAt = (place: number): string => saidAt(context, place).toLowerCase()
  const at = mentions.findIndex((_, place) => textAt(place) === 'weighted')
  if (at < 0) return
  const by = isMarker(mentions[at + 1]?.meaning, 'by') ? at + 2 : at - 1
  const meant = weights.filter(([said]) => said.test(textAt(by)))
  const rest = placed.filter(({ place }) => place !== by || meant.length === 0)
  const unitOf = ({ id }: Placed): string =>
    id.startsWith('formula.')
      ? ''
      : (/\bweighted by (.*)$/.exec(baseMeasure(model, id).measure.unit)?.[1] ??
        /\b(\w+) weighted\b/.exec(baseMeasure(model, id).measure.unit)?.[1] ??
        '')
  const fits = (unit: string): boolean =>
    unit !== '' &&
    (meant.some(([, as]) => as.test(unit)) || (by === at - 1 && meant.length === 0 && !isNoun(context, by)))
  const mean = by > at ? rest.findLast(({ place }) => place < at) : rest.find(({ place }) => place > at)
  if (!mean || !fits(unitOf(mean))) return
  placed.splice(0, placed.length, ...rest)
  draft.explained.add(at)
  for (const place of meant.length > 0 ? [at, by] : [at]) draft.used.add(place)
  // "By assets" lays nothing out.
  if (meant.length > 0) draft.explained.add(by)
  if (by > at) draft.used.add(at + 1)
}

/** "Cap weighted": by something, which is not known here. */
const isNoun = ({ mentions }: MeasureContext, place: number): boolean =>
  ['name', 'unknown', 'field', 'formula'].includes(mentions[place]?.meaning.kind ?? '')

/** What is paid on it, where the one is said of the other: "interest on deposits". */
const rateOf: Readonly<Record<string, string>> = {
  'lending.supplied': 'lending.supply_apy',
  'lending.borrowed': 'lending.borrow_apy',
  'staking.staked': 'staking.apr',
  'staking.staked_coins': 'staking.apr',
  'restaking.restaked': 'restaking.extra',
}

const generic =
  /^(?:interest(?: rates?)?|rates?|yields?|apys?|aprs?|incomes?|earnings|(?:funding )?costs?|fees?|price|returns?|rewards?|payouts?|how (?:expensive|cheap|costly))$/i

/** What is said of it a second time, in more general words. */
const within: Readonly<Record<string, readonly string[]>> = {
  'lending.kink': ['lending.utilisation'],
  'lending.threshold': listed(`
  lending.loan_to_value, liquidations.amount, liquidations.positions, exchange_liquidations.amount`),
  'lending.reserve_factor': ['lending.supply_apy', 'lending.borrow_apy', 'etf.fee', 'rwa.fee'],
  'lending.idle': ['lending.supplied', 'lending.borrowed', 'staking.exit'],
  'lending.borrow_apy': listed(`
  etf.fee, rwa.fee, funding.funding_rate, trading.open_interest, price.close`),
  'lending.supply_apy': ['rwa.yield', 'staking.apr'],
  'staking.real_yield': ['staking.apr', 'staking.dilution', 'onchain.issuance'],
  'staking.fees': ['staking.apr', 'onchain.fees', 'rwa.fee', 'etf.fee'],
  'staking.consensus': ['staking.apr', 'onchain.issuance'],
  'staking.entry': ['staking.validators', 'staking.staked', 'staking.exit'],
  'staking.exit': ['staking.staked', 'staking.staked_coins', 'staking.validators'],
  'staking.staked_share': ['staking.staked', 'staking.staked_coins', 'price.supply', 'stable_supply.supply'],
  'staking.liquid_premium': ['etf.premium', 'price.close'],
  'restaking.extra': ['restaking.restaked', 'staking.apr', 'staking.staked'],
  'liquidations.positions': ['lending.borrowed', 'liquidations.amount', 'exchange_liquidations.amount'],
  'liquidations.amount': ['lending.borrowed', 'exchange_liquidations.amount', 'rwa.value'],
  'etf.flow_to_assets': ['etf.net_flow', 'etf.aum'],
  'etf.premium': ['rwa.price_effect', 'price.close'],
  'etf.volume': ['hourly.volume', 'trading.volume'],
  'etf.fee': ['rwa.fee'],
}

/** "Interest on deposits", "mev and fee income", "extra yield from restaking": two names in one breath are one measure. */
export function asOne(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { mentions, names, textOf, model } = context
  const text = (place: number): string => {
    const mention = mentions[place]
    return mention ? textOf(mention).text : ''
  }
  const apart = (a: number, b: number): boolean =>
    mentions
      .slice(Math.min(a, b) + 1, Math.max(a, b))
      .some(({ meaning }) =>
        isMarker(
          meaning,
          'and',
          'add',
          'with',
          'versus',
          'minus',
          'dash',
          'gap',
          'ratio',
          'over',
          'beyond',
          'to',
          'by',
          'per',
          'sorted',
        ),
      )
  const gone = (item: Placed): void => {
    placed.splice(placed.indexOf(item), 1)
    draft.used.add(item.place)
  }
  const compared = mentions.some(({ meaning }) => isMarker(meaning, 'gap', 'beyond', 'ratio', 'minus'))
  if (compared) return
  // "How expensive is borrowing ether".
  const dear = mentions.findIndex((_, place) => /^how (?:expensive|cheap|costly)$/i.test(text(place)))
  for (const item of placed.slice()) {
    const rate = rateOf[item.id]
    if (rate === undefined) continue
    const asked = placed.find(
      (other) =>
        other !== item &&
        !other.rank &&
        !other.id.startsWith('formula.') &&
        baseMeasure(model, other.id).measure.kind === 'ratio' &&
        generic.test(text(other.place)) &&
        !apart(item.place, other.place),
    )
    if (asked) gone(asked)
    if (asked || (dear >= 0 && dear < item.place)) item.id = rate
  }
  const isTied = ({ place, id }: Placed): boolean =>
    names.some(
      (named) =>
        named.place === place &&
        named.senses.some((sense) => sense.kind === 'measure' && sense.id === id && sense.tied === true),
    )
  const source = ({ id }: Placed): string => id.slice(0, id.indexOf('.'))
  for (const item of placed.slice()) {
    const narrow = placed.some(
      (other) =>
        other !== item &&
        other.rank === item.rank &&
        ((within[other.id]?.includes(item.id) === true && !apart(other.place, item.place)) ||
          (isTied(item) &&
            !isTied(other) &&
            source(other) === source(item) &&
            !apart(other.place, item.place))),
    )
    if (narrow) gone(item)
  }
}
