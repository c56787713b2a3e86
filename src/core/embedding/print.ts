/** Printed boards: A4, landscape, and portrait for those that are narrow, with margins of 10 mm. */
export interface PrintSheet {
  /** Room on the first sheet for the page's own head, in px at the width of the screen. */
  readonly head: number
  /** Height of what a sheet shows, by its width: a wide board is scaled down to the sheet. */
  readonly ratio: number
  /** The same in px, of the narrowest sheet. */
  readonly least: number
}

const lying: PrintSheet = { head: 200, ratio: 190 / 277, least: 718 }
const upright: PrintSheet = { head: 280, ratio: 277 / 190, least: 758 }

/** px. A narrower board is printed in portrait, on a sheet of this width at least. */
export const narrowInPrint = 760
export const narrowestSheet = 520

export function printSheetFor(width: number): PrintSheet {
  return width < narrowInPrint ? upright : lying
}
