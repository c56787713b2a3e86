import { along } from '../paths'
import { institutions, type Product, product } from './product'

/** Gold, credit, shares and repo. */
export const creditAndAssetProducts: readonly Product[] = [
  product('xaut', ['XAUT', 'Tether Gold', 'Tether', 'Gold'], {
    access: 'Anyone; KYC to redeem',
    redemption: 'Bars in Switzerland',
    minimumUsd: 100_000,
    feePct: 0,
    navFrequency: 'Continuous',
    navRule: 'gold',
    navStart: 1_998,
    spread: null,
    defiPct: 5,
    holders: along('2023-11-21 4900, 2026-11-20 31000'),
    value: along(`
      2023-11-21 0.49, 2025-01-05 0.64, 2025-10-15 1.6, 2026-01-09 2.1, 2026-04-05 2.85, 2026-11-20 2.9,
      2027-12-31 3.4
    `),
    chains: [
      ['Ethereum', 92],
      ['TON', 5, '2025-05-01'],
      ['Arbitrum', 3, '2025-06-01'],
    ],
  }),
  product('paxg', ['PAXG', 'Pax Gold', 'Paxos', 'Gold'], {
    access: 'Anyone; KYC to redeem',
    redemption: 'At any time into dollars',
    minimumUsd: 20,
    feePct: 0,
    navFrequency: 'Continuous',
    navRule: 'gold',
    navStart: 1_996,
    spread: null,
    defiPct: 6,
    holders: along('2023-11-21 44000, 2026-11-20 82000'),
    value: along(`
      2023-11-21 0.48, 2025-01-05 0.52, 2025-10-15 1.35, 2026-01-09 1.9, 2026-04-05 2.5, 2026-11-20 2.5,
      2027-12-31 3
    `),
    chains: [['Ethereum', 100]],
  }),
  product('syrup', ['syrupUSDC', 'Maple syrupUSDC', 'Maple', 'Private credit'], {
    access: 'Non-US persons',
    redemption: 'Queue, hours to 30 days',
    minimumUsd: 1,
    feePct: 1,
    navFrequency: 'Continuous',
    navRule: 'accruing',
    navStart: 1,
    spread: 3.4,
    defiPct: 46,
    launched: '2024-06-04',
    holders: along('2024-06-04 30, 2026-11-20 6300'),
    value: along(`
      2024-06-04 0.005, 2025-01-05 0.19, 2025-07-15 1.3, 2026-01-09 4.2, 2026-04-05 5.7, 2026-11-20 4.4,
      2027-12-31 5
    `),
    chains: [
      ['Ethereum', 72],
      ['Solana', 10, '2025-06-04'],
      ['Arbitrum', 6, '2025-08-12'],
      ['Plasma', 12, '2025-09-25'],
    ],
  }),
  product('jaaa', ['JAAA', 'Janus Henderson Anemoy AAA CLO Fund', 'Centrifuge', 'Private credit'], {
    ...institutions,
    minimumUsd: 500_000,
    feePct: 0.4,
    navRule: 'accruing',
    navStart: 1,
    spread: 1.15,
    defiPct: 62,
    launched: '2025-07-02',
    holders: along('2025-07-02 2, 2026-11-20 36'),
    value: along(`
      2025-07-02 0.05, 2025-09-15 0.74, 2026-01-09 1.45, 2026-04-05 2.1, 2026-11-20 1.85, 2027-12-31 2.2
    `),
    chains: [
      ['Ethereum', 74],
      ['Avalanche', 26, '2025-07-23'],
    ],
  }),
  product('acred', ['ACRED', 'Apollo Diversified Credit Securitize Fund', 'Securitize', 'Private credit'], {
    ...institutions,
    redemption: 'Quarterly, limited',
    minimumUsd: 50_000,
    feePct: 2,
    navRule: 'accruing',
    navStart: 1_000,
    spread: 4.6,
    defiPct: 22,
    launched: '2025-01-30',
    holders: along('2025-01-30 10, 2026-11-20 118'),
    value: along('2025-01-30 0.02, 2025-07-01 0.11, 2026-01-09 0.16, 2026-11-20 0.31, 2027-12-31 0.4'),
    chains: [
      ['Ethereum', 48],
      ['Polygon', 22],
      ['Solana', 14],
      ['Avalanche', 8],
      ['Aptos', 8],
    ],
  }),
  product('xstocks', ['xStocks', 'xStocks (all tokens)', 'Backed', 'Equities'], {
    access: 'Non-US persons',
    redemption: 'Business days, KYC',
    minimumUsd: 1,
    feePct: 0.25,
    navRule: 'shares',
    navStart: 100,
    spread: null,
    defiPct: 12,
    launched: '2025-06-30',
    holders: along('2025-06-30 900, 2026-11-20 134000'),
    value: along(`
      2025-06-30 0.01, 2025-10-01 0.12, 2026-01-09 0.24, 2026-04-05 0.38, 2026-11-20 0.52, 2027-12-31 0.8
    `),
    chains: [
      ['Solana', 78],
      ['Ethereum', 14, '2025-09-02'],
      ['TON', 8, '2025-11-20'],
    ],
  }),
  product('ondo-stocks', ['Ondo Stocks', 'Ondo Global Markets (all tokens)', 'Ondo', 'Equities'], {
    access: 'Non-US persons',
    redemption: 'US trading hours',
    minimumUsd: 1,
    feePct: 0,
    navRule: 'shares',
    navStart: 100,
    spread: null,
    defiPct: 7,
    launched: '2025-09-03',
    holders: along('2025-09-03 400, 2026-11-20 61000'),
    value: along(`
      2025-09-03 0.05, 2025-11-21 0.34, 2026-01-09 0.56, 2026-04-05 0.86, 2026-11-20 1.15, 2027-12-31 1.7
    `),
    chains: [
      ['Ethereum', 60],
      ['BNB Chain', 28, '2025-10-29'],
      ['Solana', 12, '2026-01-21'],
    ],
  }),
  product('figr-heloc', ['FIGR HELOC', 'Figure home equity lines', 'Figure', 'Private credit'], {
    access: 'Record-keeping',
    redemption: 'None, loans amortise',
    minimumUsd: 0,
    feePct: 0,
    navFrequency: 'Monthly',
    navRule: 'constant',
    navStart: 1,
    spread: null,
    defiPct: 0,
    transferClass: 'Represented',
    holders: along('2023-11-21 60, 2026-11-20 150'),
    value: along('2023-11-21 6.4, 2025-01-05 8.9, 2026-01-09 13.8, 2026-11-20 17.2, 2027-12-31 20'),
    chains: [['Provenance', 100]],
  }),
  product('broadridge-dlr', ['Broadridge DLR', 'Broadridge distributed ledger repo', 'Broadridge', 'Repo'], {
    access: 'Record-keeping',
    redemption: 'Overnight to term repo',
    minimumUsd: 0,
    feePct: 0,
    navFrequency: 'Business day',
    navRule: 'constant',
    navStart: 1,
    spread: null,
    defiPct: 0,
    transferClass: 'Represented',
    launched: '2024-07-01',
    holders: along('2024-07-01 14, 2026-11-20 32'),
    value: along(`
      2024-07-01 268, 2025-06-01 310, 2026-01-09 384, 2026-04-05 426, 2026-11-20 452, 2027-12-31 500
    `),
    chains: [['Canton', 100]],
  }),
]
