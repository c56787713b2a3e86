import { namesOf } from './name-lists'
import { pegged } from './token-words'

/** Comma-separated, by measure or attribute. */
const everyday = `
  futures_term.premium: futures premium over spot, premium over spot, premium to spot, premium over index, premium over the index, premium to index, premium to the index
  price.close: px, price level, spot rate, market price, coin price, token price
  price.cap: market cap of coins, cap of coins, market cap, marketcap, mcap, capitalisation, capitalization
  price.bitcoin_dominance: bitcoin share of the market, bitcoin market share, btc market share, btc.d
  price.high: daily high, intraday high, day high
  price.low: daily low, intraday low, day low
  price.rsi: overbought, oversold, relative strength
  market_cap.cap: total mcap, total crypto market cap, total crypto mcap, whole market cap, entire market cap, overall
    market cap, total cap, crypto mcap, total crypto cap, value of the market, market size, crypto market, whole
    crypto market, total value of crypto, value of crypto, size of the crypto market, size of the market
  trading.volume: turned over, trade volume, dollars traded, trading turnover, changed hands, traded value
  trading.open_interest: open bets, outstanding contracts, outstanding positions, leverage
  trading.perp_to_spot: perp to spot ratio, perp/spot, perp to spot volume, perps versus spot ratio
  funding.funding_rate: longs paying, longs pay, longs are paying, longs pay shorts, paid by longs, shorts paying, shorts pay, cost of leverage, carry of longs, perp rate, perpetual funding, funding rate
    annualised, funding rate annualized
  funding.rate: funding in bps per 8 hours, funding in bps, funding per 8h, funding rate per 8 hours, funding rate per
    8h, 8 hour funding, 8 hour funding rate, 8h funding rate, funding rate in bps
  funding.interval: settlement frequency, funding settlement interval, hours between settlements
  stable_supply.supply: tokens outstanding, stablecoin float, circulating supply, stablecoin base
  stable_supply.net_issuance: net minted, net creation, newly issued, net new supply, net minting, net new issuance,
    minted minus burned, minted net of burns, net redemptions, net burn
  stable_supply.issued: gross issuance, printed, freshly minted
  stable_supply.redeemed: cashed out, gross redemptions, paid back, retired, redeeming
  stable_supply.bridged_in: inflow from other chains, received from other chains, came in over bridges, bridge inflow,
    bridging in, moved in, bridged into, bridged onto
  stable_supply.bridged_out: sent to other chains, bridge outflow, bridging out, moved out, bridged away, bridged off
  stable_supply.net_bridged: net bridged inflow, net bridged outflow, net bridge inflow, net bridging, net bridge
    outflow, net inflow from bridges, net inflow of stablecoins from bridges, net inflow from other chains, net inflow
    over bridges, net bridge movement, bridge balance, net stablecoin inflow, net inflow of stablecoins
  stable_supply.dollar_share: usdt and usdc share, share of the top two, two largest issuers, duopoly
  stable_bridge.bridged: bridged value, value bridged, value moved, dollars moved, dollar value moved, money moved, bridging volume,
    bridge flows, bridge traffic, bridge activity, sent across, bridging, sent over bridges, moved across
    chains, moved across bridges
  stable_bridge.transfers: bridge transfer count, bridge transactions, number of bridge transfers, bridging transactions, transfer
    count
  stable_price.deviation: deviation from peg, deviation from the peg, distance from par, off par, from par, away from
    a dollar, below par, peg gap, discount to par, premium to par, under par, below their peg, under their peg, above
    par, above their peg, above a dollar, below a dollar, under a dollar, below one dollar, under one dollar, below 1
    dollar
  stable_price.deviation_low: worst low, lowest price vs par, lowest price against par, lowest price to par, lowest vs
    par, lowest from par, lowest against par, lowest below par, low vs par, low from par, worst vs par, worst depeg,
    lowest deviation, deepest depeg, worst deviation, intraday low, low of the day, low
  stable_price.deviation_high: highest high, highest deviation, intraday high, high of the day, high, worst high
  stable_price.volume: traded, stablecoin trading, stablecoin trading activity, stablecoins traded
  etf.net_flow: money left, money leaving, money pulled out, money taken out, money came out of, money out of, money
    went into, money flowed into, money came into, went into, flowed into, poured into, came into, money in, net
    creations, money flow, net money, fund inflow, took in, taken in, take in, taking in, came out of, come out of,
    pulled in, money pulled in, attracted, gathered, net purchases, creations less redemptions, bought, daily flows,
    net new money, new money
  etf.flow_coins: flows in coins, net flow in coins, coins bought, coins added
  etf.aum: fund size, assets in etfs, managed assets, size of the funds, managed
  etf.holdings: coin holdings, coins in etfs, held coins, coins in custody, etf coin holdings, etfs own, funds own,
    etfs hold, funds hold, funds holding, owned by etfs, owned by funds
  etf.volume: traded, share turnover, shares traded, fund turnover, etf trading, etf trading volume, fund
    trading volume
  etf.premium: discount to nav, premium or discount, below nav, under nav, below its nav, below their nav, under its
    nav, under their nav, above nav, above its nav, above their nav, premium to net asset value, discount to net asset
    value, premium over nav
  etf.fee: expense, management fee, cost to hold, ter, annual fee, fund fee, charges
  etf.flow_to_assets: flow as percent of assets, flow as percentage of aum, flow relative to assets, flow as a share
    of assets, flow as a percentage of assets, flows as a percentage of aum, flows relative to aum
  lending.supplied: supply, total deposits, lent, supplied value, collateral posted, money
    supplied, deposit base
  lending.borrowed: loans outstanding, loan book, outstanding debt, total debt, outstanding borrows, borrows, loan
    volume, outstanding, lent
  lending.idle: unused liquidity, unborrowed, cash available, idle cash, idle, available to borrow,
    available to withdraw, room to withdraw, withdrawn, be withdrawn, free liquidity, unused deposits
  lending.utilisation: how full, utilised, utilized, use of deposits, share borrowed, borrowed share
  lending.borrow_apy: interest on loans, rate to borrow, rate for borrowing, rate for a loan, loan rate, borrow
    interest, interest rate, cost of a loan, cost of loans, interest paid, borrow cost, borrowing apr, to borrow,
    borrowers pay, do borrowers pay, borrowers are paying, borrowers paying, paid by borrowers, charged to borrowers
  lending.supply_apy: deposit yield, rate to lend, rate for lending, rate to supply, rate to deposit, rate for
    deposits, rate on deposits, deposit interest, supply yield, interest earned, lending returns, lenders earn, yield
    for lenders, yield on deposits, earned by lenders, lend rate, to lend, savings rate, earn lending, earn by
    lending, earn from lending, earn on, make lending, get for lending, earn supplying, earn depositing, to park,
    park, to deposit, interest on deposits, depositors earn, lender yield
  lending.loan_to_value: max ltv, maximum ltv
  lending.reserve_factor: protocol cut
  lending.threshold: liquidation ltv, liquidation level
  liquidations.amount: liquidations in defi, liquidated in defi, collateral seized, seized collateral, seized, loan liquidations, lending
    liquidations, liquidated loans, onchain liquidations, liquidated collateral, collateral liquidated
  liquidations.positions: positions were liquidated, positions got liquidated, loans were liquidated, number of
    liquidations, liquidation count, loans liquidated, how many liquidations, borrowers liquidated, number of
    liquidated positions
  exchange_liquidations.amount: liquidations on exchanges, wiped out, rekt, forced closures, blown out, liquidated positions, futures
    liquidations, perp liquidations, leveraged positions liquidated, liquidation volume, liquidated on
    exchanges, traders liquidated
  staking.staked: stake size, total stake, value at stake, staking tvl, dollars staked, money staked, locked
    in staking, staking market size
  staking.staked_coins: coins staked, number of coins staked, staked tokens, tokens staked, amount of coins
    staked
  staking.staked_share: share of supply staked, percent staked, percentage staked, percent of supply staked,
    percentage of supply staked, participation, staking participation, how much of the supply is staked,
    staked supply, share of coins staked, staking rate of supply, share of supply that is staked, proportion
    staked, supply staked, supply is staked, of supply staked
  staking.apr: earn staking, earn if you stake, earn when staking, get staking, make staking, paid for staking,
    staking pay, get for staking, earn for staking, earn by staking, earn from staking, make from staking, get from
    staking, nominal apr, nominal yield, nominal, nominal reward, nominal rate, headline apr, headline yield, nominal
    staking yield, rewards, reward rate, yield, stakers earn, gross yield, staking return, apy, payout
  staking.real_yield: net yield after inflation, net apr after inflation, after inflation, net of inflation, after
    dilution, net of dilution, inflation adjusted, inflation-adjusted yield, real return, real reward, real rate, real
    apr, adjusted for inflation, yield net of inflation, yield net of dilution, yield after dilution, real staking
    return, apr after inflation, real yield after inflation, staking yield after inflation, apr net of inflation
  staking.dilution: deflationary, inflationary, is it deflationary, net supply growth, inflation rate, supply growth, token inflation, network inflation, coin inflation, net
    inflation
  staking.exit: exit time, unbonding time, unbonding period, wait to exit, withdrawal queue, time to exit, time to
    leave, days to exit, exit wait, exit delay, unstaking time, time to unstake, withdrawal time, unstake, unbonding
    days, unstaking period, days to unstake, take to unstake, to unstake, take to leave, take to exit, to get out,
    wait to leave, exit, unbond, cooldown, lock-up, lockup
  staking.entry: waiting time to stake, time to stake, wait to stake, how long to stake, queue to stake, activation queue, wait to enter, time to enter, entry time, days to stake, waiting time to
    enter, entry wait, activation time, time to start staking
  staking.validators: validator count, number of validators, active validators
  staking.liquid_premium: liquid staking token discount, lst depeg, liquid staking discount,
    discount of liquid staking tokens, liquid token discount, below its value, below their value, under its value, under their value, above its value, above their value, below fair value, above fair value, below its fair value, above its fair value
  restaking.restaked: restaking tvl, restaked eth, total restaked, restaked amount, amount restaked
  restaking.extra: extra yield from restaking, yield from restaking, reward from restaking, restaking reward,
    restaking rate, extra yield, extra reward
  rwa.value: tokenised market, tokenized market, aum, assets under management, tokenised aum, tokenized aum,
    outstanding, tvl of rwa, total rwa
  rwa.net_subscriptions: new money, net new money, fresh money, money came into, money went into, money flowed into,
    went into, flowed into, net subscribed, subscribed, net issuance, net creations, net money, new subscriptions, net
    redemptions
  rwa.price_effect: price gains, price impact, from price, valuation effect, was that price, was it price,
    is that price, is it price, just price, price alone, price moves, price appreciation, appreciation, revaluation, came from price, due to price,
    growth from price
  rwa.yield: apy, yield of treasuries, paid yield, net apy, 7-day yield, seven day yield, rwa apy, income
  rwa.holders: investors, token holders, wallets, number of investors, investor count, number of wallets,
    holder numbers, people hold, people holding, people own, how many people hold
  rwa.defi_active: used as collateral, active in defi, deployed in defi, defi use, defi usage,
    locked in defi, value in defi, working in defi
  rwa.defi_share: share in defi, percent in defi, share active in defi, percent used in defi, defi share,
    share deployed in defi, percentage used in defi
  rwa.fee: fee, annual fee, expense ratio, rwa fee, charges, product fee
  rwa.minimum: min ticket, min size, minimum size, min, minimum investment, minimum subscription, minimum ticket, min
    investment, smallest ticket, ticket size, entry ticket, minimum ticket size
  onchain.issuance: new coins, coins issued, newly mined, mined coins, mined, coins mined, coin issuance,
    newly issued coins, newly issued, coins minted, issued, coins created
  onchain.burned: burn, burnt, burn rate, coins burned, destroyed, coins destroyed
  onchain.active_addresses: active wallets, wallets, users, daily users, daily active users, address
    activity, active accounts, network activity, network users
  onchain.exchange_balance: revised, as revised, revised figure, revised balance, latest revision, sitting on
    exchanges, on exchanges, coins held on exchanges, exchange holdings, coins sitting on exchanges, left on
    exchanges, supply on exchanges, exchange supply, in exchange wallets, reserves on exchanges, sit on exchanges,
    coins sit on exchanges, kept on exchanges, parked on exchanges
  onchain.exchange_balance_first: first print, first published, as first published, first print exchange balance,
    first print balance, first print of exchange balance
  onchain.fees: fee revenue, transaction costs, gas spent, fees paid, miner fees, gas costs, fees collected, spent on
    gas, gas paid, chain fees
  onchain.hash_rate: hash power, hashing power, mining hash rate, network hash rate
  onchain.realised_price: realized price, average cost, average cost basis, average purchase price,
    aggregate cost basis, mean cost basis
  onchain.realised_cap: realized cap, realised market cap, realized market cap, realised capitalisation
  onchain.nupl: unrealised profit, unrealized profit, net unrealized profit, paper profit
  onchain.sopr: output profit ratio, profit ratio of spent coins
  onchain.supply: coins mined so far, mined supply, issued supply, coins in existence, coins that exist
  option_surface.atm: at the money vol, at the money volatility, option vol, atm volatility, at the money implied vol,
    at the money implied volatility, vols
  options.volume: traded, option turnover, options traded, option trading, trading volume, contracts traded, option
    trading volume, turnover
  options.open_interest: option positions, open options, outstanding options, open option interest, notional
    outstanding, open option positions
  options.premium: premium paid, spent on options, paid for options, premium spent, money spent on options
  options.expiry: expiring, expires, expiring on, expiry date, maturing, expiration date
  options.option_type: puts or calls, calls or puts, calls and puts
  options.bucket: time left, time to maturity, maturity bucket
  futures_term.expiry: expiring, expires, expiring on, expiry date, maturing, contract, maturity, delivery, delivery
    date, contract month, expiration date, term structure, futures curve, forward curve, term curve, curve
  futures_term.basis: cost of carry, basis trade yield, basis trade return, backwardation, contango or backwardation, basis trade, cash and carry, carry trade, futures yield, basis yield, basis rate,
    annualised futures basis, annualized futures basis, contango, annualised premium, annualized premium,
    annualised futures premium, annualized futures premium, cash and carry yield, carry yield
  futures_term.volume: traded, futures traded, futures trading, trading volume, futures turnover, turnover
  option_surface.tenor: term structure, vol curve, volatility curve, term curve, vol term structure, volatility term
    structure, time to expiry, expiry, curve
  option_strikes.strike: strike price
  hourly.volume: traded volume, turnover, trading activity
  hourly.hour: time of the day
  fear_greed.fear_greed: greedy, fearful, scared, market mood, mood, greed, fear, market sentiment, sentiment index, greed index,
    fear index, fear/greed, crypto sentiment
  sentiment.long_short: more people long or short, more traders long or short, more accounts long or short, more
    people long, more traders long, more longs or shorts, more longs than shorts, long or short, traders long or
    short, traders long, people long or short, accounts long or short, crowd long or short, retail long or short, net
    long or short, longs to shorts, accounts long, long to short ratio, trader positioning, retail positioning,
    account ratio
  sentiment.posts: mentioned, buzz, chatter, social buzz, talked about, social chatter, twitter mentions, discussed,
    social attention, attention, social media buzz, social hype, hype around
  rates.policy: fed interest rate, federal reserve rate, fed policy, fed, fed policy rate, federal funds, fed funds
    target, interest rate of the fed, central bank rate, us policy rate, us interest rate
  rates.bill: 3m tbill, 3m t-bill, 3m bill, 3m treasury bill, 3m treasury, 3 month tbill, three month tbill, tbill,
    bill yield, 3-month bill, three month bill, treasury bill yield, 3-month treasury bill, 3 month t-bill, us
    treasury bill, risk free, t bills, bills, cash rate, three month t-bill
  trading.exchange: crypto exchange, marketplace, trading platform, platform
  trading.market_type: product type, contract type, kind of market, type of market, spot and derivatives,
    spot and perps
  trading.venue_kind: kind of venue, type of venue, exchange type, type of exchange, dex and cex, cex and
    dex
  lending.protocol: lender, platform, lending protocol, lending platform, money market, app
  lending.market: lending pool, lending market
  staking.protocol: operator, staking provider, staking protocol, platform, staking service, liquid staking
    protocol, liquid staking provider
  staking.network: proof of stake network, pos chain, staking network
  stable_supply.issuer: who issues, who issues them, who issues it, issued by whom, company, stablecoin issuer, stablecoin company
  stable_supply.attestation: date of its reserve report, date of the reserve report, reserve report date, date of
    reserve report, date of their reserve report, last reserve report, attestation date, last attestation,
    attestations, date of its attestation, date of last attestation, proof of reserves date
  stable_supply.backing: kind of backing, type of backing, backing type, collateral, reserve type, how they
    are backed, type, kind, what backs them
  etf.fund: exchange traded fund, product, spot etf, etf ticker
  etf.issuer: who runs, who manages, who runs them, who manages them, who issues, who issues them, manager, fund manager, asset manager, provider, etf issuer, fund sponsor, fund house, fund
    issuer, company, etf provider, etf sponsor
  rwa.issuer: who issues, who issues them, who issues it, issued by whom, manager, asset manager, tokeniser, tokenizer, provider, company
  rwa.access: who is allowed to hold, who is allowed to buy, who may hold, who may buy, who can hold, who can buy, who can own, who can invest, who is allowed to invest, who may invest, who is eligible, who can access, allowed holders, eligibility, eligible investors, investor eligibility, investor access, kind of investor, type of investor, investor type
  rwa.asset_class: type of asset, asset type, category, kind of asset, type, kind
  rwa.product: tokenised fund, tokenized fund, tokenized product
  price.sector: category, theme, segment, industry, narrative
  price.asset: cryptocurrency, crypto asset, digital asset
  liquidations.collateral: collateral asset, collateral type, collateral token, seized asset
  exchange_liquidations.side: longs and shorts, long or short
  stable_bridge.to_chain: destination chain, receiving chain, target network, destination network
  stable_bridge.from_chain: origin chain, sending chain, source network, origin network
  options.put_call_oi: p/c ratio, p/c, pc ratio, put/call oi, put call oi, put call oi ratio, put call ratio by open
    interest, put call ratio by oi, put/call ratio by open interest
  options.put_call_volume: put call ratio by volume, put/call ratio by volume, put call by volume, p/c ratio by volume, p/c by volume, volume put call ratio, put call ratio of volume, volume p/c ratio
  option_surface.put_skew: skewed to puts, skewed to calls, skewed towards puts, skewed towards calls, skewed, 25d
    skew, 25d put skew, risk reversal, rr, put-call skew
  option_surface.butterfly: 25d butterfly, 25d fly, 25 delta fly
  option_surface.iv: vol smile, volatility smile, vol surface, iv smile, skew curve
  events.events: what happened, market events
  calendar.closures: market holidays, closed days, trading holidays, days closed, stock market holidays,
    closures
`

/** Everyday words of analysts, treasurers and journalists for measures and attributes, beside those of `vocabulary.ts`. */
export const everydayWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  namesOf(everyday).map(([id, words]) => [
    id,
    id.startsWith('stable_price.') ? [...new Set(words.flatMap(pegged))] : words,
  ]),
)
