import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { Button } from '../../components/button'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useBack } from '../../hooks/use-back'
import { NameField } from '../../components/name-field'
import { failureDetail, galleryTexts, mentionedName } from '../../hooks/dashboard-texts'

const notListedYet = 'your list doesn’t show it yet. Look again in a moment.'

/** "Create New Dashboard", opened from the gallery or from anywhere. Only success and Cancel discard what was typed. */
export function CreateDialog(): ReactNode {
  const { stores } = useApp()
  const close = useStore(stores.dialogs, (state) => state.closeCreateDashboard)
  const creating = useStore(stores.dashboards, (state) => state.creating)
  const create = useStore(stores.dashboards, (state) => state.create)
  const { raise, dismiss } = useStore(stores.notices)
  const [path, navigate] = useLocation()
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<DashboardsFailure | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const ready = name.trim() !== '' && !creating
  // Neither a click outside the dialog nor Back discards what was typed.
  const isHeld = creating || name !== ''
  useBack(() => isHeld || close())

  async function submit(): Promise<void> {
    if (!ready) return
    setFailure(null)
    const made = await create(name)
    if ('kind' in made) {
      if (made.kind === 'busy') return
      setFailure(made)
      field.current?.focus()
      return
    }
    close()
    const list = stores.dashboards.getState()
    const listed = list.dashboards.some(({ id }) => id === made.id)
    if (!listed) {
      const why = list.failure === null ? notListedYet : 'your list couldn’t be reloaded.'
      raise({ tone: 'warning', text: `“${mentionedName(made.name)}” was created, but ${why}` })
    }
    const inGallery = path === paths.savedDashboards
    if (inGallery && !listed) return
    const href = paths.savedDashboard(made.id)
    const { work, confirmLeave } = stores.unsavedWork.getState()
    if (work === null && !inGallery) return navigate(href)
    // A user who stays, with unsaved work or in a filtered list, may not see the new dashboard: a notice links to it.
    const text = `Created “${mentionedName(made.name)}”.`
    const notice = raise({ tone: 'success', text, about: made.id, link: { label: 'Open', href } })
    if (inGallery) return
    confirmLeave(() => {
      dismiss(notice)
      navigate(href)
    })
  }

  const detail = failure === null ? null : failureDetail(failure, true)
  return (
    <Dialog.Root open disablePointerDismissal={isHeld} onOpenChange={dismissedBy(() => creating || close())}>
      <DialogWindow title="Create New Dashboard" closing={{ disabled: creating }} first={field}>
        <form
          className="dialog__body"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <NameField ref={field} name={name} busy={creating} invalid={failure !== null} onChange={setName} />
          {failure !== null && (
            <p className="dialog__alert" role="alert">
              {galleryTexts.createFailed}
              {detail !== null && <span className="dialog__detail"> {detail}</span>}
            </p>
          )}
          <div className="dialog__actions">
            <Button disabled={creating} onClick={close}>
              Cancel
            </Button>
            <Button main type="submit" disabled={!ready}>
              <span className="steady" data-widest="Create Dashboard">
                {creating ? 'Creating...' : 'Create Dashboard'}
              </span>
            </Button>
          </div>
        </form>
      </DialogWindow>
    </Dialog.Root>
  )
}
