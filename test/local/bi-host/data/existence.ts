import type { Identity } from './identities'

const none = (name: string, from: string, broken: string): Identity => ({
  rule: name,
  sql: `SELECT count(*) AS checked, count(*) FILTER (WHERE ${broken}) AS broken FROM ${from}`,
})

/** Which rows may exist, and which must. */
export const existence: readonly Identity[] = [
  none('no price before the listing', 'f_price_daily JOIN dim_asset USING (entity_id)', 'date < listed_on'),
  none(
    'every asset has a price on every day from its listing',
    '(SELECT entity_id, listed_on, count(*) n FROM f_price_daily JOIN dim_asset USING (entity_id) GROUP BY ALL)',
    "n <> date_diff('day', listed_on, DATE '2026-11-20') + 1",
  ),
  none(
    'no volume, funding, liquidation or sentiment before the listing',
    `(SELECT date, entity_id FROM f_cex_daily UNION ALL SELECT date, entity_id FROM f_funding_8h UNION ALL SELECT date, entity_id FROM f_liq_cex UNION ALL SELECT date, entity_id FROM f_sentiment_daily) JOIN dim_asset USING (entity_id)`,
    'date < listed_on',
  ),
  none('HYPE starts on 29 November 2024', "f_price_daily WHERE asset = 'HYPE'", "date < DATE '2024-11-29'"),
  none(
    'no token before its launch or on a chain that did not exist',
    'f_stable_supply s JOIN dim_stablecoin t USING (entity_id) JOIN dim_chain c ON c.chain = s.chain',
    's.date < t.launched OR s.date < c.launched',
  ),
  none(
    'USDT reaches TON in April 2024 and Aptos in October 2024',
    "f_stable_supply WHERE token = 'USDT'",
    "(chain = 'TON' AND date < DATE '2024-04-19') OR (chain = 'Aptos' AND date < DATE '2024-10-28') OR (chain = 'Plasma' AND date < DATE '2025-09-25')",
  ),
  none(
    'no transfer to or from a chain without supply',
    'f_stable_bridge b LEFT JOIN f_stable_supply f ON f.date = b.date AND f.token = b.token AND f.chain = b.from_chain LEFT JOIN f_stable_supply t ON t.date = b.date AND t.token = b.token AND t.chain = b.to_chain',
    'f.chain IS NULL OR t.chain IS NULL OR from_chain = to_chain OR amount_usd <= 0 OR transfers < 1',
  ),
  none(
    'every token has a price on its days',
    '(SELECT DISTINCT date, entity_id FROM f_stable_supply) LEFT JOIN f_stable_price USING (date, entity_id)',
    'price IS NULL',
  ),
  none('no fund row before its listing', 'f_etf_daily JOIN dim_fund USING (entity_id)', 'date < listed_on'),
  none(
    'fund rows on every trading day and on no other',
    `(SELECT d.date, is_us_trading_day, fund.entity_id, e.holdings FROM dim_date d CROSS JOIN dim_fund fund LEFT JOIN f_etf_daily e ON e.date = d.date AND e.entity_id = fund.entity_id WHERE d.date >= fund.listed_on)`,
    'is_us_trading_day <> (holdings IS NOT NULL)',
  ),
  none(
    'CME: no weekend before round-the-clock trading, every open day after its start',
    `(SELECT d.date, is_cme_day, f.volume_usd FROM dim_date d LEFT JOIN f_cex_daily f ON f.date = d.date AND f.exchange = 'CME' AND f.asset = 'BTC')`,
    'is_cme_day <> (volume_usd IS NOT NULL)',
  ),
  none(
    'CME trade dates are business days, other venues trade on the UTC day',
    'f_cex_daily JOIN dim_date USING (date)',
    "(exchange = 'CME' AND (isodow(trade_date) > 5 OR trade_date <> cme_trade_date)) OR (exchange <> 'CME' AND trade_date <> date)",
  ),
  none('no product before its launch', 'f_rwa_daily JOIN dim_product USING (entity_id)', 'date < launched'),
  none(
    'products without a yield have none, the others have one',
    'f_rwa_daily',
    "(asset_class IN ('Gold', 'Equities', 'Repo')) AND yield_pct IS NOT NULL OR (asset_class = 'Treasuries' AND yield_pct IS NULL)",
  ),
  none(
    'options expire in the future, on a Friday',
    'f_option_daily',
    'expiry <= date OR isodow(expiry) <> 5 OR days_to_expiry <= 0',
  ),
  none(
    'wrapped and staked tokens lend only where they exist',
    "f_lending_daily WHERE asset IN ('wstETH', 'weETH', 'cbBTC')",
    "chain IN ('Solana', 'BNB Chain', 'Avalanche', 'Polygon')",
  ),
  none(
    'validators stand on the Native row alone',
    'f_staking_daily',
    "(protocol = 'Native') <> (validators IS NOT NULL)",
  ),
  none(
    'Cosmos is priced with ATOM and TON with GRAM',
    "f_staking_daily WHERE network IN ('Cosmos Hub', 'TON')",
    "asset <> CASE network WHEN 'TON' THEN 'GRAM' ELSE 'ATOM' END",
  ),
  none(
    'exactly one perpetual row a day for each venue and coin',
    "(SELECT date, exchange, asset, count(*) n FROM f_cex_daily WHERE market_type = 'Perpetual' GROUP BY ALL)",
    'n <> 1',
  ),
]
