import { createElement, type ComponentType, type ReactNode } from 'react'
import { useDeferredUi } from './use-deferred-ui'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import BookOpen from 'lucide-react/icons/book-open'
import { Tooltip } from '../components/tooltip'
import SearchIcon from 'lucide-react/icons/search'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

function ThemeToggle(): ReactNode {
  const { stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const toggle = useStore(stores.theme, (state) => state.toggle)
  const name = theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'
  const Mark = theme === 'dark' ? Sun : Moon
  return (
    <Tooltip text={name}>
      <button type="button" className="control control--icon" aria-label={name} onClick={toggle}>
        <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

/** Opens the command palette. It is also the way there from inside a frame, whose key events do not reach the portal. */
function Search(): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openSearch)
  return (
    <button
      type="button"
      className="control control--folds control--search"
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      data-opens="search"
      onClick={open}
    >
      <SearchIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="control__label">Search</span>
      {/* Drawn by CSS, to keep it out of the button's accessible name, which is its text. */}
      <kbd
        className="key"
        data-keys={/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        aria-hidden="true"
      />
    </button>
  )
}

/** Labeled for visitors; only an icon for signed-in users, whose menu is fuller, and until the session has loaded. */
function KnowledgeBase(): ReactNode {
  const { branding, stores } = useApp()
  const isLabeled = useStore(stores.auth, (state) => !state.isLoading && !state.isAuthenticated)
  return (
    // Each variant is an element of its own: one that moved would count as a layout shift.
    <Tooltip key={isLabeled ? 'named' : 'icon'} text="Knowledge Base" whenFolded={isLabeled}>
      <a
        className={isLabeled ? 'control control--folds' : 'control control--icon'}
        href={branding.knowledgeBaseUrl}
        target="_blank"
        rel="noopener"
        aria-label={isLabeled ? undefined : 'Knowledge Base'}
      >
        <BookOpen size={18} strokeWidth={1.75} aria-hidden="true" />
        {isLabeled && <span className="control__label">Knowledge Base</span>}
      </a>
    </Tooltip>
  )
}

/** For visitors, on Home only, and not before the session has loaded. */
function ContactSales(): ReactNode {
  const { branding, stores } = useApp()
  const visitor = useStore(stores.auth, (state) => !state.isLoading && !state.isAuthenticated)
  const [path] = useLocation()
  if (!visitor || path !== paths.home) return null
  return (
    <a className="control control--main" href={branding.contactUrl} target="_blank" rel="noopener">
      Contact Sales
    </a>
  )
}

/** A control of the top menu. It decides itself whether to show, and otherwise renders nothing. */
interface MenuEntry {
  readonly id: string
  /** Groups are separated by lines: for visitors, for signed-in users, for everyone. */
  readonly group: 'visitor' | 'person' | 'everyone'
  /** A phone has room for some controls, and has the others in its menu; a wide screen has them in its sidebar. */
  readonly on: 'wide' | 'phone' | 'both'
  readonly Control: ComponentType
}
/** Controls for signed-in users: by the time the session is known, the deferred UI has loaded. */
function deferred(
  name: 'RefreshData' | 'ChartBuilder' | 'SavedDashboards' | 'DeepResearch' | 'CreateFromBar',
): ComponentType {
  return function DeferredControl() {
    const parts = useDeferredUi()
    return parts === null ? null : createElement(parts[name])
  }
}

const menuEntries: readonly MenuEntry[] = [
  { id: 'contact-sales', group: 'visitor', on: 'both', Control: ContactSales },
  { id: 'refresh', group: 'person', on: 'both', Control: deferred('RefreshData') },
  { id: 'chart-builder', group: 'person', on: 'wide', Control: deferred('ChartBuilder') },
  { id: 'saved-dashboards', group: 'person', on: 'wide', Control: deferred('SavedDashboards') },
  { id: 'deep-research', group: 'person', on: 'wide', Control: deferred('DeepResearch') },
  { id: 'create-dashboard', group: 'person', on: 'phone', Control: deferred('CreateFromBar') },
  { id: 'knowledge-base', group: 'everyone', on: 'wide', Control: KnowledgeBase },
  { id: 'theme', group: 'everyone', on: 'both', Control: ThemeToggle },
  { id: 'search', group: 'everyone', on: 'both', Control: Search },
]

const groups = ['visitor', 'person', 'everyone'] as const

/** The page's controls in groups, with lines between the groups that show something. */
export function TopMenu({ phone = false }: { readonly phone?: boolean }): ReactNode {
  return (
    <nav className="menu" aria-label="Tools">
      {groups.map((group) => (
        <div className="menu__group" key={group}>
          {menuEntries
            .filter((entry) => entry.group === group && entry.on !== (phone ? 'wide' : 'phone'))
            .map(({ id, Control }) => (
              <Control key={id} />
            ))}
        </div>
      ))}
    </nav>
  )
}
