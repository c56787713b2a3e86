import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, useState, type ComponentProps, type ReactNode, type RefObject } from 'react'

/** Closes a dialog, but not on the second click of the double click that opened it. */
export const dismissedBy =
  (close: () => void): NonNullable<ComponentProps<typeof Dialog.Root>['onOpenChange']> =>
  (open, { reason, event }) => {
    const isSecondClick = reason === 'outside-press' && event instanceof MouseEvent && event.detail > 1
    if (!open && !isSecondClick) close()
  }

/**
 * Focuses this field first without scrolling to it, and clears the selection at the end: WebKit would scroll to a selected field once more
 * after it has gone with its dialog, and jump to the end of the page.
 */
export function useFirstField(field: RefObject<HTMLElement | null> | undefined): () => false {
  useLayoutEffect(
    () => () => {
      if (field !== undefined) getSelection()?.removeAllRanges()
    },
    [field],
  )
  return () => {
    field?.current?.focus({ preventScroll: true })
    return false
  }
}

/**
 * Returns the focus to where it was, also if that is no control but the page or a part of it: Base UI would move it to the first control
 * in there, which the next Space would press.
 */
export function useFinalFocus(): () => boolean {
  const [before] = useState(() => document.activeElement)
  return () => {
    if (!(before instanceof HTMLElement) || !before.isConnected || before.tabIndex >= 0) return true
    before.focus({ preventScroll: true })
    return false
  }
}

/**
 * The window of every dialog: the page dimmed behind it, and a head with the title. `closing` is the close button in the head, and whether
 * it is disabled; a dialog that has to be answered has none. For use inside the root of a dialog or of an alert dialog.
 */
export function DialogWindow({
  title,
  closing = null,
  first,
  children,
  ...rest
}: Pick<ComponentProps<typeof Dialog.Popup>, 'finalFocus' | 'children'> & {
  readonly title: string
  /** The field that gets the focus first; by default the first control does. */
  readonly first?: RefObject<HTMLElement | null>
  readonly closing?: { readonly disabled: boolean } | null
  readonly className?: string
}): ReactNode {
  const focusFirst = useFirstField(first)
  const finalFocus = useFinalFocus()
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="scrim" />
      <Dialog.Popup
        className="dialog"
        finalFocus={finalFocus}
        {...(first && { initialFocus: focusFirst })}
        {...rest}
      >
        <div className="dialog__head">
          <Dialog.Title className="dialog__title">{title}</Dialog.Title>
          {closing !== null && (
            <Dialog.Close className="dialog__close" aria-label="Close" disabled={closing.disabled}>
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Dialog.Close>
          )}
        </div>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  )
}
