import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useUi } from '../parts/context'
import { IconButton } from './controls'

/** A question over the builder. The browser keeps the focus inside; Escape closes it; the focus goes back where it was. */
export function Dialog({
  title,
  close,
  children,
}: {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
}) {
  const { frame } = useUi()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    frame.port.post('dialog-open', {})
    return () => frame.port.post('dialog-close', {})
  }, [frame])
  return (
    <dialog
      ref={dialog}
      class="builder-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div class="builder-dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close" run={close} />
      </div>
      {children}
    </dialog>
  )
}
