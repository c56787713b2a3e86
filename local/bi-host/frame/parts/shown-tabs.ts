export interface Tab {
  readonly id: string
  readonly label: string
}

/** What a tab's button and the part of the page below it call each other. */
export const panelId = 'liveboard-tab-panel'
export const tabButtonId = (tabId: string): string => `liveboard-tab-${tabId}`

/** The tabs that the embedding page lets people see: an allow-list, when given, is the whole truth. */
export function visibleTabs(
  tabs: readonly Tab[],
  visible: readonly string[] | null,
  hidden: readonly string[],
): readonly Tab[] {
  return tabs.filter(({ id }) => (visible === null ? !hidden.includes(id) : visible.includes(id)))
}

/** The tab that is asked for when it may be seen, else the first that may; `null` when there is none. */
export function openedTab(tabs: readonly Tab[], wanted: string | undefined): string | null {
  return (tabs.find(({ id }) => id === wanted) ?? tabs[0])?.id ?? null
}
