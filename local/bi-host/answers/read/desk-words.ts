import { namesOf } from './name-lists'

/** Comma-separated, by measure or attribute. */
const desk = `
  price.close: last price, spot px, usd price, dollar price, price in dollars, price in usd
  price.open: opening price, open price, daily open
  price.cap: coin market cap, mktcap, network value
  price.supply: circ supply, coins outstanding, outstanding coins, coins circulating, supply in circulation,
    token supply
  price.rsi: rsi14, 14d rsi, 14 day rsi, relative strength indicator
  price.bitcoin_dominance: btcd, dominance of bitcoin, dominance of btc, btc share of the market, btc share of crypto,
    bitcoin share of crypto, btc share of market cap, bitcoin share of market cap, btc share of total market cap,
    bitcoin share of total market cap
  market_cap.cap: crypto market value, value of the crypto market, size of crypto, crypto market size, crypto market
    capitalisation, crypto market capitalization, crypto marketcap, aggregate market cap, combined market cap, global
    market cap, total market capitalisation, total market capitalization, crypto valuation, crypto cap, mktcap
  trading.volume: volume traded, amount traded, trading value, dollar volume, money traded, transaction volume, vlm
  trading.open_interest: open leverage, open notional, leveraged bets, open perp positions, outstanding perps, open
    leveraged positions
  trading.perp_to_spot: perp to spot multiple, derivatives to spot ratio
  funding.funding_rate: funding fees, funding apr, funding apy, funding payments, cost of funding, perp funding rate,
    cost to be long, cost of being long, cost to stay long, cost of holding a long, cost to hold a long, cost to hold
    longs, cost to hold perps, longs have to pay, longs paid, shorts paid, shorts are paying, shorts earn, shorts get
    paid, paid to shorts, annualised funding rate, annualized funding rate, annual funding, yearly funding, cost of a
    long
  funding.rate: 8hr funding, 8hr funding rate, funding bps, raw funding rate, funding every 8 hours, eight hour funding,
    funding per eight hours, 8h rate
  funding.interval: funding frequency, funding period, how often is funding paid, how often funding is paid, how often
    funding settles, hours between funding payments
  stable_supply.supply: circ supply, stablecoins in circulation, stablecoin market size, size of the stablecoin market,
    outstanding supply, outstanding tokens, dry powder, stablecoin liquidity
  stable_supply.net_issuance: net prints, net printed, new stablecoins, net tokens issued, net newly issued, new
    stablecoin supply
  stable_supply.issued: prints, printing, gross mints, gross minting, tokens minted, tokens issued, tokens created,
    newly minted, mintings
  stable_supply.redeemed: cash outs, cashouts, tokens burned, tokens redeemed, gross burns, burnt, tokens burnt, tokens
    destroyed
  stable_supply.bridged_in: bridge in, bridged inflow, arrivals, inbound, inbound flow, inbound bridging, came in from
    other chains, incoming, arriving from other chains
  stable_supply.bridged_out: outbound, outbound flow, outbound bridging, outgoing, departures, left for other chains,
    bridged outflow, moved off, leaving for other chains
  stable_supply.net_bridged: net moved, net migration
  stable_supply.dollar_share: combined share of usdt and usdc, top 2 share, big two share, share of the big two,
    usdt/usdc share, usdt and usdc dominance
  stable_bridge.bridged: bridged amount, amount bridged, cross chain volume, cross chain flows, dollars bridged, sent
    between chains, moved over bridges, went over bridges, bridge usage, transfer volume, transfer value, transferred
    value, cross-chain movement
  stable_bridge.transfers: bridge transaction count, number of bridge transactions, crossings, bridge crossings, times bridged, cross-chain transfers, cross-chain transactions
  stable_bridge.to_chain: receiving network, destination blockchain, chain of arrival
  stable_bridge.from_chain: sending network, origin blockchain, chain of origin
  stable_price.price: price of stablecoins
  stable_price.deviation: peg stability, peg drift, away from par, off the dollar, gap to the dollar, gap to par,
    distance to par, deviation from a dollar, deviation from one dollar, deviation from 1 dollar, drift from par, lost
    its peg, lost the peg, holding its peg, hold its peg, holding the peg, hold the peg, broke its peg, broke the peg,
    peg distance, over par, depegged, distance from a dollar, distance from one dollar
  stable_price.deviation_low: lowest print, lowest print vs par, worst print
  stable_price.volume: stablecoin traded volume
  etf.net_flow: intake, net intake, raked in, hauled in, drew in, brought in, sucked in, net buying, net bought, net etf
    buying, etf buying, etf demand, money coming in, money going in, net money in, new money in, net fund flow,
    creations and redemptions
  etf.flow_coins: coin flow, coins acquired, coins purchased, net coins bought
  etf.aum: fund aum, etf size, size of etfs, total net assets, money in etfs, dollars in etfs, invested in etfs, money
    under management, money managed, manage, managing, etf assets under mgmt, assets of the funds, assets of the etfs
  etf.holdings: coin stash, coins owned, coins in funds, coins held by funds, coin balance, stash, coins under
    management
  etf.volume: etf trading activity, share volume, share trading
  etf.premium: premium/discount, premium discount, discount or premium, gap to nav, deviation from nav, nav discount,
    nav gap, over nav, price vs nav, price to nav, premia
  etf.fee: cost to own, cost of owning, holding cost, etf cost, annual cost, yearly fee, yearly cost, running cost,
    ongoing charge, total expense ratio, cost of holding, mer
  etf.flow_to_assets: flow/aum, flow to aum, net flow to aum, inflow as percent of aum, organic growth, organic growth
    rate
  etf.funds: etf number, etfs are there, funds are there
  etf.fund: etp, exchange-traded product, investment vehicle
  etf.issuer: fund company, etf manager, fund provider, fund family, etf house
  lending.supplied: money deposited, money lent, deposited value, assets supplied, pool size, lending deposit
    base, supplied amount, amount supplied, amount deposited, supplied liquidity
  lending.borrowed: borrowed amount, amount borrowed, active borrows, total borrows, money borrowed, owed, borrowers
    owe, credit outstanding, outstanding credit, total loans
  lending.idle: unused cash, spare liquidity, free cash, available cash, remaining liquidity, liquidity left, liquidity
    available, left to borrow, can be borrowed, can be withdrawn, unlent, spare capacity, headroom, available funds,
    available for withdrawal, available for borrowing, available to be borrowed, room left to borrow
  lending.utilisation: utilisation ratio, utilization ratio, usage rate, use rate, share of deposits borrowed, share of
    deposits lent, share of deposits lent out, percent borrowed, percent of deposits borrowed, percentage borrowed,
    percent utilised, percent utilized, loan to deposit ratio, capacity used, used up
  lending.borrow_apy: cost of debt, price of a loan, pay to borrow, paying to borrow, paid to borrow, rate borrowers
    pay, loan interest, loan apr, loan apy, interest borrowers pay, variable borrow rate, charged to borrow, charge to
    borrow, interest on a loan, interest charged, loan costs
  lending.supply_apy: deposit apr, lending apr, deposit returns, lender apy, lender apr, lend apy, lend apr, earn on
    deposits, lenders get, lenders make, lenders are paid, lenders paid, paid to lenders, paid on deposits, pay
    depositors, pay lenders, pays on deposits, depositors get, depositors make, depositor yield, savings yield, savings
    apy, suppliers earn, supplier apy, interest for lenders, lending interest
  lending.kink: kinks, kink point, kink level, optimal usage, optimal utilization, target utilization, optimal usage
    ratio
  lending.reserve_factor: take rate, protocol take, reserve cut, cut of the protocol, kept by the protocol, share kept by
    the protocol, cut of interest
  lending.loan_to_value: collateral factor, borrowing power, borrow power, borrow limit, max loan, maximum loan, loan to
    value ratio, maximum loan to value, max loan to value
  lending.threshold: lltv, liquidation point, liquidation limit, liquidation loan to value
  lending.base_rate: base borrow rate, rate at zero utilisation, rate at zero utilization
  lending.slope_below: slope1, slope 1, slope one, first slope, lower slope, slope below kink
  lending.slope_above: slope2, slope 2, slope two, second slope, upper slope, slope above kink, jump slope
  lending.protocol: lending app, defi lender, lending venue
  lending.asset: borrowable asset, lent asset, loan asset
  liquidations.amount: liquidated debt, value liquidated, loans called, collateral lost, collateral sold off, liquidated in
    lending, liquidations of loans, on-chain liquidated, forced closures on-chain, liquidated on-chain
  liquidations.positions: liquidation events, liquidated borrowers, liquidated accounts, accounts liquidated,
    liquidation numbers, borrowers were liquidated, borrowers got liquidated
  liquidations.collateral: seized coin, seized token, collateral coin
  exchange_liquidations.amount: margin calls, forced selling, forced orders, forced sales, force closed, stopped out,
    got rekt, leverage wiped out, leverage flushed, leverage flushed out, flushed out, traders wiped out, bets wiped
    out, positions wiped out, liquidation amount, liquidation value, liquidation notional, wipeout, liquidated leverage
  staking.staked: staked amount, staked tvl, staking market cap, total value staked, value of stake, amount at stake,
    stake value, staked assets, locked in stake
  staking.staked_coins: coins locked, tokens locked, locked coins, coins at stake, staked coin count
  staking.staked_share: staked ratio, staked percentage, staked percent, percent of coins staked, percentage of coins
    staked, staked fraction, fraction staked, part of supply staked, part staked, portion staked, share of the supply
    staked, percent of the supply staked, participation rate, stake rate, staking penetration, staked proportion, part of
    the supply is staked
  staking.apr: staking income, staking interest, stake yield, staked yield, validator rewards, validator yield,
    validator apr, staking payout, rewards apr, stakers get, stakers make, stakers are paid, paid to stakers, pay
    stakers, nominal staking rate, staking earnings, nominal staking apr
  staking.real_yield: real staking rate, real apy, real staking apr, real staking apy, real staking rewards, true yield,
    in real terms, inflation-adjusted apr, inflation-adjusted staking yield
  staking.dilution: supply inflation, supply growth rate, dilutive, diluted, diluting, emission rate, token emissions,
    emissions, yearly inflation, annual inflation, annual dilution, monetary inflation
  staking.consensus: consensus rewards, consensus layer rewards, issuance rewards, reward from new coins, consensus apr,
    consensus yield, cl rewards
  staking.fees: mev, mev rewards, mev yield, mev apr, fees and mev, priority fees, execution rewards, execution layer
    rewards, el rewards, rewards from fees, fee rewards, mev income, rewards from mev
  staking.exit: exit queue length, queue to leave, queue to exit, withdrawal delay, withdrawal wait, withdrawal period,
    unstaking delay, unstaking queue, unstake time, unstaking days, waiting time to leave, waiting time to exit, waiting
    time to unstake, wait to unstake, wait to withdraw, time to withdraw, days to withdraw, cooldown period, cool down,
    notice period, get stake back, get your stake back, unbonding wait
  staking.entry: activation wait, activation delay, entry delay, queue to enter, deposit queue, warm-up, warmup, waiting
    time for new validators
  staking.validators: validator numbers, validator set, validator set size, nodes, number of nodes, node count
  staking.liquid_premium: lst peg, peg of lsts, liquid token
    depeg, liquid token premium, liquid token peg, liquid staking token premium, liquid staking token peg, lst gap, lst
    discount to nav, lst discount to value, liquid staking premium
  staking.network: staking chain, pos network, proof of stake chain
  staking.protocol: lst issuer, liquid staker, staking operator
  restaking.restaked: restaked tvl, restaking value, restaked assets, value restaked, restaked ether, size of restaking,
    restaked capital, restaked stake, restaked dollars
  restaking.extra: restaking apy, restaking return, restaking income, restakers earn, earn restaking, earn from
    restaking, earn by restaking, paid for restaking, avs rewards, avs yield, extra apr, extra apy, bonus yield,
    restaking pays
  rwa.value: rwa aum, rwa assets, rwa total, rwa market size, tokenised market size, tokenized market size, tokenised
    market cap, tokenized market cap, product size, tokenised total, size of tokenised assets, tokenised on-chain value
  rwa.net_subscriptions: subscriptions net of redemptions, net new subscriptions, rwa net inflow, tokenised inflows,
    tokenized inflows, rwa net subscriptions, net fund subscriptions
  rwa.price_effect: market effect, mark to market, gains from price, from price changes, from price gains, due to price
    changes, price-driven, valuation gains, valuation changes, price contribution, price component
  rwa.yield: 7d yield, 7d apy, 7-day apy, seven day apy, fund yield, product yield, rwa apr, treasury apy, treasury
    product yield, tokenised yield, tokenized yield, distribution yield, coupon
  rwa.holders: owners, token owners, holder base, investor base, investor numbers, holding addresses, unique holders,
    unique wallets, wallets holding, addresses holding, number of owners, number of addresses, shareholders
  rwa.defi_active: posted in defi, put to work in defi, at work in defi, defi value, used as collateral in defi, in use in
    defi, deployed into defi
  rwa.defi_share: share of value in defi, share working in defi, percent of value in defi, fraction in defi, part used in
    defi, part in defi, proportion in defi, portion in defi, share locked in defi, percentage in defi, percent active in
    defi, percentage active in defi, defi utilisation, proportion used in defi
  rwa.fee: management charge, management cost, yearly fee, cost to hold, running cost, annual cost, annual management
    fee
  rwa.minimum: minimum buy, minimum buy-in, min buy-in, min buy, minimum deposit, smallest investment, smallest
    subscription, minimum entry, entry size, minimum purchase, min subscription, minimum amount, minimum to invest, min
    ticket size, entry minimum
  rwa.redemption: redemption terms, redemption speed, redemption frequency, liquidity terms, redemption rules,
    redemption conditions
  rwa.access: access rules, access terms, who it is open to, who they are open to, investor restrictions
  rwa.nav_frequency: nav frequency, pricing frequency, nav schedule, pricing schedule
  rwa.nav_date: last nav, latest nav, date of nav, date of the nav, last nav date, latest nav date
  rwa.transfer_class: transferability, kind of transfer
  sentiment.long_short: l/s ratio, l/s, ls ratio, crowd positioning, account positioning, long/short account ratio, net
    long accounts
  sentiment.posts: tweet volume, tweet count, tweeted, tweeted about, social engagement, social interest, posted about,
    posting about, talking about, talk about, online mentions, online chatter, online buzz, media mentions, x posts,
    number of posts, post count, social media activity, social media volume, social media attention, social media
    chatter, number of tweets, number of mentions
  fear_greed.fear_greed: f&g, f&g index, fng, fng index, fear greed index, fear/greed index, fear and greed score,
    sentiment score, market fear, fear level, greed level, fear gauge, fear score, investor sentiment, investor mood,
    crypto mood, panic, panicking, nervous, euphoric, euphoria, crypto fear
  onchain.mvrv: mvrv ratio, market value to realized value, market to realised value, market to realized value
  onchain.nupl: net unrealised profit and loss, net unrealized profit and loss, net unrealised profit/loss, net unrealized
    profit/loss, unrealised gains, unrealized gains, unrealised pnl, unrealized pnl, paper gains
  onchain.sopr: spent output ratio, spent output profit
  onchain.realised_price: average price paid, average entry, average entry price, average buy price, break even price,
    breakeven price, holders paid, holders paid on average, average acquisition price, on-chain cost basis, avg price
    paid, avg entry price, avg buy price
  onchain.realised_cap: realised capitalization, realized capitalization, realized capitalisation
  onchain.issuance: daily issuance, block rewards, mining rewards, newly created coins, newly minted coins, freshly
    mined, mining output, miner output, miners produce, miners produced, coins produced
  onchain.burned: coins burnt, supply burned, supply burnt, base fee
    burn, eip-1559 burn, burning
  onchain.active_addresses: daa, dau, address count, active address count, addresses active, number of active addresses,
    unique addresses, daily addresses, daily wallets, daily active wallets, user count, number of users, onchain users,
    on-chain users
  onchain.exchange_balance: cex reserves, cex balance, coins at exchanges, held at exchanges, exchange wallet balance,
    reserves of exchanges, balance at exchanges, stored on exchanges, exchange inventory, coins kept on exchanges, held
    on cexs, on cexs
  onchain.fees: network revenue, chain revenue, fee income, base layer fees, layer 1 fees, l1 fees, users paid in fees,
    users pay in fees, fees users paid, fees users pay, onchain fees, on-chain fees, blockchain fees, gas bill
  onchain.hash_rate: eh/s, exahashes, computing power, network hashrate, mining hashrate, hashing rate
  option_surface.atm: ivs, atm ivs, option implied volatility, option iv, option implied vol, option volatility,
    volatility index, vol index, crypto vix, expected volatility, expected vol, at the money iv, market implied vol,
    market implied volatility
  option_surface.put_skew: 25d rr, rr25, 25rr, 25d risk reversal, 25 delta risk reversal, 25 delta rr, 25d put call
    skew, option skew, vol skew, volatility skew, iv skew, downside skew, demand for puts
  option_surface.butterfly: bf, bf25, 25bf, 25d bf, wings
  option_surface.iv: iv surface, implied vol surface, implied volatility surface, implied vol smile, implied volatility
    smile
  option_strikes.open_interest: open interest per strike, oi per strike, strike oi, oi at each strike, open interest at
    each strike, strike distribution
  option_strikes.strike: exercise price, strike level
  options.open_interest: options outstanding, open options contracts, option contracts outstanding, options notional
  options.volume: options flow, options trades
  options.premium: premium volume, options premium traded, premium collected, premium earned, premium received, paid in
    premium, spent on premium, option premium paid
  options.premium_rate: premium rate, premium over notional, premium/notional, premium as percent of notional, premium
    as a percentage of notional, premium as a share of notional, cost of options, option cost
  options.put_call_oi: pcr, put-to-call, oi pcr, pcr by oi, pcr by open interest
  options.put_call_volume: pcr by volume, volume pcr, puts to calls by volume, put to call ratio by volume, put/call
    volume ratio, put/call volume, p/c volume, put to call volume
  options.expiry: maturity date, option expiry
  futures_term.basis: annual basis, basis apr, basis apy, cash & carry, roll yield, basis annualised, basis annualized,
    annualised carry, annualized carry, basis return
  futures_term.premium: premium of futures, premium of futures over spot, futures discount, raw basis, unannualised
    basis, spread to spot, spread over spot, gap to spot, futures spot spread, spot futures spread, futures spread
  futures_term.mark: mark price, futures px, futures mark, contract price, price of futures, price of the future,
    futures quote
  futures_term.index: spot index, index level, reference price
  futures_term.days_to_expiry: dte, days left, days till expiry, days until expiry, days remaining, days to maturity
  futures_term.open_interest: open futures, open futures contracts, open futures positions, outstanding futures, futures
    positions, futures contracts outstanding
  futures_term.volume: dated volume
  futures_term.expiry: maturity date, delivery month
  rates.policy: ffr, fed target, fed target rate, target rate, key rate, key interest rate, federal reserve interest
    rate, dollar interest rate, us key rate, us base rate, fed interest
  rates.bill: tbill yield, tbill rate, 3m tbill yield, 3m t-bill yield, 3m bill yield, 3m treasury yield, 3m ust, 3m ust
    yield, ust yield, us treasury yield, 3 month treasury yield, 3 month treasury, us t-bill, us t-bill yield, cash
    yield, us government bill, 3m us treasury, riskfree rate
  calendar.closures: bank holidays, days off, stock exchange holidays, exchange holidays, markets closed, non trading
    days, public holidays, closing days, us holidays, holiday calendar, trading calendar
  events.events: incidents, key events, major events, catalysts, milestones
  hourly.volume: hourly spot trading, intraday trading, hourly turnover, intraday turnover, hourly trading volume,
    intraday spot volume
`

/** How a desk, a treasury or a newcomer says a name: short forms, plurals and verbs. */
export const deskWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(namesOf(desk))
