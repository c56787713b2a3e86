import * as formats from '../../../bi-host/model/formats'
import { type Board, btc, eth, fundDemand, is, onEthereum, without } from '../table'

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
