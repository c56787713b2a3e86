import { useState } from 'preact/hooks'
import type { EditTab, Rehome } from './pages'

/** Where the tiles of a tab shall go: nothing goes with a tab without having been asked about. */
export function RemoveTab({
  tab,
  others,
  count,
  remove,
  keep,
}: {
  readonly tab: EditTab
  readonly others: readonly EditTab[]
  /** Tiles on it. */
  readonly count: number
  readonly remove: (rehome: Rehome) => void
  readonly keep: () => void
}) {
  const [to, setTo] = useState(others[0]?.id ?? null)
  const tiles = count === 1 ? '1 visualisation' : `${count} visualisations`
  const them = count === 1 ? 'it' : 'them'
  return (
    <>
      <p class="edit-question">
        <bdi>{tab.label}</bdi> holds {tiles}. What shall become of {them}?
      </p>
      {others.length === 0 ? null : (
        <label class="keep-field edit-question">
          Move {them} to
          <select value={to ?? ''} onChange={(event) => setTo(event.currentTarget.value)}>
            {others.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="edit-panel-row">
        <button type="button" class="button" onClick={() => remove({ to })}>
          {others.length === 0 ? `Keep ${them}, without tabs` : `Move ${them} and remove the tab`}
        </button>
        <button type="button" class="button edit-danger" onClick={() => remove('removed')}>
          Remove {them} too
        </button>
        <button type="button" class="button" onClick={keep}>
          Cancel
        </button>
      </div>
    </>
  )
}
