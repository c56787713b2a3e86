import { isPlainId } from '../embedding/view-checks'

/** The tab a page address asks for; anything that is no plain id counts as none. */
export function readTab(value: string | null): string | null {
  return value !== null && isPlainId(value) ? value : null
}

export interface TabFacts {
  /** What the page's address says. */
  readonly inAddress: string | null
  /** What the board says it shows; null for a board without tabs. */
  readonly reported: string | null
  /** The tab the board opened by itself on this page, once it has said so. */
  readonly opening: string | null
}

/**
 * What the page's address should say about the tab after the board has spoken: nothing for the tab it opens by itself,
 * so that a plain link stays plain; the tab's id for any other.
 */
export function tabForAddress(facts: TabFacts): {
  readonly tab: string | null
  readonly opening: string | null
} {
  const { inAddress, reported, opening } = facts
  if (reported === null || !isPlainId(reported)) return { tab: inAddress, opening }
  if (inAddress === null && opening === null) return { tab: null, opening: reported }
  return { tab: reported === opening ? null : reported, opening }
}
