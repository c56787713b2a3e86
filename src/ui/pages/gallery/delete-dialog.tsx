import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import { Button } from '../../components/button'
import { DialogWindow } from '../../components/dialog-window'
import { galleryTexts, shownName } from '../../hooks/dashboard-texts'

/** Asks before a dashboard is deleted for good. The name stands in it, isolated: it may be written right to left. */
export function DeleteDialog({
  dashboard,
  onConfirm,
  onCancel,
}: {
  readonly dashboard: SavedDashboard
  readonly onConfirm: () => void
  readonly onCancel: () => void
}): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onCancel()}>
      <DialogWindow title="Delete Dashboard">
        <div className="dialog__body">
          <bdi className="dialog__subject">{shownName(dashboard.name)}</bdi>
          <AlertDialog.Description className="dialog__text">
            {galleryTexts.deleteQuestion}
          </AlertDialog.Description>
          <div className="dialog__actions">
            <Button onClick={onCancel}>Cancel</Button>
            <Button className="button button--danger" onClick={onConfirm}>
              Delete
            </Button>
          </div>
        </div>
      </DialogWindow>
    </AlertDialog.Root>
  )
}
