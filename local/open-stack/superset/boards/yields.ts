import { colorsAt } from '../look'
import { type Board, bill, dollars, is, onEthereum, treasuries, without } from '../table'

/* What pays: lending, staking and tokenized assets. */

export const yieldsBoards: readonly Board[] = [
  {
    key: 'lending',
    // As violet as SOL elsewhere.
    colors: colorsAt({ USDS: 6 }),
    filters: ['lending.protocol', 'lending.chain'],
    tabs: [
      {
        id: 'rates',
        title: 'Rates',
        charts: [
          { tile: 'supplied', kind: 'number', of: 'lending.supplied', lag: 30 },
          { tile: 'borrowed', kind: 'number', of: 'lending.borrowed', lag: 30 },
          { tile: 'utilisation', kind: 'number', of: 'lending.utilisation', lag: 30 },
          { tile: 'dollar-rate', kind: 'number', of: 'lending.borrow_apy', where: dollars, lag: 30 },
          {
            tile: 'cost-of-dollars',
            kind: 'line',
            of: {
              lines: { 'Borrow APY': { measure: 'lending.borrow_apy', where: dollars }, 'T-bill': bill },
            },
            width: 12,
          },
          { tile: 'borrow-by-asset', kind: 'line', of: 'lending.borrow_apy', by: 'asset', top: 6 },
          { tile: 'supply-by-asset', kind: 'line', of: 'lending.supply_apy', by: 'asset', top: 6 },
        ],
      },
      {
        id: 'size',
        title: 'Size',
        charts: [
          { tile: 'idle', kind: 'number', of: 'lending.idle', lag: 30, width: 6 },
          { tile: 'liquidations', kind: 'number', of: 'liquidations.amount', over: 30, lag: 30, width: 6 },
          { tile: 'size', kind: 'line', of: ['lending.supplied', 'lending.borrowed'] },
          { tile: 'by-protocol', kind: 'area', of: 'lending.borrowed', by: 'protocol' },
          { tile: 'by-chain', kind: 'bars', of: 'lending.supplied', by: 'chain' },
          { tile: 'collateral', kind: 'parts', of: 'lending.supplied', by: 'protocol', across: 'asset' },
          {
            tile: 'liquidation-history',
            kind: 'columns',
            of: 'liquidations.amount',
            by: 'collateral',
            grain: 'week',
            top: 5,
            width: 12,
          },
          {
            tile: 'markets',
            kind: 'table',
            of: [
              'lending.borrowed',
              'lending.supplied',
              'lending.utilisation',
              'lending.borrow_apy',
              'lending.supply_apy',
            ],
            by: 'market',
          },
        ],
      },
    ],
    leftOut: { 'full-markets': without.statistics, spread: without.ranges },
  },
  {
    key: 'staking',
    filters: ['staking.network', 'staking.protocol'],
    tabs: [
      {
        id: 'rewards',
        title: 'Rewards',
        charts: [
          { tile: 'staked', kind: 'number', of: 'staking.staked', lag: 30 },
          { tile: 'real-yield', kind: 'number', of: 'staking.real_yield', where: onEthereum, lag: 30 },
          { tile: 'staked-share', kind: 'number', of: 'staking.staked_share', where: onEthereum, lag: 30 },
          { tile: 'reward', kind: 'number', of: 'staking.apr', where: onEthereum, over: 7, lag: 30 },
          { tile: 'rewards', kind: 'line', of: 'staking.apr', by: 'network', top: 8, width: 12 },
          {
            tile: 'share-history',
            kind: 'line',
            of: 'staking.staked_share',
            by: 'network',
            top: 8,
            width: 12,
          },
          { tile: 'sources', kind: 'area', of: ['staking.consensus', 'staking.fees'], where: onEthereum },
          { tile: 'exit', kind: 'bars', of: 'staking.exit', by: 'network' },
        ],
      },
      {
        id: 'providers',
        title: 'Providers',
        charts: [
          { tile: 'value', kind: 'area', of: 'staking.staked', by: 'network', top: 6 },
          { tile: 'providers', kind: 'shares', of: 'staking.staked', where: onEthereum, by: 'protocol' },
          { tile: 'queues', kind: 'line', of: ['staking.exit', 'staking.entry'], where: onEthereum },
          { tile: 'validators', kind: 'line', of: 'staking.validators', where: onEthereum },
          { tile: 'liquid', kind: 'line', of: 'staking.liquid_premium', where: onEthereum, by: 'protocol' },
          { tile: 'restaking', kind: 'area', of: 'restaking.restaked', by: 'protocol' },
          {
            tile: 'networks',
            kind: 'table',
            of: ['staking.staked', 'staking.apr', 'staking.real_yield', 'staking.dilution', 'staking.exit'],
            by: 'network',
          },
        ],
      },
    ],
    leftOut: {
      best: without.statistics,
      'real-yields': without.ranges,
      concentration: without.statistics,
      spread: without.ranges,
      size: without.statistics,
    },
  },
  {
    key: 'rwa',
    filters: ['rwa.asset_class', 'rwa.chain'],
    tabs: [
      {
        id: 'value',
        title: 'Value',
        charts: [
          {
            tile: 'distributed',
            kind: 'number',
            of: 'rwa.value',
            where: is('transfer_class', 'Distributed'),
            lag: 30,
          },
          {
            tile: 'represented',
            kind: 'number',
            of: 'rwa.value',
            where: is('transfer_class', 'Represented'),
            lag: 30,
          },
          { tile: 'treasuries', kind: 'number', of: 'rwa.value', where: treasuries, lag: 30 },
          { tile: 'yield', kind: 'number', of: 'rwa.yield', where: treasuries, lag: 30 },
          {
            tile: 'value',
            kind: 'area',
            of: 'rwa.value',
            where: is('transfer_class', 'Distributed'),
            by: 'asset_class',
          },
          {
            tile: 'flows',
            kind: 'columns',
            of: 'rwa.net_subscriptions',
            where: is('transfer_class', 'Distributed'),
            by: 'asset_class',
            grain: 'month',
          },
          {
            tile: 'growth',
            kind: 'columns',
            of: ['rwa.net_subscriptions', 'rwa.price_effect'],
            where: is('transfer_class', 'Distributed'),
            grain: 'month',
          },
          {
            tile: 'chains',
            kind: 'shares',
            of: 'rwa.value',
            where: is('transfer_class', 'Distributed'),
            by: 'chain',
            top: 6,
          },
        ],
      },
      {
        id: 'products',
        title: 'Products',
        charts: [
          {
            tile: 'products',
            kind: 'parts',
            of: 'rwa.value',
            where: is('transfer_class', 'Distributed'),
            by: 'asset_class',
            across: 'product',
          },
          {
            tile: 'issuers',
            kind: 'bars',
            of: 'rwa.value',
            where: is('transfer_class', 'Distributed'),
            by: 'issuer',
            top: 10,
          },
          { tile: 'yields', kind: 'line', of: 'rwa.yield', where: treasuries, by: 'product', top: 6 },
          { tile: 'holder-history', kind: 'area', of: 'rwa.holders', by: 'asset_class' },
          {
            tile: 'used',
            kind: 'line',
            of: 'rwa.defi_share',
            where: is('transfer_class', 'Distributed'),
            by: 'asset_class',
          },
          {
            tile: 'products-table',
            kind: 'table',
            of: ['rwa.value', 'rwa.net_subscriptions', 'rwa.yield', 'rwa.holders'],
            where: is('transfer_class', 'Distributed'),
            by: 'product',
            across: 'asset_class',
          },
        ],
      },
    ],
    leftOut: {
      holders: without.sparks,
      'over-the-bill': without.ranges,
      'yield-size': without.statistics,
      'per-holder': without.statistics,
      terms: without.list,
    },
  },
]
