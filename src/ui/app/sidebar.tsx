import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { isCollapsed, isExpanded, isPeeking } from '../../core/shell/sidebar'
import { Logo } from '../components/logo'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import { AuthButton, useAuthButton } from './auth-button'
import { NavigationTree } from './navigation-tree'
import { useDeferredUi } from './use-deferred-ui'

/** The navigation on desktops. `core/shell/sidebar` decides its state; this renders the state and dispatches what the user does. */
export function Sidebar(): ReactNode {
  const { stores } = useApp()
  const collapsed = useStore(stores.sidebar, isCollapsed)
  const expanded = useStore(stores.sidebar, isExpanded)
  const peeking = useStore(stores.sidebar, isPeeking)
  const element = usePresence()
  const parts = useDeferredUi()
  return (
    <aside
      aria-label="Sidebar"
      className="sidebar"
      ref={element}
      data-state={peeking ? 'peek' : expanded ? 'wide' : 'narrow'}
    >
      <Link href={paths.home} className="sidebar__logo">
        <Logo wide={expanded} all={parts !== null} />
      </Link>
      <nav className="sidebar__list" aria-label="Main">
        <NavigationTree create={parts !== null && <parts.CreateFromSidebar />}>
          {parts !== null && <parts.SidebarFavorites />}
        </NavigationTree>
      </nav>
      <div className="sidebar__foot">
        <CollapseButton collapsed={collapsed} />
        <AuthRow />
      </div>
    </aside>
  )
}

/** Dispatches when a pointer or the keyboard focus enters or leaves the sidebar. Touch does not hover. */
function usePresence(): React.RefObject<HTMLElement | null> {
  const { stores } = useApp()
  const dispatch = useStore(stores.sidebar, (state) => state.dispatch)
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const sidebar = element.current
    if (sidebar === null) return
    const onPointerEnter = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') dispatch({ kind: 'entered' })
    }
    const onPointerLeave = (): void => {
      if (!sidebar.contains(document.activeElement) || !document.activeElement?.matches(':focus-visible'))
        dispatch({ kind: 'left' })
    }
    const onFocusIn = (event: FocusEvent): void => {
      const fromOutside = !(event.relatedTarget instanceof Node && sidebar.contains(event.relatedTarget))
      if (fromOutside && event.target instanceof Element && event.target.matches(':focus-visible'))
        dispatch({ kind: 'entered' })
    }
    const onFocusOut = (event: FocusEvent): void => {
      if (event.relatedTarget instanceof Node && sidebar.contains(event.relatedTarget)) return
      if (!sidebar.matches(':hover')) dispatch({ kind: 'left' })
    }
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') dispatch({ kind: 'left' })
    }
    sidebar.addEventListener('pointerenter', onPointerEnter)
    sidebar.addEventListener('pointerleave', onPointerLeave)
    sidebar.addEventListener('focusin', onFocusIn)
    sidebar.addEventListener('focusout', onFocusOut)
    addEventListener('keydown', onKeyDown)
    return () => {
      sidebar.removeEventListener('pointerenter', onPointerEnter)
      sidebar.removeEventListener('pointerleave', onPointerLeave)
      sidebar.removeEventListener('focusin', onFocusIn)
      sidebar.removeEventListener('focusout', onFocusOut)
      removeEventListener('keydown', onKeyDown)
    }
  }, [dispatch])
  return element
}

function CollapseButton({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const { stores } = useApp()
  const dispatch = useStore(stores.sidebar, (state) => state.dispatch)
  const name = collapsed ? 'Expand' : 'Collapse'
  const Mark = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <button type="button" className="nav-row" title={name} onClick={() => dispatch({ kind: 'toggled' })}>
      <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="nav-row__label">{name}</span>
    </button>
  )
}

function AuthRow(): ReactNode {
  const facts = useAuthButton()
  const parts = useDeferredUi()
  return (
    <div className="auth-row">
      <AuthButton facts={facts} />
      {parts !== null && facts.signedIn ? (
        <parts.PersonMenu facts={facts} className="auth-row__label" />
      ) : (
        facts.label !== null && <span className="auth-row__label">{facts.label}</span>
      )}
    </div>
  )
}
