import { along, type Anchor } from '../paths'
import { creditAndAssetProducts } from './other-products'
import type { Product } from './product'
import { treasuryProducts } from './treasury-products'

export type { Product } from './product'

export const products: readonly Product[] = [...treasuryProducts, ...creditAndAssetProducts]

/** Gold, USD an ounce, and a broad share index, at the dates given; invented from 2026 on. */
export const goldPrices: readonly Anchor[] = along(`
  2023-07-24 1955, 2023-11-21 1998, 2024-04-12 2345, 2024-10-30 2785, 2024-12-31 2625, 2025-04-22 3420,
  2025-08-15 3335, 2025-10-20 4330, 2025-11-21 4075, 2026-01-28 5150, 2026-03-20 4620, 2026-06-20 4540,
  2026-11-20 4780, 2027-12-31 5100
`)
export const shareIndex: readonly Anchor[] = along(`
  2023-11-21 72, 2025-02-19 99, 2025-04-08 80, 2025-06-30 100, 2025-11-21 107, 2026-01-28 112,
  2026-06-20 113, 2026-11-20 119, 2027-12-31 128
`)
