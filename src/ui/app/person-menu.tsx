import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { displayName } from '../../core/session/auth-state'
import { useApp } from '../hooks/use-app'
import type { AuthButtonFacts } from './auth-button'

/** The greeting, which opens the account's popover. The browser closes it on Escape or a press outside. */
export function PersonMenu({
  facts: { label, press },
  className,
  hasKeys = true,
}: {
  readonly facts: AuthButtonFacts
  readonly className: string
  /** False on a phone, which needs no list of keyboard shortcuts. */
  readonly hasKeys?: boolean
}): ReactNode {
  const { stores } = useApp()
  const user = useStore(stores.auth, (state) => state.user)
  const [open, setOpen] = useState(false)
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  // A popover stays above every dialog, so this one closes when the focus moves elsewhere.
  useEffect(() => {
    if (!open) return
    const onFocusIn = ({ target }: FocusEvent): void => {
      const isInside = target instanceof Element && target.closest('.person, .person-menu') !== null
      if (!isInside) menu.current?.hidePopover()
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [open])
  /** Closes the popover first: the greeting has the focus again, and what opens returns it there. */
  function choose(act: () => void): void {
    menu.current?.hidePopover()
    act()
  }
  if (label === null) return null
  if (user === undefined) return <span className={className}>{label}</span>
  return (
    <>
      <button
        type="button"
        className={`${className} person`}
        title={label}
        aria-expanded={open}
        popoverTarget={id}
      >
        {label}
      </button>
      <section
        ref={menu}
        id={id}
        className="person-menu"
        popover="auto"
        aria-label="Account"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <>
            <p className="person-menu__who">
              Logged in as <bdi className="person-menu__name">{displayName(user)}</bdi>
              {user.email !== undefined && <bdi>{user.email}</bdi>}
            </p>
            {hasKeys && (
              <button
                type="button"
                className="nav-row"
                onClick={() => choose(() => stores.dialogs.getState().openHelp())}
              >
                Keyboard shortcuts
              </button>
            )}
            <button type="button" className="nav-row" onClick={() => choose(press)}>
              Log out
            </button>
          </>
        )}
      </section>
    </>
  )
}
