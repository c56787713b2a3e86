import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { displayName } from '../../core/session/auth-state'
import { useApp } from '../hooks/use-app'
import type { AuthButtonFacts } from './auth-button'

/** The greeting, and behind it who is logged in here. The browser closes it on Escape, or on a press beside it. */
export function PersonMenu({
  facts: { label, press },
  className,
  hasKeys = true,
}: {
  readonly facts: AuthButtonFacts
  readonly className: string
  /** A phone has none, so it needs no sheet of shortcuts. */
  readonly hasKeys?: boolean
}): ReactNode {
  const { stores } = useApp()
  const user = useStore(stores.auth, (state) => state.user)
  const [open, setOpen] = useState(false)
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  const covered = useStore(stores.dialogs, (state) => state.search || state.help || state.createDashboard)
  // The browser draws a popover above every dialog, and closes it for none.
  useEffect(() => {
    if (covered && open) menu.current?.hidePopover()
  }, [covered, open])
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
                popoverTarget={id}
                onClick={() => stores.dialogs.getState().openHelp()}
              >
                Keyboard shortcuts
              </button>
            )}
            <button type="button" className="nav-row" popoverTarget={id} onClick={press}>
              Log out
            </button>
          </>
        )}
      </section>
    </>
  )
}
