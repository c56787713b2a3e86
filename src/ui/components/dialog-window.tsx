import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, type ComponentProps, type ReactNode, type RefObject } from 'react'

/** Closes a dialog, but not by the second click of the two that somebody has opened it with. */
export const dismissedBy =
  (close: () => void): NonNullable<ComponentProps<typeof Dialog.Root>['onOpenChange']> =>
  (open, { reason, event }) => {
    const isSecond = reason === 'outside-press' && event instanceof MouseEvent && event.detail > 1
    if (!open && !isSecond) close()
  }

/**
 * Begins in this field without scrolling to it, and leaves nothing of it selected: WebKit would scroll there once more when the field has
 * gone with its dialog, and throw the page to its end.
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
 * What every dialog stands in: the page dimmed behind it, and a head with its title. `closing` is the button in the head, and whether
 * it may be pressed; a dialog whose question has to be answered has none. Inside the root of a dialog, or of an alert dialog.
 */
export function DialogWindow({
  title,
  closing = null,
  first,
  children,
  ...rest
}: Pick<ComponentProps<typeof Dialog.Popup>, 'finalFocus' | 'children'> & {
  readonly title: string
  /** The field that it begins in; the first control otherwise. */
  readonly first?: RefObject<HTMLElement | null>
  readonly closing?: { readonly disabled: boolean } | null
  readonly className?: string
}): ReactNode {
  const begin = useFirstField(first)
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="scrim" />
      <Dialog.Popup className="dialog" {...(first && { initialFocus: begin })} {...rest}>
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
