import { listed } from './words'
import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'
import { isMarker } from './roles'

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
