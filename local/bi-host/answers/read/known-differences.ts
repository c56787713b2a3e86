/** What is left of one measure when another is taken from it, where the model has that by itself. */
const left: readonly (readonly [first: string, second: string, known: string])[] = [
  ['stable_supply.issued', 'stable_supply.redeemed', 'stable_supply.net_issuance'],
  ['stable_supply.bridged_in', 'stable_supply.bridged_out', 'stable_supply.net_bridged'],
  ['lending.supplied', 'lending.borrowed', 'lending.idle'],
  ['staking.apr', 'staking.dilution', 'staking.real_yield'],
]

/** "Minted minus burned", "net mints minus burns": net issuance, said in full. `null` where only a formula says it. */
export const knownDifference = (first: string, second: string): string | null =>
  left.find(
    ([from, taken, known]) => (from === first || known === first) && (taken === second || known === second),
  )?.[2] ?? null
