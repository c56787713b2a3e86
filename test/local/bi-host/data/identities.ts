import type { Row, Rows } from '../../../../local/bi-host/data/rows'

/** A rule that holds exactly. The query counts the rows it checked and those that break the rule. */
export interface Identity {
  readonly rule: string
  /** Selects `checked` and `broken`. */
  readonly sql: string
}

const rule = (name: string, from: string, broken: string): Identity => ({
  rule: name,
  sql: `SELECT count(*) AS checked, count(*) FILTER (WHERE ${broken}) AS broken FROM ${from}`,
})

const lagged = (table: string, keys: string, columns: readonly string[]): string =>
  `(SELECT *, ${columns.map((name) => `${name} - lag(${name}) OVER w AS d_${name}, lag(${name}) OVER w AS was_${name}`).join(', ')}
    FROM ${table} WINDOW w AS (PARTITION BY ${keys} ORDER BY date))`

const priceIdentities: readonly Identity[] = [
  rule(
    'open and close lie inside low and high, day',
    'f_price_daily',
    'low > least(open, close) OR high < greatest(open, close) OR low <= 0',
  ),
  rule(
    'open and close lie inside low and high, hour',
    'f_price_hourly',
    'low > least(open, close) OR high < greatest(open, close) OR low <= 0',
  ),
  rule(
    'a day opens at the close of the day before',
    `(SELECT open, lag(close) OVER (PARTITION BY asset ORDER BY date) AS before FROM f_price_daily)`,
    'before IS NOT NULL AND open <> before',
  ),
  rule('market cap = close x supply', 'f_price_daily', 'abs(market_cap_usd / (close * supply) - 1) > 1e-12'),
  rule(
    'hours make the day: high, low, open, close and spot volume',
    `(SELECT ts::DATE AS date, asset, max(high) h, min(low) l, arg_min(open, ts) o, arg_max(close, ts) c, sum(volume_usd) v, count(*) n FROM f_price_hourly GROUP BY ALL)
      JOIN f_price_daily USING (date, asset)
      JOIN (SELECT date, asset, sum(volume_usd) AS spot FROM f_cex_daily WHERE market_type = 'Spot' GROUP BY ALL) USING (date, asset)`,
    'n <> 24 OR h <> high OR l <> low OR o <> open OR c <> close OR abs(v / spot - 1) > 1e-4',
  ),
]

const tradingIdentities: readonly Identity[] = [
  rule(
    'dated futures of a venue are the sum of its expiries',
    `(SELECT date, exchange, asset, sum(open_interest_usd) oi, sum(volume_usd) volume FROM f_futures_term GROUP BY ALL)
      FULL JOIN (SELECT date, exchange, asset, open_interest_usd, volume_usd FROM f_cex_daily WHERE market_type = 'Dated future') USING (date, exchange, asset)`,
    'oi IS NULL OR open_interest_usd IS NULL OR abs(oi / open_interest_usd - 1) > 1e-9 OR abs(volume / volume_usd - 1) > 1e-9',
  ),
  rule(
    'mark = index x (1 + basis x T / 365)',
    'f_futures_term',
    'abs(mark_price / (index_price * (1 + basis_ann_pct / 100 * days_to_expiry / 365)) - 1) > 1e-12 OR abs(premium_pct - (mark_price / index_price - 1) * 100) > 1e-9',
  ),
  rule(
    'index of a future is the close',
    'f_futures_term JOIN f_price_daily USING (date, asset)',
    'index_price <> close',
  ),
  rule('no future outlives its expiry', 'f_futures_term', 'days_to_expiry <= 0 OR expiry <= date'),
  rule(
    'spot has no open interest, futures have',
    'f_cex_daily',
    "(market_type = 'Spot') <> (open_interest_usd IS NULL) OR (open_interest_usd IS NULL) <> (open_interest_coins IS NULL)",
  ),
  rule(
    'perpetuals: coins opened or closed in a day are at most the volume',
    `${lagged('f_cex_daily', 'exchange, asset, market_type', ['open_interest_coins'])} WHERE market_type = 'Perpetual'`,
    'abs(d_open_interest_coins) * open_interest_usd / open_interest_coins > volume_usd',
  ),
  rule(
    'dated futures: the same for every contract',
    lagged('f_futures_term', 'exchange, asset, expiry', ['open_interest_coins']),
    'abs(d_open_interest_coins) * index_price > volume_usd',
  ),
  rule(
    'options: the same for every contract',
    lagged('f_option_daily', 'exchange, asset, option_type, expiry', ['open_interest_coins']),
    'abs(d_open_interest_coins) > volume_usd / open_interest_usd * open_interest_coins + 0.1',
  ),
  rule(
    'funding weight is the perpetual open interest of the day',
    `f_funding_8h JOIN (SELECT * FROM f_cex_daily WHERE market_type = 'Perpetual') USING (date, exchange, asset)`,
    'weight_oi_usd <> open_interest_usd',
  ),
  rule(
    'three settlements a day',
    '(SELECT date, exchange, asset, count(*) n, count(DISTINCT ts) d FROM f_funding_8h GROUP BY ALL)',
    'n <> 3 OR d <> 3',
  ),
  rule(
    'strikes sum to the expiry',
    `(SELECT date, asset, option_type, expiry, sum(open_interest_coins) coins FROM f_option_strike GROUP BY ALL) JOIN (SELECT * FROM f_option_daily WHERE exchange = 'Deribit') USING (date, asset, option_type, expiry)`,
    'abs(coins - open_interest_coins) > 1e-6',
  ),
]

const surface = `(SELECT date, asset, tenor_days, any_value(iv_pct) FILTER (delta = '10P') p10, any_value(iv_pct) FILTER (delta = '25P') p25, any_value(iv_pct) FILTER (delta = 'ATM') atm, any_value(iv_pct) FILTER (delta = '25C') c25, any_value(iv_pct) FILTER (delta = '10C') c10 FROM f_option_surface GROUP BY ALL)`

const optionIdentities: readonly Identity[] = [
  rule(
    'total variance does not fall with the tenor',
    `(SELECT asset, tenor_days, atm * atm * tenor_days AS w, lag(atm * atm * tenor_days) OVER (PARTITION BY date, asset ORDER BY tenor_days) AS before FROM ${surface})`,
    'before IS NOT NULL AND w < before',
  ),
  rule('butterflies are positive', surface, '(p25 + c25) / 2 < atm OR (p10 + c10) / 2 < (p25 + c25) / 2'),
  rule(
    '25 delta lies between the middle and 10 delta, within 2.5 points',
    surface,
    'p25 > greatest(atm, p10) + 2.5 OR p25 < least(atm, p10) - 2.5 OR c25 > greatest(atm, c10) + 2.5 OR c25 < least(atm, c10) - 2.5',
  ),
]

const stablecoinIdentities: readonly Identity[] = [
  rule(
    'change of supply = issued - redeemed + bridged in - bridged out',
    lagged('f_stable_supply', 'token, chain', ['circulating_usd']),
    'abs(coalesce(d_circulating_usd, CASE WHEN date > (SELECT min(date) FROM f_stable_supply) THEN circulating_usd END) - (issued_usd - redeemed_usd + bridged_in_usd - bridged_out_usd)) > 1',
  ),
  rule(
    'minted = issued + bridged in; burned = redeemed + bridged out',
    'f_stable_supply',
    'minted_usd <> issued_usd + bridged_in_usd OR burned_usd <> redeemed_usd + bridged_out_usd OR least(issued_usd, redeemed_usd, bridged_in_usd, bridged_out_usd, circulating_usd) < 0',
  ),
  rule(
    'what leaves a chain arrives on another',
    '(SELECT date, token, sum(bridged_in_usd) AS came, sum(bridged_out_usd) AS gone FROM f_stable_supply GROUP BY ALL)',
    'came <> gone',
  ),
  rule(
    'the matrix by destination is what came',
    `f_stable_supply s LEFT JOIN (SELECT date, token, to_chain, sum(amount_usd) amount FROM f_stable_bridge GROUP BY ALL) b ON b.date = s.date AND b.token = s.token AND b.to_chain = s.chain`,
    'coalesce(amount, 0) <> bridged_in_usd',
  ),
  rule(
    'the matrix by origin is what left',
    `f_stable_supply s LEFT JOIN (SELECT date, token, from_chain, sum(amount_usd) amount FROM f_stable_bridge GROUP BY ALL) b ON b.date = s.date AND b.token = s.token AND b.from_chain = s.chain`,
    'coalesce(amount, 0) <> bridged_out_usd',
  ),
  rule('prices lie inside low and high', 'f_stable_price', 'price < low OR price > high'),
]

const fundIdentities: readonly Identity[] = [
  rule(
    'aum = holdings x reference price; flow = coins x reference price',
    'f_etf_daily',
    'abs(aum_usd / (holdings * nav_ref_price) - 1) > 1e-9 OR abs(net_flow_usd - flow_coins * nav_ref_price) > 1',
  ),
  rule(
    'change of holdings = flow + spin-off',
    lagged('f_etf_daily', 'entity_id', ['holdings']),
    'abs(d_holdings - flow_coins - spin_off_coins) > 0.005 * abs(flow_coins) + 1e-4',
  ),
  rule(
    'change of AUM = flow + spin-off + price effect',
    lagged('f_etf_daily', 'entity_id', ['aum_usd', 'holdings', 'nav_ref_price']),
    'abs(d_aum_usd - net_flow_usd - spin_off_coins * nav_ref_price - was_holdings * d_nav_ref_price) > 100',
  ),
  rule(
    'spun-off coins leave one fund and reach another',
    '(SELECT date, underlying, sum(spin_off_coins) AS rest, count(*) FILTER (spin_off_coins <> 0) AS n FROM f_etf_daily GROUP BY ALL)',
    'abs(rest) > 1e-6',
  ),
  rule(
    'the reference price lies inside the day',
    'f_etf_daily e JOIN f_price_daily p ON p.date = e.date AND p.asset = e.underlying',
    'nav_ref_price NOT BETWEEN low AND high',
  ),
  rule(
    'flows come in whole units',
    `(SELECT any_value(ticker), count(*) FILTER (flow_coins <> 0) AS n, min(abs(flow_coins)) FILTER (flow_coins <> 0 AND date > '2024-02-01') AS smallest FROM f_etf_daily GROUP BY entity_id)`,
    'n > 0 AND smallest <= 0',
  ),
  rule('value of a product = units x nav', 'f_rwa_daily', 'abs(value_usd - supply_units * nav) > 0.01'),
  rule(
    'change of value = subscriptions + price effect',
    lagged('f_rwa_daily', 'entity_id, chain', ['value_usd']),
    'abs(d_value_usd - net_subscription_usd - price_effect_usd) > 1',
  ),
  rule(
    'realised price, MVRV and NUPL agree',
    'f_onchain_daily JOIN f_price_daily USING (date, asset)',
    'abs(mvrv - market_cap_usd / realised_cap_usd) > 1e-9 OR abs(nupl - (1 - 1 / mvrv)) > 1e-12 OR abs(realised_price * supply_coins / realised_cap_usd - 1) > 1e-12 OR supply_coins <> supply',
  ),
  rule(
    'change of supply = issuance - burn',
    lagged('f_onchain_daily', 'asset', ['supply_coins']),
    'd_supply_coins <> issuance_coins - burned_coins',
  ),
]

const defiIdentities: readonly Identity[] = [
  rule(
    'nobody borrows more than was supplied',
    'f_lending_daily',
    'borrowed_usd > supplied_usd OR borrowed_usd < 0',
  ),
  rule(
    'borrow rate lies on its two-slope curve',
    'f_lending_daily WHERE NOT is_collateral_only',
    'abs(borrow_apr_pct - (base_rate_pct + slope1_pct * least(utilisation_pct, u_opt_pct) / u_opt_pct + slope2_pct * greatest(0, utilisation_pct - u_opt_pct) / (100 - u_opt_pct))) > 0.01',
  ),
  rule(
    'supply rate = borrow rate x utilisation x (1 - reserve factor)',
    'f_lending_daily WHERE NOT is_collateral_only',
    'abs(supply_apr_pct - borrow_apr_pct * utilisation_pct / 100 * (1 - reserve_factor_pct / 100)) > 0.01 OR abs(utilisation_pct - borrowed_usd / supplied_usd * 100) > 1e-9',
  ),
  rule(
    'APY compounds APR daily',
    'f_lending_daily WHERE NOT is_collateral_only',
    'abs(borrow_apy_pct - (power(1 + borrow_apr_pct / 36500, 365) - 1) * 100) > 1e-6',
  ),
  rule(
    'collateral that is not lent has no rates',
    'f_lending_daily',
    'is_collateral_only <> (borrow_apr_pct IS NULL) OR is_collateral_only <> (utilisation_pct IS NULL) OR (is_collateral_only AND borrowed_usd > 0)',
  ),
  rule('threshold is above loan to value', 'f_lending_daily', 'liq_threshold_pct < ltv_pct'),
  rule(
    'stake of a network is at most its supply',
    '(SELECT date, network, sum(staked_coins) AS staked, min(supply_coins) AS low, max(supply_coins) AS high, min(staked_coins) AS least_part FROM f_staking_daily GROUP BY ALL)',
    'staked > high OR low <> high OR least_part < 0',
  ),
  rule(
    'stake is priced with its own coin',
    'f_staking_daily JOIN f_price_daily USING (date, asset)',
    'abs(staked_usd - staked_coins * close) > 1',
  ),
  rule(
    'reward after fee is at most the parts',
    'f_staking_daily',
    'apr_pct > apr_consensus_pct + apr_fees_pct + 1e-3',
  ),
]

export const identities: readonly Identity[] = [
  ...priceIdentities,
  ...tradingIdentities,
  ...optionIdentities,
  ...stablecoinIdentities,
  ...fundIdentities,
  ...defiIdentities,
]

/** A row as an object, by column name. */
export function rowAt(rows: Rows, index: number): Row {
  return Object.fromEntries(
    rows.columns.map((values) => {
      const { name, type } = values.column
      if (values.isNull(index)) return [name, null]
      const number = values.numberAt(index)
      if (type === 'text') return [name, values.words[number] ?? null]
      return [name, type === 'boolean' ? number === 1 : number]
    }),
  )
}
