import {
  bill,
  btc,
  dollars,
  eth,
  funding,
  is,
  leverage,
  treasuries,
  without,
  fundDemand,
  onEthereum,
  type Board,
} from '../charts'
import * as formats from '../../../bi-host/model/formats'

/* The market as a whole, its dollars and its venues. */

export const marketBoards: readonly Board[] = [
  {
    key: 'home',
    filters: ['price.asset', 'stable_supply.token'],
    tabs: [
      {
        id: 'overview',
        title: 'Overview',
        charts: [
          { tile: 'market-cap', kind: 'number', of: 'market_cap.cap', lag: 30, width: 2 },
          { tile: 'btc', kind: 'number', of: 'price.close', where: btc, lag: 30, width: 2 },
          { tile: 'eth', kind: 'number', of: 'price.close', where: eth, lag: 30, width: 2 },
          { tile: 'stablecoin-supply', kind: 'number', of: 'stable_supply.supply', lag: 30, width: 2 },
          { tile: 'etf-flow', kind: 'number', of: 'etf.net_flow', over: 5, lag: 5, width: 2 },
          {
            tile: 'funding-btc',
            kind: 'number',
            of: 'funding.funding_rate',
            where: btc,
            over: 7,
            lag: 30,
            width: 2,
          },
          { tile: 'market-cap-by-asset', kind: 'area', of: 'market_cap.cap', by: 'asset', top: 8, width: 12 },
          {
            tile: 'new-money',
            kind: 'columns',
            of: {
              lines: {
                'ETF net flow': { measure: 'etf.net_flow' },
                'Stablecoin net issuance': { measure: 'stable_supply.net_issuance' },
              },
            },
            grain: 'week',
          },
          { tile: 'funding', kind: 'line', of: { lines: funding }, over: 7 },
          { tile: 'leverage-ratio', kind: 'line', of: leverage, width: 3 },
          {
            tile: 'yields',
            kind: 'line',
            of: {
              lines: {
                'Lending dollars': { measure: 'lending.supply_apy', where: dollars },
                'Lending ether': { measure: 'lending.supply_apy', where: is('asset_class', 'Ether') },
                'Tokenized Treasuries': { measure: 'rwa.yield', where: treasuries },
                'T-bill': bill,
              },
            },
            width: 6,
          },
          { tile: 'fear-greed', kind: 'line', of: 'fear_greed.fear_greed', width: 3 },
        ],
      },
    ],
    leftOut: {
      movers: without.sparks,
      contribution: without.twoDays,
      outliers: without.list,
      agenda: without.ahead,
    },
  },
  {
    key: 'stablecoins',
    filters: ['stable_supply.token', 'stable_supply.chain'],
    tabs: [
      {
        id: 'supply',
        title: 'Supply',
        charts: [
          { tile: 'total-supply', kind: 'number', of: 'stable_supply.supply', lag: 30 },
          { tile: 'net-issuance', kind: 'number', of: 'stable_supply.net_issuance', over: 30, lag: 30 },
          { tile: 'two-largest', kind: 'number', of: 'stable_supply.dollar_share', lag: 30 },
          { tile: 'bridged', kind: 'number', of: 'stable_bridge.bridged', over: 7, lag: 7 },
          {
            tile: 'supply-by-token',
            kind: 'area',
            of: 'stable_supply.supply',
            by: 'token',
            top: 9,
            width: 8,
          },
          { tile: 'where', kind: 'bars', of: 'stable_supply.supply', by: 'chain', top: 10, width: 4 },
          {
            tile: 'issuance',
            kind: 'columns',
            of: 'stable_supply.net_issuance',
            by: 'issuer',
            grain: 'week',
            top: 9,
            width: 8,
          },
          { tile: 'concentration', kind: 'line', of: 'stable_supply.dollar_share', width: 4 },
          {
            tile: 'detail',
            kind: 'table',
            of: [
              'stable_supply.supply',
              'stable_supply.net_issuance',
              'stable_supply.issued',
              'stable_supply.redeemed',
            ],
            by: 'token',
            across: 'backing',
            height: 46,
          },
        ],
      },
      {
        id: 'chains',
        title: 'Chains',
        charts: [
          {
            tile: 'identity',
            kind: 'bars',
            of: ['stable_supply.net_issuance', 'stable_supply.net_bridged'],
            by: 'chain',
            days: 30,
          },
          { tile: 'net-movement', kind: 'bars', of: 'stable_supply.net_bridged', by: 'chain', days: 30 },
          {
            tile: 'movement',
            kind: 'matrix',
            of: 'stable_bridge.bridged',
            by: 'from_chain',
            across: 'to_chain',
            days: 30,
          },
          { tile: 'chain-share', kind: 'shares', of: 'stable_supply.supply', by: 'chain', top: 6, width: 12 },
        ],
      },
      {
        id: 'pegs',
        title: 'Pegs',
        charts: [
          { tile: 'pegs', kind: 'line', of: 'stable_price.deviation', by: 'token', top: 8, width: 12 },
        ],
      },
    ],
    leftOut: {
      'worst-peg': without.statistics,
      'days-off-peg': without.statistics,
      turnover: without.statistics,
      'worst-redemption': without.statistics,
    },
  },
  {
    key: 'globalCryptoMarket',
    filters: ['trading.exchange', 'trading.asset'],
    tabs: [
      {
        id: 'volume',
        title: 'Volume',
        charts: [
          { tile: 'volume', kind: 'number', of: 'trading.volume', lag: 7 },
          { tile: 'open-interest', kind: 'number', of: 'trading.open_interest', lag: 1 },
          { tile: 'perp-to-spot', kind: 'number', of: 'trading.perp_to_spot', over: 7, lag: 30 },
          { tile: 'leverage', kind: 'number', of: leverage, lag: 30 },
          { tile: 'volume-by-type', kind: 'columns', of: 'trading.volume', by: 'market_type', grain: 'week' },
          { tile: 'cash-or-leverage', kind: 'line', of: 'trading.perp_to_spot', grain: 'week' },
          {
            tile: 'venue-share',
            kind: 'shares',
            of: 'trading.volume',
            by: 'exchange',
            grain: 'week',
            top: 8,
          },
          { tile: 'treemap', kind: 'parts', of: 'trading.volume', by: 'exchange', across: 'asset', days: 30 },
        ],
      },
      {
        id: 'leverage',
        title: 'Leverage',
        charts: [
          {
            tile: 'open-interest-by-exchange',
            kind: 'area',
            of: 'trading.open_interest',
            by: 'exchange',
            top: 7,
          },
          { tile: 'open-interest-by-asset', kind: 'area', of: 'trading.open_interest', by: 'asset', top: 6 },
          { tile: 'leverage-ratio', kind: 'line', of: leverage },
          {
            tile: 'liquidations',
            kind: 'columns',
            of: 'exchange_liquidations.amount',
            by: 'side',
            grain: 'week',
          },
          {
            tile: 'venues',
            kind: 'table',
            of: 'trading.volume',
            by: 'exchange',
            across: 'market_type',
            days: 30,
          },
        ],
      },
    ],
    leftOut: {
      'share-change': without.twoDays,
      'open-interest-coins': without.statistics,
      breadth: without.statistics,
      rebased: without.statistics,
      'monthly-returns': without.statistics,
      weekdays: without.statistics,
      'on-chain-share': without.statistics,
    },
  },
]

/* Bitcoin, ether and the funds that hold them. */

export const coinsBoards: readonly Board[] = [
  {
    key: 'bitcoin',
    filters: [],
    tabs: [
      {
        id: 'value',
        title: 'Price and value',
        charts: [
          { tile: 'btc', kind: 'number', of: 'price.close', where: btc, lag: 30, width: 4 },
          { tile: 'mvrv', kind: 'number', of: 'onchain.mvrv', where: btc, lag: 30, width: 4 },
          { tile: 'dominance', kind: 'number', of: 'price.bitcoin_dominance', lag: 30, width: 4 },
          { tile: 'mvrv-history', kind: 'line', of: 'onchain.mvrv', where: btc },
          { tile: 'rsi', kind: 'line', of: 'price.rsi', where: btc },
          { tile: 'sopr', kind: 'line', of: 'onchain.sopr', where: btc, over: 7 },
        ],
      },
      {
        id: 'coins',
        title: 'Coins',
        charts: [
          { tile: 'exchange-balance', kind: 'line', of: 'onchain.exchange_balance', where: btc },
          { tile: 'addresses', kind: 'line', of: 'onchain.active_addresses', where: btc, over: 7 },
          { tile: 'hash-rate', kind: 'line', of: 'onchain.hash_rate', where: btc, over: 7 },
          {
            tile: 'fund-demand',
            kind: 'columns',
            of: fundDemand(is('underlying', 'BTC'), btc),
            grain: 'week',
          },
        ],
      },
    ],
    leftOut: {
      rv: without.statistics,
      'flow-to-issuance': without.statistics,
      price: without.candles,
      scoreboard: without.list,
      mayer: without.statistics,
      drawdown: without.statistics,
      puell: without.statistics,
    },
  },
  {
    key: 'ethereum',
    filters: ['stable_supply.token'],
    tabs: [
      {
        id: 'price-and-value',
        title: 'Price and value',
        charts: [
          { tile: 'eth', kind: 'number', of: 'price.close', where: eth, lag: 30 },
          {
            tile: 'eth-btc',
            kind: 'number',
            of: {
              top: { measure: 'price.close', where: eth },
              bottom: { measure: 'price.close', where: btc },
              format: formats.ratioFine,
            },
            lag: 30,
          },
          { tile: 'mvrv', kind: 'number', of: 'onchain.mvrv', where: eth, lag: 30 },
          { tile: 'fees', kind: 'number', of: 'onchain.fees', where: eth, lag: 30 },
          { tile: 'mvrv-history', kind: 'line', of: 'onchain.mvrv', where: eth },
          { tile: 'fee-history', kind: 'line', of: 'onchain.fees', where: eth, over: 7 },
        ],
      },
      {
        id: 'network-and-staking',
        title: 'Network and staking',
        charts: [
          {
            tile: 'staked-share',
            kind: 'number',
            of: 'staking.staked_share',
            where: onEthereum,
            lag: 30,
            width: 12,
          },
          { tile: 'staking', kind: 'line', of: ['staking.staked_share'], where: onEthereum },
          { tile: 'queues', kind: 'line', of: ['staking.exit', 'staking.entry'], where: onEthereum },
          { tile: 'fund-flow', kind: 'columns', of: fundDemand(is('underlying', 'ETH'), eth), grain: 'week' },
          { tile: 'exchange-balance', kind: 'line', of: 'onchain.exchange_balance', where: eth },
          {
            tile: 'stablecoins',
            kind: 'area',
            of: 'stable_supply.supply',
            where: is('chain', 'Ethereum'),
            by: 'token',
            top: 9,
          },
          { tile: 'addresses', kind: 'line', of: 'onchain.active_addresses', where: eth, over: 7 },
        ],
      },
    ],
    leftOut: {
      'net-issuance': without.statistics,
      price: without.candles,
      'against-bitcoin': without.statistics,
      volatility: without.statistics,
      beta: without.statistics,
      drawdown: without.statistics,
      issuance: without.statistics,
    },
  },
  {
    key: 'etf',
    filters: ['etf.underlying', 'etf.issuer'],
    tabs: [
      {
        id: 'flows',
        title: 'Flows',
        charts: [
          { tile: 'aum', kind: 'number', of: 'etf.aum', lag: 20 },
          { tile: 'flow-20', kind: 'number', of: 'etf.net_flow', over: 20, lag: 20 },
          {
            tile: 'btc-holdings',
            kind: 'number',
            of: 'etf.holdings',
            where: is('underlying', 'BTC'),
            lag: 20,
          },
          {
            tile: 'eth-holdings',
            kind: 'number',
            of: 'etf.holdings',
            where: is('underlying', 'ETH'),
            lag: 20,
          },
          { tile: 'flows', kind: 'columns', of: 'etf.net_flow', by: 'issuer', top: 7, width: 8 },
          { tile: 'sponsors', kind: 'bars', of: 'etf.aum', by: 'issuer', top: 10, width: 4 },
          { tile: 'heat', kind: 'matrix', of: 'etf.net_flow', by: 'fund', across: 'day', grain: 'week' },
          { tile: 'volume', kind: 'columns', of: 'etf.volume', by: 'fund', top: 5, width: 12 },
        ],
      },
      {
        id: 'assets',
        title: 'Assets',
        charts: [
          { tile: 'assets', kind: 'area', of: 'etf.aum', by: 'fund', top: 8 },
          {
            tile: 'holdings',
            kind: 'area',
            of: 'etf.holdings',
            where: is('underlying', 'BTC'),
            by: 'fund',
            top: 6,
          },
          {
            tile: 'share-of-supply',
            kind: 'line',
            of: {
              top: { measure: 'etf.holdings' },
              bottom: { measure: 'price.supply', where: is('asset', 'BTC', 'ETH') },
              by: ['underlying', 'asset'],
              format: formats.percentFine,
            },
          },
          { tile: 'premium', kind: 'line', of: 'etf.premium', by: 'underlying' },
          {
            tile: 'funds',
            kind: 'table',
            of: ['etf.aum', 'etf.net_flow', 'etf.premium', 'etf.fee'],
            by: 'fund',
            across: 'underlying',
          },
        ],
      },
    ],
    leftOut: {
      flow: 'The last date of fund data is found by the embedded host; the number of 20 dates stands for it',
      cumulative: without.statistics,
      'flow-or-price': without.twoDays,
    },
  },
]
