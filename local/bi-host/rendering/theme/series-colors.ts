import type { BarsData, BoardReply, Tile } from '../../wire/board'
import type { Palette } from './variables'

/** Number of colors in the palette. Fixed colors are among them. */
export const colorCount = 20

/** An index in the palette, or `other` for the grey of the rest. */
export type ColorSlot = number | 'other'

/**
 * One color per name on the whole board. Well-known names have a fixed one. Each other name takes, in order of appearance, the first that
 * no name in its tiles has. Known names keep theirs, so a filter never recolors a board.
 */
export const assignColors = (
  tiles: readonly Tile[],
  before: ReadonlyMap<string, ColorSlot>,
): Map<string, ColorSlot> => assignSlots(tiles.map(colorKeysOf), before)

/** The same, from the names that each tile colors. */
export function assignSlots(
  names: readonly (readonly string[])[],
  before: ReadonlyMap<string, ColorSlot>,
): Map<string, ColorSlot> {
  const groups = names.filter((keys) => keys.length > 0)
  const slots = new Map(before)
  // Tiles with several names come first: a single KPI must not take a color that a chart needs for a neighbor.
  const keys = [...groups].sort((left, right) => Number(left.length < 2) - Number(right.length < 2)).flat()
  // Owners of a fixed color come before names that share it and give way on a conflict.
  for (const key of [...keys.filter((one) => owners.has(normalize(one))), ...keys])
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
  // A fixed color is reserved for its owner if that is in the same tile.
  const reserved = new Set(neighbours.map((name) => fixedColors.get(normalize(name))))
  for (let slot = 0; slot < colorCount; slot += 1) {
    if (!taken.has(slot) && !reserved.has(slot)) return slot
  }
  return hash(key) % colorCount
}

export const isOther = (key: string): boolean => /^others?$/i.test(key.trim())

/** Whether bars of a single series have their names' colors: only if every name has a fixed one. */
export const isColoredByName = ({ categories }: BarsData): boolean =>
  categories.every(({ colorKey }) => isOther(colorKey) || wellKnown.has(normalize(colorKey)))

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
      // Diverging bars are colored by sign.
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

/** Keeps the colors of the board on screen, so that a filter or another tab never recolors a name. */
interface ColorBook {
  /** The slots of a board's names. The same map as before if there are no new names. */
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
 * Slots of a single answer in the builder or a conversation. They match a dashboard's, unless another tile there shows one of its names
 * among others. Earlier questions do not matter.
 */
export const slotsOfAnswer = (tile: Tile): ReadonlyMap<string, ColorSlot> => assignColors([tile], new Map())

/** The color of a name. The first color if it has no slot. */
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
 * Fixed colors by palette index: names of assets, stablecoins, exchanges and market types, and after `|` those of other networks, funds,
 * issuers, protocols and products, which bars of a single series do not use. `/` separates names of the same thing. Nothing that one chart
 * compares shares an index: no two assets, networks, stablecoins, exchanges, funds, and so on.
 */
const lines = [
  'btc/bitcoin;usd1;perpetual/perpetuals/perp;put/puts|arbitrum;ibit;blackrock;world liberty financial;compound v3;native;eigenlayer;syrupusdc;maple;treasuries',
  'eth/ethereum/ether;coinbase;spot|fbtc;fidelity;spark;symbiotic;usdy;ondo;private credit',
  'dot/polkadot;usdt/tether;gate;stablecoins/stablecoin supply;call/calls|gbtc;grayscale;aave v3;lido;xaut;repo;realized/realized, 30 d',
  'sol/solana;kraken;option/options;realized price|etha;kamino;ether.fi;jtrsy;centrifuge;equities',
  'bnb/bnb chain/bsc;binance;dated future/dated futures|btc (grayscale mini);venus;buidl;securitize;gold',
  'usde;bybit;50-day mean|plasma;usyc;bitb;bitwise;ethena;morpho;rocket pool',
  'xrp/ripple/xrp ledger;wsteth;bitget|arkb;ark 21shares;jito/jito restaking;ousg',
  'ltc/litecoin;fdusd;okx;200-day mean;as first published;total/all/mean/average/benchmark/t-bill/t-bill rate/treasury bill|stellar;ethe;first digital;marinade;ustb;superstate',
  'trx/tron;wbtc;raydium|eth (grayscale mini);sanctum;wtgxx;wisdomtree',
  'usdc;cme|base;feth;circle',
  'hype/hyperliquid;weeth|hodl;vaneck;jaaa',
  'link/chainlink;cbbtc;uniswap|op mainnet;xrpc;canary;justlend strx;acred',
  'pol/polygon;usds;deribit|gxrp;sky;bifrost;ondo stocks',
  'avax/avalanche|bsol;benqi;xstocks;backed',
  'sui;pyusd|gsol;paxos;springsui;paxg',
  'gram/ton/toncoin;dai|brrr;coinshares;tonstakers;broadridge dlr;broadridge',
  'aave;btcb|aptos;btco;invesco',
  'atom/cosmos/cosmos hub|ezbc;franklin templeton;stride;benji',
  'ada/cardano;jitosol|canton;ethw;figr heloc;figure',
  'doge/dogecoin|provenance;ethv',
].map((line) => line.split('|').map((names) => names.split(';').map((thing) => thing.split('/'))))

type Things = readonly (readonly string[])[]
const slotsOf = (of: (known: Things, more: Things) => readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    lines.flatMap(([known = [], more = []], slot) => of(known, more).map((name) => [name, slot] as const)),
  )

const wellKnown = slotsOf((known) => known.flat())
export const fixedColors = slotsOf((known, more) => [...known, ...more].flat())
/** The first name of each index, which has priority for it. */
const owners = slotsOf(([first = []]) => first)

/** Whether both names mean the same thing, such as an asset's symbol and its full name. */
export function isSameName(one: string, other: string): boolean {
  const [left, right] = [normalize(one), normalize(other)]
  return left === right || lines.flat(2).some((thing) => thing.includes(left) && thing.includes(right))
}
