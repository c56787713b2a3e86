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

/** The desktop's navigation. What it does is decided in core/navigation; this draws the state and reports what people do. */
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

/** Tells the sidebar when a pointer, or the keyboard's focus, comes in and goes. A finger does not hover. */
function usePresence(): React.RefObject<HTMLElement | null> {
  const { stores } = useApp()
  const dispatch = useStore(stores.sidebar, (state) => state.dispatch)
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const sidebar = element.current
    if (sidebar === null) return
    const cameIn = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') dispatch({ kind: 'entered' })
    }
    const wentOut = (): void => {
      if (!sidebar.contains(document.activeElement) || !document.activeElement?.matches(':focus-visible'))
        dispatch({ kind: 'left' })
    }
    const focusedIn = (event: FocusEvent): void => {
      const fromOutside = !(event.relatedTarget instanceof Node && sidebar.contains(event.relatedTarget))
      if (fromOutside && event.target instanceof Element && event.target.matches(':focus-visible'))
        dispatch({ kind: 'entered' })
    }
    const focusedOut = (event: FocusEvent): void => {
      if (event.relatedTarget instanceof Node && sidebar.contains(event.relatedTarget)) return
      if (!sidebar.matches(':hover')) dispatch({ kind: 'left' })
    }
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') dispatch({ kind: 'left' })
    }
    sidebar.addEventListener('pointerenter', cameIn)
    sidebar.addEventListener('pointerleave', wentOut)
    sidebar.addEventListener('focusin', focusedIn)
    sidebar.addEventListener('focusout', focusedOut)
    addEventListener('keydown', pressed)
    return () => {
      sidebar.removeEventListener('pointerenter', cameIn)
      sidebar.removeEventListener('pointerleave', wentOut)
      sidebar.removeEventListener('focusin', focusedIn)
      sidebar.removeEventListener('focusout', focusedOut)
      removeEventListener('keydown', pressed)
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
