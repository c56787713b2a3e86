/**
 * Names that have the same colour on every board, by place in the palette (0 orange, 1 blue, 2 green, 3 violet, 4 yellow,
 * 5 pink, 6 sky, 7 slate; 8 to 15 the darker shades). Ids, symbols and names of the same thing share a line.
 */
const lines: readonly (readonly [number, string])[] = [
  [0, 'btc bitcoin'],
  [1, 'eth ethereum ether'],
  [3, 'sol solana'],
  [4, 'bnb,bnb chain,bsc'],
  [6, 'xrp ripple'],
  [5, 'doge dogecoin'],
  [2, 'stablecoins,stablecoin supply'],
  [0, 'usdt tether'],
  [1, 'usdc'],
  [2, 'usde'],
  [3, 'usds'],
  [4, 'dai'],
  [5, 'pyusd'],
  [6, 'usd1'],
  [7, 'fdusd'],
  [0, 'perpetual perpetuals perp'],
  [1, 'spot'],
  [4, 'dated future,dated futures'],
  [3, 'option options'],
  [2, 'call calls'],
  [0, 'put puts'],
  [7, 'total,all,mean,average,benchmark,t-bill,t-bill rate,treasury bill'],
]

export const fixedColors: ReadonlyMap<string, number> = new Map(
  lines.flatMap(([slot, names]) =>
    names.split(names.includes(',') ? ',' : ' ').map((name) => [name.trim(), slot] as const),
  ),
)
