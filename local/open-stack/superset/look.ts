import {
  assignSlots,
  type ColorSlot,
  fixedColors,
  isOther,
} from '../../bi-host/rendering/theme/series-colors'
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
 * Superset's theme, from the portal's palette and the colors of the embedded dashboards. Themes have a light and a dark mode. Color schemes
 * and colors by name do not, so each of those must be visible on the cards of both modes.
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

/**
 * A color between the light and the dark variant of a hue that is visible on both cards. The first eight hues are as light as a white card
 * allows, and their shades as dark as a dark card allows, so that colors that differ by lightness stay distinguishable.
 */
function companion(light: string, dark: string, isShade = false): string {
  const steps = Array.from({ length: 41 }, (_, at) => hex(mix(light, dark, at / 40)))
  const enough = steps.filter((color) => seen(color) >= 3)
  if (enough.length > 0) return enough.at(isShade ? 0 : -1) ?? light
  return steps.reduce((best, color) => (seen(color) > seen(best) ? color : best))
}

/** Colors in the order of assignment, each with a contrast of at least 3:1 on both cards where its hue allows it. */
export const seriesScheme: readonly string[] = seriesColors.light.map((light, at) =>
  companion(light, seriesColors.dark[at] ?? light, at >= 8),
)

const restColor = companion(resolvePalette(() => '', 'light').other, resolvePalette(() => '', 'dark').other)

const colorIn = (slot: ColorSlot): string => (slot === 'other' ? restColor : seriesScheme[slot]) ?? restColor

/** Color of a name that is drawn alone: its own, or the first. */
export const colorOfName = (name: string): string => colorIn(fixedColors.get(name.toLowerCase()) ?? 0)

/** Slate, which is too close to the gray of "Other" to be used beside it. */
const slates: ReadonlyMap<string, ColorSlot> = new Map([7].map((slot) => [`slate ${slot}`, slot]))

/** Colors of a dashboard by name, assigned as in the embedded dashboards: unique within each legend. */
export function labelColors(legends: readonly (readonly string[])[]): Readonly<Record<string, string>> {
  const taken = legends.map((names) => (names.some(isOther) ? [...names, ...slates.keys()] : names))
  const colors = [...assignSlots(taken, slates)].filter(([name]) => !slates.has(name))
  return Object.fromEntries(colors.map(([name, slot]) => [name, colorIn(slot)]))
}

/** One hue from almost transparent to opaque, so that the light or dark card shows through. */
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
    // Hides Superset's "All" and "Inv" buttons beside legends: clicking a name does the same.
    echartsOptionsOverrides: {
      // Text on cells is light in dark mode.
      darkMode: tone === 'dark',
      // No animations, as in the embedded dashboards: they would redraw sixty times per second.
      animation: false,
      legend: {
        selector: false,
        icon: 'roundRect',
        itemWidth: 10,
        itemHeight: 10,
        textStyle: { color: colors.muted },
      },
      textStyle: { fontFamily: family },
      tooltip: { backgroundColor: colors.card, borderColor: colors.line, textStyle: { color: colors.text } },
      // For heat maps: ECharts picks the text color as if cells had a black background, which gives light on light. Superset merges this into
      // every series of every chart, because its heat map does not name its type.
      ...(tone === 'light' && {
        series: { label: { color: colors.text, textBorderWidth: 0 } },
      }),
    },
    echartsOptionsOverridesByChartType: Object.fromEntries(
      ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area'].map((kind) => [
        kind,
        { xAxis: axis, yAxis: axis },
      ]),
    ),
  }
}

/** CSS of a dashboard, for what theme tokens do not cover. Colors come from the theme, for both modes. */
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
