/** Red, green and blue, 0..255. */
type Rgb = readonly [number, number, number]

/** Parses `#rgb`, `#rrggbb(aa)`, `rgb()` and `rgba()`. `null` for anything else and for a fully transparent color. */
export function parseColor(text: string): Rgb | null {
  const value = text.trim().toLowerCase()
  const short = /^#([\da-f])([\da-f])([\da-f])[\da-f]?$/.exec(value)
  if (short) return [1, 2, 3].map((at) => Number.parseInt(`${short[at]}${short[at]}`, 16)) as unknown as Rgb
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})?$/.exec(value)
  if (long) {
    if (long[4] === '00') return null
    return [1, 2, 3].map((at) => Number.parseInt(long[at] ?? '0', 16)) as unknown as Rgb
  }
  const listed = /^rgba?\(([^)]+)\)$/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '')
  const [red, green, blue, alpha] = (listed ?? []).map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  )
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null
  return [red, green, blue].every(Number.isFinite) ? [red, green, blue] : null
}

/** Relative luminance, 0 (black) to 1 (white), as WCAG defines it. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(left: Rgb, right: Rgb): number {
  const [high, low] = [luminance(left), luminance(right)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `share` 0 returns `from`, 1 returns `to`. */
export function mix(from: string, to: string, share: number): string {
  const start = parseColor(from)
  const end = parseColor(to)
  if (!start || !end) return from
  const [red, green, blue] = start.map((channel, at) =>
    Math.round(channel + ((end[at] ?? channel) - channel) * share),
  ) as unknown as Rgb
  return `rgb(${red}, ${green}, ${blue})`
}

export function withAlpha(color: string, alpha: number): string {
  const parsed = parseColor(color)
  return parsed ? `rgba(${parsed[0]}, ${parsed[1]}, ${parsed[2]}, ${alpha})` : color
}

const inks = ['#000000', '#ffffff'] as const

/** Opacity of faded marks beside the selected one. */
export const drawnBack = 0.25

/** The visible color on a card, faded or not. */
export const groundOf = (color: string, card: string, isBack: boolean): string =>
  isBack ? mix(card, color, drawnBack) : color

/** Black or white, whichever has more contrast on a color. */
export function inkOn(color: string): string {
  const ground = parseColor(color)
  if (!ground) return inks[1]
  return contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? inks[0] : inks[1]
}

/**
 * Every color and measure of the frame, with the vendor variables that set it (the first one set wins) and its defaults, light and dark.
 * This table is the whole contract of theming by variables: the frame reads no other `--ts-var-…` name, and no other color is set
 * elsewhere. The luminance of `--ts-var-root-background` selects the column of defaults.
 */
export const tokens = {
  page: row(['root-background', 'liveboard-layout-background'], '#f6f7f9', '#191f26'),
  text: row(['root-color'], '#1f2937', '#f3f4f6'),
  font: row(['root-font-family'], 'system-ui, sans-serif', 'system-ui, sans-serif'),
  headerText: row(['liveboard-header-font-color', 'root-color'], '#1f2937', '#f3f4f6'),
  headerFill: row(['liveboard-header-background'], 'transparent', 'transparent'),

  card: row(['viz-background', 'liveboard-tile-background'], '#ffffff', '#20262e'),
  cardLine: row(['liveboard-tile-border-color'], '#e3e6ea', '#363a42'),
  cardRadius: row(['viz-border-radius', 'liveboard-tile-border-radius'], '4px', '4px'),
  title: row(['viz-title-color', 'root-color'], '#1f2937', '#f3f4f6'),
  titleFont: row(['viz-title-font-family', 'root-font-family'], 'inherit', 'inherit'),
  titleCase: row(['viz-title-text-transform'], 'none', 'none'),
  description: row(['viz-description-color'], '#6b7280', '#8b949e'),
  tableHead: row(['liveboard-tile-table-header-background', 'viz-background'], '#ffffff', '#20262e'),
  legendHover: row(['viz-legend-hover-background'], '#f3f4f6', '#2e3238'),

  kpi: row(['kpi-hero-color', 'root-color'], '#1f2937', '#f3f4f6'),
  kpiNote: row(['kpi-comparison-color'], '#6b7280', '#8b949e'),
  up: row(['kpi-positive-change-color'], '#047857', '#3ccb9b'),
  down: row(['kpi-negative-change-color'], '#c62828', '#f4736b'),

  axis: row(['axis-data-label-color'], '#6b7280', '#8b949e'),
  axisFont: row(
    ['axis-data-label-font-family', 'root-font-family'],
    'system-ui, sans-serif',
    'system-ui, sans-serif',
  ),
  axisTitle: row(['axis-title-color', 'axis-data-label-color'], '#4b5563', '#b0b8c1'),

  chip: row(['liveboard-chip-background', 'chip-background'], '#ffffff', '#20262e'),
  chipText: row(['liveboard-chip-color', 'chip-color'], '#1f2937', '#f3f4f6'),
  chipHover: row(['liveboard-chip--hover-background', 'chip--hover-background'], '#f3f4f6', '#262c34'),
  chipActive: row(['liveboard-chip--active-background', 'chip--active-background'], '#eff1f4', '#2a3039'),
  chipRadius: row(['chip-border-radius'], '9999px', '9999px'),

  button: row(['button--primary-background'], '#c2410c', '#ff7a2f'),
  buttonText: row(['button--primary-color'], '#ffffff', '#191f26'),
  buttonHover: row(['button--primary--hover-background'], '#a8380a', '#ff8d4d'),
  buttonRadius: row(['button-border-radius'], '9999px', '9999px'),
  iconHover: row(['button--tertiary--hover-background'], '#f3f4f6', '#2e3238'),
  iconRadius: row(['button--icon-border-radius'], '4px', '4px'),

  menu: row(['menu-background'], '#ffffff', '#232a32'),
  menuText: row(['menu-color', 'root-color'], '#1f2937', '#f3f4f6'),
  menuHover: row(['menu--hover-background'], '#f3f4f6', '#2e343d'),
  menuCase: row(['menu-text-transform'], 'none', 'none'),
  menuSelected: row(['menu-selected-text-color'], '#c2410c', '#ff7a2f'),

  checkboxLine: row(['checkbox-border-color'], '#858d99', '#737c88'),
  checkboxFill: row(['checkbox-background-color'], 'transparent', 'transparent'),
  checkboxOn: row(['checkbox-checked-color', 'checkbox-active-color'], '#c2410c', '#ff7a2f'),

  accent: row(
    ['liveboard-tab-active-border-color', 'menu-selected-text-color', 'button--primary-background'],
    '#c2410c',
    '#ff7a2f',
  ),
  input: row(['spotter-input-background'], '#ffffff', '#363a40'),
  prompt: row(['spotter-prompt-background'], '#eff1f4', '#2e3238'),
  sidePanelWidth: row(['side-panel-width'], '300px', '300px'),
  skeleton: row(['shimmer-background'], '#eceef1', '#2a3038'),
} as const satisfies Record<string, TokenRow>

/** Colors without a vendor variable: they depend on the tone alone. */
const toneColors = {
  light: {
    muted: '#4b5563',
    dim: '#6b7280',
    line: '#e3e6ea',
    hairline: '#eceef1',
    raised: '#f3f4f6',
    mark: '#f2641a',
    amber: '#b87f08',
    amberText: '#8a5a00',
    red: '#c62828',
    green: '#0f9b83',
    other: '#8c949c',
    rampLow: '#eef3fc',
    rampHigh: '#2f6fdb',
    neutral: '#eef0f2',
    veil: 'rgba(16, 24, 40, 0.18)',
  },
  dark: {
    muted: '#b0b8c1',
    dim: '#8b949e',
    line: '#363a42',
    hairline: '#2b3038',
    raised: '#2e3238',
    mark: '#ff7a2f',
    amber: '#f0c04f',
    amberText: '#f0c04f',
    red: '#f4736b',
    green: '#2fc0a5',
    other: '#677585',
    rampLow: '#272d38',
    rampHigh: '#5b93f5',
    neutral: '#2c3137',
    veil: 'rgba(0, 0, 0, 0.5)',
  },
} as const

/**
 * Series colors in order of assignment. A test checks that any two, and each and the grey of the rest, are distinguishable with every kind
 * of color vision.
 */
export const seriesColors = {
  light:
    '#f2641a #4071b1 #00917b #6f56f9 #af8a55 #d25381 #239ccf #738099 #a8430c #1b4a9c #0a6b5a #885060 #980068 #e01848 #504870 #909078 #503038 #696f4d #289800 #683008'.split(
      ' ',
    ),
  dark: '#ff7a2f #4788f5 #00bfa1 #b19cff #eec053 #e9799f #88d0ee #95a5b8 #c9612a #3f6cc4 #548c7c #f5bdc4 #bd3f93 #e00754 #c0eaf6 #bdaf77 #d1d8ab #969671 #62eecb #a86c60'.split(
    ' ',
  ),
} as const

export type Tone = 'light' | 'dark'
export type TokenName = keyof typeof tokens
export type ToneColorName = keyof (typeof toneColors)['light']

/** The look as concrete values for drawing. */
export type Palette = Readonly<Record<TokenName | ToneColorName, string>> & {
  readonly tone: Tone
  readonly series: readonly string[]
}

interface TokenRow {
  readonly names: readonly string[]
  readonly light: string
  readonly dark: string
}

function row(names: readonly string[], light: string, dark: string): TokenRow {
  return { names: names.map((name) => `--ts-var-${name}`), light, dark }
}

/** The tone for a page color. `null` if it is not a color. */
export function toneOf(pageColor: string): Tone | null {
  const color = parseColor(pageColor)
  return color ? (luminance(color) < 0.3 ? 'dark' : 'light') : null
}

/**
 * The palette for the variables that `read` finds (empty text if absent). `resolve` converts any CSS color to `rgb()`, for named or
 * computed page colors.
 */
export function resolvePalette(
  read: (name: string) => string,
  hint: Tone | null,
  resolve: (color: string) => string = (color) => color,
): Palette {
  const given = (names: readonly string[]): string | undefined =>
    names.map((name) => read(name).trim()).find((value) => value !== '')
  const page = given(tokens.page.names)
  const tone = (page === undefined ? hint : (toneOf(page) ?? toneOf(resolve(page)))) ?? 'light'
  const values = Object.entries(tokens).map(
    ([name, token]) => [name, given(token.names) ?? token[tone]] as const,
  )
  return {
    ...(Object.fromEntries(values) as Record<TokenName, string>),
    ...toneColors[tone],
    tone,
    series: seriesColors[tone],
  }
}

const faceOrShape = /-(?:font-family|radius|text-transform)$/

/** For print: dark on white in the light colors, whatever the page sets. Fonts and shapes stay. */
export function printPalette(read: (name: string) => string): Palette {
  const palette = resolvePalette((name) => (faceOrShape.test(name) ? read(name) : ''), 'light')
  return { ...palette, page: '#ffffff' }
}
