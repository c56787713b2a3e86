import { namesOf } from './name-lists'

/** How people speak of stablecoins, of what crosses between chains and of tokenised assets. Comma-separated, by measure or attribute. */
const token = `
  stable_supply.supply: stablecoin footprint, tokens in existence, dollars in circulation, digital dollar supply,
    stablecoin holdings, stablecoin balances, stablecoin base, stablecoin stock, stablecoin total, stablecoin size
  stable_supply.issued: newly created, freshly printed, freshly issued, freshly created, fresh mints, created tokens,
    put into circulation, brought into circulation, newly printed
  stable_supply.redeemed: taken out of circulation, removed from circulation, taken off the market,
    paid back to holders, cashed in, converted back, turned back into dollars, swapped back into dollars, cash out,
    payouts to holders
  stable_supply.net_issuance: net change in supply, net additions, net added, fresh dollars, new dollars, net expansion,
    mints less burns, mints minus burns, minted less burned, minted minus redeemed, issuance after redemptions,
    issuance net of redemptions, issuance minus redemptions, issuance less redemptions
  stable_supply.bridged_in: came over bridges, came across, came over, arrived over bridges, arrived from other chains,
    received over bridges, incoming bridges, moved onto, brought over, entering from other chains
  stable_supply.bridged_out: sent away, moved away, departed, drained, left over bridges, left for elsewhere,
    sent elsewhere, sent over to other chains
  stable_supply.net_bridged: net in and out, net arrivals, bridge surplus, bridge deficit, net gain from bridges,
    net over bridges, bridged in minus bridged out, bridged in less bridged out, arrivals less departures
  stable_supply.dollar_share: share of the two largest, share of the two biggest, share of the largest two,
    share of the biggest two, two biggest issuers, big two, top two, the two giants, dominance of the big two,
    usdt plus usdc share, usdt and usdc together, usdt and usdc combined share
  stable_supply.issuer: who is behind, who stands behind, company behind
  stable_supply.backing: what backs, backs, kind of collateral, type of collateral, reserve kind, what is behind
  stable_supply.attestation: report its reserves, report their reserves, report reserves, reported its reserves,
    last attested, attested, attestation dates, reserve report dates, date of the last reserve report,
    date of the last attestation, latest reserve report, latest attestation, last report on reserves,
    transparency report, last audit, last audited, audit date
  stable_bridge.bridged: crossed chains, cross chains, crossing chains, crossed bridges, crossed over, went across,
    moved cross-chain, moved cross chain, sent cross-chain, sent cross chain, hopped, hopping, shipped, ferried, ported,
    bridge turnover, bridge throughput, cross-chain activity, cross chain activity, cross-chain traffic,
    cross-chain value, bridge use, bridge demand, crossed between chains, crossed the bridges,
    cross-chain transfer volume, value crossing
  stable_bridge.transfers: how often, bridge trips, hops, bridge hops, bridge count, number of hops, number of crossings,
    moves between chains, transfer numbers, transfer counts
  stable_bridge.from_chain: comes from, come from, came from, coming from, chain left, chain of departure,
    departure chain, chain sending, chains sending, chains losing, networks sending, network sending, chain giving up,
    sender chain, sending side, where from, starting chain
  stable_bridge.to_chain: ends up, end up, ended up, chain reached, chains receiving, chain receiving,
    networks receiving, network receiving, arrival chain, receiving side, where to, landing chain, receiver chain
  stable_price.deviation: peg tracking, pegged, still pegged, on peg, at peg, peg health, break the buck,
    broke the buck, breaking the buck, keep its peg, kept its peg, held its peg, holds its peg, keeps its peg,
    hold their peg, held their peg, holding their peg, lost their peg, lose its peg, lose their peg, losing its peg,
    losing their peg, break its peg, break their peg, broke their peg, breaking its peg, distance to a dollar,
    lost the dollar peg, dollar peg, peg to the dollar, lost parity, parity, off parity, from parity, below parity,
    under parity, above parity, par deviation, strayed from par, stray from par, strays from par, moved from par,
    moved away from par, deviated from par, deviate from par, drifted from par, drift away from par, drifted off par,
    away from par, away from a dollar, strayed from a dollar, stray from a dollar, drifted from a dollar,
    deviate from a dollar
  stable_price.deviation_low: biggest depeg, largest depeg, worst depegging, worst peg
  stable_price.deviation_high: peak over par, highest over par, highest above par, most above par, peak above par
  stable_price.volume: stablecoin volume traded, stablecoin trade volume
  rwa.value: tokenised, tokenized, tokenised amount, money in tokenised funds, money in tokenized funds,
    tokenised money, tokenised wealth, money in rwa, money in rwas, capital in rwa, value locked in rwa, on-chain value,
    onchain value
  rwa.net_subscriptions: net inflow of money, net intake, new subscribers, growth from subscriptions, from subscriptions
  rwa.price_effect: gold price effect
  rwa.yield: yield payout, money market yield
  rwa.holders: accounts holding, holder number, number of token holders, size of the investor base, investor numbers
  rwa.defi_active: lent out in defi, supplied to defi
  rwa.defi_share: share as collateral, share used as collateral, share posted in defi, share put to work,
    percent put to work, share that works in defi, share of it in defi
  rwa.fee: ongoing charge, ongoing charges, cost of holding, holding cost, holding costs, cost of owning, cost to own,
    total expense ratio, ter, expenses, expense, annual charge, annual charges, yearly cost, yearly fees, fund fee,
    fund fees, yearly charge
  rwa.minimum: lowest ticket, entry threshold, minimum cheque, minimum check, min entry, smallest cheque,
    smallest check, first subscription, lowest entry
  rwa.access: kyc rules, kyc requirement, kyc requirements, who is it open to, who it is open to, open to whom,
    restrictions, access restrictions, investor requirements, investor eligibility rules, who is allowed,
    who is allowed in, who can get in, admitted investors, who can subscribe
  rwa.redemption: redemption time, redemption times, redemption period, redemption periods, redemption notice,
    time to redeem, exit terms, how fast can i redeem, how quickly can i redeem, how soon can i redeem,
    how fast can i get out, how fast can you redeem, how quickly can you redeem, how long to redeem,
    how long does it take to redeem, how long does redemption take, liquidity of redemption, getting out,
    how do i redeem, how can i redeem, redeemability, when can i redeem, how often can i redeem
  rwa.nav_frequency: how often is nav struck, how often is the nav struck, how often nav is struck,
    how often the nav is struck, how often is it priced, how often are they priced, valuation frequency,
    how often is it valued, nav rhythm, nav calculation, frequency of nav, frequency of the nav,
    how often they are priced, how often is nav calculated, pricing interval
  rwa.nav_date: nav last struck, nav was last struck, last struck, last priced, last valued, last valuation,
    valuation date, pricing date, date of the last nav, latest valuation, when nav was struck, nav dates
  rwa.issuer: who is behind, who stands behind, company behind, tokenised by, tokenized by, issuing company,
    issuing firm, who runs, who runs it, who manages, who manages it
  rwa.asset_class: underlying, sort of asset, kind of underlying
  rwa.transfer_class: distributed or represented, represented or distributed, transferable or not
`

/** Words that other subjects have as well: they mean one of these only where its own things are named ("how low did USDe get"). */
const tied = `
  stable_supply.dollar_share: how concentrated, concentrated
  stable_bridge.transfers: transactions, transaction count, number of transactions, trips, number of trips, individual transfers, number of individual transfers
  stable_price.deviation: slip, slipped, slips, slipping, wobble, wobbled, wobbles, wobbly, dislocation, dislocations,
    dislocated, tracking error, how stable, price stability, stability, gap to a dollar, off a dollar,
    short of a dollar, less than a dollar, more than a dollar, over a dollar, from a dollar, from one dollar,
    from the dollar, from $1, below $1, under $1, above $1, against the dollar, against a dollar, versus the dollar,
    vs the dollar
  stable_price.deviation_low: intraday dip, intraday dips, intraday lows, low point, low points, lowest point,
    lowest points, trough, troughs, worst dip, deepest dip, biggest dip, largest dip, dip, dips, worst slip,
    biggest slip, worst wobble, worst moment, how low, at worst, at its worst, at their worst, at the worst,
    at its lowest, at the lowest, worst discount, deepest discount, worst break, deepest low, worst level, worst price,
    lowest trade, worst trade, lowest traded price, day low, daily low, lowest it got, how cheap, deepest slide,
    worst shortfall, shortfall
  stable_price.deviation_high: intraday peak, intraday peaks, intraday highs, high point, high points, highest point,
    highest points, how high, highest trade, at its highest, at the highest, highest traded price, daily high, day high,
    biggest overshoot, overshoot, highest it got
  stable_price.volume: changed hands, changes hands, change hands, changing hands, exchange volume, amount traded,
    traded amount, volume traded
  rwa.value: fund assets, product value, value of tokens, token value, issued value, outstanding value
  rwa.net_subscriptions: net sales, money raised, raised, raise, raises, raising, money taken out, took money out of,
    money pulled out, money pulled out of, money out of, money left, money leaving, money taken out of, fund flows,
    net new investment, new investment, fresh capital, new capital, net capital, came into, flowed out of,
    money flowing into, money going into, net purchases, net buying, poured into, pulled in, took in, organic growth,
    from new money, came from new money
  rwa.price_effect: capital gains, repricing, from market moves, market moves, due to the market, due to market moves,
    gains in value, price part, price alone, change in price, mere price, only price
  rwa.yield: pay out, pays out, paid out, payout, payouts, pay-out, annual yield, annual return, yearly yield,
    yearly return, interest paid, rate of return, current yield, running yield, fund return, annualised yield,
    annualized yield, yield on offer
  rwa.holders: participants, number of people, number of accounts, number of clients, number of buyers, head count,
    headcount
  rwa.defi_active: as collateral, collateral use, posted as collateral, pledged, pledged as collateral, put to work,
    deployed, used in lending, in lending protocols, used on-chain, productive, locked as collateral
  rwa.minimum: need to invest, have to invest, required to invest, smallest amount, least amount, lowest amount,
    entry level, barrier to entry, minimum stake, starting amount, required minimum, minimum required, entry price,
    entry amount, to get in, smallest buy, smallest purchase, minimum order
`

/** Words for them that are common: they mean a measure only where something else says so. */
const common = `
  trading.volume: trade more, trades more, trade less, trades less
  stable_supply.supply: exist, exists, in existence, size, sizes, footprint, balances, presence
  stable_supply.issued: issue, created, creates, create, prints, made
  stable_supply.redeemed: destroyed, destroy, withdrawn, withdrawals, taken back, took back
  stable_supply.bridged_in: received, entered, entering, arriving, arrive
  stable_bridge.bridged: flow, flows, traffic, crossed, crossing, cross, size, amount
  stable_price.deviation: premium, premiums, discount, discounts, stray, strayed, deviate, deviated, deviates
  stable_price.price: worth, quote, quotes, quoted, exchange rate, fetch, rate to the dollar, going rate
  stable_price.volume: trade more, trades more, trade less, trades less, volume, volumes, activity, traded value
  rwa.value: asset base, size, sizes, invested, capital, holdings, parked, worth, outstanding value
  rwa.net_subscriptions: outflow, outflows, net outflow, net outflows, net flow, net flows, withdrawals, redemptions, redemption, sales, money out,
    growth from subscriptions, withdrawn
  rwa.yield: return, returns, interest, interest rate, rate, rates, earnings, earn, earns, yielding
  rwa.holders: accounts, clients, buyers, subscribers, users, customers
  rwa.price_effect: price gain, price change, price changes, market gains
  rwa.defi_active: collateral, lent against
  rwa.redemption: liquidity, lock-up, lockup, lock up, notice period, redeem, redeemable, exit
`

const listed = (table: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    namesOf(table).map(([id, words]) => [
      id,
      id.startsWith('stable_price.') ? [...new Set(words.flatMap(pegged))] : words,
    ]),
  )

/** What is said of par is said of the peg as well. */
export function pegged(text: string): readonly string[] {
  return /\bpar\b/.test(text)
    ? ['par', 'peg', 'the peg', 'its peg', 'their peg'].map((name) => text.replace(/\bpar\b/, name))
    : [text]
}

export const tokenWords = listed(token)
export const commonTokenWords = listed(common)
export const tiedTokenWords = listed(tied)
