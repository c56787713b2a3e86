import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import type { UnsavedWork } from '../../state/unsaved-work-store'
import { Button } from '../components/button'
import { DialogWindow } from '../components/dialog-window'

export function LeaveDialog({
  work,
  answer,
}: {
  readonly work: UnsavedWork
  readonly answer: (leave: boolean) => void
}): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || answer(false)}>
      <DialogWindow title={work.title}>
        <div className="dialog__body">
          <AlertDialog.Description className="dialog__text">{work.text}</AlertDialog.Description>
          <div className="dialog__actions">
            <Button onClick={() => answer(false)}>Stay</Button>
            <Button className="button button--danger" onClick={() => answer(true)}>
              Leave
            </Button>
          </div>
        </div>
      </DialogWindow>
    </AlertDialog.Root>
  )
}
