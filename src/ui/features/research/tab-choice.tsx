import { useState, type ReactNode } from 'react'
import type { DashboardTab } from '../../../core/ports/dashboard-library'
import { shownName } from '../../hooks/dashboard-texts'

/** What stands in the list for a tab that is still to be made. No id is like it. */
const another = ''
const longestLabel = 60

/** Which tab something goes on: as the target wants it, null while it has no name. */
export type TabTarget = { readonly tabId?: string; readonly newTabName?: string } | null

/** A tab of the dashboard that is chosen, or a new one; its first until somebody says otherwise. */
export function useTabChoice(tabs: readonly DashboardTab[]): {
  readonly target: TabTarget
  readonly chosen: string
  readonly label: string
  readonly choose: (tab: string) => void
  readonly name: (label: string) => void
} {
  const [wanted, choose] = useState<string | null>(null)
  const [label, name] = useState('')
  const known = wanted === another || tabs.some(({ id }) => id === wanted) ? wanted : null
  const chosen = known ?? tabs[0]?.id ?? another
  const target = (): TabTarget => {
    if (tabs.length === 0) return {}
    if (chosen !== another) return { tabId: chosen }
    return label.trim() === '' ? null : { newTabName: label.trim() }
  }
  return { target: target(), chosen, label, choose, name }
}

export function TabFields({
  tabs,
  choice,
  saving,
}: {
  readonly tabs: readonly DashboardTab[]
  readonly choice: ReturnType<typeof useTabChoice>
  readonly saving: boolean
}): ReactNode {
  if (tabs.length === 0) return null
  return (
    <>
      <label className="field">
        <span className="field__label">Tab</span>
        <select
          className="field__input"
          value={choice.chosen}
          disabled={saving}
          onChange={(event) => choice.choose(event.target.value)}
        >
          {tabs.map(({ id, label }) => (
            <option key={id} value={id}>
              {shownName(label)}
            </option>
          ))}
          <option value={another}>New tab</option>
        </select>
      </label>
      {choice.chosen === another && (
        <label className="field">
          <span className="field__label">Name of the tab</span>
          <input
            className="field__input"
            type="text"
            value={choice.label}
            placeholder="Enter tab name..."
            maxLength={longestLabel}
            autoComplete="off"
            readOnly={saving}
            onChange={(event) => choice.name(event.target.value)}
          />
        </label>
      )}
    </>
  )
}
