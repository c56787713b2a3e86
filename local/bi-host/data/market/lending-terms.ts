import { along, type Anchor } from '../paths'
import type { LendingClass } from '../universe/lending-markets'

interface ClassTerms {
  readonly usual: number
  readonly kinkPct: number
  readonly slope1: readonly Anchor[]
  readonly slope2: readonly Anchor[]
  readonly ltvPct: number
  readonly thresholdPct: number
}

/** Reference parameters by class. Dollar slopes follow governance: tightened in March and December 2024, eased in 2025. */
export const terms: Readonly<Record<LendingClass, ClassTerms>> = {
  Dollar: {
    usual: 0.862,
    kinkPct: 92,
    slope1: along(`
      2023-11-21 5, 2024-02-25 5, 2024-03-05 10.5, 2024-05-20 8, 2024-06-20 5.5, 2024-12-01 5.5,
      2024-12-10 12.5, 2025-02-01 9.5, 2025-03-10 6.5, 2025-11-21 6, 2026-02-01 5.2, 2026-11-20 5
    `),
    slope2: along('2023-11-21 75, 2024-12-01 75, 2024-12-10 35, 2026-11-20 40'),
    ltvPct: 75,
    thresholdPct: 78,
  },
  Ether: {
    usual: 0.855,
    kinkPct: 90,
    slope1: along('2023-11-21 3, 2025-03-01 2.7, 2026-11-20 2.5'),
    slope2: along('2023-11-21 80, 2025-03-01 20'),
    ltvPct: 80.5,
    thresholdPct: 83,
  },
  'Staked ether': {
    usual: 0.14,
    kinkPct: 45,
    slope1: along('2023-11-21 4.5, 2025-03-01 1.5'),
    slope2: along('2023-11-21 80, 2025-03-01 85'),
    ltvPct: 78.5,
    thresholdPct: 81,
  },
  Bitcoin: {
    usual: 0.085,
    kinkPct: 80,
    slope1: along('2023-11-21 4, 2026-11-20 4'),
    slope2: along('2023-11-21 300, 2025-03-01 60'),
    ltvPct: 73,
    thresholdPct: 78,
  },
  Other: {
    usual: 0.58,
    kinkPct: 75,
    slope1: along('2023-11-21 7, 2026-11-20 6'),
    slope2: along('2023-11-21 120, 2026-11-20 120'),
    ltvPct: 65,
    thresholdPct: 70,
  },
}

/** Borrow rate on the two-slope curve, simple % a year. All arguments in %. */
export function borrowRate(
  utilisation: number,
  kink: number,
  base: number,
  slope1: number,
  slope2: number,
): number {
  const below = base + (slope1 * Math.min(utilisation, kink)) / kink
  return utilisation <= kink ? below : below + (slope2 * (utilisation - kink)) / (100 - kink)
}

/** APY in % of a simple rate in %, compounded daily. */
export const compounded = (apr: number): number => ((1 + apr / 36_500) ** 365 - 1) * 100
