import { fixedColors, isOther } from '../../bi-host/rendering/theme/series-colors'
import {
  contrast,
  mix,
  parseColor,
  seriesColors,
  resolvePalette,
  type Tone,
  withAlpha,
} from '../../bi-host/rendering/theme/variables'
import { palette } from '../../../src/core/theme/palette'

/*
 * Superset's look, from the portal's palette and from the colors of the embedded dashboards. Themes follow light and dark by themselves;
 * schemes and colors by name do not, so that each is one that can be seen on the cards of both.
 */

const family = "'Urbanist Variable', 'Urbanist', system-ui, sans-serif"

const hex = (color: string): string =>
  `#${(parseColor(color) ?? [0, 0, 0]).map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

const seen = (color: string): number =>
  Math.min(
    ...[palette.light.card, palette.dark.card].map((card) =>
      contrast(parseColor(color) ?? [0, 0, 0], parseColor(card) ?? [0, 0, 0]),
    ),
  )

/** Between the light and the dark companion of a hue, what is seen best on both cards. */
function companion(light: string, dark: string): string {
  const steps = Array.from({ length: 21 }, (_, at) => hex(mix(light, dark, at / 20)))
  return steps.reduce((best, color) => (seen(color) > seen(best) ? color : best))
}

/** Colors in the order they are given out, each at least 3 to 1 on both cards where its hue allows. */
export const seriesScheme: readonly string[] = seriesColors.light.map((light, at) =>
  companion(light, seriesColors.dark[at] ?? light),
)

const restColor = companion(resolvePalette(() => '', 'light').other, resolvePalette(() => '', 'dark').other)

/** Names and their place in the scheme. */
export const colorsAt = (slots: Readonly<Record<string, number>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, seriesScheme[slot] ?? restColor]))

/** Names without a color of their own have one after the other. */
const colorsInOrder = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name, at) => [name, seriesScheme[at % seriesScheme.length] ?? restColor]))

/** Names as they are written in the data, with the color that they have on every dashboard. */
export function namedColors(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const slot = fixedColors.get(name.toLowerCase())
      const color = isOther(name) ? restColor : slot === undefined ? undefined : seriesScheme[slot]
      return color === undefined ? [] : [[name, color]]
    }),
  )
}

/** Those with a color of their own keep it, and the others share none with them or with each other; gray is for the rest. */
function colorsApart(names: readonly string[]): Readonly<Record<string, string>> {
  const own = namedColors(names)
  const free = seriesScheme.filter((color, at) => at % 8 !== 7 && !Object.values(own).includes(color))
  const others = names.filter((name) => own[name] === undefined)
  return {
    ...Object.fromEntries(others.map((name, at) => [name, free[at % free.length] ?? restColor])),
    ...own,
  }
}

/** Names that have a color of their own, as the data write them. */
const names =
  'BTC,ETH,SOL,BNB,XRP,DOGE,Bitcoin,Ethereum,Solana,BNB Chain,USDT,USDC,USDe,USDS,DAI,PYUSD,USD1,FDUSD,Tether,Perpetual,Spot,Dated future,Call,Put,Other,Others,T-bill'.split(
    ',',
  )

/** Names that stand in one legend. Superset by itself gives those without a color one that another of them may have. */
const legendColors = Object.assign(
  {},
  ...[
    'Binance,OKX,Bybit,Bitget,Gate,Hyperliquid,Coinbase,Kraken,Deribit,CME,Crypto.com,KuCoin',
    'Cosmos Hub,Sui,Solana,Cardano,Polkadot,TRON,Avalanche,TON,Ethereum,BNB Chain',
    'Tether,Circle,World Liberty Financial,Paxos,First Digital,Sky,Ethena',
  ].map((legend) => colorsApart(legend.split(','))),
)

/** Colors of a dashboard by name: `inOrder` one after the other, last what the dashboard says itself. */
export const labelColors = (
  inOrder: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  ...colorsInOrder(inOrder),
  ...legendColors,
  ...namedColors(names),
  ...own,
})

/** One hue from hardly there to whole: what shows through it is the card, light or dark. */
const strengths = (color: string, ...alphas: readonly number[]): readonly string[] =>
  alphas.map((alpha) => withAlpha(color, alpha))

export function schemes() {
  const { mark, rampHigh, green } = resolvePalette(() => '', 'light')
  const scheme = { description: '', isDefault: false }
  return {
    categorical: [{ ...scheme, id: 'assay', label: 'Assay', isDefault: true, colors: seriesScheme }],
    sequential: [
      {
        ...scheme,
        id: 'assay_seq',
        label: 'Assay',
        isDefault: true,
        isDiverging: false,
        colors: strengths(rampHigh, 0.04, 0.35, 0.65, 1),
      },
      {
        ...scheme,
        id: 'assay_div',
        label: 'Assay, below and above',
        isDiverging: true,
        colors: [...strengths(mark, 1, 0.6, 0.04), ...strengths(green, 0.04, 0.6, 1)],
      },
    ],
  }
}

export function theme(tone: Tone): object {
  const colors = palette[tone]
  const frame = resolvePalette(() => '', tone)
  const axis = {
    axisLine: { lineStyle: { color: colors.line } },
    axisLabel: { color: colors.dim, fontWeight: 400, hideOverlap: true },
    splitLine: { lineStyle: { color: colors.hairline } },
  }
  return {
    algorithm: tone === 'light' ? 'default' : 'dark',
    token: {
      fontFamily: family,
      fontSize: 13,
      fontWeightStrong: 600,
      borderRadius: 4,
      colorPrimary: colors.fill,
      colorLink: colors.accent,
      colorBgBase: colors.card,
      colorBgLayout: colors.page,
      colorBgContainer: colors.card,
      colorBgElevated: colors.card,
      colorTextBase: colors.text,
      colorText: colors.text,
      colorTextSecondary: colors.muted,
      colorTextTertiary: colors.dim,
      colorBorder: colors.line,
      colorBorderSecondary: colors.hairline,
      colorSplit: colors.hairline,
      colorError: colors.danger,
      colorSuccess: colors.success,
      colorWarning: frame.amber,
      colorInfo: frame.rampHigh,
    },
    // "All" and "Inv" beside every legend are Superset's own; a click on a name does as much.
    echartsOptionsOverrides: {
      // What is written on a cell is light where the card is dark.
      darkMode: tone === 'dark',
      legend: {
        selector: false,
        icon: 'roundRect',
        itemWidth: 10,
        itemHeight: 10,
        textStyle: { color: colors.muted },
      },
      textStyle: { fontFamily: family },
      tooltip: { backgroundColor: colors.card, borderColor: colors.line, textStyle: { color: colors.text } },
    },
    echartsOptionsOverridesByChartType: Object.fromEntries(
      ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area'].map((kind) => [
        kind,
        { xAxis: axis, yAxis: axis },
      ]),
    ),
  }
}

/** Laid over a dashboard: what no token reaches. Colors come from the theme, so that both modes have theirs. */
export const boardCss = `
.dashboard-component-chart-holder, .dashboard-markdown .dashboard-component-chart-holder {
  border: 1px solid color-mix(in srgb, currentColor 12%, transparent);
  border-radius: 4px;
  padding: 14px 16px 10px;
}
.dashboard-component-chart-holder:hover { box-shadow: none; }
.chart-header .header-title, .slice_container .header-title { font-size: 14px; font-weight: 600; }
.header-line { font-weight: 300 !important; letter-spacing: -0.01em; }
.subheader-line, .subtitle-line { font-size: 12px !important; opacity: 0.75; }
.dashboard-markdown h3 { font-weight: 600; font-size: 14px; margin: 0 0 4px; }
/* As long as a line is read well. */
.dashboard-markdown p { max-width: 96ch; }
table.table th, table.table td { font-variant-numeric: tabular-nums; }
`
