import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import type { UnsavedWork } from '../../state/leave-store'
import { Button } from '../parts/button'

export function LeaveDialog({
  work,
  answer,
}: {
  readonly work: UnsavedWork
  readonly answer: (leave: boolean) => void
}): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog">
          <div className="dialog__head">
            <AlertDialog.Title className="dialog__title">{work.title}</AlertDialog.Title>
          </div>
          <div className="dialog__body">
            <AlertDialog.Description className="dialog__text">{work.text}</AlertDialog.Description>
            <div className="dialog__actions">
              <Button onClick={() => answer(false)}>Stay</Button>
              <Button className="button button--danger" onClick={() => answer(true)}>
                Leave
              </Button>
            </div>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
