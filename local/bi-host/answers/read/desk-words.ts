import { namesOf } from './name-lists'

/** Comma-separated, by measure or attribute. */
const desk = `
  price.close: last price, closing prices, spot px, usd price, dollar price, price in dollars, price in usd,
    spot prices
  price.open: opening price, opening prices, open price, open prices, daily open
  price.high: daily highs, day highs
  price.low: daily lows, day lows
  price.cap: coin market cap, mktcap, network value, market caps of coins
  price.supply: circ supply, coins outstanding, outstanding coins, coins circulating, supply in circulation,
    token supply
  price.rsi: rsi14, 14d rsi, 14 day rsi, 14-day rsi, relative strength indicator
  price.bitcoin_dominance: btcd, dominance of bitcoin, dominance of btc, btc share of the market, btc share of crypto,
    bitcoin share of crypto, btc share of market cap, bitcoin share of market cap, btc share of total market cap,
    bitcoin share of total market cap
  market_cap.cap: crypto market value, value of the crypto market, size of crypto, crypto market size, crypto market
    capitalisation, crypto market capitalization, crypto marketcap, aggregate market cap, combined market cap, global
    market cap, total market capitalisation, total market capitalization, crypto valuation, crypto cap, mktcap
  trading.volume: volume traded, traded volumes, amount traded, trade volumes, turnovers, trading value, dollar volume,
    money traded, transaction volume, vlm
  trading.open_interest: open interests, open leverage, open notional, leveraged bets, open perp positions, outstanding
    perps, open leveraged positions
  trading.perp_to_spot: perp-to-spot, perp-to-spot ratio, perps/spot, perps to spot ratio, perps spot ratio, perp to
    spot multiple, derivatives to spot ratio
  funding.funding_rate: funding fees, funding fee, funding apr, funding apy, funding aprs, funding payments, funding
    costs, cost of funding, perp funding rate, perp funding rates, perps funding, cost to be long, cost of being long,
    cost to stay long, cost of holding a long, cost to hold a long, cost to hold longs, cost to hold perps, longs have
    to pay, longs paid, shorts paid, shorts are paying, shorts earn, shorts get paid, paid to shorts, annualised funding
    rate, annualized funding rate, annual funding, yearly funding, annualised funding rates, cost of a long
  funding.rate: 8hr funding, 8hr funding rate, funding bps, raw funding rate, funding every 8 hours, eight hour funding,
    funding per eight hours, 8h rate
  funding.interval: settlement intervals, funding intervals, funding frequency, funding period, how often is funding
    paid, how often funding is paid, how often funding settles, hours between funding payments
  stable_supply.supply: circ supply, stablecoin supplies, stablecoins in circulation, stablecoin market size, size of the
    stablecoin market, outstanding supply, outstanding tokens, dry powder, stablecoin liquidity, stablecoin float
  stable_supply.net_issuance: net prints, net printed, net print, new stablecoins, net tokens issued, net newly issued,
    new stablecoin supply
  stable_supply.issued: prints, printing, gross mints, gross minting, gross mint, tokens minted, tokens issued, tokens
    created, newly minted, mintings
  stable_supply.redeemed: cash outs, cashouts, tokens burned, tokens redeemed, gross burns, burnt, tokens burnt, tokens
    destroyed
  stable_supply.bridged_in: bridge in, bridged inflow, bridged inflows, arrivals, inbound, inbound flow, inbound flows,
    inbound bridging, came in from other chains, incoming, arriving from other chains
  stable_supply.bridged_out: outbound, outbound flow, outbound flows, outbound bridging, outgoing, departures, left for
    other chains, bridged outflow, bridged outflows, moved off, leaving for other chains
  stable_supply.net_bridged: net moved, net movements, net migration, net bridge movements
  stable_supply.dollar_share: usdt usdc share, usdt+usdc share, combined share of usdt and usdc, top 2 share, big two
    share, share of the big two, usdt/usdc share, usdt and usdc dominance
  stable_bridge.bridged: bridged amount, amount bridged, bridge volumes, bridging volumes, cross chain volume, cross-chain
    volume, cross chain flows, cross-chain flows, dollars bridged, sent between chains, moved over bridges, went over
    bridges, bridge usage, transfer volume, transfer value, transferred value, cross-chain movement, cross chain
  stable_bridge.transfers: transaction count, bridge transaction count, number of bridge transactions, number of
    transactions, crossings, bridge crossings, times bridged, cross-chain transfers, cross chain transfers, cross-chain
    transactions
  stable_bridge.to_chain: receiving network, destination blockchain, chain of arrival
  stable_bridge.from_chain: sending network, origin blockchain, chain of origin
  stable_price.price: stablecoin prices, price of stablecoins
  stable_price.deviation: peg stability, peg drift, away from par, off the dollar, gap to the dollar, gap to par, distance
    to par, deviation from a dollar, deviation from one dollar, deviation from 1 dollar, drift from par, lost its peg,
    lost the peg, holding its peg, hold its peg, holding the peg, hold the peg, broke its peg, broke the peg, peg
    distance, above par, above a dollar, over par, depegged, distance from a dollar, distance from one dollar
  stable_price.deviation_low: lowest print, lowest prints, lowest print vs par, worst print
  stable_price.volume: stablecoin volumes, stablecoin traded volume
  etf.net_flow: intake, net intake, take in, takes in, taking in, raked in, hauled in, drew in, brought in, sucked in,
    net buying, net bought, net etf buying, etf buying, etf demand, money coming in, money going in, net
    money in, new money in, net fund flow, net fund flows, creations and redemptions
  etf.flow_coins: coin flow, coin flows, coins acquired, coins purchased, net coins bought
  etf.aum: fund aum, aums, etf size, etf sizes, fund sizes, size of etfs, total net assets, money in etfs, dollars in
    etfs, invested in etfs, money under management, money managed, manage, manages, managing, etf assets under mgmt,
    assets of the funds, assets of the etfs
  etf.holdings: coin stash, coins owned, coins in funds, coins held by funds, coin balance, stash, coins under
    management
  etf.volume: etf volumes, fund volumes, etf trading activity, share volume, share trading
  etf.premium: premium/discount, premium discount, discount or premium, gap to nav, deviation from nav, nav discount, nav
    discounts, nav premiums, nav gap, premiums to nav, above nav, over nav, price vs nav, price to nav, premia
  etf.fee: cost to own, cost of owning, holding cost, holding costs, etf cost, etf costs, expense ratios, annual cost,
    yearly fee, yearly cost, running cost, running costs, ongoing charge, ongoing charges, total expense ratio, cost of
    holding, annual fees, mer
  etf.flow_to_assets: flow/aum, flows/aum, flow to aum, flows to aum, net flow to aum, inflow as percent of aum, inflows as
    percent of aum, organic growth, organic growth rate
  etf.funds: etf number, etfs are there, funds are there
  etf.fund: etp, etps, exchange-traded product, exchange traded product, investment vehicle
  etf.issuer: fund company, fund companies, etf manager, fund provider, fund family, etf house
  lending.supplied: money deposited, money lent, deposited value, assets supplied, pool size, lending deposit
    base, supplied amount, amount supplied, amount deposited, supplied liquidity
  lending.borrowed: borrowed amount, amount borrowed, active borrows, total borrows, money borrowed, owed, borrowers owe,
    credit outstanding, outstanding credit, total loans, debts, loans outstanding
  lending.idle: unused cash, spare liquidity, free cash, available cash, remaining liquidity, liquidity left, liquidity
    available, left to borrow, can be borrowed, can be withdrawn, unlent, spare capacity, headroom, available funds,
    available for withdrawal, available for borrowing, available to be borrowed, room left to borrow
  lending.utilisation: utilisation ratio, utilization ratio, usage rate, use rate, share of deposits borrowed, share of
    deposits lent, share of deposits lent out, percent borrowed, percent of deposits borrowed, percentage borrowed, percent
    utilised, percent utilized, loan to deposit ratio, loan-to-deposit ratio, capacity used, used up
  lending.borrow_apy: borrowing aprs, borrowing apys, cost of debt, price of a loan, borrowers pay, borrowers are paying,
    borrowers paying, pay to borrow, paying to borrow, paid to borrow, rate borrowers pay, loan interest, loan apr, loan
    apy, interest borrowers pay, variable borrow rate, charged to borrow, charge to borrow, charges to borrow, interest
    on a loan, interest charged, loan costs, loan cost, borrow costs
  lending.supply_apy: deposit apr, lending apr, deposit yields, deposit returns, lender apy, lender apr, lend apy, lend
    apr, supply rates, supply yields, earn on deposits, lenders get, lenders make, lenders are paid, lenders paid, paid
    to lenders, paid on deposits, pay depositors, pays depositors, pay lenders, pays lenders, pays on deposits, pay on
    deposits, depositors get, depositors make, depositor yield, savings yield, savings apy, savings rates, suppliers
    earn, supplier apy, interest for lenders, lending yields, lending interest
  lending.kink: kinks, kink point, kink level, optimal usage, optimal utilization, target utilization, optimal usage
    ratio
  lending.reserve_factor: take rate, protocol take, reserve cut, cut of the protocol, kept by the protocol, share kept by
    the protocol, cut of interest
  lending.loan_to_value: collateral factor, collateral factors, borrowing power, borrow power, borrow limit, max loan,
    maximum loan, loan to value ratio, loan-to-value ratio, loan-to-values, maximum loan to value, max loan to value
  lending.threshold: lltv, liquidation point, liquidation limit, liquidation ltvs, liquidation levels, liquidation loan to
    value
  lending.base_rate: base rates, base borrow rate, rate at zero utilisation, rate at zero utilization
  lending.slope_below: slope1, slope 1, slope one, first slope, lower slope, slope below kink
  lending.slope_above: slope2, slope 2, slope two, second slope, upper slope, slope above kink, jump slope
  lending.protocol: lending app, defi lender, lending venue
  lending.asset: borrowable asset, lent asset, loan asset
  liquidations.amount: liquidated debt, value liquidated, loans called, collateral lost, collateral sold off, liquidated in
    lending, liquidations of loans, on-chain liquidated, forced closures on-chain, liquidated on-chain
  liquidations.positions: liquidation events, liquidated borrowers, liquidated accounts, accounts liquidated, liquidation
    numbers, borrowers were liquidated, borrowers got liquidated, liquidation counts
  liquidations.collateral: seized coin, seized token, collateral coin
  exchange_liquidations.amount: margin calls, forced selling, forced orders, forced sales, forced liquidation, force
    closed, force-closed, stopped out, got rekt, leverage wiped out, leverage flushed, leverage flushed out, flushed out,
    traders wiped out, bets wiped out, positions wiped out, liquidation amount, liquidation value, liquidation notional,
    perps liquidations, wipeout, wipeouts, liquidated leverage
  staking.staked: staked amount, staked tvl, staking market cap, total value staked, value of stake, amount at stake,
    stake value, staked assets, locked in stake
  staking.staked_coins: coins locked, tokens locked, locked coins, coins at stake, staked coin count
  staking.staked_share: staked ratio, staked percentage, staked percent, percent of coins staked, percentage of coins
    staked, staked fraction, fraction staked, part of supply staked, part staked, portion staked, share of the supply
    staked, percent of the supply staked, participation rate, stake rate, staking penetration, staked proportion, part of
    the supply is staked
  staking.apr: staking aprs, staking apys, staking income, staking interest, stake yield, staked yield, validator rewards,
    validator yield, validator apr, staking payout, staking payouts, rewards apr, reward apr, stakers get, stakers make,
    stakers are paid, paid to stakers, pay stakers, pays stakers, nominal yields, nominal staking rate, staking
    earnings, nominal staking apr
  staking.real_yield: real staking rate, real staking yields, real apy, real staking apr, real staking apy, real staking
    rewards, real rewards, real staking reward, true yield, in real terms, real staking returns, real returns, real
    rates, inflation-adjusted apr, inflation adjusted apr, inflation-adjusted staking yield, inflation adjusted staking
    yield, inflation-adjusted, real aprs
  staking.dilution: supply inflation, issuance rates, inflation rates, supply growth rate, dilutive, diluted, diluting,
    emission rate, emissions rate, token emissions, emissions, yearly inflation, annual inflation, annual dilution,
    monetary inflation
  staking.consensus: consensus rewards, consensus reward, consensus layer rewards, issuance rewards, issuance reward,
    rewards from issuance, reward from new coins, rewards from new coins, consensus apr, consensus yield, cl rewards
  staking.fees: mev, mev rewards, mev reward, mev yield, mev apr, fees and mev, priority fees, execution rewards,
    execution layer rewards, el rewards, rewards from fees, reward from fees, fee rewards, mev income, rewards from fees
    and mev, rewards from mev
  staking.exit: exit queues, exit queue length, queue to leave, queue to exit, withdrawal delay, withdrawal delays,
    withdrawal wait, withdrawal period, unstaking delay, unstaking queue, unstake time, unstaking days, unbonding
    periods, unbonding times, unstaking times, unstaking periods, waiting time to leave, waiting time to exit, waiting
    time to unstake, wait to unstake, wait to withdraw, time to withdraw, days to withdraw, cooldown period, cool down,
    cool-down, notice period, get stake back, get your stake back, withdrawal times, unbonding wait
  staking.entry: activation wait, activation delay, entry delay, entry queues, queue to enter, deposit queue, warm-up,
    warmup, waiting time for new validators, activation queues, entry times
  staking.validators: validator numbers, validator set, validator set size, nodes, number of nodes, node count
  staking.liquid_premium: lst peg, lst pegs, lst discounts, lst premiums, steth peg, peg of steth, peg of lsts, steth depeg,
    depeg of steth, liquid token depeg, liquid token premium, liquid token peg, liquid staking token premium, liquid
    staking token peg, liquid staking tokens discount, lst gap, lst discount to nav, lst discount to value, liquid staking
    premium, steth premium
  staking.network: staking chain, pos network, proof of stake chain
  staking.protocol: lst issuer, liquid staker, staking operator
  restaking.restaked: restaked tvl, restaking value, restaked assets, value restaked, restaked ether, size of restaking,
    restaked capital, restaked stake, restaked dollars
  restaking.extra: restaking apy, restaking apys, restaking aprs, restaking yields, restaking return, restaking returns,
    restaking income, restakers earn, earn restaking, earn from restaking, earn by restaking, paid for restaking, avs
    rewards, avs yield, extra apr, extra apy, bonus yield, restaking pays, restaking pay
  rwa.value: rwa aum, rwa assets, rwa total, rwa market size, tokenised market size, tokenized market size, tokenised
    market cap, tokenized market cap, product size, tokenised total, size of tokenised assets, tokenised on-chain value
  rwa.net_subscriptions: subscriptions net of redemptions, net new subscriptions, rwa net inflow, rwa net inflows, rwa net
    flow, tokenised inflows, tokenized inflows, rwa net subscriptions, net fund subscriptions
  rwa.price_effect: price effects, market effect, mark to market, mark-to-market, gains from price, from price changes,
    from price gains, due to price changes, price-driven, price driven, valuation gains, valuation changes, valuation
    change, price contribution, price component
  rwa.yield: 7d yield, 7d apy, 7-day apy, 7 day apy, seven-day yield, seven day apy, fund yield, fund yields, product yield,
    product yields, rwa apr, treasury apy, treasury product yield, tokenised yield, tokenized yield, distribution yield,
    net yields, coupon
  rwa.holders: owners, token owners, holder counts, holder base, investor base, investor numbers, holding addresses,
    unique holders, unique wallets, wallets holding, addresses holding, number of owners, number of addresses,
    shareholders
  rwa.defi_active: posted in defi, put to work in defi, at work in defi, defi value, used as collateral in defi, in use in
    defi, deployed into defi
  rwa.defi_share: share of value in defi, share working in defi, percent of value in defi, fraction in defi, part used in
    defi, part in defi, proportion in defi, portion in defi, share locked in defi, percentage in defi, percent active in
    defi, percentage active in defi, defi utilisation, proportion used in defi
  rwa.fee: rwa fees, management charge, management charges, management cost, management costs, annual fees, yearly fee,
    cost to hold, expense ratios, running cost, running costs, annual cost, annual management fee
  rwa.minimum: minimum buy, minimum buy-in, min buy-in, min buy, minimum deposit, smallest investment, smallest
    subscription, minimum entry, entry size, minimum purchase, min subscription, minimum amount, minimum to invest, min
    ticket size, min tickets, minimum tickets, minimum investments, entry minimum
  rwa.redemption: redemption terms, redemption windows, redemption speed, redemption frequency, liquidity terms,
    redemption rules, redemption conditions
  rwa.access: access rules, access terms, who it is open to, who they are open to, investor restrictions
  rwa.nav_frequency: nav frequency, pricing frequency, nav schedule, pricing schedule
  rwa.nav_date: last nav, latest nav, date of nav, date of the nav, last nav date, latest nav date
  rwa.transfer_class: transferability, kind of transfer
  sentiment.long_short: l/s ratio, l/s, ls ratio, long-short ratio, long-short ratios, long/short ratios, accounts ratio,
    crowd positioning, account positioning, longs/shorts ratio, longs to shorts ratio, long/short account ratio, net long
    accounts
  sentiment.posts: tweet volume, tweet count, tweeted, tweeted about, social engagement, social interest, posted about,
    posting about, talking about, talk about, online mentions, online chatter, online buzz, media mentions, x posts,
    number of posts, post count, social media activity, social media volume, social media attention, social media
    chatter, number of tweets, number of mentions
  fear_greed.fear_greed: f&g, f&g index, fng, fng index, fear greed index, fear-greed index, fear/greed index, fear and
    greed score, sentiment score, market fear, fear level, greed level, fear gauge, fear score, investor sentiment,
    investor mood, crypto mood, panic, panicking, nervous, euphoric, euphoria, crypto fear
  onchain.mvrv: mvrv ratio, market value to realized value, market to realised value, market to realized value
  onchain.nupl: net unrealised profit and loss, net unrealized profit and loss, net unrealised profit/loss, net unrealized
    profit/loss, unrealised gains, unrealized gains, unrealised pnl, unrealized pnl, paper gains
  onchain.sopr: spent output ratio, spent output profit
  onchain.realised_price: average price paid, average entry, average entry price, average buy price, break even price,
    break-even price, breakeven price, holders paid, holders paid on average, average acquisition price, on-chain cost
    basis, avg price paid, avg entry price, avg buy price
  onchain.realised_cap: realised capitalization, realized capitalization, realized capitalisation
  onchain.issuance: daily issuance, block rewards, block reward, mining rewards, newly created coins, newly minted coins,
    freshly mined, mining output, miner output, miners produce, miners produced, coins produced
  onchain.burned: coins burnt, supply burned, supply burnt, base fee
    burn, eip-1559 burn, burning
  onchain.active_addresses: daa, dau, address count, active address count, addresses active, number of active addresses,
    unique addresses, daily addresses, daily wallets, daily active wallets, user count, number of users, onchain users,
    on-chain users
  onchain.exchange_balance: cex reserves, cex balance, cex balances, coins at exchanges, held at exchanges, exchange wallet
    balance, exchange wallet balances, exchange reserve, reserves of exchanges, balance at exchanges, balances at
    exchanges, stored on exchanges, exchange inventory, coins kept on exchanges, held on cexs, on cexs
  onchain.fees: gas fee, network revenue, chain revenue, fee income, base layer fees, layer 1 fees, l1 fees, users
    paid in fees, users pay in fees, fees users paid, fees users pay, onchain fees, on-chain fees, blockchain fees, gas
    bill
  onchain.hash_rate: hashrates, eh/s, exahashes, exahash, computing power, network hashrate, mining hashrate, hashing rate
  option_surface.atm: ivs, atm ivs, implieds, atm vols, implied vols, option implied volatility, options implied volatility,
    option iv, options iv, option implied vol, options implied vol, option volatility, options volatility, volatility
    index, vol index, crypto vix, expected volatility, expected vol, at the money iv, at-the-money iv, market implied
    vol, market implied volatility
  option_surface.put_skew: 25d rr, rr25, 25rr, 25d risk reversal, 25 delta risk reversal, 25-delta risk reversal, 25 delta rr,
    25d put call skew, option skew, options skew, vol skew, volatility skew, iv skew, downside skew, put call skew,
    skews, demand for puts
  option_surface.butterfly: butterflies, bf, bf25, 25bf, 25d bf, wings, 25d butterflies, flies
  option_surface.iv: vol smiles, volatility smiles, iv surface, implied vol surface, implied volatility surface, implied vol
    smile, implied volatility smile
  option_strikes.open_interest: open interest per strike, oi per strike, strike oi, oi at each strike, open interest at
    each strike, strike distribution
  option_strikes.strike: exercise price, strike level, strike levels
  options.open_interest: options outstanding, open options contracts, open option contracts, option contracts
    outstanding, options notional, option notional
  options.volume: options volumes, option volumes, options flow, option flow, options trades
  options.premium: premium volume, options premium, options premiums, options premium traded, premium collected, premium
    earned, premium received, paid in premium, paid in premiums, spent on premium, spent on premiums, option premium
    paid, options premium paid
  options.premium_rate: premium rate, premium over notional, premium/notional, premium as percent of notional, premium as a
    percentage of notional, premium as a share of notional, cost of options, option cost, options cost
  options.put_call_oi: pcr, pcrs, p/c ratios, puts/calls, put-to-call, put-to-call ratio, puts to calls ratio, put to call,
    put call ratios, put/call ratios, oi pcr, pcr by oi, pcr by open interest, put-call, puts/calls ratio
  options.put_call_volume: pcr by volume, volume pcr, puts to calls by volume, put to call ratio by volume, put-call ratio by
    volume, put/call volume ratio, put/call volume, p/c volume, put to call volume
  options.expiry: expiry dates, maturity date, option expiry, option expiries, expiration dates
  futures_term.basis: annual basis, basis apr, basis apy, basis yields, cash-and-carry, cash & carry, roll yield, basis
    annualised, basis annualized, annualised carry, annualized carry, basis return, basis returns
  futures_term.premium: futures premiums, premium of futures, premium of futures over spot, futures discount, raw basis,
    unannualised basis, spread to spot, spread over spot, gap to spot, futures spot spread, spot futures spread, futures
    spread
  futures_term.mark: mark price, mark prices, futures prices, futures px, future price, futures mark, contract price,
    price of futures, price of the future, futures quote
  futures_term.index: spot index, index level, reference price
  futures_term.days_to_expiry: dte, days left, days till expiry, days until expiry, days remaining, days to maturity
  futures_term.open_interest: open futures, open futures contracts, open futures positions, outstanding futures, futures
    positions, futures contracts outstanding
  futures_term.volume: futures volumes, dated volume, dated futures volumes
  futures_term.expiry: expiry dates, maturity date, contract months, delivery month, expiration dates
  rates.policy: ffr, fed funds target, fed target, fed target rate, target rate, key rate, key interest rate, federal
    reserve rates, federal reserve interest rate, policy rates, dollar interest rate, us key rate, us base rate, fed
    interest
  rates.bill: tbill yield, tbill yields, tbill rate, tbill rates, t bill yield, t bill yields, t bill rate, 3m tbill yield, 3m
    t-bill yield, 3m bill yield, 3m treasury yield, 3m treasuries, 3m treasuries yield, 3m ust, 3m ust yield, ust yield,
    ust yields, us treasury yield, us treasury yields, 3 month treasury yield, 3-month treasury yield, 3 month treasury, us
    t-bill, us t-bills, us treasury bills, us t-bill yield, treasury bill yields, treasury bill rates, cash yield, us
    government bill, 3m us treasury, riskfree rate
  calendar.closures: bank holidays, days off, stock exchange holidays, exchange holidays, markets closed, non trading
    days, non-trading days, public holidays, closing days, us holidays, holiday calendar, trading calendar
  events.events: incidents, key events, major events, catalysts, milestones
  hourly.volume: hourly volumes, intraday volumes, hourly spot trading, intraday trading, hourly turnover, intraday
    turnover, hourly trading volume, intraday spot volume
`

/** How a desk, a treasury or a newcomer says a name: short forms, plurals and verbs. */
export const deskWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(namesOf(desk))
