/** Boards print on A4 with margins of 10 mm: landscape, or portrait when the board is narrow. */
export interface PrintSheet {
  /** Space on the first sheet for the page's header, in px at screen width. */
  readonly headerHeight: number
  /** Height of a sheet's content divided by its width. A wide board is scaled down to the sheet. */
  readonly ratio: number
  /** Minimum height of a sheet's content, in px: that of the narrowest sheet. */
  readonly minHeight: number
}

const landscape: PrintSheet = { headerHeight: 200, ratio: 190 / 277, minHeight: 718 }
const portrait: PrintSheet = { headerHeight: 280, ratio: 277 / 190, minHeight: 758 }

/** In px. A board narrower than `maxPortraitWidth` prints in portrait, on a sheet at least `minSheetWidth` wide. */
export const maxPortraitWidth = 760
export const minSheetWidth = 520

export function printSheetFor(width: number): PrintSheet {
  return width < maxPortraitWidth ? portrait : landscape
}
