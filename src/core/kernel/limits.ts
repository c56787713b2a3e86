// Separate constants, so that tree shaking leaves only those that the shell uses in the shell's chunk.
export * as timings from './timings'

/** Maximum length of a question to the assistant, in characters. Longer questions are truncated. */
export const maxQuestionLength = 1_000

/** In px unless the name says otherwise. The style sheets repeat the values they use (tested). */
export const sizes = {
  savedDashboardMinimumHeight: 800,
  /** Not specified: a starred tile on Home. */
  starredTileHeight: 260,
  sidePanelWidth: 300,
  descriptionClampLines: 2,
  descriptionToggleCharacters: 120,
  placeholderBlur: 8,
  placeholderScale: 0.98,
} as const

/**
 * Milliseconds after which text is drawn in the fallback font when the web font has not loaded. Not specified. Apart from `timings`,
 * because the first view needs it.
 */
export const fontFallbackMs = 250
