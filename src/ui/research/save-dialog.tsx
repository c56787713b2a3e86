import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import type { KeepOutcome, SurfaceView } from '../../core/ports/dashboard-surface'
import { longestName } from '../../core/saved-dashboards/dashboard-name'
import { shownName } from '../gallery/texts'
import { useDashboards } from '../gallery/use-dashboards'
import { Button } from '../parts/button'
import { useKeptNotice } from './use-kept-notice'

/** What stands in the list for a dashboard that is still to be made. No id is like it. */
const another = ''

/** "Save to a dashboard": one that is there, or a new one. What was typed is lost only by success or by Cancel. */
export function SaveDialog({
  view,
  suggested,
  close,
  opener,
}: {
  readonly view: SurfaceView | null
  /** The answer's own title. */
  readonly suggested: string
  readonly close: () => void
  readonly opener: RefObject<HTMLElement | null>
}): ReactNode {
  const { dashboards, phase } = useDashboards()
  const notice = useKeptNotice()
  const [title, setTitle] = useState(suggested.slice(0, longestTitle))
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState('')
  const first = useRef<HTMLSelectElement>(null)
  const listed = phase === 'ready' || phase === 'failed'
  const target = chosen ?? dashboards[0]?.id ?? another
  const known = dashboards.find(({ id }) => id === target)
  const complete = listed && title.trim() !== '' && (known !== undefined || name.trim() !== '')

  async function save(): Promise<void> {
    if (!complete || saving) return
    setSaving(true)
    setProblem('')
    const to = known === undefined ? { newLiveboardName: name.trim() } : { liveboardId: known.id }
    const outcome = (await view?.keep({ title: title.trim(), ...to })) ?? { kind: 'not-shown' }
    setSaving(false)
    if (outcome.kind !== 'kept') return setProblem(problemText(outcome.kind))
    notice({ liveboardId: outcome.liveboardId ?? known?.id ?? null, name: known?.name ?? name.trim() })
    close()
  }

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => open || saving || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={first} finalFocus={opener}>
          <div className="dialog__head">
            <Dialog.Title className="dialog__title">Save to a dashboard</Dialog.Title>
            <Dialog.Close className="dialog__close" aria-label="Close" disabled={saving}>
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <form
            className="dialog__body"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <label className="field">
              <span className="field__label">Dashboard</span>
              <select
                ref={first}
                className="field__input"
                value={target}
                disabled={!listed || saving}
                onChange={(event) => setChosen(event.target.value)}
              >
                {dashboards.map((dashboard) => (
                  <option key={dashboard.id} value={dashboard.id}>
                    {shownName(dashboard.name)}
                  </option>
                ))}
                <option value={another}>{listed ? 'New dashboard' : 'Reading your dashboards…'}</option>
              </select>
            </label>
            {known === undefined && listed && (
              <label className="field">
                <span className="field__label">Dashboard Name</span>
                <input
                  className="field__input"
                  type="text"
                  value={name}
                  placeholder="Enter dashboard name..."
                  maxLength={longestName}
                  autoComplete="off"
                  readOnly={saving}
                  onChange={(event) => setName(event.target.value)}
                />
              </label>
            )}
            <label className="field">
              <span className="field__label">Title of the chart</span>
              <input
                className="field__input"
                type="text"
                value={title}
                maxLength={longestTitle}
                autoComplete="off"
                readOnly={saving}
                onChange={(event) => setTitle(event.target.value)}
              />
            </label>
            {problem !== '' && (
              <p className="dialog__alert" role="alert">
                {problem}
              </p>
            )}
            <div className="dialog__actions">
              <Button disabled={saving} onClick={close}>
                Cancel
              </Button>
              <Button main type="submit" disabled={!complete || saving}>
                {saving ? 'Saving...' : 'Save'}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const longestTitle = 200

function problemText(kind: Exclude<KeepOutcome['kind'], 'kept'>): string {
  switch (kind) {
    case 'not-shown':
      return 'The chart is not on the screen yet, so there is nothing to save. Wait for it, or press Retry below the answer.'
    case 'refused':
      return 'The analytics service did not save it. The dashboard may be full, or gone. Choose another one.'
    case 'unknown':
      return 'The analytics service did not say whether it was saved. Look at the dashboard before you try again.'
  }
}
