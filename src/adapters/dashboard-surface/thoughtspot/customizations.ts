import type { CustomCssVariables, CustomisationsInterface } from '@thoughtspot/visual-embed-sdk'
import type { ViewAppearance } from '../../../core/ports/view-appearance'
import { alwaysHidden } from '../../../core/embedding/actions'
import { printSheetFor, type PrintSheet } from '../../../core/embedding/print'
import { sizes } from '../../../core/kernel/limits'
import { palette, type Palette, searchTokenColors } from '../../../core/theme/palette'
import { actionSelectors } from './actions'

type Rules = Record<string, Record<string, string>>

const font = 'Urbanist, sans-serif'

/** What a frame fetches from the portal and its operator. */
export interface FrameAssets {
  /** The origin of the fonts and the icon sprite: the portal's own. */
  readonly assetsOrigin: string
  /** Full address of the watermark on charts; its colors are not shown. */
  readonly watermarkImage: string
}

/** The look of embedded views by the specification's sections 6 and 9, in the vendor's terms. */
export function customizations(
  appearance: ViewAppearance,
  { assetsOrigin, watermarkImage }: FrameAssets,
): CustomisationsInterface {
  return {
    style: {
      customCSS: {
        variables: variables(palette[appearance.mode]),
        rules_UNSTABLE: {
          ...fontFaces(assetsOrigin),
          ...important({
            ...typography(),
            ...layout(),
            ...hiddenItems(),
            ...searchTokens(appearance),
            ...watermark(appearance, watermarkImage),
          }),
        },
      },
    },
    content: { strings: relabels() },
    iconSpriteUrl: `${assetsOrigin}/open-data/icons.svg`,
  }
}

/** The vendor's own sheets win otherwise. Its class names and test ids are not guaranteed; test/oracle/styling.test.ts has the sources. */
function important(rules: Rules): Rules {
  return Object.fromEntries(
    Object.entries(rules).map(([selector, rule]) => [
      selector,
      Object.fromEntries(Object.entries(rule).map(([property, value]) => [property, `${value} !important`])),
    ]),
  )
}

function variables(color: Palette): CustomCssVariables {
  return {
    '--ts-var-root-background': color.page,
    '--ts-var-root-color': color.text,
    '--ts-var-root-font-family': font,
    '--ts-var-application-color': color.text,
    '--ts-var-viz-background': color.card,
    '--ts-var-viz-border-radius': '4px',
    '--ts-var-viz-box-shadow': 'none',
    '--ts-var-viz-title-color': color.text,
    '--ts-var-viz-title-font-family': font,
    '--ts-var-viz-description-color': color.dim,
    '--ts-var-viz-description-font-family': font,
    '--ts-var-viz-legend-hover-background': color.hover,
    '--ts-var-axis-title-color': color.dim,
    '--ts-var-axis-title-font-family': font,
    '--ts-var-axis-data-label-color': color.dim,
    '--ts-var-axis-data-label-font-family': font,
    '--ts-var-liveboard-layout-background': color.page,
    '--ts-var-liveboard-header-background': color.page,
    '--ts-var-liveboard-header-font-color': color.text,
    '--ts-var-liveboard-edit-bar-background': color.raised,
    '--ts-var-liveboard-tile-background': color.card,
    '--ts-var-liveboard-tile-border-color': color.line,
    '--ts-var-liveboard-tile-border-radius': '4px',
    '--ts-var-liveboard-tab-active-border-color': color.accent,
    '--ts-var-button-border-radius': '9999px',
    '--ts-var-button--icon-border-radius': '4px',
    '--ts-var-button--primary-background': color.fill,
    '--ts-var-button--primary-color': color.onFill,
    '--ts-var-button--primary--hover-background': color.fillHover,
    '--ts-var-button--secondary-background': color.card,
    '--ts-var-button--secondary-color': color.text,
    '--ts-var-button--secondary--hover-background': color.hover,
    '--ts-var-button--tertiary-background': 'transparent',
    '--ts-var-button--tertiary-color': color.muted,
    '--ts-var-button--tertiary--hover-background': color.hover,
    '--ts-var-chip-border-radius': '9999px',
    '--ts-var-chip-background': color.card,
    '--ts-var-chip-color': color.text,
    '--ts-var-chip-box-shadow': 'none',
    '--ts-var-chip--hover-background': color.hover,
    '--ts-var-chip--hover-color': color.text,
    '--ts-var-chip--active-background': color.active,
    '--ts-var-chip--active-color': color.text,
    '--ts-var-chip-title-font-family': font,
    '--ts-var-menu-background': color.card,
    '--ts-var-menu-color': color.text,
    '--ts-var-menu-font-family': font,
    '--ts-var-menu--hover-background': color.hover,
    '--ts-var-menu-selected-text-color': color.accent,
    '--ts-var-list-selected-background': color.active,
    '--ts-var-list-hover-background': color.hover,
    '--ts-var-segment-control-hover-background': color.hover,
    '--ts-var-dialog-body-background': color.card,
    '--ts-var-dialog-body-color': color.text,
    '--ts-var-dialog-header-background': color.dialogHead,
    '--ts-var-dialog-header-color': color.text,
    '--ts-var-dialog-footer-background': color.card,
    '--ts-var-checkbox-border-color': color.dim,
    '--ts-var-checkbox-checked-color': color.accent,
    '--ts-var-search-bar-background': color.card,
    '--ts-var-search-bar-text-font-color': color.text,
    '--ts-var-search-bar-text-font-family': font,
    '--ts-var-search-auto-complete-background': color.card,
    '--ts-var-search-auto-complete-font-color': color.text,
    '--ts-var-search-auto-complete-subtext-font-color': color.dim,
    '--ts-var-search-bar-auto-complete-hover-background': color.hover,
    '--ts-var-search-data-button-background': color.raised,
    '--ts-var-search-data-button-font-color': color.text,
    '--ts-var-answer-data-panel-background-color': color.card,
    '--ts-var-answer-edit-panel-background-color': color.card,
    '--ts-var-side-panel-width': `${sizes.sidePanelWidth}px`,
    '--ts-var-spotter-input-background': color.chatInput,
    '--ts-var-spotter-prompt-background': color.raised,
  }
}

/** The vendor disambiguates repeated keys by a leading comment. */
function fontFaces(assetsOrigin: string): Rules {
  const face = (file: string, range: string): Record<string, string> => ({
    'font-family': 'Urbanist',
    'font-style': 'normal',
    'font-weight': '100 900',
    'font-display': 'swap',
    src: `url("${assetsOrigin}/open-data/fonts/${file}") format("woff2")`,
    'unicode-range': range,
  })
  return {
    '/* latin */ @font-face': face(
      'urbanist-latin.woff2',
      'U+0020-007E, U+00A0, U+00A9, U+00AB, U+00AE, U+00B0-00B1, U+00B5, U+00B7, U+00BB, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2122, U+2191, U+2193, U+2212',
    ),
    '/* latin-1 */ @font-face': face(
      'urbanist-latin-1.woff2',
      'U+00A1-00A8, U+00AA, U+00AC-00AD, U+00AF, U+00B2-00B4, U+00B6, U+00B8-00BA, U+00BC-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2002, U+2009, U+200B, U+201A, U+201E, U+2032-2033, U+2039-203A, U+2044, U+2215, U+FEFF, U+FFFD',
    ),
    '/* latin-ext */ @font-face': face(
      'urbanist-latin-ext.woff2',
      'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    ),
  }
}

function typography(): Rules {
  return {
    body: { 'font-feature-settings': '"tnum"', 'font-variant-numeric': 'tabular-nums' },
    '.highcharts-xaxis-labels text, .highcharts-yaxis-labels text, .axis-label-title': {
      'font-weight': '300',
    },
    '.answer-title-module__titleText': { 'font-weight': '300' },
  }
}

/** Sizes that have no variable (specification, section 9, "Embed layout"). */
function layout(): Rules {
  return {
    // The page's bar covers the top of a scrolled frame by this height: the editor keeps its controls below it. The other two variables
    // are the sheets for print.
    ':root': {
      '--embed-top-inset': '56px',
      '--embed-paper-lying': printRule(printSheetFor(Number.POSITIVE_INFINITY)),
      '--embed-paper-upright': printRule(printSheetFor(0)),
    },
    '[class*="completions-dropdown-module__completionsDropdown"]': { 'max-height': '70vh' },
    '[class*="data-panel-module__dataPanel"]': { 'max-height': '85vh' },
    '.ag-root-wrapper': { 'min-height': '300px' },
    'textarea[data-testid="conv-assist-chat-input"]': { 'border-radius': '24px' },
  }
}

function printRule({ headerHeight, ratio, minHeight }: PrintSheet): string {
  return `${headerHeight} ${ratio.toFixed(5)} ${minHeight}`
}

/** A second line of defense behind the hidden actions: hides those that a cluster shows all the same. */
function hiddenItems(): Rules {
  return { [actionSelectors(alwaysHidden)]: { display: 'none' } }
}

const token = '.tokenizer-module__token'

/** A kind that the vendor marks differently gets the colors of `other`. */
function searchTokens(appearance: ViewAppearance): Rules {
  const { other, ...kinds } = searchTokenColors[appearance.mode]
  const tinted = (color: string): Rules[string] => ({
    color,
    'background-color': `${color}26`,
    border: `1px solid ${color}4d`,
  })
  return {
    [token]: tinted(other),
    ...Object.fromEntries(
      Object.entries(kinds).map(([kind, color]) => [`${token}[class*="_${kind}"]`, tinted(color)]),
    ),
  }
}

/** The vendor does not mark the kind of a chart: these elements inside it identify it. */
const kindSelectors: Readonly<Record<string, string>> = {
  kpi: '[data-testid="kpi_herodata"]',
  table: '.ag-root-wrapper',
  pivot: '.ag-root-wrapper',
}

/**
 * The brand's watermark is at the bottom right of chart areas, at 20 % width, except on the kinds that carry none. It appears with the
 * chart's picture and is not fetched before there is one.
 */
function watermark(appearance: ViewAppearance, image: string): Rules {
  const excluded = new Set(appearance.watermarkExclusions.flatMap((kind) => kindSelectors[kind] ?? []))
  const others = [...excluded].map((mark) => `:not(:has(${mark}))`).join('')
  return {
    [`[class*="answer-content-module__answerVizContainer"]${others}:has(canvas,svg)::after`]: {
      content: '""',
      position: 'absolute',
      right: '8px',
      bottom: '8px',
      width: '20%',
      'aspect-ratio': '4 / 1',
      // One file for both themes, so that a change of the theme fetches nothing: black, or inverted to white.
      background: `url("${image}") right bottom / contain no-repeat`,
      filter: appearance.mode === 'dark' ? 'brightness(0) invert(1)' : 'brightness(0)',
      opacity: '0.1',
      'pointer-events': 'none',
    },
  }
}

/**
 * The provider's labels and the portal's (specification, section 9, "User-facing relabels"). The vendor replaces them one after another, also
 * inside other texts (developer-docs, customize-text-strings.adoc), so a label stands before the shorter ones that it contains.
 */
function relabels(): Record<string, string> {
  return {
    'No data found for this query': 'No data',
    'No data available': 'No data',
    'Your query returned no data. Try changing the filters.': 'No data',
    'SpotIQ analyze': 'Deep Research',
    'SpotIQ Analysis': 'Deep Research Analysis',
    'Run SpotIQ analysis': 'Run Deep Research',
    'Run SpotIQ': 'Run Deep Research',
    Explore: 'Open in Data Weaver',
    SpotIQ: 'Deep Research',
    'Ask Spotter': 'Deep Research',
    Spotter: 'Deep Research',
    'Get AI insights on this visualization': 'Get AI-powered insights about this data',
  }
}
