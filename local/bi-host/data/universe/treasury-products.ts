import { along } from '../paths'
import { institutions, type Product, product } from './product'

/** Tokenised money funds and Treasury bills. */
export const treasuryProducts: readonly Product[] = [
  product(
    'buidl',
    ['BUIDL', 'BlackRock USD Institutional Digital Liquidity Fund', 'Securitize', 'Treasuries'],
    {
      ...institutions,
      minimumUsd: 5e6,
      feePct: 0.35,
      navRule: 'constant',
      navStart: 1,
      spread: -0.25,
      defiPct: 9,
      launched: '2024-03-20',
      holders: along('2024-03-20 5, 2025-01-01 38, 2025-11-21 95, 2026-11-20 128'),
      value: along(`
        2024-03-20 0.04, 2024-07-01 0.47, 2025-01-05 0.64, 2025-06-15 2.86, 2025-10-01 2.55,
        2026-01-09 1.72, 2026-04-05 2.55, 2026-11-20 3.1, 2027-12-31 4
      `),
      chains: [
        ['Ethereum', 60],
        ['Arbitrum', 4, '2024-11-13'],
        ['Aptos', 12, '2024-11-13'],
        ['Avalanche', 9, '2024-11-13'],
        ['Polygon', 4, '2024-11-13'],
        ['Solana', 7, '2025-03-25'],
        ['BNB Chain', 12, '2025-11-14'],
      ],
    },
  ),
  product('usyc', ['USYC', 'Circle USYC', 'Circle', 'Treasuries'], {
    access: 'Non-US institutions, KYC',
    redemption: 'At any time into USDC',
    minimumUsd: 100_000,
    feePct: 0.1,
    navRule: 'accruing',
    navStart: 1.022,
    spread: -0.18,
    defiPct: 55,
    holders: along('2023-11-21 12, 2025-01-01 40, 2026-11-20 74'),
    value: along(`
      2023-11-21 0.03, 2024-09-01 0.42, 2025-01-05 1.28, 2025-06-01 0.3, 2025-10-01 0.62, 2026-01-09 1.66,
      2026-04-05 2.35, 2026-11-20 2.6, 2027-12-31 3.2
    `),
    chains: [
      ['Ethereum', 20],
      ['BNB Chain', 74, '2025-07-24'],
      ['Solana', 6, '2025-08-01'],
    ],
  }),
  product('usdy', ['USDY', 'Ondo US Dollar Yield', 'Ondo', 'Treasuries'], {
    access: 'Non-US persons, KYC to mint',
    redemption: 'Next business day',
    minimumUsd: 500,
    feePct: 0.35,
    navRule: 'accruing',
    navStart: 1.014,
    spread: -0.42,
    defiPct: 28,
    holders: along('2023-11-21 600, 2025-01-01 9500, 2026-11-20 17200'),
    value: along(`
      2023-11-21 0.05, 2024-11-21 0.52, 2025-06-01 0.62, 2026-01-09 1.16, 2026-04-05 1.5, 2026-11-20 1.7,
      2027-12-31 2
    `),
    chains: [
      ['Ethereum', 62],
      ['Solana', 24, '2024-01-16'],
      ['Arbitrum', 5, '2024-09-26'],
      ['Aptos', 5, '2024-05-10'],
      ['Stellar', 4, '2025-09-17'],
    ],
  }),
  product('ousg', ['OUSG', 'Ondo Short-Term US Treasuries', 'Ondo', 'Treasuries'], {
    ...institutions,
    minimumUsd: 5_000,
    feePct: 0.15,
    navRule: 'accruing',
    navStart: 103.6,
    spread: -0.2,
    defiPct: 7,
    holders: along('2023-11-21 45, 2026-11-20 92'),
    value: along(`
      2023-11-21 0.17, 2024-11-21 0.3, 2025-06-01 0.68, 2026-01-09 0.78, 2026-04-05 0.95, 2026-11-20 1.02,
      2027-12-31 1.2
    `),
    chains: [
      ['Ethereum', 66],
      ['Polygon', 8],
      ['Solana', 12, '2023-12-19'],
      ['XRP Ledger', 14, '2025-06-10'],
    ],
  }),
  product(
    'benji',
    ['BENJI', 'Franklin OnChain US Government Money Fund', 'Franklin Templeton', 'Treasuries'],
    {
      access: 'US retail and institutions, KYC',
      redemption: 'Business days',
      minimumUsd: 20,
      feePct: 0.15,
      navRule: 'constant',
      navStart: 1,
      spread: -0.3,
      defiPct: 1,
      holders: along('2023-11-21 380, 2026-11-20 1090'),
      value: along(`
        2023-11-21 0.32, 2024-11-21 0.41, 2025-06-01 0.74, 2026-01-09 0.86, 2026-04-05 1.15,
        2026-11-20 1.25, 2027-12-31 1.4
      `),
      chains: [
        ['Stellar', 62],
        ['Polygon', 4],
        ['Arbitrum', 9, '2024-08-01'],
        ['Avalanche', 7, '2024-08-22'],
        ['Ethereum', 10, '2024-11-11'],
        ['BNB Chain', 8, '2025-09-25'],
      ],
    },
  ),
  product('jtrsy', ['JTRSY', 'Janus Henderson Anemoy Treasury Fund', 'Centrifuge', 'Treasuries'], {
    ...institutions,
    minimumUsd: 500_000,
    feePct: 0.25,
    navRule: 'accruing',
    navStart: 1.006,
    spread: -0.3,
    defiPct: 70,
    holders: along('2024-02-01 3, 2026-11-20 31'),
    launched: '2024-02-01',
    value: along(`
      2024-02-01 0.004, 2025-03-01 0.06, 2025-06-15 0.37, 2026-01-09 0.92, 2026-04-05 1.4, 2026-11-20 1.5,
      2027-12-31 1.8
    `),
    chains: [
      ['Ethereum', 86],
      ['Base', 8],
      ['Avalanche', 6, '2025-07-23'],
    ],
  }),
  product('wtgxx', ['WTGXX', 'WisdomTree Government Money Market Digital Fund', 'WisdomTree', 'Treasuries'], {
    access: 'US retail and institutions, KYC',
    redemption: 'At any time within limits',
    minimumUsd: 1,
    feePct: 0.25,
    navRule: 'constant',
    navStart: 1,
    spread: -0.32,
    defiPct: 0,
    holders: along('2023-11-21 120, 2026-11-20 1420'),
    value: along(`
      2023-11-21 0.012, 2025-03-01 0.12, 2025-08-01 0.86, 2026-01-09 0.74, 2026-04-05 1.35, 2026-11-20 1.3,
      2027-12-31 1.5
    `),
    chains: [
      ['Ethereum', 55],
      ['Stellar', 17],
      ['Avalanche', 6, '2024-11-01'],
      ['Arbitrum', 10, '2024-11-01'],
      ['Solana', 12, '2026-01-28'],
    ],
  }),
  product('ustb', ['USTB', 'Superstate Short Duration US Government Fund', 'Superstate', 'Treasuries'], {
    ...institutions,
    minimumUsd: 100_000,
    feePct: 0.15,
    navRule: 'accruing',
    navStart: 10.04,
    spread: -0.14,
    defiPct: 34,
    holders: along('2024-02-16 8, 2026-11-20 88'),
    launched: '2024-02-16',
    value: along(`
      2024-02-16 0.02, 2024-11-21 0.28, 2025-06-01 0.62, 2026-01-09 0.97, 2026-04-05 1.5, 2026-11-20 1.45,
      2027-12-31 1.7
    `),
    chains: [
      ['Ethereum', 88],
      ['Solana', 9, '2025-08-20'],
      ['Plasma', 3, '2025-10-01'],
    ],
  }),
]
