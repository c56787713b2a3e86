import { tileGrid } from '../../wire/tile-grid'

/** Which tab of a dashboard something is put on; empty is its first, or none on a dashboard without tabs. */
export interface TabChoice {
  readonly tab: string
  /** Of a tab that is to be made. */
  readonly label: string
}

export const anyTab: TabChoice = { tab: '', label: '' }
const newTab = 'new tab'

/** As the host wants it; nothing where any tab will do. */
export function tabOf({
  tab,
  label,
}: TabChoice): { readonly id: string } | { readonly label: string } | undefined {
  if (tab === newTab) return { label: label.trim() }
  return tab === '' ? undefined : { id: tab }
}

export const isComplete = ({ tab, label }: TabChoice): boolean => tab !== newTab || label.trim() !== ''

/** The tab of the dashboard that is chosen above: one that is there, or a new one. */
export function TabFields({
  tabs,
  choice,
  change,
  className,
}: {
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly choice: TabChoice
  readonly change: (choice: TabChoice) => void
  /** Of a label with its field. */
  readonly className: string
}) {
  return (
    <>
      <label class={className}>
        <span>Tab</span>
        <select
          value={choice.tab}
          onChange={(event) => change({ ...choice, tab: event.currentTarget.value })}
        >
          {tabs.length === 0 ? <option value="">No tab</option> : null}
          {tabs.map(({ id, label }, at) => (
            <option key={id} value={at === 0 ? '' : id}>
              {label}
            </option>
          ))}
          {tabs.length < tileGrid.mostTabs ? <option value={newTab}>New tab…</option> : null}
        </select>
      </label>
      {choice.tab === newTab ? (
        <label class={className}>
          <span>Tab name</span>
          <input
            type="text"
            required
            maxLength={tileGrid.longestLabel}
            placeholder="Enter tab name..."
            value={choice.label}
            onInput={(event) => change({ ...choice, label: event.currentTarget.value })}
          />
        </label>
      ) : null}
    </>
  )
}
