import type { BarsData, BoardReply, Tile } from '../../wire/board'
import type { Palette } from './variables'

/** Number of colours that can be told apart before shades begin. */
export const colorCount = 18

/** A place in the palette, or `other` for the grey that stands for the rest. */
export type ColorSlot = number | 'other'

/**
 * One colour per name on the whole board. Well-known names have a fixed one; the others take, in order of appearance, the
 * first that no name they share a tile with has. Names met before keep theirs, so a filter never repaints a board.
 */
export const assignColors = (
  tiles: readonly Tile[],
  before: ReadonlyMap<string, ColorSlot>,
): Map<string, ColorSlot> => assignSlots(tiles.map(colorKeysOf), before)

/** The same, of the names that each tile paints. */
export function assignSlots(
  names: readonly (readonly string[])[],
  before: ReadonlyMap<string, ColorSlot>,
): Map<string, ColorSlot> {
  const groups = names.filter((keys) => keys.length > 0)
  const slots = new Map(before)
  // Tiles with several names come first: a KPI alone must not take the colour that a chart's neighbour needs.
  const keys = [...groups].sort((left, right) => Number(left.length < 2) - Number(right.length < 2)).flat()
  // Assets before stablecoins, which give way where one of each would wear the same.
  for (const key of [...keys.filter((one) => assetNames.has(normalize(one))), ...keys])
    if (!slots.has(key)) slots.set(key, slotFor(key, groups, slots))
  return slots
}

function slotFor(
  key: string,
  groups: readonly (readonly string[])[],
  slots: ReadonlyMap<string, ColorSlot>,
): ColorSlot {
  if (isOther(key)) return 'other'
  const neighbours = groups.filter((group) => group.includes(key)).flat()
  const taken = new Set(neighbours.map((name) => slots.get(name)))
  const fixed = fixedColors.get(normalize(key))
  if (fixed !== undefined && !taken.has(fixed)) return fixed
  // A fixed colour is kept free for its owner when the owner is in the same tile.
  const reserved = new Set(neighbours.map((name) => fixedColors.get(normalize(name))))
  for (let slot = 0; slot < colorCount; slot += 1) {
    if (!taken.has(slot) && !reserved.has(slot)) return slot
  }
  return hash(key) % colorCount
}

export const isOther = (key: string): boolean => /^others?$/i.test(key.trim())

/** Whether bars of one series wear the colours of their names: where each has one that it wears everywhere. */
export const isColoredByName = ({ categories }: BarsData): boolean =>
  categories.every(({ colorKey }) => isOther(colorKey) || fixedColors.has(normalize(colorKey)))

export const normalize = (key: string): string => key.trim().toLowerCase()

function hash(text: string): number {
  let value = 7
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return value
}

function colorKeysOf({ data }: Tile): readonly string[] {
  if (!data) return []
  switch (data.kind) {
    case 'kpi':
      return [data.colorKey]
    case 'series':
      return data.series.map((series) => series.colorKey)
    case 'bars':
      if (data.series.length > 1) return data.series.map((series) => series.colorKey)
      // Bars to both sides wear the colors of their signs.
      return data.shape === 'diverging-bars' ? [] : data.categories.map((category) => category.colorKey)
    case 'parts':
      return data.nodes.map((node) => node.colorKey)
    case 'candles':
      return data.overlays.map((overlay) => overlay.colorKey)
    case 'curves':
      return data.curves.map((curve) => curve.colorKey)
    case 'scatter':
      return [...new Set(data.points.map((point) => point.colorKey))]
    case 'table':
      return data.rowColors ?? []
    case 'matrix':
    case 'pivot':
      return []
  }
}

/** Remembers the colours of the board on screen, so that a filter or another tab never repaints a name. */
interface ColorBook {
  /** The slots of a board's names; the same map as before while nothing new has come. */
  slotsOf(reply: BoardReply | null): ReadonlyMap<string, ColorSlot>
}

export function createColorBook(): ColorBook {
  let boardId = ''
  let slots: ReadonlyMap<string, ColorSlot> = new Map()
  return {
    slotsOf(reply) {
      if (!reply) return slots
      const known = reply.board.id === boardId ? slots : new Map<string, ColorSlot>()
      const next = assignColors(reply.tiles, known)
      if (reply.board.id !== boardId || next.size !== known.size) slots = next
      boardId = reply.board.id
      return slots
    },
  }
}

/**
 * The slots of one answer by itself, in the builder and in a conversation: those it has on a dashboard, too, where no other
 * tile shows a name of it in a company of its own. What was asked before it has no say.
 */
export const slotsOfAnswer = (tile: Tile): ReadonlyMap<string, ColorSlot> => assignColors([tile], new Map())

/** What a name is drawn in. One without a slot has the first colour. */
export function colorsOf(
  slots: ReadonlyMap<string, ColorSlot>,
  palette: Palette,
): (colorKey: string) => string {
  return (colorKey) => {
    const name = normalize(colorKey)
    const slot = slots.get(colorKey) ?? slots.get(name) ?? fixedColors.get(name) ?? 0
    return slot === 'other' ? palette.other : (palette.series[slot] ?? palette.mark)
  }
}

/**
 * Names that have the same colour on every board, by place in the palette (0 orange, 1 blue, 2 green, 3 violet, 4 yellow,
 * 5 pink, 6 sky, 7 slate; 8 to 17 the darker and quieter shades). Ids, symbols and names of the same thing share a line. No two
 * assets share a place, nor two stablecoins; the stablecoins that stand beside assets (USDT, USDC) have one apart from the largest.
 */
const lines: readonly (readonly [number, string])[] = [
  [0, 'btc bitcoin'],
  [1, 'eth ethereum ether'],
  [2, 'dot polkadot'],
  [3, 'sol solana'],
  [4, 'bnb,bnb chain,bsc'],
  [5, 'doge dogecoin'],
  [6, 'xrp ripple'],
  [7, 'ltc litecoin'],
  [8, 'trx tron'],
  [9, 'ada cardano'],
  [10, 'hype hyperliquid'],
  [11, 'link chainlink'],
  [12, 'pol polygon'],
  [13, 'avax avalanche'],
  [14, 'sui'],
  [15, 'gram ton toncoin'],
  [16, 'aave'],
  [17, 'atom,cosmos,cosmos hub'],
  [2, 'stablecoins,stablecoin supply'],
  [2, 'usdt tether'],
  [9, 'usdc'],
  [5, 'usde'],
  [3, 'usds'],
  [4, 'dai'],
  [6, 'pyusd'],
  [0, 'usd1'],
  [7, 'fdusd'],
  [8, 'wbtc'],
  [6, 'wsteth'],
  [10, 'weeth'],
  [0, 'perpetual perpetuals perp'],
  [1, 'spot'],
  [4, 'dated future,dated futures'],
  [3, 'option options'],
  [4, 'binance'],
  [7, 'okx'],
  [5, 'bybit'],
  [6, 'bitget'],
  [2, 'gate'],
  [1, 'coinbase'],
  [3, 'kraken'],
  [9, 'cme'],
  [12, 'deribit'],
  [11, 'uniswap'],
  [8, 'raydium'],
  [5, '50-day mean,'],
  [7, '200-day mean,'],
  [3, 'realized price,'],
  [7, 'as first published,'],
  [2, 'call calls'],
  [0, 'put puts'],
  [7, 'total,all,mean,average,benchmark,t-bill,t-bill rate,treasury bill'],
]

const namesOf = (names: string): readonly string[] =>
  names.split(names.includes(',') ? ',' : ' ').flatMap((name) => name.trim() || [])

export const fixedColors: ReadonlyMap<string, number> = new Map(
  lines.flatMap(([slot, names]) => namesOf(names).map((name) => [name, slot] as const)),
)

/** Names of the assets, which the first line of each place is for. */
const assetNames = new Set(lines.slice(0, colorCount).flatMap(([, names]) => namesOf(names)))

/** Whether both are names of the same thing, such as an asset's symbol and its own name. */
export function isSameName(one: string, other: string): boolean {
  const [left, right] = [normalize(one), normalize(other)]
  return (
    left === right || lines.some(([, names]) => [left, right].every((name) => namesOf(names).includes(name)))
  )
}
