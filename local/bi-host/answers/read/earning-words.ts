import type { Sense } from './lexicon'
import { namesOf } from './name-lists'

/** Comma-separated, by measure or attribute: how borrowers, stakers and holders of funds are spoken of. */
const plain = `
  lending.supplied: lending deposits, liquidity supplied, capital supplied, capital deposited, funds supplied, funds
    deposited, funds lent, assets deposited, assets lent, gross deposits, user deposits, customer deposits, depositor
    money, depositor funds, collateral deposited, collateral supplied, posted as collateral, supply side, lending
    supply
  lending.borrowed: borrow volume, borrowing volume, loan demand, demand for loans, borrow demand, borrowing demand,
    demand to borrow, demand for borrowing, appetite to borrow, open loans, live loans, drawn loans, loans drawn,
    taken out in loans, loans taken out, lent out, loaned, loaned out, on loan, people owe, users owe, owes, debt
    load, debt outstanding, indebtedness, lending book, size of the loan book, leverage in lending, leverage in defi,
    defi leverage, on-chain leverage, onchain leverage, amount lent out, credit extended
  lending.idle: exit liquidity, undrawn, undrawn liquidity, undrawn funds, unused supply, unused funds, unused
    capital, spare cash, spare funds, excess liquidity, surplus liquidity, liquidity buffer, liquidity cushion,
    uninvested deposits, uninvested, cash on hand, still be borrowed, could be borrowed, left to lend, available to
    lend, unlent deposits, unlent liquidity, unborrowed deposits, unborrowed liquidity, lendable, lendable liquidity,
    withdrawable liquidity, instantly withdrawable, liquidity for withdrawals, lenders withdraw, lenders pull out,
    depositors withdraw, depositors pull out, lenders get out, not lent out, not borrowed, not yet borrowed, left in
    the pool
  lending.utilisation: capacity utilisation, capacity utilization, pool usage, usage of deposits, percent lent out,
    share lent out, proportion lent out, utilisation level, utilization level, utilisation rates, utilization rates,
    how tight, how stretched, how maxed out, how used, how heavily used, maxed out, fill rate, saturation
  lending.borrow_apy: borrower rate, borrower cost, borrower apy, borrower apr, rate charged, rate charged to
    borrowers, interest charged to borrowers, borrowers are charged, borrowers get charged, financing cost, financing
    rate, cost of financing, borrow interest rate, borrowing interest rate, borrowing interest, debt cost, debit rate,
    take a loan, take out a loan, taking a loan, taking out a loan, get a loan, getting a loan, cost of credit, credit
    cost, loan pricing, price of borrowing, price of credit, expensive to borrow, cheap to borrow, funding cost for
    borrowers, how expensive is a loan, how expensive are loans, defi borrow rates
  lending.supply_apy: return on lending, return on deposits, return for lenders, lender returns, depositor returns,
    passive income, lending income, lending income rate, income from lending, income on deposits, yield for supplying,
    yield from supplying, yield on supplying, for supplying, from supplying, from lending, from lending out, by
    lending out, lending out, defi yield, defi savings rate, deposit income, yield on lending, yield from lending,
    yield for depositors, interest for depositors, interest received, interest for lending, earned on deposits, paid
    on supplied, lender income, earn lending out, supply interest, supplying earns, supply income, supply rate apy,
    lender rate, depositor apy, depositor rate
  lending.kink: curve kink, kinks in the curve, knee of the curve, optimal point, utilisation target, utilization
    target, target usage, desired utilisation, desired utilization, aimed utilisation, rates jump, rates start to
    jump, rates take off, aim for
  lending.reserve_factor: protocol's cut, cut of the interest, protocol fee on interest, fee on interest, share of
    interest kept, share of the interest kept, interest kept, interest the protocol keeps, protocol margin, reserve
    rate
  lending.loan_to_value: borrow against, borrowable against, be borrowed against, lend against, borrowing limit,
    borrowing capacity, advance rate, collateral ratio, max borrow, collateralisation ratio, collateralization ratio,
    ltvs
  lending.threshold: liquidation trigger, liquidation line, liquidation cutoff, margin call level, get liquidated at,
    liquidated at what, liquidation begins, liquidation starts, liquidation kicks in
  liquidations.amount: lose to liquidations, lost to liquidations, losses to liquidations, lose in liquidations, lost
    in liquidations, losses from liquidations, collateral sold, collateral got sold off, forced sales of collateral,
    forced collateral sales, collateral auctioned, auctioned off, foreclosed, foreclosures, seizures, collateral
    seizures, defi wipeouts, liquidated value, value of collateral liquidated, loans called in, collateral taken,
    collateral taken away, collateral liquidations, liquidated collateral value, borrower liquidations, liquidations
    of borrowers, liquidations on lending protocols, liquidations in lending
  liquidations.positions: loans got liquidated, loans get liquidated, loans wiped out, loans were wiped out, borrowers
    got wiped out, borrowers wiped out, borrowers were wiped out, borrowers rekt, loans were closed by force, loans
    closed by force, positions closed by force, loan liquidation count
  staking.staked: value locked in staking, money locked in staking, locked for staking, delegated, delegated value,
    delegated stake, bonded, bonded value, bonded stake, delegations, stake delegated, staked capital, capital staked,
    staked money, staking capital, securing the network, economic security, assets staked
  staking.staked_coins: coins bonded, coins delegated, tokens bonded, tokens delegated, tokens locked up, coins locked
    up, coins locked in staking
  staking.staked_share: percent bonded, percentage bonded, share bonded, bonded ratio, bonding ratio, supply bonded,
    supply is bonded, supply delegated, supply locked, supply is locked, supply is locked up, supply locked up, supply
    is locked in staking, supply locked in staking, supply is locked up in staking, supply locked up in staking,
    supply being staked, supply that is staked, of its coins staked, of its coins are staked, of its supply staked, of
    its supply is staked, of coins staked, of the coins are staked, of coins are staked, staking adoption, staked part
    of supply
  staking.apr: payout for staking, annual return, return for staking, return on staking, return from staking,
    validator return, staker return, staker yield, staker income, staker rewards, return on stake, yield on stake,
    yield for stakers, income from staking, income for stakers, nominal return, earned by stakers, paid out to
    stakers, earn on stake, pay for staking, staking pay-out, staking aprs
  staking.real_yield: true return, really earn, really make, really get, really pay, actually earn after inflation,
    return after inflation, net real, net real return, net real yield, inflation adjusted return, inflation-adjusted
    return, inflation adjusted yields, inflation adjusted reward, adjusted for new supply, adjusted for issuance,
    adjusted for supply growth, adjusted for dilution, after new issuance, after issuance, net of issuance, net of new
    coins, after new coins, real income, real payout, real gain, left after inflation, left after dilution
  staking.dilution: money printing, coin printing, new coins per year, supply expansion, expansion of supply, supply
    increase, dilute, diluted by, get diluted, cost of not staking, price of not staking, annual supply growth, yearly
    supply growth, new supply per year, issuance as percent of supply, token issuance rate, holder dilution, dilution
    of holders, inflating
  staking.consensus: inflation rewards, inflationary rewards, rewards from inflation, rewards from new issuance,
    minted rewards, base reward, issuance part of the reward, issuance yield, new coin rewards, consensus layer yield
  staking.fees: tips, tips and mev, mev tips, mev and tips, mev income for stakers, comes from fees, coming from fees,
    fee part, fee component, fee portion, fee income for stakers, mev and fee income, fee and mev income, mev and
    fees, fees and tips, transaction fee rewards, fee yield, jito tips, execution yield, execution layer yield, from
    mev, comes from mev, mev part
  staking.exit: wait to get out, waiting time to get out, waiting to get out, to get out of, get out of staking,
    getting out of staking, leave staking, leaving staking, days locked, locked for, locked up when you unstake,
    locked when you unstake, lock up time, lock-up time, lockup time, lockup period, lock-up period, lock up period,
    lock-in, lock-in period, exit line, line to leave, line to exit, withdrawal line, withdrawal wait time, exit
    waiting time, days to get out, thaw period, thawing period, unlock time, unlock period, time to unlock, to unlock,
    release time, unstaking wait, wait for unstaking, redemption wait, sell my staked, until i can sell
  staking.entry: wait in line, line to enter, line to stake, to become a validator, become a validator, new validator
    wait, validator entry queue, validator entry, queue to join, join queue, becomes active, to become active, until
    stake is active, activation, to activate, until it earns, start earning, new stake becomes active, waiting to
    stake, validators waiting to enter, entrance queue, staking queue
  staking.validators: run validators, running validators, validators running, active set, active validator set, nodes
    running, validator nodes
  staking.liquid_premium: peg of liquid staking tokens, depeg of liquid staking tokens, liquid staking token depeg,
    lst price vs nav, lst price vs fair value, lst price to nav, liquid staking depeg, liquid staking peg, lst
    deviation, lst price gap
  staking.protocol: liquid staking token, lst, staking pool, staking company, staking firm, liquid staking platform
  restaking.restaked: capital in restaking, restaking capital, restaking size, used twice, stake used twice, reused,
    reused stake, double staked, double-staked, stake reused, restaked coins, locked in restaking, value locked in
    restaking
  restaking.extra: on top of staking, additional yield, additional reward, additional return, restaking bonus, bonus
    reward, extra income, extra return, extra interest, extra pay, restakers get, restakers make, restakers get on
    top, restakers earn on top, extra staking yield, reward premium of restaking, earn on top
  restaking.protocol: restaking platform, restaking provider
  etf.aum: invested in bitcoin etfs, fund wealth, assets run, assets run by, net asset values, nav in dollars, fund
    net assets, etf market size, size of the etf market
  etf.net_flow: investor flows, fund subscriptions, share creations, etf creations, etf redemptions, etf
    subscriptions, capital flow into etfs, etf buying and selling, net etf demand, net fund demand
  etf.fee: sponsor's fee, management costs of funds, fund cost, total cost of ownership, etf expenses, etf expense
    ratio, annual cost of holding, cost per year, fee per year, annual sponsor fee
  etf.premium: mispricing, nav tracking gap, tracking gap, gap between price and nav, price nav gap, nav
    premium/discount, away from nav, off nav, far from nav, deviate from nav, stray from nav
  etf.holdings: held by the funds, held by the etfs, held in the funds, owned by the funds, owned by the etfs, bitcoin stack, coin stack, bitcoin stash, ether stash, bitcoin holdings of etfs, etf custody, fund
    custody, coins in etf custody
  etf.flow_to_assets: inflow as share of aum, flows as share of aum, flow as a share of aum, outflow rate, inflow
    rate, flow rate, flows relative to fund size, flow relative to size, flows versus size, inflow relative to size,
    outflows relative to size, percent of assets lost, percentage of assets gained, flows as percent of fund size
  etf.funds: etfs exist, funds exist, count of etfs, count of funds, funds there are, etfs there are
`

/** Words of many subjects: they mean one of these only where its own things are named. */
const tied = `
  lending.supplied: parked, sitting, capital, capital deployed, deployed, cash, invested, locked, stashed, put into, money in,
    assets on, assets in, collateral on, collateral is on, total assets, value
  lending.borrowed: owe, credit, leverage
  lending.idle: available, spare, withdraw, pull out, pulled out
  lending.utilisation: used, full, stretched, tight
  lending.borrow_apy: loan interest, cost of leverage, price of leverage, leverage cost
  lending.supply_apy: apy, apr, income, return, returns
  lending.reserve_factor: cut, skim, commission, rake
  liquidations.amount: closed by force
  staking.staked: parked, sitting, capital, deployed, invested, locked, value, size
  staking.liquid_premium: peg, depeg, off its value, off value, fair value, from fair value, off fair value, below nav, below its
    nav, below their nav, under nav, under its nav, under their nav, above nav, above its nav, above their nav, nav
  restaking.restaked: parked, sitting, capital, deployed, invested, locked, value, size
  restaking.extra: on top, pay on top, pays on top, paid on top, earned on top, earns on top
  etf.aum: parked, sitting, capital, invested, wealth, total assets, value, size, assets of, assets in, assets at
  etf.net_flow: pull in, pulls in, pulling in, money going out, money going out of, money going into, going out of, going into,
    coming into, coming out of, investor money, redemptions, redemption, creations, subscriptions, withdrawals, withdrawal,
    withdrew, redeemed, took out, taken out, bought, buy, buys, buying, purchased, purchases, purchase, accumulated,
    accumulate, picked up, scooped up, sold, sell, selling, offloaded, capital flows, capital flow, capital inflow,
    fresh money, fresh capital, demand, lose money, lost money, raised, collected, drawn, absorbed
`

export const earningWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(namesOf(plain))
export const tiedWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(namesOf(tied))

/** Of which attributes a value says that its source is meant. */
const things: Readonly<Record<string, readonly string[]>> = {
  lending: ['lending.protocol', 'lending.asset_class'],
  liquidations: ['liquidations.protocol'],
  staking: ['staking.protocol'],
  restaking: ['restaking.protocol'],
  etf: ['etf.fund', 'etf.issuer'],
  stable_supply: ['stable_supply.token'],
  stable_price: ['stable_price.token'],
  stable_bridge: ['stable_bridge.token'],
  rwa: ['rwa.product', 'rwa.asset_class', 'rwa.issuer'],
}

/** "Parked on Aave", "bought by IBIT", "value locked in staking": the sources whose own things are named, and no exchange. */
export const sourcesTied = (names: readonly (readonly Sense[])[]): ReadonlySet<string> =>
  new Set(
    Object.keys(things).filter((source) =>
      names.some(
        (senses) =>
          !senses.some((sense) => sense.kind === 'value' && /^trading\.(?!asset)/.test(sense.id)) &&
          senses.some(
            (sense) =>
              sense.source === source &&
              (sense.kind === 'source' ||
                (sense.kind === 'value' && things[source]?.includes(sense.id) === true) ||
                (sense.kind === 'attribute' &&
                  senses.every((other) => other.source === source || other.kind === 'value'))),
          ),
      ),
    ),
  )
