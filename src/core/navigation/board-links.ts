import { isPlainId } from '../embedding/view-checks'

/** The tab or the personal view that a page address asks for; anything that is no plain id counts as none. */
export function readLinkedId(value: string | null): string | null {
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
  return readLinkedId(chosen) ?? inAddress
}

/**
 * What the page's address should say about the personal view: the one that was chosen, or none once it was left. A board that nobody
 * has moved (`undefined`) leaves the address as it is, also one that names a view of somebody else.
 */
export function viewForAddress(inAddress: string | null, chosen: string | null | undefined): string | null {
  return chosen === undefined ? inAddress : readLinkedId(chosen)
}
