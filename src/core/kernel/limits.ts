// One by one, so that the shell has those alone that it waits for.
export * as timings from './timings'

/** Of a question to the assistant, in characters; a longer one is cut. */
export const longestQuestion = 1_000

/** The styles repeat what is drawn by them (tested). */
export const sizes = {
  savedDashboardMinimumHeight: 800,
  /** Ours: a starred tile on Home. */
  starredTileHeight: 260,
  sidePanelWidth: 300,
  descriptionClampLines: 2,
  descriptionToggleCharacters: 120,
  placeholderBlur: 8,
  placeholderScale: 0.98,
} as const

/** Words are drawn in another font when theirs has not come by then, in milliseconds. Ours; by itself, since it is in the first view. */
export const fontFallbackMs = 250
