export interface Tab {
  readonly id: string
  readonly label: string
}

/** Ids by which a tab's button and its panel refer to each other. */
export const panelId = 'liveboard-tab-panel'
export const tabButtonId = (tabId: string): string => `liveboard-tab-${tabId}`

/** The tabs that the embedding page shows. If it gives an allow-list, only that counts. */
export function visibleTabs(
  tabs: readonly Tab[],
  visible: readonly string[] | null,
  hidden: readonly string[],
): readonly Tab[] {
  return tabs.filter(({ id }) => (visible === null ? !hidden.includes(id) : visible.includes(id)))
}

/** The requested tab if visible, else the first visible one. `null` if there is none. */
export function openedTab(tabs: readonly Tab[], wanted: string | undefined): string | null {
  return (tabs.find(({ id }) => id === wanted) ?? tabs[0])?.id ?? null
}
