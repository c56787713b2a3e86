import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button'
import { DialogWindow } from './dialog-window'

/** Asks before something is lost. The subject is isolated, as a name may be written right to left. */
export function ConfirmDialog({
  title,
  subject,
  text,
  keep,
  confirm,
  answer,
}: {
  readonly title: string
  readonly subject?: string
  readonly text: string
  /** Labels of the two buttons. */
  readonly keep: string
  readonly confirm: string
  readonly answer: (confirmed: boolean) => void
}): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || answer(false)}>
      <DialogWindow title={title}>
        <div className="dialog__body">
          {subject !== undefined && <bdi className="dialog__subject">{subject}</bdi>}
          <AlertDialog.Description className="dialog__text">{text}</AlertDialog.Description>
          <div className="dialog__actions">
            <Button onClick={() => answer(false)}>{keep}</Button>
            <Button className="button button--danger" onClick={() => answer(true)}>
              {confirm}
            </Button>
          </div>
        </div>
      </DialogWindow>
    </AlertDialog.Root>
  )
}
