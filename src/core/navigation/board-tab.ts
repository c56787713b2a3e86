import { isPlainId } from '../embedding/view-checks'

/** The tab a page address asks for; anything that is no plain id counts as none. */
export function readTab(value: string | null): string | null {
  return value !== null && isPlainId(value) ? value : null
}

export interface TabFacts {
  /** What the page's address says. */
  readonly inAddress: string | null
  /** The tab a person went to on the board; null while it is where it opened. */
  readonly chosen: string | null
}

/**
 * What the page's address should say about the tab: the one that was chosen, whichever it is. A board that opens its first tab by
 * itself leaves a plain link plain.
 */
export function tabForAddress({ inAddress, chosen }: TabFacts): string | null {
  return readTab(chosen) ?? inAddress
}
